import { proto } from 'baileys/WAProto/index.js'
import type { GroupChat } from '../state/groups.ts'
import type { Mailbox } from '../state/mailbox.ts'
import type { Network } from '../state/network.ts'
import type { User } from '../state/user.ts'
import { LID_SERVER, NUMBER_SERVER, parseAddress } from './addresses.ts'
import { summarizeContent, unwrapContent } from './content.ts'
import { findContentProblem } from './content-rules.ts'
import { STATUS_JID } from './status-feed.ts'

const { REVOKE, MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type

/** How long a text can be changed: whatsmeow's `EditWindow`, the web client's `message_edit_window_duration_seconds`. */
const EDIT_WINDOW_MS = 20 * 60_000
/**
 * How long a message can be taken back: two days and twelve hours. No code that we could read says it (whatsmeow, zapo and
 * rc14 have no limit, and the web client names its `REVOKE_WINDOW` without a value); guides for users do.
 */
const REVOKE_WINDOW_MS = 60 * 3_600_000

/** A decrypted message on its way to being shown on a phone. */
export interface Judged {
  owner: User
  /** What the device that judges it has seen. */
  mailbox: Mailbox
  sender: User
  group: GroupChat | undefined
  /** The conversation as the owner has it: the other side's number, or the jid of a group. */
  chat: string
  message: proto.IMessage
  /** Attributes of the stanza it came in. */
  attrs: Record<string, string | undefined>
}

/** Why a phone does not show a message. */
export interface Broken {
  rule: 'message-key' | 'message-mark' | 'message-content' | 'message-mention'
  detail: string
}

interface Target {
  at: number
}

type Found = { target: Target | undefined; author: User } | { problem: string }

/** A message of the conversation by its author, wherever it was written. */
function findMessage({ owner, mailbox, chat }: Judged, author: User, id: string): Target | undefined {
  const sent = author === owner ? mailbox.sent.get(id) : undefined
  if (sent?.to === chat) return sent
  const received = mailbox.find(author.number, id)
  return received?.chat === chat ? received : undefined
}

/** Who wrote the message a key speaks of, as the writer of the key means it; a sentence when it names nobody. */
function readAuthor(network: Network, judged: Judged, key: proto.IMessageKey): User | string {
  const { owner, sender, group, chat } = judged
  if (key.fromMe === true) return sender
  if (chat === STATUS_JID)
    return network.directory.resolve(key.participant ?? undefined) ?? 'it names no writer of a status'
  if (group === undefined) return (sender === owner ? network.directory.find(chat) : owner) ?? owner
  const named = parseAddress(key.participant ?? undefined)
  const author = network.directory.resolve(named)
  if (named === undefined || author === undefined)
    return 'it names no participant, so nobody in the group is meant'
  const server = group.record.addressing === 'lid' ? LID_SERVER : NUMBER_SERVER
  if (named.server !== server) return `it names its participant by ${named.server}, which this group does not`
  if (author === sender) return 'it says of a message of its own writer that somebody else wrote it'
  return author
}

/**
 * The message a key speaks of. A key is written from its writer's point of view: `fromMe` means the writer, the chat is
 * the other side, and in groups what others wrote carries its author (whatsmeow's BuildMessageKey; sandbox-truth.md,
 * kind 2).
 */
function findByKey(network: Network, judged: Judged, key: proto.IMessageKey | null | undefined): Found {
  const { owner, sender, group, chat } = judged
  if (!key?.id) return { problem: 'there is no key' }
  const other = sender === owner ? chat : owner.number
  const isChat =
    chat === STATUS_JID
      ? key.remoteJid === STATUS_JID
      : group === undefined
        ? network.directory.resolve(key.remoteJid ?? undefined)?.number === other
        : key.remoteJid === group.jid
  if (!isChat) return { problem: `it names ${key.remoteJid}, which is another chat` }
  const author = readAuthor(network, judged, key)
  if (typeof author === 'string') return { problem: author }
  const target = findMessage(judged, author, key.id)
  // What could not be read yet may still come.
  const isAwaited = judged.mailbox.isAwaited(key.id)
  if (target === undefined && !isAwaited)
    return { problem: `${author.number} wrote no message ${key.id} there` }
  return { target, author }
}

const keyProblem = (detail: string): Broken => ({
  rule: 'message-key',
  detail: `the key is wrong: ${detail}`,
})

/** Whether the stanza says what the content does to another message: whatsmeow's getEditAttribute, zapo's resolveEditAttr. */
function findMarkProblem({ attrs }: Judged, expected: string, what: string): Broken | undefined {
  if (attrs.edit === expected) return undefined
  const detail = `${what} has the mark ${attrs.edit ?? 'of nothing'} instead of ${expected}`
  return { rule: 'message-mark', detail }
}

const isLate = (network: Network, target: Target | undefined, windowMs: number): boolean =>
  target !== undefined && network.now() - target.at > windowMs

function judgeEdit(
  network: Network,
  judged: Judged,
  protocol: proto.Message.IProtocolMessage,
): Broken | undefined {
  const found = findByKey(network, judged, protocol.key)
  if ('problem' in found) return keyProblem(found.problem)
  if (found.author !== judged.sender) return keyProblem('only who wrote a message edits it')
  if (isLate(network, found.target, EDIT_WINDOW_MS)) {
    return { rule: 'message-content', detail: 'the edit comes later than 20 minutes after the message' }
  }
  const content = findContentProblem(protocol.editedMessage ?? {})
  if (content !== undefined) return { rule: 'message-content', detail: content }
  return findMarkProblem(judged, '1', 'an edit')
}

function judgeRevoke(
  network: Network,
  judged: Judged,
  protocol: proto.Message.IProtocolMessage,
): Broken | undefined {
  const { sender, group } = judged
  const found = findByKey(network, judged, protocol.key)
  if ('problem' in found) return keyProblem(found.problem)
  const isOwn = found.author === sender
  if (!isOwn && group?.isAdmin(sender.number) !== true) {
    return keyProblem('only administrators of a group take back what others wrote')
  }
  if (isLate(network, found.target, REVOKE_WINDOW_MS)) {
    return { rule: 'message-content', detail: 'it is taken back later than 60 hours after it was written' }
  }
  return findMarkProblem(judged, isOwn ? '7' : '8', 'what takes a message back')
}

/** Content that is about another message; undefined for any other. */
function judgeAbout(network: Network, judged: Judged, content: proto.IMessage): Broken | undefined {
  const { protocolMessage: protocol, reactionMessage, pinInChatMessage, pollUpdateMessage } = content
  const { encEventResponseMessage } = content
  if (protocol?.type === MESSAGE_EDIT) return judgeEdit(network, judged, protocol)
  if (protocol && (protocol.type ?? REVOKE) === REVOKE) return judgeRevoke(network, judged, protocol)
  const about = reactionMessage ?? pinInChatMessage
  const key =
    about?.key ??
    pollUpdateMessage?.pollCreationMessageKey ??
    encEventResponseMessage?.eventCreationMessageKey
  if (!key && !about) return undefined
  const found = findByKey(network, judged, key)
  if ('problem' in found) return keyProblem(found.problem)
  return pinInChatMessage ? findMarkProblem(judged, '2', 'a pin') : undefined
}

/** Types of stanzas on which whatsmeow, zapo and Baileys rc14 agree, by the content they carry. */
function findTypeOf(content: proto.IMessage): string | undefined {
  const { pollCreationMessage, pollCreationMessageV2, pollCreationMessageV3, pollUpdateMessage } = content
  if (pollCreationMessage ?? pollCreationMessageV2 ?? pollCreationMessageV3 ?? pollUpdateMessage)
    return 'poll'
  if (content.reactionMessage) return 'reaction'
  const { imageMessage, videoMessage, audioMessage, documentMessage, stickerMessage } = content
  return (imageMessage ?? videoMessage ?? audioMessage ?? documentMessage ?? stickerMessage)
    ? 'media'
    : undefined
}

/**
 * What a phone passes over in a message that it shows: mentions of people as the group does not name them. In groups
 * addressed by LID the apps' own say the LID (github.com/WhiskeySockets/Baileys/issues/1683).
 */
export function findIgnored({ group, message }: Judged): Broken | undefined {
  if (group === undefined) return undefined
  const server = group.record.addressing === 'lid' ? LID_SERVER : NUMBER_SERVER
  const foreign = summarizeContent(message).mentions?.find((jid) => parseAddress(jid)?.server !== server)
  return foreign === undefined
    ? undefined
    : { rule: 'message-mention', detail: `it mentions ${foreign}, as which the group knows nobody` }
}

/**
 * Why a phone does not show what a linked device sent, if it does not: a key that means no message there, a stanza
 * without the mark its content needs, content nobody could have written.
 */
export function findBroken(network: Network, judged: Judged): Broken | undefined {
  const content = unwrapContent(judged.message)
  if (content.deviceSentMessage && judged.sender !== judged.owner) {
    // whatsmeow and Baileys take such a wrapping from their own account's devices only.
    return { rule: 'message-content', detail: 'a copy for own devices came to somebody else' }
  }
  const type = findTypeOf(content)
  if (type !== undefined && judged.attrs.type !== type) {
    return { rule: 'message-mark', detail: `the stanza is of type ${judged.attrs.type}, its content ${type}` }
  }
  const about = judgeAbout(network, judged, content)
  if (about !== undefined) return about
  const detail = findContentProblem(content)
  return detail === undefined ? undefined : { rule: 'message-content', detail }
}
