import { useState } from 'react'
import { DayInput } from '../../ui/days/day-input.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import type { ContactField } from './contact-data.ts'
import { useContactsText } from './contacts-text.ts'

export type FilledField = Pick<ContactField, 'name' | 'label' | 'type' | 'choices' | 'description'>

interface FieldValueInputProps {
  field: FilledField
  value: unknown
  busy: boolean
  /** Null takes the value away. */
  onSave: (value: string | number | boolean | null) => void
}

const textOf = (value: unknown): string =>
  value === undefined || value === null
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)

/** One value of a contact, in the way its field's type is filled in; kept when the person leaves it. */
export function FieldValueInput({ field, value, busy, onSave }: FieldValueInputProps) {
  const text = useContactsText()
  const [typed, setTyped] = useState<string | null>(null)
  const present = textOf(value)
  const save = (next: string) => {
    setTyped(null)
    if (next === present) return
    if (next.trim() === '') return onSave(null)
    if (field.type === 'boolean') return onSave(next === 'true')
    const number = Number(next.replace(',', '.'))
    onSave(field.type === 'number' && Number.isFinite(number) ? number : next)
  }
  const options =
    field.type === 'boolean'
      ? [
          ['true', text.yes],
          ['false', text.no],
        ]
      : field.choices.map((choice) => [choice, choice])
  const isChosen = field.type === 'choice' || field.type === 'boolean'
  // What is no day, as an import may have brought it, is shown as it is.
  const isDay = field.type === 'date' && /^(\d{4}-\d{2}-\d{2})?$/.test(present)
  return (
    <Field label={field.label} hint={field.description ?? undefined}>
      {(control) =>
        isChosen ? (
          <Select {...control} disabled={busy} value={present} onChange={({ target }) => save(target.value)}>
            <option value="">{text.noValue}</option>
            {present !== '' && !options.some(([option]) => option === present) && (
              <option value={present}>{present}</option>
            )}
            {options.map(([option, name]) => (
              <option key={option} value={option}>
                {name}
              </option>
            ))}
          </Select>
        ) : isDay ? (
          <DayInput
            {...control}
            name={field.label}
            value={typed ?? present}
            onDay={setTyped}
            onChosen={save}
            onBlur={({ target }) => save(target.value)}
            onKeyDown={(event) => event.key === 'Enter' && save(event.currentTarget.value)}
          />
        ) : (
          <Input
            {...control}
            type="text"
            inputMode={field.type === 'number' ? 'decimal' : undefined}
            maxLength={2_000}
            value={typed ?? present}
            onChange={({ target }) => setTyped(target.value)}
            onBlur={({ target }) => save(target.value)}
            onKeyDown={(event) => event.key === 'Enter' && save(event.currentTarget.value)}
          />
        )
      }
    </Field>
  )
}
