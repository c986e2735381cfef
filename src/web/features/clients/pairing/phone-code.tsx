import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useText } from '../../../i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { useNotify } from '../../../ui/messages/notify.ts'
import type { LinkingActions, ShownCodeOfPhone } from './linking-actions.ts'
import { PairingCountdown } from './pairing-countdown.tsx'
import { PairingSteps } from './pairing-steps.tsx'

const isPhoneNumber = (text: string): boolean => /^[1-9]\d{6,14}$/.test(text.replace(/[\s()+.-]/g, ''))

function ShownCode({ code: { code, phoneNumber, expiresAt } }: { code: ShownCodeOfPhone }) {
  const { clients: text } = useText()
  return (
    <div className="rounded-xl bg-sunken p-6 text-center">
      <p className="text-[0.8125rem] text-ink-soft">{text.pairing.codeFor(phoneNumber)}</p>
      <p
        role="status"
        aria-label={text.pairing.codeLabel(code)}
        className="my-3 font-mono text-3xl font-semibold tracking-widest select-all"
      >
        {code}
      </p>
      <CopyButton value={code} />
      <PairingCountdown expiresAt={expiresAt} formatLeft={text.pairing.codeEndsIn} />
    </div>
  )
}

interface PhoneCodeProps {
  /** The one that counts now. */
  code: ShownCodeOfPhone | null
  /** Stands in the field at first. */
  number?: string | undefined
  askCode: LinkingActions['askCode']
}

/** Links the client by a code that a person types into the phone: for a phone whose camera cannot see this page. */
export function PhoneCode({ code, number, askCode }: PhoneCodeProps) {
  const { clients: text } = useText()
  const notify = useNotify()
  const [isWrong, setWrong] = useState(false)
  const ask = useMutation({ mutationFn: askCode, onError: notify.failed })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const phoneNumber = String(new FormData(event.currentTarget).get('phoneNumber') ?? '').trim()
    setWrong(!isPhoneNumber(phoneNumber))
    if (isPhoneNumber(phoneNumber)) ask.mutate(phoneNumber)
  }
  return (
    <div className="grid gap-8 sm:grid-cols-2 sm:items-start">
      <div className="space-y-6">
        {code && <ShownCode code={code} />}
        <form onSubmit={submit} onChange={() => setWrong(false)} noValidate className="space-y-3">
          <Field
            label={text.pairing.phoneNumber}
            hint={text.pairing.phoneNumberHint}
            error={isWrong ? text.pairing.phoneNumberWrong : undefined}
          >
            {(control) => (
              <Input
                {...control}
                name="phoneNumber"
                type="tel"
                autoComplete="tel"
                maxLength={40}
                defaultValue={number}
              />
            )}
          </Field>
          <Button right="manage" type="submit" variant={code ? 'secondary' : 'primary'} busy={ask.isPending}>
            {code ? text.pairing.newCode : text.pairing.getCode}
          </Button>
        </form>
      </div>
      <PairingSteps steps={text.pairing.codeSteps} />
    </div>
  )
}
