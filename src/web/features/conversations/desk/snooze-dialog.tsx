import { type FormEvent, useState } from 'react'
import { readForm } from '../../../app/read-form.ts'
import { Field, Input } from '../../../ui/field.tsx'
import { Dialog, FormActions } from '../../../ui/messages/dialog.tsx'
import { useDeskText } from './desk-text.ts'
import { readFieldValue, readSnooze, toFieldValue } from './snooze-times.ts'

interface SnoozeDialogProps {
  busy: boolean
  onClose: () => void
  onSnooze: (until: Date) => void
}

/** Puts a conversation off until a time of one's own. */
export function SnoozeDialog({ busy, onClose, onSnooze }: SnoozeDialogProps) {
  const text = useDeskText()
  const [isWrong, setWrong] = useState(false)
  const [first] = useState(() => toFieldValue(readSnooze('tomorrow', new Date())))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const until = readFieldValue(readForm(event.currentTarget)('until'), new Date())
    if (until) onSnooze(until)
    else setWrong(true)
  }
  return (
    <Dialog open onOpenChange={onClose} title={text.snoozeTitle} description={text.snoozeBody}>
      <form onSubmit={submit} onChange={() => setWrong(false)} noValidate className="space-y-4">
        <Field label={text.snoozeTime} error={isWrong ? text.snoozeWrong : undefined}>
          {(control) => <Input {...control} type="datetime-local" name="until" defaultValue={first} />}
        </Field>
        <FormActions action={text.snooze} busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
