import type { FormEvent } from 'react'
import { Field, Input } from '../../ui/field.tsx'
import { Dialog, FormActions } from '../../ui/messages/dialog.tsx'
import { useSandboxText } from './sandbox-text.ts'

export interface ChosenPlace {
  latitude: number
  longitude: number
  name?: string
}

/** Which place a contact sends; an example stands there already. */
export function PlaceDialog({
  onChoose,
  onClose,
}: {
  onChoose: (place: ChosenPlace) => void
  onClose: () => void
}) {
  const text = useSandboxText()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const name = String(form.get('name')).trim()
    onChoose({
      latitude: Number(form.get('latitude')),
      longitude: Number(form.get('longitude')),
      ...(name && { name }),
    })
  }
  const number = { type: 'number', step: 'any', required: true } as const
  return (
    <Dialog open onOpenChange={onClose} title={text.sendLocation}>
      <form onSubmit={submit} className="space-y-4">
        <Field label={text.placeName}>
          {(control) => <Input {...control} name="name" maxLength={200} defaultValue={text.place.name} />}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={text.latitude}>
            {(control) => (
              <Input
                {...control}
                {...number}
                name="latitude"
                min={-90}
                max={90}
                defaultValue={text.place.latitude}
              />
            )}
          </Field>
          <Field label={text.longitude}>
            {(control) => (
              <Input
                {...control}
                {...number}
                name="longitude"
                min={-180}
                max={180}
                defaultValue={text.place.longitude}
              />
            )}
          </Field>
        </div>
        <FormActions busy={false} action={text.sendPlace} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
