import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { proto } from 'baileys/WAProto/index.js'
import type { Mailbox } from '../state/mailbox.ts'
import type { Addressing, User } from '../state/user.ts'
import { findPoll, unwrapContent } from './content.ts'

const IV_BYTES = 12
const TAG_BYTES = 16
const FORMS: Addressing[] = ['pn', 'lid']

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
}

/** A message a phone sent or received, by its id alone. */
export function findOriginal(mailbox: Mailbox, owner: string, id: string): Original | undefined {
  const sent = mailbox.sent.get(id)
  const known = sent ?? mailbox.inbox.findLast((message) => message.id === id)
  if (known === undefined) return undefined
  const author = sent === undefined && 'from' in known ? known.from : owner
  return { message: unwrapContent(proto.Message.decode(Buffer.from(known.raw, 'base64'))), author }
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

/** Tries the names of both people in both addressings: clients differ in which they take. */
function openAny(kind: AnswerKind, original: Original, id: string, people: User[], sealed: Sealed) {
  const [creator, answerer] = people
  for (const creatorForm of FORMS) {
    for (const answererForm of FORMS) {
      const parties = {
        creator: creator?.jid(creatorForm) ?? '',
        answerer: answerer?.jid(answererForm) ?? '',
      }
      const plain = open({ kind, messageId: id, secret: secretOf(original), ...parties }, sealed)
      if (plain !== undefined) return plain
    }
  }
  return undefined
}

const RESPONSES = { 1: 'going', 2: 'not-going', 3: 'maybe' } as const

/** Opens a vote or an event's answer; nothing when the message is neither. `find` gives the user of a number. */
export function openAnswer(
  mailbox: Mailbox,
  owner: User,
  sender: User,
  message: proto.IMessage,
  find: (number: string) => User | undefined,
): OpenedAnswer | undefined {
  const { pollUpdateMessage: update, encEventResponseMessage: answer } = unwrapContent(message)
  const id = (update?.pollCreationMessageKey ?? answer?.eventCreationMessageKey)?.id
  const sealed = update?.vote ?? answer
  if (!id || !sealed) return undefined
  const original = findOriginal(mailbox, owner.number, id)
  const creator = original && find(original.author)
  if (original === undefined || creator === undefined)
    return { problem: 'this phone has not the message answered' }
  const kind = update ? 'Poll Vote' : 'Event Response'
  const { encPayload, encIv } = sealed
  const people = [creator, sender]
  const plain = openAny(kind, original, id, people, {
    encPayload: encPayload ?? Buffer.alloc(0),
    encIv: encIv ?? Buffer.alloc(0),
  })
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
