import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Monitor } from 'lucide-react'
import { api, queries } from '../../app/api.ts'
import { endOtherSessions, sessionQuery } from '../../app/session.ts'
import { useDates } from '../../i18n/dates.ts'
import { useText } from '../../i18n/language.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { describeUserAgent } from './user-agent.ts'

/** Where the person is signed in; each session can be ended from here. */
export function SessionsCard() {
  const { users } = useText()
  const dates = useDates()
  const client = useQueryClient()
  const notify = useNotify()
  const { data: present } = useSuspenseQuery(sessionQuery)
  const sessions = useQuery(queries.sessions.list.queryOptions({ input: {} }))
  const refresh = () => client.invalidateQueries({ queryKey: queries.sessions.key() })
  const endOne = useMutation({
    mutationFn: (id: string) => api.sessions.end({ id }),
    onError: notify.failed,
    async onSuccess() {
      await refresh()
      notify.done(users.sessionEnded)
    },
  })
  const endOthers = useMutation({
    mutationFn: endOtherSessions,
    onError: notify.failed,
    async onSuccess() {
      await refresh()
      notify.done(users.sessionsEnded)
    },
  })
  const rows = sessions.data ?? []
  return (
    <SectionCard
      title={users.sessions}
      description={users.sessionsBody}
      action={
        rows.length > 1 && (
          <Button
            size="small"
            variant="secondary"
            busy={endOthers.isPending}
            onClick={() => endOthers.mutate()}
          >
            {users.endOtherSessions}
          </Button>
        )
      }
    >
      {sessions.isPending && <LoadingRows rows={2} />}
      {sessions.isError && <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />}
      <ul className="-my-3 divide-y divide-line">
        {rows.map((row) => (
          <li key={row.id} className="flex items-center gap-4 py-3">
            <Monitor className="size-5 shrink-0 text-ink-soft" strokeWidth={1.75} aria-hidden />
            <div className="min-w-0 flex-1">
              <p className="truncate text-sm font-medium">
                {describeUserAgent(row.userAgent) ?? users.unknownDevice}
              </p>
              <p className="truncate text-[0.8125rem] text-ink-soft">
                {users.sessionSince(dates.ago(row.createdAt))}
                {row.ipAddress && ` · ${row.ipAddress}`}
              </p>
            </div>
            {row.id === present?.session.id ? (
              <Badge tone="good">{users.thisSession}</Badge>
            ) : (
              <Button size="small" variant="quiet" onClick={() => endOne.mutate(row.id)}>
                {users.endSession}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}
