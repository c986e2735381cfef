import { useMutation } from '@tanstack/react-query'
import { queries } from '../../app/api.ts'
import { useNotify } from '../../ui/messages/notify.ts'
import { InviteForm, useInviteOptions } from '../people/invite-form.tsx'
import { RoleFields, readRole } from './role-fields.tsx'
import { useTeamText } from './team-text.ts'

/** Makes a link by which one person comes into the workspace. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const words = useTeamText()
  const notify = useNotify()
  const options = useInviteOptions(queries.workspaces.invitations.key())
  const { mutate, data, isPending } = useMutation(
    queries.workspaces.invitations.create.mutationOptions(options),
  )
  const send = (email: string, form: FormData) => {
    const given = readRole(form)
    if (given) mutate({ email, ...given })
    else notify.warn(words.chooseNumber)
  }
  return (
    <InviteForm {...{ invited: data, isPending, words, onClose }} onSend={send}>
      <RoleFields />
    </InviteForm>
  )
}
