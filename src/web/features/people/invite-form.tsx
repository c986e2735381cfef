import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { useDates } from '../../i18n/dates.ts'
import { useText } from '../../i18n/language.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Dialog, FormActions } from '../../ui/messages/dialog.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { ShownOnceDialog } from '../../ui/messages/shown-once-dialog.tsx'
import { usePeopleText } from './people-text.ts'

interface Invited {
  email: string
  expiresAt: string
  /** The only time that the link is told. */
  path: string
}

interface InviteFormProps {
  /** The invitation, once it was made. */
  invited: Invited | undefined
  isPending: boolean
  words: { invite: string; inviteBody: string; invitedBody: (email: string, until: string) => string }
  /** Of an invitation that is made anew. */
  email?: string | undefined
  /** The form has what is asked for beside the address. */
  onSend: (email: string, form: FormData) => void
  children: ReactNode
  onClose: () => void
}

/** For the mutation that makes the link; `key` names the lists that show it. */
export function useInviteOptions(key: QueryKey) {
  const client = useQueryClient()
  const notify = useNotify()
  return {
    // The link must not stay behind in memory once it was shown.
    gcTime: 0,
    onError: notify.failed,
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  }
}

/** Makes a link by which one person comes in, and shows it once. */
export function InviteForm(props: InviteFormProps) {
  const { invited, isPending, words, email, onSend, children, onClose } = props
  const text = usePeopleText()
  const { users } = useText()
  const dates = useDates()
  if (invited)
    return (
      <ShownOnceDialog
        title={text.invitedTitle}
        description={words.invitedBody(invited.email, dates.date(invited.expiresAt))}
        label={text.invitationLink}
        value={location.origin + invited.path}
        onDone={onClose}
      />
    )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    onSend(String(form.get('email')).trim(), form)
  }
  return (
    <Dialog open onOpenChange={onClose} title={words.invite} description={words.inviteBody}>
      <form onSubmit={submit} className="space-y-4">
        <Field label={users.email}>
          {(control) => (
            <Input {...control} name="email" type="email" defaultValue={email} required maxLength={254} />
          )}
        </Field>
        {children}
        <FormActions busy={isPending} action={text.inviteAction} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
