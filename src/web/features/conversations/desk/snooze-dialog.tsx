import { type FormEvent, useState } from 'react'
import { DayInput } from '../../../ui/days/day-input.tsx'
import { TimeInput } from '../../../ui/days/time-input.tsx'
import { Field } from '../../../ui/field.tsx'
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
  const [[day = '', time = ''], setMoment] = useState(() =>
    toFieldValue(readSnooze('tomorrow', new Date())).split('T'),
  )
  const set = (next: { day?: string; time?: string }) => {
    setWrong(false)
    setMoment([next.day ?? day, next.time ?? time])
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const until = readFieldValue(`${day}T${time}`, new Date())
    if (until) onSnooze(until)
    else setWrong(true)
  }
  const [today] = toFieldValue(new Date()).split('T')
  return (
    <Dialog open onOpenChange={onClose} title={text.snoozeTitle} description={text.snoozeBody}>
      <form onSubmit={submit} noValidate className="space-y-4">
        <Field label={text.snoozeTime} error={isWrong ? text.snoozeWrong : undefined}>
          {(control) => (
            <div className="flex gap-3">
              <DayInput
                {...control}
                name={text.snoozeTime}
                value={day}
                min={today}
                onDay={(next) => set({ day: next })}
                className="flex-1"
              />
              <TimeInput
                aria-label={text.snoozeClock}
                name={text.snoozeTime}
                value={time}
                onTime={(next) => set({ time: next })}
                className="w-32"
              />
            </div>
          )}
        </Field>
        <FormActions action={text.snooze} busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
