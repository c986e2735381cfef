import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { queries } from '../../app/api.ts'
import { useDates } from '../../i18n/dates.ts'
import { useText } from '../../i18n/language.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Dialog, FormActions } from '../../ui/messages/dialog.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { ShownOnceDialog } from '../../ui/messages/shown-once-dialog.tsx'
import { usePeopleText } from '../people/people-text.ts'
import { RoleFields, readRole } from './role-fields.tsx'
import { useTeamText } from './team-text.ts'

/** Makes a link by which one person comes in. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const text = useTeamText()
  const people = usePeopleText()
  const { users: words } = useText()
  const dates = useDates()
  const client = useQueryClient()
  const notify = useNotify()
  const invite = useMutation(
    queries.workspaces.invitations.create.mutationOptions({
      // The link must not stay behind in memory once it was shown.
      gcTime: 0,
      onError: notify.failed,
      onSuccess: () => client.invalidateQueries({ queryKey: queries.workspaces.invitations.key() }),
    }),
  )
  if (invite.data)
    return (
      <ShownOnceDialog
        title={people.invitedTitle}
        description={text.invitedBody(invite.data.email, dates.date(invite.data.expiresAt))}
        label={people.invitationLink}
        value={location.origin + invite.data.path}
        onDone={onClose}
      />
    )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const given = readRole(form)
    if (given) invite.mutate({ email: String(form.get('email')).trim(), ...given })
    else notify.warn(text.chooseNumber)
  }
  return (
    <Dialog open onOpenChange={onClose} title={text.invite} description={text.inviteBody}>
      <form onSubmit={submit} className="space-y-4">
        <Field label={words.email}>
          {(control) => <Input {...control} name="email" type="email" required maxLength={254} />}
        </Field>
        <RoleFields />
        <FormActions busy={invite.isPending} action={people.inviteAction} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
