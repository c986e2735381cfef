import { useMutation } from '@tanstack/react-query'
import { ClipboardPaste, KeyRound, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNotify } from '../../../ui/messages/notify.ts'
import type { LinkingActions } from '../pairing/linking-actions.ts'
import { PairingSteps } from '../pairing/pairing-steps.tsx'
import { toAssertion } from './passkey-assertion.ts'
import { PasskeyByHand } from './passkey-by-hand.tsx'
import { PasskeyExtension } from './passkey-extension.tsx'
import { usePasskeyText } from './passkey-text.ts'

/** What happens, in three pictures. */
function Pictures() {
  const text = usePasskeyText()
  const icons = [Smartphone, KeyRound, ClipboardPaste]
  return (
    <ol className="grid gap-4 sm:grid-cols-3">
      {text.pictures.map((caption, index) => {
        const Icon = icons[index] ?? KeyRound
        return (
          <li key={caption} className="rounded-xl bg-sunken p-4 text-center text-sm">
            <Icon aria-hidden className="mx-auto mb-3 size-8 text-accent" />
            <span className="text-pretty">{caption}</span>
          </li>
        )
      })}
    </ol>
  )
}

/** For people who opened the page on the very phone, whose browser has neither extensions of this kind nor a console. */
export function OnlyPhone() {
  const { onlyPhone: text } = usePasskeyText()
  return (
    <details className="rounded-xl border border-line p-5">
      <summary className="cursor-pointer font-medium">{text.title}</summary>
      <p className="my-4 text-pretty">{text.body}</p>
      <PairingSteps steps={text.steps} />
    </details>
  )
}

interface PasskeySignProps {
  clientName: string
  /** What the network wants signed. */
  options: object
  answer: LinkingActions['answerPasskey']
  /** Stands before the ways to sign. */
  hint?: ReactNode
}

/** Has somebody sign on the network's page, and takes what they bring back. */
export function PasskeySign({ clientName, options, answer, hint }: PasskeySignProps) {
  const text = usePasskeyText()
  const notify = useNotify()
  const hand = useMutation({ mutationFn: answer, onError: notify.failed })
  const takeSigned = (signed: unknown) => {
    const assertion = toAssertion(signed)
    if (assertion) hand.mutate(assertion)
    return assertion !== null
  }
  return (
    <div className="space-y-6">
      <Pictures />
      <p className="text-sm font-medium text-pretty">{text.meaning}</p>
      {hint}
      <PasskeyExtension clientName={clientName} options={options} onSigned={takeSigned} />
      <PasskeyByHand options={options} isBusy={hand.isPending} onSigned={takeSigned} />
    </div>
  )
}
