import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { queries } from '../../app/api.ts'
import { Field, Input } from '../../ui/field.tsx'
import { Dialog, FormActions } from '../../ui/messages/dialog.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { useTeamText } from './team-text.ts'

/** Makes another workspace, and goes there. */
export function NewWorkspaceDialog({ onClose }: { onClose: () => void }) {
  const text = useTeamText()
  const notify = useNotify()
  const make = useMutation(
    queries.workspaces.create.mutationOptions({
      onError: notify.failed,
      // Loaded anew, so that nothing of this one stays in the page.
      onSuccess: () => location.assign('/'),
    }),
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    make.mutate({ name: String(new FormData(event.currentTarget).get('name')).trim() })
  }
  return (
    <Dialog open onOpenChange={onClose} title={text.anotherTitle} description={text.anotherBody}>
      <form onSubmit={submit} className="space-y-4">
        <Field label={text.name}>
          {(control) => <Input {...control} name="name" required maxLength={120} />}
        </Field>
        <FormActions busy={make.isPending} action={text.makeIt} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
