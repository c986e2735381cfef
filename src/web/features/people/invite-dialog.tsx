import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { queries } from '../../app/api.ts'
import { useDates } from '../../i18n/dates.ts'
import { useText } from '../../i18n/language.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Dialog, FormActions } from '../../ui/messages/dialog.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { ShownOnceDialog } from '../../ui/messages/shown-once-dialog.tsx'
import { usePeopleText } from './people-text.ts'
import { RightsFields, readRights } from './rights-fields.tsx'

interface InviteDialogProps {
  /** Of an invitation that is made anew. */
  email?: string | undefined
  onClose: () => void
}

/** Makes a link by which somebody makes their own account. */
export function InviteDialog({ email, onClose }: InviteDialogProps) {
  const text = usePeopleText()
  const { users: words } = useText()
  const dates = useDates()
  const client = useQueryClient()
  const notify = useNotify()
  const invite = useMutation(
    queries.invitations.create.mutationOptions({
      // The link must not stay behind in memory once it was shown.
      gcTime: 0,
      onError: notify.failed,
      onSuccess: () => client.invalidateQueries({ queryKey: queries.invitations.key() }),
    }),
  )
  if (invite.data)
    return (
      <ShownOnceDialog
        title={text.invitedTitle}
        description={text.invitedBody(invite.data.email, dates.date(invite.data.expiresAt))}
        label={text.invitationLink}
        value={location.origin + invite.data.path}
        onDone={onClose}
      />
    )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    invite.mutate({ email: String(form.get('email')).trim(), ...readRights(form) })
  }
  return (
    <Dialog open onOpenChange={onClose} title={text.invite} description={text.inviteBody}>
      <form onSubmit={submit} className="space-y-4">
        <Field label={words.email}>
          {(control) => (
            <Input {...control} name="email" type="email" defaultValue={email} required maxLength={254} />
          )}
        </Field>
        <RightsFields />
        <FormActions busy={invite.isPending} action={text.inviteAction} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
