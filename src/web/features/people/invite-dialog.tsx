import { useMutation } from '@tanstack/react-query'
import { queries } from '../../app/api.ts'
import { InviteForm, useInviteOptions } from './invite-form.tsx'
import { usePeopleText } from './people-text.ts'
import { RightsFields, readRights } from './rights-fields.tsx'

interface InviteDialogProps {
  /** Of an invitation that is made anew. */
  email?: string | undefined
  onClose: () => void
}

/** Makes a link by which somebody makes their own account. */
export function InviteDialog({ email, onClose }: InviteDialogProps) {
  const words = usePeopleText()
  const options = useInviteOptions(queries.invitations.key())
  const { mutate, data, isPending } = useMutation(queries.invitations.create.mutationOptions(options))
  return (
    <InviteForm
      {...{ invited: data, isPending, words, email, onClose }}
      onSend={(to, form) => mutate({ email: to, ...readRights(form) })}
    >
      <RightsFields />
    </InviteForm>
  )
}
