import { statement } from '../../../db/statement.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { ChatNews, ChatNotice, MarkNews, MutedUntil } from '../../../network/port.ts'
import { applyLabelNews } from '../../whatsapp-labels/index.ts'
import { ALWAYS_MS, type ChatMarkRow, UNMARKED } from '../records/network/chat-marks.ts'
import { type Removal, recordRemovals } from '../records/network/removals.ts'
import type { OwnedClient } from '../records/owned-client.ts'
import { applyStars } from './stars.ts'

/** An event of the log; `contract/events/event-data.ts` describes it. */
export interface ChatEvent {
  chat: string
  data: Record<string, unknown>
}

const READ = statement<ChatMarkRow & { chat: string }>(
  'chat_read_marks',
  `select chat, is_archived as "isArchived", is_pinned as "isPinned", muted_until_ms as "mutedUntilMs",
     is_unread as "isUnread", cleared_ms as "clearedMs", deleted_ms as "deletedMs"
   from chat_mark where client_id = $1 and chat = any($2)`,
)

const WRITE = statement<never>(
  'chat_write_marks',
  `insert into chat_mark (client_id, chat, is_archived, is_pinned, muted_until_ms, is_unread, cleared_ms, deleted_ms)
   select $1, n.* from unnest($2::text[], $3::boolean[], $4::boolean[], $5::bigint[], $6::boolean[], $7::bigint[], $8::bigint[]) as n
   on conflict (client_id, chat) do update set is_archived = excluded.is_archived, is_pinned = excluded.is_pinned,
     muted_until_ms = excluded.muted_until_ms, is_unread = excluded.is_unread, cleared_ms = excluded.cleared_ms,
     deleted_ms = excluded.deleted_ms`,
)

const LOG = statement<{ seq: number }>(
  'chat_log_marks',
  `insert into event_log (user_id, client_id, name, chat, data)
   select $2, $1, 'chat.updated', e.chat, e.data::jsonb
   from unnest($3::text[], $4::text[]) with ordinality as e(chat, data, n) order by e.n
   returning seq`,
)

const toMs = (until: MutedUntil): number | null => (until === 'always' ? ALWAYS_MS : until)
const toTold = (until: MutedUntil): string | null =>
  typeof until === 'number' ? new Date(until).toISOString() : until

const isOfChat = (news: ChatNews): news is MarkNews => news.kind !== 'label' && news.kind !== 'labelled'

/** What a chat is after some news, and what of it is told; null when it was so before. */
function step(row: ChatMarkRow, news: MarkNews): { row: ChatMarkRow; told: Record<string, unknown> } | null {
  switch (news.kind) {
    case 'archived': {
      const { isArchived } = news
      return row.isArchived === isArchived
        ? null
        : { row: { ...row, isArchived }, told: { archived: isArchived } }
    }
    case 'pinned': {
      const { isPinned } = news
      return row.isPinned === isPinned ? null : { row: { ...row, isPinned }, told: { pinned: isPinned } }
    }
    case 'muted': {
      const mutedUntilMs = toMs(news.until)
      if (row.mutedUntilMs === mutedUntilMs) return null
      return { row: { ...row, mutedUntilMs }, told: { mutedUntil: toTold(news.until) } }
    }
    case 'starred':
    case 'status_muted':
      return null
    case 'unread': {
      const { isUnread } = news
      return row.isUnread === isUnread ? null : { row: { ...row, isUnread }, told: { unread: isUnread } }
    }
    case 'cleared': {
      const { atMs, keepsStarred } = news
      if (row.clearedMs !== null && row.clearedMs >= atMs) return null
      return { row: { ...row, clearedMs: atMs }, told: { keptStarred: keepsStarred } }
    }
    case 'deleted':
      return row.deletedMs !== null && row.deletedMs >= news.atMs
        ? null
        : { row: { ...row, deletedMs: news.atMs }, told: {} }
  }
}

/**
 * What chats are after some notices, and what is told of it, in order: each change once, though its news may come again. Of
 * what was so before anybody knew of the account nothing is told.
 */
export function foldChatNotices(
  known: ReadonlyMap<string, ChatMarkRow>,
  notices: readonly ChatNotice[],
  idOf: (address: string) => string,
): { rows: Map<string, ChatMarkRow>; events: ChatEvent[]; removals: Removal[] } {
  const removals: Removal[] = []
  const rows = new Map<string, ChatMarkRow>()
  const events: ChatEvent[] = []
  for (const { isFirst, atSec, news } of notices) {
    for (const each of news.filter(isOfChat)) {
      const chat = idOf(each.chat)
      const changed = step(rows.get(chat) ?? known.get(chat) ?? UNMARKED, each)
      if (!changed) continue
      rows.set(chat, changed.row)
      if (isFirst) continue
      events.push({ chat, data: { jid: chat, timestamp: atSec, change: each.kind, ...changed.told } })
      if (each.kind === 'cleared' || each.kind === 'deleted')
        removals.push({ chat, kind: each.kind, atMs: each.atMs })
    }
  }
  return { rows, events, removals }
}

/** Stores what the account's devices keep of its chats, and logs what changed; `idOf` gives a person's canonical address. */
export async function applyChatNotices(
  tx: Transaction,
  client: OwnedClient,
  notices: readonly ChatNotice[],
  idOf: (address: string) => string,
): Promise<void> {
  if (notices.length === 0) return
  const chats = [
    ...new Set(notices.flatMap(({ news }) => news.filter(isOfChat).map(({ chat }) => idOf(chat)))),
  ]
  const known = new Map((await tx.query(READ, [client.id, chats])).map(({ chat, ...row }) => [chat, row]))
  await applyStars(tx, client, notices, idOf)
  await applyLabelNews(tx, client, notices, idOf)
  const { rows, events, removals } = foldChatNotices(known, notices, idOf)
  if (rows.size > 0) {
    const marks = [...rows.values()]
    await tx.query(WRITE, [
      client.id,
      [...rows.keys()],
      marks.map(({ isArchived }) => isArchived),
      marks.map(({ isPinned }) => isPinned),
      marks.map(({ mutedUntilMs }) => mutedUntilMs),
      marks.map(({ isUnread }) => isUnread),
      marks.map(({ clearedMs }) => clearedMs),
      marks.map(({ deletedMs }) => deletedMs),
    ])
  }
  if (events.length > 0) {
    const data = events.map((event) => JSON.stringify(event.data))
    await tx.query(LOG, [client.id, client.userId, events.map(({ chat }) => chat), data])
  }
  await recordRemovals(tx, client.id, removals)
}
