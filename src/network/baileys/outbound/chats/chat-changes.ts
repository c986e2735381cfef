import {
  type ChatModification,
  chatModificationToAppPatch,
  jidNormalizedUser,
  proto,
  type WAPatchCreate,
  type WASocket,
} from 'baileys'
import type { ChatMark, ChatMessage, ChatRemoval, MutedUntil, NetworkChats } from '../../../port.ts'
import { changeAppState } from '../../app-state.ts'
import type { Transport } from '../../transport.ts'
import { changeLabel, createLabel, labelChat, putChat, putLabel, removeLabel } from './label-changes.ts'

/** How long a change may take in all: waiting for its turn, reading what is new, and writing. */
const CHANGE_MS = 40_000

/** The end of a chat as the library takes it. */
const toLast = (last: readonly ChatMessage[]) =>
  last.map(({ key, atSec }) => {
    const { chat: remoteJid, id, fromMe, participant } = key
    return {
      key: { remoteJid, id, fromMe, ...(participant ? { participant } : {}) },
      messageTimestamp: atSec,
    }
  })

/** Milliseconds; -1 for good, as whatsmeow's `BuildMuteAbs` has it. */
const toMuteEnd = (until: MutedUntil): number | null => (until === 'always' ? -1 : until)

function toModification(mark: Exclude<ChatMark, { kind: 'starred' } | ChatRemoval>): ChatModification {
  switch (mark.kind) {
    case 'archived':
      return { archive: mark.isArchived, lastMessages: toLast(mark.last) }
    case 'pinned':
      return { pin: mark.isPinned }
    case 'muted':
      return { mute: toMuteEnd(mark.until) }
    case 'unread':
      return { markRead: !mark.isUnread, lastMessages: toLast(mark.last) }
  }
}

/**
 * Place, version and index are those of whatsmeow's `BuildStar`, which names the writer in groups; the library's have
 * another collection and never name one.
 */
const toStar = (chat: string, { key, isStarred }: Extract<ChatMark, { kind: 'starred' }>): WAPatchCreate => ({
  type: 'regular_high',
  apiVersion: 2,
  operation: proto.SyncdMutation.SyncdOperation.SET,
  index: ['star', chat, key.id, key.fromMe ? '1' : '0', key.participant ?? '0'],
  syncAction: { timestamp: Date.now(), starAction: { starred: isStarred } },
})

/**
 * The library's ranges, under the indexes and at the time of zapo and of whatsmeow's `BuildDeleteChat`: whether starred messages go
 * too, and files. Files on the phone stay.
 */
function toRemoval(chat: string, mark: ChatRemoval): WAPatchCreate {
  const lastMessages = toLast(mark.last)
  const { syncAction, ...patch } = chatModificationToAppPatch(
    mark.kind === 'cleared' ? { clear: true, lastMessages } : { delete: true, lastMessages },
    chat,
  )
  const index =
    mark.kind === 'cleared'
      ? ['clearChat', chat, mark.keepsStarred ? '0' : '1', '0']
      : ['deleteChat', chat, '0']
  return { ...patch, index, syncAction: { ...syncAction, timestamp: mark.atMs } }
}

function toPatch(chat: string, mark: ChatMark): WAPatchCreate {
  switch (mark.kind) {
    case 'starred':
      return toStar(chat, mark)
    case 'cleared':
    case 'deleted':
      return toRemoval(chat, mark)
    default:
      return chatModificationToAppPatch(toModification(mark), chat)
  }
}

const markChat = (socket: WASocket, chat: string, mark: ChatMark): Promise<void> =>
  changeAppState(socket, toPatch(chat, mark))

/** The library's `fetchMessageHistory`, under an id that is known before the answer can come. */
async function askHistory(
  socket: WASocket,
  messageId: string,
  { key, atSec }: ChatMessage,
  count: number,
): Promise<void> {
  const { me } = socket.authState.creds
  if (!me) throw new Error('the client is not linked to an account')
  const message = {
    protocolMessage: {
      type: proto.Message.ProtocolMessage.Type.PEER_DATA_OPERATION_REQUEST_MESSAGE,
      peerDataOperationRequestMessage: {
        peerDataOperationRequestType: proto.Message.PeerDataOperationRequestType.HISTORY_SYNC_ON_DEMAND,
        historySyncOnDemandRequest: {
          chatJid: key.chat,
          oldestMsgId: key.id,
          oldestMsgFromMe: key.fromMe,
          oldestMsgTimestampMs: atSec * 1000,
          onDemandMsgCount: count,
        },
      },
    },
  }
  await socket.relayMessage(jidNormalizedUser(me.id), message, {
    messageId,
    additionalAttributes: { category: 'peer', push_priority: 'high_force' },
    additionalNodes: [{ tag: 'meta', attrs: { appdata: 'default' } }],
  })
}

async function within<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const give = () =>
    late.reject(new Error(`the chat was not changed within ${CHANGE_MS} ms; try again later`))
  const timer = setTimeout(give, CHANGE_MS)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

/**
 * Changes the account's own view of its chats, one change at a time, so that two never make the same label. `open` throws
 * while there is no connection.
 */
export function createChatChanges(open: () => [WASocket, Pick<Transport, 'socketOptions'>]): NetworkChats {
  let last: Promise<unknown> = Promise.resolve()
  const next = <T>(work: (socket: WASocket, way: RequestInit) => Promise<T>): Promise<T> => {
    const run = last.then(() => {
      const [socket, { socketOptions }] = open()
      return work(socket, socketOptions.options ?? {})
    })
    last = run.catch(() => {})
    return within(run)
  }
  return {
    archive: (chat, isArchived, newest) =>
      next((socket) => markChat(socket, chat, { kind: 'archived', isArchived, last: newest })),
    label: (chat, name) => next((socket, way) => labelChat(socket, chat, name, way)),
    mark: (chat, mark) => next((socket) => markChat(socket, chat, mark)),
    labels: {
      create: (name, colour) => next((socket, way) => createLabel(socket, way, name, colour)),
      change: (id, change) => next((socket, way) => changeLabel(socket, way, id, change)),
      remove: (id) => next((socket, way) => removeLabel(socket, way, id)),
      put: (id, places, isOn) => next((socket, way) => putLabel(socket, way, id, places, isOn)),
      putChat: (id, addresses, isOn) => next((socket) => putChat(socket, id, addresses, isOn)),
    },
    askHistory: (requestId, before, count) => within(askHistory(open()[0], requestId, before, count)),
  }
}
