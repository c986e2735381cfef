import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type api, queries } from '../../app/api.ts'
import { useDates } from '../../i18n/dates.ts'
import { useText } from '../../i18n/language.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { ErrorState } from '../../ui/messages/states.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { usePeopleText } from './people-text.ts'

type Invitation = Awaited<ReturnType<typeof api.invitations.list>>[number]

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const text = usePeopleText()
  const { users: words } = useText()
  const dates = useDates()
  const client = useQueryClient()
  const notify = useNotify()
  const [isRenewing, setRenewing] = useState(false)
  const { id, email, role, plan, invitedBy, expiresAt } = invitation
  const isOver = Date.parse(expiresAt) <= Date.now()
  const revoke = useMutation(
    queries.invitations.revoke.mutationOptions({
      onError: notify.failed,
      async onSuccess() {
        await client.invalidateQueries({ queryKey: queries.invitations.key() })
        notify.done(text.invitationRevoked)
      },
    }),
  )
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-48 flex-1">
        <p className="truncate text-sm font-medium">{email}</p>
        <p className="text-[0.8125rem] text-ink-soft">
          {text.invitationLine(words.roles[role], words.plans[plan], invitedBy)}
        </p>
      </div>
      {isOver ? (
        <Badge tone="bad">{text.invitationOver}</Badge>
      ) : (
        <p className="text-[0.8125rem] text-ink-soft">{text.invitationUntil(dates.date(expiresAt))}</p>
      )}
      <div className="flex gap-2">
        <Button
          variant="secondary"
          size="small"
          aria-label={text.renewFor(email)}
          onClick={() => setRenewing(true)}
        >
          {text.renewInvitation}
        </Button>
        <Button
          variant="danger"
          size="small"
          busy={revoke.isPending}
          aria-label={text.revokeFor(email)}
          onClick={() => revoke.mutate({ id })}
        >
          {text.revokeInvitation}
        </Button>
      </div>
      {isRenewing && <InviteDialog email={email} onClose={() => setRenewing(false)} />}
    </li>
  )
}

/** Who was invited and has not come yet; nothing while there is nobody. */
export function InvitationsCard() {
  const text = usePeopleText()
  const invitations = useQuery(queries.invitations.list.queryOptions({ input: {} }))
  const { data, isError } = invitations
  if (!isError && !data?.length) return null
  return (
    <div className="mt-6">
      <SectionCard title={text.invitations} description={text.invitationsBody}>
        {isError && <ErrorState error={invitations.error} onRetry={() => void invitations.refetch()} />}
        <ul className="divide-y divide-line">
          {data?.map((invitation) => (
            // A new link is a new invitation of the same address, and its row shows the link.
            <InvitationRow key={invitation.email} invitation={invitation} />
          ))}
        </ul>
      </SectionCard>
    </div>
  )
}
