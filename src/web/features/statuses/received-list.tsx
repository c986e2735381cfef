import { Eye, RefreshCw } from 'lucide-react'
import { useId, useState } from 'react'
import { useReadable } from '../../i18n/addresses.ts'
import { useDates } from '../../i18n/dates.ts'
import { Avatar } from '../../ui/avatar/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { ReceivedDialog } from './received-dialog.tsx'
import { groupByPerson, type ReceivedStatus, useReceived } from './status-data.ts'
import { useStatusesText } from './statuses-text.ts'

/** A person with the ring of their statuses: strong while one of them was not seen. */
function PersonRow({ theirs, onOpen }: { theirs: readonly ReceivedStatus[]; onOpen: () => void }) {
  const { received: text } = useStatusesText()
  const readable = useReadable()
  const dates = useDates()
  const newest = theirs.at(-1)
  if (!newest) return null
  const { jid, isMuted, postedAt } = newest
  const name = newest.name ?? readable(jid)
  const unseen = theirs.filter(({ isSeen }) => !isSeen).length
  return (
    <li className="flex items-center gap-3 py-3">
      <Avatar
        id={jid}
        name={newest.name}
        className={classes(
          'ring-2 ring-offset-2 ring-offset-surface',
          unseen > 0 ? 'ring-accent' : 'ring-line',
        )}
      />
      <span className="min-w-0 flex-1">
        <button
          type="button"
          aria-label={text.open(name)}
          onClick={onOpen}
          className="block max-w-full truncate rounded text-start font-medium hover:text-accent"
        >
          {name}
        </button>
        <span className="flex flex-wrap gap-x-3 text-[0.8125rem] text-ink-soft">
          <span>{unseen > 0 ? text.unseen(unseen) : text.allSeen}</span>
          <time dateTime={postedAt} title={dates.exact(postedAt)}>
            {dates.ago(postedAt)}
          </time>
        </span>
      </span>
      {isMuted && <Badge tone="neutral">{text.muted}</Badge>}
    </li>
  )
}

/** What contacts posted and is shown now, by person. */
export function ReceivedList({ clientId }: { clientId: string }) {
  const { received: text } = useStatusesText()
  const [withMuted, setWithMuted] = useState(false)
  const [opened, setOpened] = useState<string | null>(null)
  const box = useId()
  const received = useReceived(clientId, withMuted)
  const people = groupByPerson(received.data?.statuses ?? [])
  return (
    <SectionCard
      title={text.title}
      description={text.intro}
      action={
        <Button
          variant="secondary"
          size="icon"
          aria-label={text.refresh}
          busy={received.isFetching}
          onClick={() => void received.refetch()}
        >
          <RefreshCw aria-hidden />
        </Button>
      }
    >
      <div className="flex items-center gap-2.5">
        <input
          id={box}
          type="checkbox"
          checked={withMuted}
          onChange={({ target }) => setWithMuted(target.checked)}
          className="size-4 accent-accent"
        />
        <label htmlFor={box} className="text-sm">
          {text.withMuted}
        </label>
      </div>
      {received.isPending && <LoadingRows rows={3} />}
      {received.isError && <ErrorState error={received.error} onRetry={() => void received.refetch()} />}
      {received.isSuccess && people.length === 0 && (
        <EmptyState icon={Eye} title={text.none}>
          {text.noneBody}
        </EmptyState>
      )}
      <ul className="divide-y divide-line">
        {people.map((theirs) => {
          const [{ jid } = { jid: '' }] = theirs
          return <PersonRow key={jid} theirs={theirs} onOpen={() => setOpened(jid)} />
        })}
      </ul>
      {opened !== null && (
        <ReceivedDialog
          clientId={clientId}
          theirs={people.find((each) => each[0]?.jid === opened) ?? []}
          onClose={() => setOpened(null)}
        />
      )}
    </SectionCard>
  )
}
