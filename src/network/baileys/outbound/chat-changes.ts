import {
  type ChatModification,
  chatModificationToAppPatch,
  jidNormalizedUser,
  proto,
  type WAPatchCreate,
  type WASocket,
} from 'baileys'
import type { ChatMark, ChatMessage, MutedUntil, NetworkChats } from '../../port.ts'
import { changeAppState, readAppState } from '../app-state.ts'
import type { Transport } from '../transport.ts'

/** How long a change may take in all: waiting for its turn, reading what is new, and writing. */
const CHANGE_MS = 40_000

/** The phone's app shows a label in one of so many colours. */
const LABEL_COLORS = 20

interface Label {
  id: string
  name: string
  isDeleted: boolean
}

interface Labels {
  labels: Label[]
  /** The labels of each chat are named by the label's id and the chat. */
  associations: ReadonlySet<string>
}

const nameAssociation = (labelId: string, chat: string): string => `${labelId}\n${chat}`
const isSameName = (one: string, other: string): boolean => one.trim() === other.trim()

/** The account's labels and which chats have them, as the phone and its linked devices agreed. */
async function readLabels(socket: WASocket, way: RequestInit): Promise<Labels> {
  const labels: Label[] = []
  const associations = new Set<string>()
  for (const { index, value } of await readAppState(socket, 'regular', way)) {
    const [, id = '', chat = ''] = JSON.parse(Buffer.from(index ?? []).toString()) as string[]
    if (value?.labelEditAction) {
      const { name, deleted } = value.labelEditAction
      labels.push({ id, name: name ?? '', isDeleted: deleted === true })
    }
    if (value?.labelAssociationAction?.labeled) associations.add(nameAssociation(id, chat))
  }
  return { labels, associations }
}

/** The number after the highest; a deleted label's is never used again, since chats may still carry it. */
function nextLabelId(labels: readonly Label[]): number {
  return Math.max(0, ...labels.map(({ id }) => Number(id)).filter(Number.isSafeInteger)) + 1
}

async function makeLabel(socket: WASocket, labels: readonly Label[], name: string): Promise<string> {
  const next = nextLabelId(labels)
  const addLabel = { id: String(next), name: name.trim(), color: next % LABEL_COLORS, deleted: false }
  await changeAppState(socket, chatModificationToAppPatch({ addLabel }, ''))
  return addLabel.id
}

async function labelChat(socket: WASocket, chat: string, name: string, way: RequestInit): Promise<void> {
  const { labels, associations } = await readLabels(socket, way)
  const known = labels.find((label) => !label.isDeleted && isSameName(label.name, name))
  if (known && associations.has(nameAssociation(known.id, chat))) return
  const labelId = known?.id ?? (await makeLabel(socket, labels, name))
  await changeAppState(socket, chatModificationToAppPatch({ addChatLabel: { labelId } }, chat))
}

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

function toModification(mark: Exclude<ChatMark, { kind: 'starred' }>): ChatModification {
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

const markChat = (socket: WASocket, chat: string, mark: ChatMark): Promise<void> =>
  changeAppState(
    socket,
    mark.kind === 'starred' ? toStar(chat, mark) : chatModificationToAppPatch(toModification(mark), chat),
  )

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

async function within(work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const give = () =>
    late.reject(new Error(`the chat was not changed within ${CHANGE_MS} ms; try again later`))
  const timer = setTimeout(give, CHANGE_MS)
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

/**
 * Changes the account's own view of its chats, one change at a time, so that two never make the same label. `open` throws
 * while there is no connection.
 */
export function createChatChanges(open: () => [WASocket, Pick<Transport, 'socketOptions'>]): NetworkChats {
  let last: Promise<unknown> = Promise.resolve()
  const next = (work: (socket: WASocket, way: RequestInit) => Promise<void>): Promise<void> => {
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
    askHistory: (requestId, before, count) => within(askHistory(open()[0], requestId, before, count)),
  }
}
