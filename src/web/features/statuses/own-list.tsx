import { Link } from '@tanstack/react-router'
import { CircleDashed } from 'lucide-react'
import { useState } from 'react'
import { api, queries } from '../../app/api.ts'
import { useReadable } from '../../i18n/addresses.ts'
import { useDates } from '../../i18n/dates.ts'
import { useSendErrorSentence } from '../../i18n/service-sentence.ts'
import { Avatar } from '../../ui/avatar/avatar.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Dialog } from '../../ui/messages/dialog.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { type OwnStatus, useOwnStatuses, useStatusAct, useViewers } from './status-data.ts'
import { StatusFace } from './status-face.tsx'
import { useStatusesText } from './statuses-text.ts'

interface OfStatus {
  clientId: string
  status: OwnStatus
}

const TONES: Readonly<Record<OwnStatus['state'], Tone>> = {
  sending: 'neutral',
  posted: 'good',
  failed: 'bad',
  unknown: 'warn',
  deleted: 'neutral',
}

/** Pictures of so many are brought here at once. */
const BROUGHT_AT_ONCE = 6
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** How long a status is still shown; nothing of one that is over, or that nobody has. */
function TimeLeft({ status: { state, isOver, expiresAt } }: Pick<OfStatus, 'status'>) {
  const { own: text } = useStatusesText()
  if (state === 'failed' || state === 'deleted') return null
  if (isOver) return <span>{text.over}</span>
  const leftMs = Math.max(0, Date.parse(expiresAt) - Date.now())
  const hours = Math.floor(leftMs / HOUR_MS)
  return <span>{text.left(hours, Math.floor((leftMs % HOUR_MS) / MINUTE_MS))}</span>
}

function ViewersDialog({ clientId, status, onClose }: OfStatus & { onClose: () => void }) {
  const { own: text } = useStatusesText()
  const readable = useReadable()
  const dates = useDates()
  const viewers = useViewers(clientId, status.id)
  return (
    <Dialog open onOpenChange={onClose} title={text.who}>
      {viewers.isPending && <LoadingRows rows={3} />}
      {viewers.isError && <ErrorState error={viewers.error} onRetry={() => void viewers.refetch()} />}
      {viewers.data?.viewers.length === 0 && <p className="text-sm text-ink-soft">{text.nobody}</p>}
      <ul className="space-y-3">
        {viewers.data?.viewers.map(({ jid, name, seenAt, reaction, replies }) => (
          <li key={jid} className="flex items-center gap-3">
            <Avatar id={jid} name={name} />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{name ?? readable(jid)}</span>
              <span className="text-[0.8125rem] text-ink-soft">
                {seenAt === null ? text.notSeen : text.seenAt(dates.ago(seenAt))}
              </span>
            </span>
            {reaction !== null && <span className="text-lg">{reaction}</span>}
            {replies.length > 0 && (
              <Link
                to="/inbox"
                search={{ client: clientId, chat: jid }}
                className="text-sm text-accent underline underline-offset-2"
              >
                {text.answered}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function DeleteButton({ clientId, status: { id } }: OfStatus) {
  const { own: text } = useStatusesText()
  const change = useStatusAct(queries.status.list.key())
  return (
    <ConfirmButton
      variant="quiet"
      size="small"
      right="talk"
      busy={change.isPending}
      question={{ title: text.deleteTitle, description: text.deleteBody, action: text.delete }}
      onConfirm={(close) =>
        change.mutate(
          { act: () => api.status.delete({ clientId, id }), done: text.deleted, failed: text.notDeleted },
          { onSettled: close },
        )
      }
    >
      {text.delete}
    </ConfirmButton>
  )
}

/** Why it was not posted, or that nobody knows. */
function Failure({ status: { state, failure, error } }: Pick<OfStatus, 'status'>) {
  const toSentence = useSendErrorSentence()
  if (error === null || (state !== 'failed' && state !== 'unknown')) return null
  return (
    <p className="text-sm text-ink-soft">{toSentence({ error, ...(failure === null ? {} : { failure }) })}</p>
  )
}

function OwnItem({ clientId, status, isBrought }: OfStatus & { isBrought: boolean }) {
  const { own: text } = useStatusesText()
  const dates = useDates()
  const [isAsking, setAsking] = useState(false)
  const { state, isOver, origin, postedAt, audience, seen, liked, replies } = status
  const mayDelete = !isOver && (state === 'posted' || state === 'unknown')
  return (
    <li className="space-y-2 py-4">
      <StatusFace clientId={clientId} status={status} font={status.font} fromMe isBrought={isBrought} />
      <Failure status={status} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.8125rem] text-ink-soft">
        <Badge tone={TONES[state]}>{text.states[state]}</Badge>
        <time dateTime={postedAt} title={dates.exact(postedAt)}>
          {dates.ago(postedAt)}
        </time>
        <TimeLeft status={status} />
        {origin === 'phone' && <span>{text.fromPhone}</span>}
        {audience !== null && <span>{text.audience(audience.people)}</span>}
        {audience !== null && audience.leftOut > 0 && <span>{text.leftOut(audience.leftOut)}</span>}
      </div>
      <div className="flex flex-wrap gap-1">
        {state !== 'failed' && (
          <Button variant="quiet" size="small" onClick={() => setAsking(true)}>
            {[
              text.seen(seen),
              ...(liked > 0 ? [text.liked(liked)] : []),
              ...(replies > 0 ? [text.replies(replies)] : []),
            ].join(' · ')}
          </Button>
        )}
        {mayDelete && <DeleteButton clientId={clientId} status={status} />}
      </div>
      {isAsking && <ViewersDialog clientId={clientId} status={status} onClose={() => setAsking(false)} />}
    </li>
  )
}

/** What the number posted, newest first: how long it is still shown, and who saw it. */
export function OwnList({ clientId }: { clientId: string }) {
  const { own: text } = useStatusesText()
  const pages = useOwnStatuses(clientId)
  const rows = pages.data?.pages.flatMap(({ statuses }) => statuses) ?? []
  return (
    <SectionCard title={text.title} description={text.intro}>
      {pages.isPending && <LoadingRows rows={3} />}
      {pages.isError && <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isSuccess && rows.length === 0 && (
        <EmptyState icon={CircleDashed} title={text.none}>
          {text.noneBody}
        </EmptyState>
      )}
      <ul className="divide-y divide-line">
        {rows.map((status, n) => (
          <OwnItem
            key={status.id}
            clientId={clientId}
            status={status}
            isBrought={status.type === 'image' && n < BROUGHT_AT_ONCE}
          />
        ))}
      </ul>
      <MoreButton pages={pages} label={text.more} className="mt-4 flex justify-center" />
    </SectionCard>
  )
}
