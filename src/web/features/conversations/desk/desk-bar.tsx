import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { AlarmClock, Check, RotateCcw, UserRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { hasRight } from '../../../../contract/scopes.ts'
import { api, queries } from '../../../app/api.ts'
import { sessionQuery } from '../../../app/session.ts'
import { useDates } from '../../../i18n/dates.ts'
import { Avatar } from '../../../ui/avatar/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx'
import { useNotify } from '../../../ui/messages/notify.ts'
import type { ConversationPlace } from '../contact-changes.ts'
import { useDeskText } from './desk-text.ts'
import { readSnooze, SNOOZES } from './snooze-times.ts'
import { toWaited } from './waited.ts'

const SnoozeDialog = lazy(async () => ({ default: (await import('./snooze-dialog.tsx')).SnoozeDialog }))

type Change = Omit<Parameters<typeof api.chat.updateConversation>[0], 'clientId' | 'target'>

function useStanding({ clientId, jid }: ConversationPlace) {
  const client = useQueryClient()
  const notify = useNotify()
  const { data } = useQuery(queries.chat.getConversation.queryOptions({ input: { clientId, jid } }))
  const { mutate, isPending } = useMutation({
    mutationFn: (change: Change) => api.chat.updateConversation({ clientId, target: jid, ...change }),
    onError: notify.failed,
    onSuccess: () =>
      Promise.all(
        [queries.chat.getConversation, queries.chat.countConversations, queries.chat.listConversations].map(
          (one) => client.invalidateQueries({ queryKey: one.key() }),
        ),
      ),
  })
  return { data, update: mutate, isPending }
}

/** Who may answer in the workspace, and its departments; asked for when the menu opens. */
function AssignItems({ onChoose }: { onChoose: (change: Change) => void }) {
  const text = useDeskText()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const members = useQuery(queries.workspaces.members.list.queryOptions({ input: {} }))
  const departments = useQuery(queries.departments.list.queryOptions({ input: {} }))
  const own = session?.user.id
  const others = members.data?.filter(({ userId, role }) => userId !== own && hasRight(role, 'talk')) ?? []
  return (
    <>
      {own !== undefined && (
        <MenuItem onSelect={() => onChoose({ assignedTo: own })}>
          <Avatar id={own} name={session?.user.name ?? null} size="small" />
          {text.toMe}
        </MenuItem>
      )}
      {others.map(({ userId, name, awaySince }) => (
        <MenuItem key={userId} onSelect={() => onChoose({ assignedTo: userId })}>
          <Avatar id={userId} name={name} size="small" />
          {awaySince === null ? name : text.away(name)}
        </MenuItem>
      ))}
      {departments.data?.map(({ id, name }) => (
        <MenuItem key={id} onSelect={() => onChoose({ departmentId: id })}>
          {text.toDepartment(name)}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={() => onChoose({ assignedTo: null, departmentId: null })}>{text.toNobody}</MenuItem>
    </>
  )
}

interface SnoozeMenuProps {
  busy: boolean
  onSnooze: (until: Date) => void
}

/** Until when a conversation is put off: a time in words, or one of one's own. */
function SnoozeMenu({ busy, onSnooze }: SnoozeMenuProps) {
  const text = useDeskText()
  const [isAsking, setAsking] = useState(false)
  const snooze = (until: Date): void => {
    setAsking(false)
    onSnooze(until)
  }
  return (
    <>
      <Menu
        trigger={
          <Button right="talk" variant="quiet" size="small" aria-label={text.snooze} disabled={busy}>
            <AlarmClock aria-hidden />
          </Button>
        }
      >
        {SNOOZES.map((choice) => (
          <MenuItem key={choice} onSelect={() => snooze(readSnooze(choice, new Date()))}>
            {text.snoozeTimes[choice]}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem onSelect={() => setAsking(true)}>{text.snoozeOwn}</MenuItem>
      </Menu>
      {isAsking && (
        <Suspense>
          <SnoozeDialog busy={busy} onClose={() => setAsking(false)} onSnooze={snooze} />
        </Suspense>
      )}
    </>
  )
}

/** Over a conversation: whose it is, and that it is done or put off. */
export function DeskBar(place: ConversationPlace) {
  const text = useDeskText()
  const dates = useDates()
  const { data, update, isPending } = useStanding(place)
  if (!data) return null
  const { state, snoozedUntil, assignedTo, department, waitingSince } = data
  const whose = assignedTo ?? department
  const said = whose ? text.assignedTo(whose.name) : text.assign
  const isDone = state === 'resolved' || state === 'snoozed'
  return (
    <div className="flex items-center gap-1">
      {state === 'waiting' && waitingSince && (
        <span
          className="hidden text-xs whitespace-nowrap text-warn md:inline"
          title={dates.exact(waitingSince)}
        >
          {text.states.waiting} {toWaited(waitingSince, Date.now())}
        </span>
      )}
      <Menu
        trigger={
          <Button right="talk" variant="quiet" size="small" disabled={isPending}>
            {assignedTo ? (
              <Avatar id={assignedTo.userId} name={assignedTo.name} size="small" />
            ) : (
              <UserRound aria-hidden />
            )}
            {whose && <span className="sr-only">{text.assign}: </span>}
            <span className="hidden max-w-32 truncate @min-[30rem]:inline">{said}</span>
            <span className="sr-only @min-[30rem]:hidden">{said}</span>
          </Button>
        }
      >
        <AssignItems onChoose={update} />
      </Menu>
      {!isDone && (
        <SnoozeMenu busy={isPending} onSnooze={(until) => update({ snoozedUntil: until.toISOString() })} />
      )}
      {snoozedUntil && (
        <span className="hidden text-xs text-ink-soft lg:inline">
          {text.snoozedUntil(dates.minute(snoozedUntil))}
        </span>
      )}
      <Button
        right="talk"
        variant="secondary"
        size="small"
        busy={isPending}
        title={snoozedUntil ? text.snoozedUntil(dates.minute(snoozedUntil)) : undefined}
        onClick={() => update({ state: isDone ? 'open' : 'resolved' })}
      >
        {isDone ? <RotateCcw aria-hidden /> : <Check aria-hidden />}
        <span className="hidden @min-[30rem]:inline">{isDone ? text.reopen : text.resolve}</span>
        <span className="sr-only @min-[30rem]:hidden">{isDone ? text.reopen : text.resolve}</span>
      </Button>
    </div>
  )
}
