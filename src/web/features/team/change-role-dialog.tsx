import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { queries } from '../../app/api.ts'
import { useText } from '../../i18n/language.tsx'
import { Dialog, FormActions } from '../../ui/messages/dialog.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { GIVEN_ROLES, type Member, RoleFields, readRole } from './role-fields.tsx'
import { useTeamText } from './team-text.ts'

interface ChangeRoleDialogProps {
  member: Member
  onClose: () => void
}

export function ChangeRoleDialog({ member, onClose }: ChangeRoleDialogProps) {
  const text = useTeamText()
  const { shell } = useText()
  const client = useQueryClient()
  const notify = useNotify()
  const change = useMutation(
    queries.workspaces.members.update.mutationOptions({
      onError: notify.failed,
      async onSuccess() {
        await client.invalidateQueries({ queryKey: queries.workspaces.key() })
        notify.done(text.changed)
        onClose()
      },
    }),
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = readRole(new FormData(event.currentTarget))
    if (given) change.mutate({ userId: member.userId, ...given })
    else notify.warn(text.chooseNumber)
  }
  return (
    <Dialog open onOpenChange={onClose} title={text.changeRoleOf(member.name)}>
      <form onSubmit={submit} className="space-y-4">
        <RoleFields role={GIVEN_ROLES.find((role) => role === member.role)} clientIds={member.clientIds} />
        <FormActions busy={change.isPending} action={shell.save} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
