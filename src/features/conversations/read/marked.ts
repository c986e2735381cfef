import { ALWAYS_MS } from '../records/network/chat-marks.ts'
import type { MarkedShown } from './standing.ts'

/** Which rows `k` of `chat_mark` each choice is of. */
export const MARKED: Readonly<Record<MarkedShown, string>> = {
  archived: 'k.is_archived',
  pinned: 'k.is_pinned',
  muted: `(k.muted_until_ms = ${ALWAYS_MS} or k.muted_until_ms > extract(epoch from now()) * 1000)`,
  marked_unread: 'k.is_unread',
}

/**
 * The places of a page of chats that WhatsApp keeps so, by their newest message: $1 the numbers, $2 before which place, $3 how
 * many. A chat without a message is not shown. Over the primary key of `chat_mark` and message_page.
 */
export const markedPlaces = (which: MarkedShown, newest: (client: string, chat: string) => string): string =>
  `select k.client_id, k.chat, l.seq as last_seq from chat_mark k
     cross join lateral (${newest('k.client_id', 'k.chat')}) l
     where k.client_id = any($1::uuid[]) and ${MARKED[which]} and l.seq < $2 and $4::text is not null
     order by l.seq desc limit $3`
