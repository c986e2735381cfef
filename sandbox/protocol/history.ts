import { deflateSync } from 'node:zlib'
import { proto } from 'baileys/WAProto/index.js'
import type { Companion } from '../state/companion.ts'
import type { Network } from '../state/network.ts'
import type { User } from '../state/user.ts'
import { isGroupJid } from './addresses.ts'
import { shareAppStateKey } from './app-state.ts'
import { isViewedOnce } from './content.ts'
import { uploadMedia } from './media-message.ts'
import { sendPeerMessage } from './peer-messages.ts'
import { conversationAddressing } from './phone-outbox.ts'

const { HistorySyncType } = proto.HistorySync
const HISTORY_DONE_PERCENT = 100
/** How many messages of each conversation come at once, and how many in each further part. */
const FIRST_MESSAGES = 20
const PART_MESSAGES = 500
/** A phone gives no more for one question (Baileys' documentation of `fetchMessageHistory`; WhatsApp Web asks for as many, whatsmeow). */
const MOST_ON_DEMAND = 50
const {
  COMPLETE_ON_DEMAND_SYNC_BUT_MORE_MSG_REMAIN_ON_PRIMARY: MORE_ON_PHONE,
  COMPLETE_AND_NO_MORE_MESSAGE_REMAIN_ON_PRIMARY: NONE_ON_PHONE,
} = proto.Conversation.EndOfHistoryTransferType
/** What is no message of its own in a history. */
const NOT_LISTED = new Set([
  'reaction',
  'edit',
  'revoke',
  'vote',
  'event-response',
  'pin',
  'protocol',
  'empty',
])

/** One message of a phone's history. */
interface Remembered {
  at: number
  info: proto.IWebMessageInfo
}

/** A phone's conversations: messages by the other side (a number or a group's jid), newest first. */
export type Memory = Map<string, Remembered[]>

function nameChat(network: Network, owner: User, chat: string): string {
  if (isGroupJid(chat)) return chat
  const other = network.directory.ensure(chat)
  return other.jid(conversationAddressing(owner, other))
}

/** Everything a phone remembers and may tell, from what it sent and what it and its linked devices received. */
export function readMemory(network: Network, owner: User): Memory {
  const memory: Memory = new Map()
  const add = (chat: string, at: number, raw: string, id: string, author: User) => {
    if (isViewedOnce(raw)) return
    const remoteJid = nameChat(network, owner, chat)
    const group = network.groups.find(chat)
    const participant = group && author.jid(group.record.addressing)
    const info: proto.IWebMessageInfo = {
      key: { remoteJid, fromMe: author === owner, id, ...(participant ? { participant } : {}) },
      message: proto.Message.decode(Buffer.from(raw, 'base64')),
      messageTimestamp: Math.floor(at / 1000),
      pushName: author.record.name,
      ...(participant ? { participant } : {}),
    }
    memory.set(chat, [...(memory.get(chat) ?? []), { at, info }])
  }
  const { inbox, sent } = network.mailboxes.of(owner.number)
  for (const { chat, at, raw, id, from, type } of inbox) {
    if (!NOT_LISTED.has(type)) add(chat, at, raw, id, network.directory.ensure(from))
  }
  for (const { to, at, raw, id, edit, type } of sent.values()) {
    if (edit === undefined && type !== 'reaction') add(to, at, raw, id, owner)
  }
  for (const messages of memory.values()) messages.sort((one, other) => other.at - one.at)
  return memory
}

/** What was last agreed on messages of a chat of two disappearing. */
function readTimer(network: Network, owner: User, chat: string): Partial<proto.IConversation> {
  const { inbox, sent } = network.mailboxes.of(owner.number)
  const settings = [
    ...inbox.filter((message) => message.chat === chat),
    ...[...sent.values()].filter(({ to }) => to === chat),
  ].filter(({ type }) => type === 'ephemeral')
  const last = settings.sort((one, other) => one.at - other.at).at(-1)
  if (last === undefined) return {}
  const { protocolMessage } = proto.Message.decode(Buffer.from(last.raw, 'base64'))
  return {
    ephemeralExpiration: protocolMessage?.ephemeralExpiration ?? 0,
    ephemeralSettingTimestamp: Math.floor(last.at / 1000),
  }
}

/** The token a contact gave the account, and when the account gave its own: a new device may write with it at once. */
function readToken(network: Network, owner: User, chat: string): Partial<proto.IConversation> {
  const now = network.now()
  const theirs = network.trustedTokens.find(chat, owner.number, now)
  const ours = network.trustedTokens.find(owner.number, chat, now)
  return {
    ...(theirs && {
      tcToken: Buffer.from(theirs.token, 'base64'),
      tcTokenTimestamp: Math.floor(theirs.at / 1000),
    }),
    ...(ours && { tcTokenSenderTimestamp: Math.floor(ours.at / 1000) }),
  }
}

function buildConversation(
  network: Network,
  owner: User,
  chat: string,
  messages: Remembered[],
): proto.IConversation {
  const group = network.groups.find(chat)
  const other = group === undefined ? network.directory.ensure(chat) : undefined
  return {
    id: nameChat(network, owner, chat),
    conversationTimestamp: Math.floor((messages[0]?.at ?? 0) / 1000),
    unreadCount: 0,
    ...(group === undefined ? {} : { name: group.record.subject }),
    ...readTimer(network, owner, chat),
    ...readToken(network, owner, chat),
    ...(other === undefined || other.record.concealed
      ? {}
      : { lidJid: other.jid('lid'), pnJid: other.jid('pn') }),
    messages: messages.map(({ info }, index) => ({ message: info, msgOrderId: messages.length - index })),
  }
}

