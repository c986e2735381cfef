import { toAddress } from '../../../core/addresses.ts'
import type { JournalEntry } from '../../port.ts'
import type { ChatNews, ChatNotice, MarkNews, MutedUntil } from '../../ports/chat-port.ts'
import { keepNotices } from '../journal.ts'
import { toInteger, type WireNumber } from '../wire.ts'
import { readLabelNews, type WireLabelActions } from './label-notices.ts'

/** One entry of the account's shared state, as far as it is read here. Numbers may come as objects of two halves. */
export interface WireSyncAction {
  index: readonly string[]
  value:
    | (WireLabelActions & {
        timestamp?: WireNumber | null
        archiveChatAction?: { archived?: boolean | null } | null
        pinAction?: { pinned?: boolean | null } | null
        muteAction?: { muted?: boolean | null; muteEndTimestamp?: WireNumber | null } | null
        starAction?: { starred?: boolean | null } | null
        markChatAsReadAction?: { read?: boolean | null } | null
        userStatusMuteAction?: { muted?: boolean | null } | null
      })
    | null
}

/** The last moment there is a date of; what is said to end later never does. */
const LAST_MS = 8.64e15

/** whatsmeow's `BuildMuteAbs`: milliseconds, or less than 1 for good; a phone may leave it out. */
function toMutedUntil(muted: boolean, end: WireNumber | null | undefined): MutedUntil {
  if (!muted) return null
  const ms = toInteger(end)
  return ms > 0 && ms <= LAST_MS ? ms : 'always'
}

/** What one entry says; null for what nobody here is told of. The names of indexes are whatsmeow's (`appstate/keys.go`). */
export const readChatNews = (action: WireSyncAction): ChatNews | null =>
  readLabelNews(action) ?? readMarkNews(action)

function readMarkNews({ index, value }: WireSyncAction): MarkNews | null {
  const [type, of = '', id = '', fromMe] = index
  const chat = toAddress(of)
  if (!value || !chat) return null
  switch (type) {
    case 'archive':
      return { kind: 'archived', chat, isArchived: value.archiveChatAction?.archived === true }
    case 'pin_v1':
      return { kind: 'pinned', chat, isPinned: value.pinAction?.pinned === true }
    case 'mute': {
      const { muted, muteEndTimestamp } = value.muteAction ?? {}
      return { kind: 'muted', chat, until: toMutedUntil(muted === true, muteEndTimestamp) }
    }
    case 'userStatusMute':
      return { kind: 'status_muted', chat, isMuted: value.userStatusMuteAction?.muted === true }
    case 'markChatAsRead':
      return { kind: 'unread', chat, isUnread: value.markChatAsReadAction?.read === false }
    case 'star': {
      const isStarred = value.starAction?.starred === true
      return id ? { kind: 'starred', chat, id, fromMe: fromMe === '1', isStarred } : null
    }
    // Of both only when they were done: no phone tells of them twice.
    case 'clearChat':
      return { kind: 'cleared', chat, keepsStarred: id === '0', atMs: toInteger(value.timestamp) }
    case 'deleteChat':
      return { kind: 'deleted', chat, atMs: toInteger(value.timestamp) }
    default:
      return null
  }
}

const KEPT = keepNotices<ChatNotice>({
  prefix: 'chat-notice|',
  toEvent: (notice, journalId) => ({ kind: 'chats', notice, journalId }),
  unreadable: 'unreadable notice of chats',
})

export const toChatEntry = (id: string, notice: ChatNotice): JournalEntry => KEPT.keep(id, notice)
export const isChatEntry = KEPT.isKept
export const fromChatEntry = KEPT.tell
