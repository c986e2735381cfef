import { useInfiniteQuery } from '@tanstack/react-query'
import { Star, StarOff } from 'lucide-react'
import { useReadable } from '../../../i18n/addresses.ts'
import { useDates } from '../../../i18n/dates.ts'
import { useText } from '../../../i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/messages/dialog.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/messages/states.tsx'
import { MoreButton } from '../../../ui/more-button.tsx'
import { type InboxMessage, toIso, useMessageLine } from '../chat-data.ts'
import type { ConversationPlace } from '../contact-changes.ts'
import { starredPages } from '../inbox-queries.ts'
import { useStar } from '../thread/compose/composing.ts'
import { useWhatsappText } from './whatsapp-text.ts'

interface RowProps {
  entry: InboxMessage
  busy: boolean
  onUnstar: () => void
}

function StarredRow({ entry, busy, onUnstar }: RowProps) {
  const { chat: text } = useText()
  const dates = useDates()
  const lineOf = useMessageLine()
  const readable = useReadable()
  const { fromMe, displayName, jid, timestamp } = entry.message
  const { participant } = entry.key
  const at = toIso(timestamp)
  return (
    <li className="flex items-start gap-2 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
          <span dir="auto" className="font-medium">
            {fromMe ? text.you : (displayName ?? readable(participant === null ? jid : participant))}
          </span>
          <time dateTime={at} className="text-xs text-ink-soft">
            {dates.exact(at)}
          </time>
        </p>
        <p dir="auto" className="line-clamp-4 break-words whitespace-pre-wrap">
          {lineOf(entry.message)}
        </p>
      </div>
      <Button
        right="talk"
        variant="quiet"
        size="icon"
        disabled={busy}
        aria-label={text.unstar}
        title={text.unstar}
        onClick={onUnstar}
      >
        <StarOff aria-hidden />
      </Button>
    </li>
  )
}

/** What is starred in a conversation, by whichever device of the account; newest first. */
export function StarredMessages({ clientId, jid, onClose }: ConversationPlace & { onClose: () => void }) {
  const text = useWhatsappText()
  const pages = useInfiniteQuery(starredPages(clientId, jid))
  const star = useStar(clientId, jid)
  const entries = pages.data?.pages.flatMap(({ messages }) => messages) ?? []
  return (
    <Dialog open onOpenChange={onClose} title={text.starredTitle} description={text.starredHint}>
      {pages.isPending && <LoadingRows rows={3} />}
      {pages.isError && <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.data && entries.length === 0 && (
        <EmptyState icon={Star} title={text.noStarred}>
          {text.noStarredBody}
        </EmptyState>
      )}
      {entries.length > 0 && (
        <ul className="divide-y divide-line">
          {entries.map((entry) => (
            <StarredRow
              key={`${entry.message.fromMe} ${entry.message.id}`}
              entry={entry}
              busy={star.isPending}
              onUnstar={() => star.mutate({ entry, starred: false })}
            />
          ))}
        </ul>
      )}
      <MoreButton pages={pages} label={text.more} className="mt-3 text-center" />
    </Dialog>
  )
}
