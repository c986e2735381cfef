/** What the account's phone and linked devices keep of a chat: a row of `chat_mark`. */
export interface ChatMarkRow {
  isArchived: boolean
  isPinned: boolean
  /** `ALWAYS_MS` for good; null: it is not muted. */
  mutedUntilMs: number | null
  isUnread: boolean
  /** When its messages were last cleared on a device of the account, and when it was last deleted there. */
  clearedMs: number | null
  deletedMs: number | null
}

/** What lists and standings need of it. */
export type ShownMarks = Omit<ChatMarkRow, 'clearedMs' | 'deletedMs'>

/** Of a chat that is muted until somebody ends it. */
export const ALWAYS_MS = -1

export const UNMARKED: ChatMarkRow = {
  isArchived: false,
  isPinned: false,
  mutedUntilMs: null,
  isUnread: false,
  clearedMs: null,
  deletedMs: null,
}

/** As an object of a chat's row, in SQL; null for a chat without. Over the primary key. */
export const selectMarks = (client: string, chat: string): string => `(select jsonb_build_object(
    'isArchived', k.is_archived, 'isPinned', k.is_pinned, 'isUnread', k.is_unread, 'mutedUntilMs',
    case when k.muted_until_ms = ${ALWAYS_MS} or k.muted_until_ms > extract(epoch from now()) * 1000 then k.muted_until_ms end)
  from chat_mark k where k.client_id = ${client} and k.chat = ${chat})`

/** How the interface tells it. */
export function toMarks(row: ShownMarks | null) {
  const { isArchived, isPinned, mutedUntilMs, isUnread } = row ?? UNMARKED
  return {
    archived: isArchived,
    pinned: isPinned,
    mutedUntil: toMutedUntil(mutedUntilMs),
    unread: isUnread,
  }
}

function toMutedUntil(ms: number | null): string | null {
  if (ms === null) return null
  return ms === ALWAYS_MS ? 'always' : new Date(ms).toISOString()
}

/** The same in a list: what it is, by name. */
export function toMarkNames(row: ShownMarks | null) {
  const { isArchived, isPinned, mutedUntilMs, isUnread } = row ?? UNMARKED
  return [
    ...(isArchived ? (['archived'] as const) : []),
    ...(isPinned ? (['pinned'] as const) : []),
    ...(mutedUntilMs === null ? [] : (['muted'] as const)),
    ...(isUnread ? (['marked_unread'] as const) : []),
  ]
}