/** Sends a part of a history: within the message, or as an encrypted file, as the network is told. */
export async function sendHistoryPart(
  network: Network,
  owner: User,
  companion: Companion,
  part: proto.IHistorySync,
  extra: proto.Message.IHistorySyncNotification = {},
): Promise<void> {
  const bytes = deflateSync(proto.HistorySync.encode(part).finish())
  const { syncType = null, progress = null, chunkOrder = null } = part
  const carried =
    network.historyVia === 'inline'
      ? { initialHistBootstrapInlinePayload: bytes }
      : toFile(await uploadMedia(network.media, [bytes], 'History', network.now()))
  await sendPeerMessage(network, owner, companion, {
    type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
    historySyncNotification: {
      syncType: syncType as proto.Message.HistorySyncType | null,
      progress,
      chunkOrder,
      ...carried,
      ...extra,
    },
  })
}

const toFile = ({ url: _url, ...file }: Awaited<ReturnType<typeof uploadMedia>>) => file

function buildMappings(network: Network, owner: User, memory: Memory): proto.IPhoneNumberToLIDMapping[] {
  const people = [...memory.keys()]
    .filter((chat) => !isGroupJid(chat))
    .map((chat) => network.directory.ensure(chat))
    .filter(({ record }) => record.concealed !== true)
  return [...new Set([owner, ...people])].map((user) => ({ pnJid: user.jid('pn'), lidJid: user.jid('lid') }))
}

/** The older messages of all conversations, in parts of a bounded size. */
function* buildOlderParts(network: Network, owner: User, memory: Memory): Generator<proto.IConversation[]> {
  for (const [chat, messages] of memory) {
    for (let at = FIRST_MESSAGES; at < Math.min(messages.length, network.historyDepth); at += PART_MESSAGES) {
      const part = messages.slice(at, Math.min(at + PART_MESSAGES, network.historyDepth))
      yield [buildConversation(network, owner, chat, part)]
    }
  }
}

/**
 * What a phone tells a newly linked device: the key to its app state, then its conversations with their newest
 * messages, the names people gave themselves, and the older messages. A client waits up to 20 s for the conversations
 * before it shows anything, so they come even when there are none.
 */
export async function sendInitialHistory(network: Network, companion: Companion): Promise<void> {
  const owner = network.directory.ensure(companion.record.number)
  companion.record.historySent = true
  companion.save()
  const memory = readMemory(network, owner)
  await shareAppStateKey(network, owner, companion)
  await sendHistoryPart(network, owner, companion, {
    syncType: HistorySyncType.INITIAL_BOOTSTRAP,
    conversations: [...memory].map(([chat, messages]) =>
      buildConversation(network, owner, chat, messages.slice(0, FIRST_MESSAGES)),
    ),
    progress: HISTORY_DONE_PERCENT,
    chunkOrder: 1,
    phoneNumberToLidMappings: buildMappings(network, owner, memory),
  })
  if (memory.size === 0) return
  const pushnames = [...memory.keys()].flatMap((chat) => {
    const other = isGroupJid(chat) ? undefined : network.directory.ensure(chat)
    return other === undefined ? [] : [{ id: nameChat(network, owner, chat), pushname: other.record.name }]
  })
  await sendHistoryPart(network, owner, companion, {
    syncType: HistorySyncType.PUSH_NAME,
    conversations: [],
    pushnames,
  })
  const older = [...buildOlderParts(network, owner, memory)]
  for (const [index, conversations] of older.entries()) {
    const progress = Math.floor(((index + 1) / older.length) * HISTORY_DONE_PERCENT)
    const part = { syncType: HistorySyncType.RECENT, conversations, progress, chunkOrder: index + 2 }
    await sendHistoryPart(network, owner, companion, part)
  }
}

/** Gives a linked device older messages of one conversation, which it asked for. */
export async function answerHistoryRequest(
  network: Network,
  owner: User,
  companion: Companion,
  requestId: string,
  request: proto.Message.PeerDataOperationRequestMessage.IHistorySyncOnDemandRequest,
): Promise<void> {
  const { chatJid, oldestMsgId, oldestMsgTimestampMs, onDemandMsgCount } = request
  const chat = isGroupJid(chatJid ?? '') ? chatJid : network.directory.resolve(chatJid ?? undefined)?.number
  if (!chat) return
  const all = readMemory(network, owner).get(chat) ?? []
  const oldest = all.findIndex(({ info }) => info.key?.id === oldestMsgId)
  const before = Number(oldestMsgTimestampMs ?? 0)
  const older = oldest === -1 ? all.filter(({ at }) => at < before) : all.slice(oldest + 1)
  const messages = older.slice(0, Math.min(onDemandMsgCount ?? FIRST_MESSAGES, MOST_ON_DEMAND))
  const isMore = older.length > messages.length
  const part = {
    syncType: HistorySyncType.ON_DEMAND,
    conversations: [
      {
        ...buildConversation(network, owner, chat, messages),
        endOfHistoryTransferType: isMore ? MORE_ON_PHONE : NONE_ON_PHONE,
      },
    ],
    progress: HISTORY_DONE_PERCENT,
    chunkOrder: 1,
  }
  await sendHistoryPart(network, owner, companion, part, { peerDataRequestSessionId: requestId })
}
