import type { CallContext } from '../../../contract/handlers.ts'
import { type Address, isGroup, STATUS_ADDRESS, usernameIn } from '../../../core/addresses.ts'
import type { Content } from '../../../core/conversation/content.ts'
import type { MessageKey } from '../../../core/conversation/message.ts'
import type { Database } from '../../../db/client.ts'
import { findContactId } from '../../contacts/index.ts'
import type { Media } from '../../media/index.ts'
import { type AskUsername, findPerson } from '../records/people/named-people.ts'
import { badField } from '../records/refusals.ts'
import type { ChatService, NamedRequest, SendRequest } from './ask-owner.ts'
import { toWait } from './wait.ts'

/** What an operation that sends needs. */
export interface SendOperationDeps {
  db: Database
  service: ChatService
  media: Media | undefined
  nowMs(): number
}

/** A message as a caller names it. */
export interface RequestKey {
  remoteJid: Address
  id: string
  fromMe: boolean
  participant?: Address | null | undefined
}

export const toMessageKey = (
  { remoteJid, id, fromMe, participant }: RequestKey,
  chat = remoteJid,
): MessageKey => ({ chat, id, fromMe, ...(participant ? { participant } : {}) })

/** What goes to the status feed has operations of its own. */
export function requireChat(target: Address): void {
  if (target === STATUS_ADDRESS) throw badField('target', 'STATUS_IS_NO_CHAT', {})
}

/** Refuses a key of another chat than the one the send goes to, whichever addresses name them. Answers that chat. */
export async function requireSameChat(
  db: Database,
  { clientId, target }: { clientId: string; target: Address },
  key: Pick<RequestKey, 'remoteJid'>,
  field = 'key.remoteJid',
): Promise<string> {
  const chat = await findContactId(db, clientId, target)
  if (key.remoteJid === target) return chat
  if ((await findContactId(db, clientId, key.remoteJid)) === chat) return chat
  throw badField(field, 'KEY_OF_OTHER_CHAT', {})
}

/**
 * A message counts as a person's when it was written in the dashboard, or when a program says so. Once it is sent,
 * flows keep out of the chat.
 */
export function byPerson(
  { target, asHuman }: { target: Address; asHuman?: boolean | undefined },
  { principal }: CallContext,
  text = '',
): Pick<SendRequest, 'byPerson'> {
  const inDashboard = principal.via === 'session'
  if (isGroup(target) || !(inDashboard || asHuman)) return {}
  return { byPerson: { text, source: inDashboard ? 'dashboard' : 'api' } }
}

/**
 * The request for who is asked for, where that may be a username: then the network is asked who has it, so that nobody is
 * written to who only had it earlier.
 */
export function toNamedRequest<Input extends { clientId: string; target: Address }>(
  { service }: Pick<SendOperationDeps, 'service'>,
  operation: string,
  asked: Input,
  ctx: CallContext,
  toRequest: (input: Input) => SendRequest,
): SendRequest | NamedRequest {
  const { clientId, target } = asked
  if (usernameIn(target) === null) return toRequest(asked)
  const ask: AskUsername = (...query) => service.findUsername(...query)
  return {
    clientId,
    idempotency: toIdempotency(operation, asked, ctx),
    toRequest: async (sentTo) =>
      toRequest({ ...asked, target: sentTo ?? (await findPerson(ask, clientId, target)) }),
  }
}

const toIdempotency = (operation: string, asked: object, ctx: CallContext): SendRequest['idempotency'] => ({
  ...{ userId: ctx.principal.userId, key: ctx.idempotencyKey },
  ...{ operation, body: { ...asked } },
})

/** What every operation that sends takes, and what those of people take beside it. */
type SendInput = { clientId: string; target: Address } & Parameters<typeof toWait>[0] & {
    asHuman?: boolean | undefined
    unlessAnsweredSince?: readonly string[] | undefined
  }

/** Who had it sent, as it is stored with the message. */
function toSender({ asHuman }: Pick<SendInput, 'asHuman'>, { principal }: CallContext): string | undefined {
  const { userId, via, keyId } = principal
  if (via === 'session') return `user:${userId}`
  return keyId && `${asHuman ? 'human' : 'key'}:${keyId}`
}

/** A send to a chat, by whatever operation; `buildContent` is called once for its idempotency key. */
export function buildRequest(
  { nowMs }: Pick<SendOperationDeps, 'nowMs'>,
  operation: string,
  input: SendInput,
  ctx: CallContext,
  buildContent: () => Promise<Content>,
): SendRequest {
  requireChat(input.target)
  return toRequest({ nowMs }, operation, input, ctx, buildContent)
}

/** The same to the status feed. */
export const buildFeedRequest = (
  deps: Pick<SendOperationDeps, 'nowMs'>,
  operation: string,
  input: { clientId: string },
  ctx: CallContext,
  buildContent: () => Promise<Content>,
): SendRequest => toRequest(deps, operation, { ...input, target: STATUS_ADDRESS }, ctx, buildContent)

function toRequest(
  { nowMs }: Pick<SendOperationDeps, 'nowMs'>,
  operation: string,
  input: SendInput,
  ctx: CallContext,
  buildContent: () => Promise<Content>,
): SendRequest {
  const { clientId, target, unlessAnsweredSince: seen } = input
  const sender = toSender(input, ctx)
  return {
    ...(sender && { sentBy: sender }),
    ...(seen && { seen }),
    clientId,
    target,
    wait: toWait(input, nowMs()),
    buildContent,
    idempotency: toIdempotency(operation, input, ctx),
  }
}
