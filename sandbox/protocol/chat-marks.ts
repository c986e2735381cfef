import type { proto } from 'baileys/WAProto/index.js'
import type { AppChange } from './app-state-codec.ts'

/** What a person does with a chat on the phone. Times in milliseconds; -1 mutes for good. */
export interface ChatMarkChange {
  archived?: boolean
  pinned?: boolean
  mutedUntilMs?: number | null
  unread?: boolean
}

/** One change and the collection it belongs to: names, places and versions are those of whatsmeow's `appstate/encode.go`. */
export interface Placed {
  collection: string
  change: AppChange
}

/** What the phone writes, in order. It unpins a chat that it archives (whatsmeow's `BuildArchive`). */
export function toMarkChanges(chat: string, at: number, change: ChatMarkChange): Placed[] {
  const { archived, mutedUntilMs, unread } = change
  const pinned = archived ? (change.pinned ?? false) : change.pinned
  const placed: Placed[] = []
  const put = (collection: string, version: number, name: string, value: AppChange['value']) =>
    placed.push({ collection, change: { index: [name, chat], value: { timestamp: at, ...value }, version } })
  if (archived !== undefined) {
    const messageRange = { lastMessageTimestamp: Math.floor(at / 1000) }
    put('regular_low', 3, 'archive', { archiveChatAction: { archived, messageRange } })
  }
  if (pinned !== undefined) put('regular_low', 5, 'pin_v1', { pinAction: { pinned } })
  if (mutedUntilMs !== undefined) {
    const muteAction = { muted: mutedUntilMs !== null, muteEndTimestamp: mutedUntilMs }
    put('regular_high', 2, 'mute', { muteAction })
  }
  if (unread !== undefined)
    put('regular_low', 3, 'markChatAsRead', { markChatAsReadAction: { read: !unread } })
  return placed
}

/** A message of a chat of two, as the phone stars it: in groups the index names the writer too (whatsmeow's `BuildStar`). */
export interface StarChange {
  id: string
  fromMe: boolean
  participant?: string
  starred: boolean
}

export const toStarChange = (
  chat: string,
  at: number,
  { id, fromMe, participant, starred }: StarChange,
): Placed => ({
  collection: 'regular_high',
  change: {
    index: ['star', chat, id, fromMe ? '1' : '0', participant ?? '0'],
    value: { timestamp: at, starAction: { starred } },
    version: 2,
  },
})

/** A label as the phone edits it; what is left out stays. */
export interface LabelChange {
  name?: string
  colour?: number
  deleted?: boolean
  /** Number of a kind of list (`LabelEditAction.ListType` of the protocol). */
  kind?: number
  predefinedId?: number
  isActive?: boolean
  isFixed?: boolean
}

/**
 * Names, collection and version are those of whatsmeow's `BuildLabelEdit`, `BuildLabelChat` and `BuildLabelMessage`, whose last two
 * parts are `0` whoever wrote the message. The server sees none of it, and so limits nothing; the phone's application does.
 */
export const toLabelChange = (
  id: string,
  at: number,
  before: proto.SyncActionValue.ILabelEditAction | null | undefined,
  { name, colour, deleted, kind, predefinedId, isActive, isFixed }: LabelChange,
): Placed => {
  const known = Object.entries({
    name,
    color: colour,
    deleted,
    type: kind,
    predefinedId,
    isActive,
    isImmutable: isFixed,
  }).filter(([, value]) => value !== undefined)
  const labelEditAction = { deleted: false, ...before, ...Object.fromEntries(known) }
  return {
    collection: 'regular',
    change: { index: ['label_edit', id], value: { timestamp: at, labelEditAction }, version: 3 },
  }
}

export const toLabelPut = (
  id: string,
  at: number,
  { chat, messageId }: { chat: string; messageId?: string },
  labeled: boolean,
): Placed => ({
  collection: 'regular',
  change: {
    index:
      messageId === undefined ? ['label_jid', id, chat] : ['label_message', id, chat, messageId, '0', '0'],
    value: { timestamp: at, labelAssociationAction: { labeled } },
    version: 3,
  },
})

/**
 * The phone clears a chat, or deletes it: zapo's and rc14's `clearChat` with whether starred messages and files go too, whatsmeow's
 * `BuildDeleteChat` with whether files do. Neither says what was in it.
 */
export const toRemovalChange = (
  chat: string,
  at: number,
  removal: { kind: 'cleared'; keepsStarred: boolean } | { kind: 'deleted' },
): Placed => {
  const range = { messageRange: { lastMessageTimestamp: Math.floor(at / 1000) } }
  return removal.kind === 'cleared'
    ? {
        collection: 'regular_high',
        change: {
          index: ['clearChat', chat, removal.keepsStarred ? '0' : '1', '0'],
          value: { timestamp: at, clearChatAction: range },
          version: 6,
        },
      }
    : {
        collection: 'regular_high',
        change: {
          index: ['deleteChat', chat, '0'],
          value: { timestamp: at, deleteChatAction: range },
          version: 6,
        },
      }
}
