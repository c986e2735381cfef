import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { proto } from 'baileys/WAProto/index.js'
import type { Mailbox } from '../state/mailbox.ts'
import type { Addressing, User } from '../state/user.ts'
import { LID_SERVER, parseAddress } from './addresses.ts'
import { findPoll, unwrapContent } from './content.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

/** What answers a message under a secret the message carries. */
type AnswerKind = 'Poll Vote' | 'Event Response'

/** The message that is answered, by whom it was written and who answers, as the conversation names them. */
interface AnswerContext {
  kind: AnswerKind
  messageId: string
  secret: Uint8Array
  creator: string
  answerer: string
}

interface Sealed {
  encPayload: Uint8Array
  encIv: Uint8Array
}

function deriveKey({ kind, messageId, secret, creator, answerer }: AnswerContext): Buffer {
  const extracted = createHmac('sha256', Buffer.alloc(32)).update(secret).digest()
  return createHmac('sha256', extracted)
    .update(`${messageId}${creator}${answerer}${kind}`)
    .update(Buffer.from([1]))
    .digest()
}

const boundTo = ({ messageId, answerer }: AnswerContext): Buffer => Buffer.from(`${messageId}\0${answerer}`)

function seal(context: AnswerContext, plain: Uint8Array): Sealed {
  const encIv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(context), encIv).setAAD(boundTo(context))
  return { encPayload: Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]), encIv }
}

function open(context: AnswerContext, { encPayload, encIv }: Sealed): Buffer | undefined {
  const sealed = Buffer.from(encPayload)
  try {
    const options = { authTagLength: TAG_BYTES }
    const decipher = createDecipheriv('aes-256-gcm', deriveKey(context), encIv, options)
    decipher.setAAD(boundTo(context)).setAuthTag(sealed.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch {
    return undefined
  }
}

const hashOption = (name: string): Buffer => createHash('sha256').update(name).digest()

/** A poll or an event as a phone has it. */
export interface Original {
  message: proto.IMessage
  author: string
  /** How its stanza named who wrote it. */
  addressing: Addressing
}

/** A message a phone sent or received, by its id alone. */
export function findOriginal(mailbox: Mailbox, owner: string, id: string): Original | undefined {
  const sent = mailbox.sent.get(id)
  const known = sent ?? mailbox.inbox.findLast((message) => message.id === id)
  if (known === undefined) return undefined
  const author = sent === undefined && 'from' in known ? known.from : owner
  const message = unwrapContent(proto.Message.decode(Buffer.from(known.raw, 'base64')))
  return { message, author, addressing: known.addressing }
}

const secretOf = ({ message }: Original): Uint8Array =>
  message.messageContextInfo?.messageSecret ?? Buffer.alloc(0)

/** Who writes and answers, as their conversation names them. */
export interface Parties {
  creator: string
  answerer: string
}

/** An encrypted vote for options of a poll. */
export function sealVote(poll: Original, messageId: string, parties: Parties, options: string[]): Sealed {
  const plain = proto.Message.PollVoteMessage.encode({ selectedOptions: options.map(hashOption) }).finish()
  return seal({ kind: 'Poll Vote', messageId, secret: secretOf(poll), ...parties }, plain)
}

/** An encrypted answer to an event. */
export function sealEventResponse(
  event: Original,
  messageId: string,
  parties: Parties,
  response: proto.Message.IEventResponseMessage,
): Sealed {
  const plain = proto.Message.EventResponseMessage.encode(response).finish()
  return seal({ kind: 'Event Response', messageId, secret: secretOf(event), ...parties }, plain)
}

/** What an answer under a secret says, or what is wrong with it. */
export interface OpenedAnswer {
  vote?: string[]
  response?: 'going' | 'not-going' | 'maybe'
  problem?: string
}

/** An answer, and how its stanza and its key name people. */
interface Answer {
  kind: AnswerKind
  key: proto.IMessageKey
  sealed: Sealed
  sender: User
  addressing: Addressing
}

const addressingOf = (jid: string | null | undefined): Addressing =>
  parseAddress(jid ?? undefined)?.server === LID_SERVER ? 'lid' : 'pn'

/**
 * The names the keys of an answer are derived from are those that were used: who answers as the stanza names them, who
 * wrote the original as the key does or, failing that, as its own stanza did (whatsmeow's decryptMsgSecret and
 * getOrigSenderFromKey; sandbox-truth.md, kind 10).
 */
function openNamed({ kind, key, sealed, sender, addressing }: Answer, original: Original, creator: User) {
  const answerer = sender.jid(addressing)
  const keyed = key.fromMe === true ? addressing : addressingOf(key.participant || key.remoteJid)
  const base = { kind, messageId: key.id ?? '', secret: secretOf(original), answerer }
  for (const form of new Set([keyed, original.addressing])) {
    const plain = open({ ...base, creator: creator.jid(form) }, sealed)
    if (plain !== undefined) return plain
  }
  return undefined
}

const RESPONSES = { 1: 'going', 2: 'not-going', 3: 'maybe' } as const

/** Opens a vote or an event's answer; nothing when the message is neither. `find` gives the user of a number. */
export function openAnswer(
  mailbox: Mailbox,
  owner: User,
  sender: User,
  { message, addressing }: { message: proto.IMessage; addressing: Addressing },
  find: (number: string) => User | undefined,
): OpenedAnswer | undefined {
  const { pollUpdateMessage: update, encEventResponseMessage: answer } = unwrapContent(message)
  const key = update?.pollCreationMessageKey ?? answer?.eventCreationMessageKey
  const sealed = update?.vote ?? answer
  if (!key?.id || !sealed) return undefined
  const original = findOriginal(mailbox, owner.number, key.id)
  const creator = original && find(original.author)
  if (original === undefined || creator === undefined)
    return { problem: 'this phone has not the message answered' }
  const kind = update ? 'Poll Vote' : 'Event Response'
  const { encPayload, encIv } = sealed
  const bytes = { encPayload: encPayload ?? Buffer.alloc(0), encIv: encIv ?? Buffer.alloc(0) }
  const plain = openNamed({ kind, key, sealed: bytes, sender, addressing }, original, creator)
  if (plain === undefined) return { problem: 'the answer is not encrypted under the secret of the message' }
  return update ? readVote(original, plain) : readResponse(plain)
}

function readVote(original: Original, plain: Buffer): OpenedAnswer {
  const chosen = (proto.Message.PollVoteMessage.decode(plain).selectedOptions ?? []).map((hash) =>
    Buffer.from(hash),
  )
  const names = (findPoll(original.message)?.options ?? []).map(({ optionName }) => optionName ?? '')
  const vote = names.filter((name) => chosen.some((hash) => hash.equals(hashOption(name))))
  return vote.length === chosen.length
    ? { vote }
    : { vote, problem: 'the vote is for an option the poll has not' }
}

function readResponse(plain: Buffer): OpenedAnswer {
  const { response } = proto.Message.EventResponseMessage.decode(plain)
  const known = Object.entries(RESPONSES).find(([code]) => Number(code) === response)
  return known === undefined ? { problem: 'the answer to the event says nothing' } : { response: known[1] }
}
