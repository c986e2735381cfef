import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { queries } from '../../app/api.ts'
import { useText } from '../../i18n/language.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Dialog, FormActions } from '../../ui/messages/dialog.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { ShownOnceDialog } from '../../ui/messages/shown-once-dialog.tsx'
import { usePeopleText } from './people-text.ts'
import { RightsFields, readRights } from './rights-fields.tsx'

/** Makes an account for somebody; its first password is drawn by the service. */
export function AddPersonDialog({ onClose }: { onClose: () => void }) {
  const text = usePeopleText()
  const { users: words } = useText()
  const client = useQueryClient()
  const notify = useNotify()
  const create = useMutation(
    queries.users.create.mutationOptions({
      // The password must not stay behind in memory once it was shown.
      gcTime: 0,
      onError: notify.failed,
      onSuccess: () => client.invalidateQueries({ queryKey: queries.users.key() }),
    }),
  )
  if (create.data)
    return (
      <ShownOnceDialog
        title={text.addedTitle}
        description={text.addedBody}
        label={text.firstPassword}
        value={create.data.password}
        onDone={onClose}
      />
    )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    create.mutate({
      name: String(form.get('name')),
      email: String(form.get('email')),
      ...readRights(form),
    })
  }
  return (
    <Dialog open onOpenChange={onClose} title={text.add} description={text.addBody}>
      <form onSubmit={submit} className="space-y-4">
        <Field label={text.name}>
          {(control) => <Input {...control} name="name" required maxLength={120} />}
        </Field>
        <Field label={words.email}>
          {(control) => <Input {...control} name="email" type="email" required maxLength={254} />}
        </Field>
        <RightsFields />
        <FormActions busy={create.isPending} action={text.addAction} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
