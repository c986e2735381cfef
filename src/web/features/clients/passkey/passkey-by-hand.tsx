import { ExternalLink } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { buildPasskeyScript } from '../../../../core/client/passkey-script.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Field, TextArea } from '../../../ui/field.tsx'
import { PairingSteps } from '../pairing/pairing-steps.tsx'
import { type Assertion, readAssertion } from './passkey-assertion.ts'
import { usePasskeyText } from './passkey-text.ts'

const SIGNING_PAGE = 'https://web.whatsapp.com'

interface PasskeyByHandProps {
  /** What the network wants signed. */
  options: object
  isBusy: boolean
  onSigned(assertion: Assertion): void
}

/** Signing without the extension: a script for the console of the network's page, and a field for what it shows. */
export function PasskeyByHand({ options, isBusy, onSigned }: PasskeyByHandProps) {
  const text = usePasskeyText()
  const [isWrong, setWrong] = useState(false)
  const words = { sign: text.scriptSign, copy: text.scriptCopy, failed: text.scriptFailed }
  const script = buildPasskeyScript(options, words)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const assertion = readAssertion(String(new FormData(event.currentTarget).get('assertion') ?? ''))
    setWrong(assertion === null)
    if (assertion) onSigned(assertion)
  }
  return (
    <details className="rounded-xl border border-line p-5">
      <summary className="cursor-pointer font-medium">{text.byHand}</summary>
      <div className="mt-5 grid gap-8 lg:grid-cols-2 lg:items-start">
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
            <Button type="submit" busy={isBusy}>
              {text.send}
            </Button>
          </form>
        </div>
      </div>
    </details>
  )
}
