import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ClipboardPaste, ExternalLink, KeyRound, Smartphone } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { type api, queries } from '../../app/api.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { useNotify } from '../../ui/notify.ts'
import { PairingSteps } from './pairing-steps.tsx'
import { buildPasskeyScript } from './passkey-script.ts'
import { usePasskeyText } from './passkey-text.ts'

const SIGNING_PAGE = 'https://web.whatsapp.com'

type Assertion = Parameters<typeof api.worker.passkey.answer>[0]['assertion']

/** The shape is the service's to judge; here only what was copied in part is told apart. */
function readAssertion(text: string): Assertion | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'response' in value ? (value as Assertion) : null
  } catch {
    return null
  }
}

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

interface PasskeySignProps {
  clientId: string
  /** What the network wants signed. */
  options: object
}

/** Has somebody sign on the network's page, and takes what they bring back. */
export function PasskeySign({ clientId, options }: PasskeySignProps) {
  const text = usePasskeyText()
  const cache = useQueryClient()
  const notify = useNotify()
  const [isWrong, setWrong] = useState(false)
  const hand = useMutation(
    queries.worker.passkey.answer.mutationOptions({
      onError: notify.failed,
      onSuccess: () => cache.invalidateQueries({ queryKey: queries.worker.key() }),
    }),
  )
  const words = { sign: text.scriptSign, copy: text.scriptCopy, failed: text.scriptFailed }
  const script = buildPasskeyScript(options, words)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const assertion = readAssertion(String(new FormData(event.currentTarget).get('assertion') ?? ''))
    setWrong(assertion === null)
    if (assertion) hand.mutate({ clientId, assertion })
  }
  return (
    <div className="space-y-6">
      <Pictures />
      <p className="text-sm font-medium text-pretty">{text.meaning}</p>
      <div className="grid gap-8 lg:grid-cols-2 lg:items-start">
        <PairingSteps steps={text.steps} />
        <div className="space-y-5">
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" asChild>
              <a href={SIGNING_PAGE} target="_blank" rel="noreferrer">
                <ExternalLink aria-hidden />
                {text.open}
              </a>
            </Button>
            <CopyButton value={script} />
          </div>
          <Field label={text.script}>
            {(control) => (
              <TextArea
                {...control}
                readOnly
                value={script}
                className="font-mono text-xs"
                onFocus={(event) => event.currentTarget.select()}
              />
            )}
          </Field>
          <form onSubmit={submit} onChange={() => setWrong(false)} noValidate className="space-y-3">
            <Field label={text.result} error={isWrong ? text.resultWrong : undefined}>
              {(control) => (
                <TextArea {...control} name="assertion" spellCheck={false} className="font-mono text-xs" />
              )}
            </Field>
            <Button type="submit" busy={hand.isPending}>
              {text.send}
            </Button>
          </form>
        </div>
      </div>
    </div>
  )
}
