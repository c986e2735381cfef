import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { queries } from '../../app/api.ts'
import { useDates } from '../../i18n/dates.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { ErrorState } from '../../ui/messages/states.tsx'
import { usePeopleText } from '../people/people-text.ts'
import { useTeamText } from './team-text.ts'

/** Who was invited and has not come yet; nothing while there is nobody. */
export function InvitedCard() {
  const words = usePeopleText()
  const text = useTeamText()
  const dates = useDates()
  const client = useQueryClient()
  const notify = useNotify()
  const invitations = useQuery(queries.workspaces.invitations.list.queryOptions({ input: {} }))
  const revoke = useMutation(
    queries.workspaces.invitations.revoke.mutationOptions({
      onError: notify.failed,
      async onSuccess() {
        await client.invalidateQueries({ queryKey: queries.workspaces.invitations.key() })
        notify.done(words.invitationRevoked)
      },
    }),
  )
  const { data, isError } = invitations
  if (!isError && !data?.length) return null
  return (
    <SectionCard title={words.invitations} description={words.invitationsBody}>
      {isError && <ErrorState error={invitations.error} onRetry={() => void invitations.refetch()} />}
      <ul className="divide-y divide-line">
        {data?.map(({ id, email, role, invitedBy, expiresAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="min-w-48 flex-1">
              <p className="truncate text-sm font-medium">{email}</p>
              <p className="text-[0.8125rem] text-ink-soft">
                {text.invitedLine(text.roles[role], invitedBy)}
              </p>
            </div>
            {Date.parse(expiresAt) <= Date.now() ? (
              <Badge tone="bad">{words.invitationOver}</Badge>
            ) : (
              <p className="text-[0.8125rem] text-ink-soft">{words.invitationUntil(dates.date(expiresAt))}</p>
            )}
            <Button
              variant="danger"
              size="small"
              busy={revoke.isPending && revoke.variables.id === id}
              aria-label={words.revokeFor(email)}
              onClick={() => revoke.mutate({ id })}
            >
              {words.revokeInvitation}
            </Button>
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}
