import { type FormEvent, useState } from 'react'
import { readForm } from '../../app/read-form.ts'
import { Field, Input } from '../../ui/field.tsx'
import { Dialog, FormActions } from '../../ui/messages/dialog.tsx'
import { useContactActs } from './sandbox-data.ts'
import { useSandboxText } from './sandbox-text.ts'

interface AddContactDialogProps {
  clientId: string
  onClose: () => void
  onMade: (phoneNumber: string) => void
}

const isNumber = (text: string): boolean => {
  const { length } = text.replaceAll(/\D/g, '')
  return /^\+?[\d\s()-]*$/.test(text) && length >= 5 && length <= 15
}

/** Makes somebody simulated who knows the client. */
export function AddContactDialog({ clientId, onClose, onMade }: AddContactDialogProps) {
  const text = useSandboxText()
  const { save } = useContactActs()
  const [isWrong, setWrong] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const read = readForm(event.currentTarget)
    const phoneNumber = read('number')
    const isBad = phoneNumber !== '' && !isNumber(phoneNumber)
    setWrong(isBad)
    if (isBad) return
    save.mutate(
      { clientId, name: read('name'), ...(phoneNumber && { phoneNumber }) },
      { onSuccess: (made) => onMade(made.phoneNumber) },
    )
  }
  return (
    <Dialog open onOpenChange={onClose} title={text.addContact} description={text.addBody}>
      <form onSubmit={submit} onChange={() => setWrong(false)} className="space-y-4">
        <Field label={text.name}>
          {(control) => <Input {...control} name="name" required maxLength={60} autoComplete="off" />}
        </Field>
        <Field label={text.number} hint={text.numberHint} {...(isWrong && { error: text.numberWrong })}>
          {(control) => (
            <Input
              {...control}
              name="number"
              inputMode="tel"
              placeholder="+44 7700 900500"
              autoComplete="off"
            />
          )}
        </Field>
        <FormActions busy={save.isPending} action={text.addAction} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
