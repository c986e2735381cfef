import { Trash2 } from 'lucide-react'
import { type FormEvent, useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { useEditorText } from '../../editor-text.ts'
import type { useTestPhones } from './use-phone-test.ts'

interface PhoneNumbersProps extends Pick<ReturnType<typeof useTestPhones>, 'flowId' | 'add' | 'remove'> {
  numbers: readonly string[]
  chosen: string | undefined
  onChoose: (number: string) => void
}

/** The numbers that may be tested on: choose one, add one, take one away. */
export function PhoneNumbers({ flowId, add, remove, numbers, chosen, onChoose }: PhoneNumbersProps) {
  const { simulator } = useEditorText()
  const { phone: text } = simulator
  const name = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const phoneNumber = String(new FormData(form).get('number'))
    const onSuccess = (added: { phoneNumber: string }) => {
      form.reset()
      onChoose(added.phoneNumber)
    }
    add.mutate({ id: flowId, phoneNumber }, { onSuccess })
  }
  return (
    <div className="space-y-3">
      <fieldset>
        <legend className="mb-1 text-sm font-medium">{text.numbers}</legend>
        {numbers.length === 0 && <p className="text-[0.8125rem] text-ink-soft">{text.noNumbers}</p>}
        {numbers.map((number) => (
          <div key={number} className="flex items-center gap-2">
            <label className="flex min-h-9 flex-1 items-center gap-2.5 text-sm tabular-nums">
              <input
                type="radio"
                name={name}
                className="size-4 accent-accent"
                checked={number === chosen}
                onChange={() => onChoose(number)}
              />
              <span dir="ltr">{number}</span>
            </label>
            <Button
              variant="quiet"
              size="icon"
              className="size-8"
              aria-label={text.remove(number)}
              disabled={remove.isPending}
              onClick={() => remove.mutate({ id: flowId, phoneNumber: number })}
            >
              <Trash2 aria-hidden />
            </Button>
          </div>
        ))}
      </fieldset>
      <form onSubmit={submit} className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field label={text.number}>
            {(control) => (
              <Input
                {...control}
                name="number"
                type="tel"
                required
                autoComplete="tel"
                pattern="\+?[0-9 .\(\)\-]{6,24}"
                placeholder="+447700900123"
              />
            )}
          </Field>
        </div>
        <Button type="submit" variant="secondary" busy={add.isPending}>
          {text.add}
        </Button>
      </form>
    </div>
  )
}
