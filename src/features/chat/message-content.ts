import type { Address } from '../../core/addresses.ts'
import { Refusal } from '../../core/errors.ts'
import type { Executor } from '../../db/transaction.ts'
import {
  type CallKind,
  type ContentModifiers,
  type MediaContent,
  type NetworkConnector,
  type OutgoingContent,
  type PlainContent,
  PreparationError,
  type PreparedMessage,
  type QuotedMessage,
} from '../../network/port.ts'
import { toOwnAddress } from './apply-events.ts'
import { nameMentioned } from './mentions.ts'
import { completeTarget, type KeyDeps, nameInGroup } from './message-keys.ts'
import { badField, messageNotFound, notAvailableYet } from './refusals.ts'
import type { CallEvent, SendMedia } from './send-content.ts'
import { authorOf, findStoredMessage } from './stored-message.ts'
import type { OwnedClient, SendContent, StoredMessageRef } from './types.ts'

export interface ContentDeps {
  db: Executor
  connector: Pick<NetworkConnector, 'prepare'>
  /** Puts a file on the network's media server. Throws a Refusal when it cannot be had or taken. */
  upload?(media: SendMedia): Promise<MediaContent>
  /** Asks the network for the link of a call. Throws a Refusal when it gives none. */
  makeCallLink?(call: CallKind, startSec: number): Promise<string>
  /** The owner's connection, which knows how a group names its people; null where there is none. */
  connection: KeyDeps['connection']
  /** After how many seconds messages of this chat disappear, when the caller does not say; 0: they stay. */
  findTimer?(chat: string): Promise<number>
}

/** A message ready to be stored and sent. */
export interface BuiltMessage extends PreparedMessage {
  quotedId: string | null
}

/**
 * Builds the network's message for what a caller asked to send, with the stored messages it refers to.
 * `chat` is the canonical address of the conversation it goes to.
 */
export async function buildMessage(
  deps: ContentDeps,
  client: OwnedClient,
  chat: string,
  content: SendContent,
): Promise<BuiltMessage> {
  switch (content.kind) {
    case 'reaction': {
      const target = await completeTarget(deps, client.id, chat, content.target)
      const built = await prepare(deps, { ...content, target })
      return { ...built, type: 'reaction', text: content.emoji, quotedId: target.id }
    }
    case 'edit': {
      const { target } = content
      const stored = await findStoredMessage(deps.db, client.id, { id: target.id, chat, fromMe: true })
      const original = stored?.bytes && stored.type !== 'text' ? { original: stored.bytes } : {}
      const built = await prepare(deps, { ...content, ...original })
      return { ...built, type: 'edit', text: content.text, quotedId: target.id }
    }
    case 'revoke': {
      const target = await completeTarget(deps, client.id, chat, content.target)
      const built = await prepare(deps, { ...content, target })
      return { ...built, type: 'revoke', text: null, quotedId: target.id }
    }
    case 'forward': {
      const { source } = content
      const stored = await findStoredMessage(deps.db, client.id, { ...source, chat: source.chat ?? chat })
      if (!stored?.bytes) throw messageNotFound(source.id)
      const timer = await findTimer(deps, chat)
      const built = await prepare(deps, { kind: 'forward', bytes: stored.bytes, ...timer })
      return { ...built, quotedId: null }
    }
    default:
      return buildContent(deps, client, chat, content)
  }
}

async function findTimer(deps: ContentDeps, chat: string): Promise<{ ephemeralSec?: number }> {
  const ephemeralSec = (await deps.findTimer?.(chat)) ?? 0
  return ephemeralSec > 0 ? { ephemeralSec } : {}
}

type NewContent = Exclude<SendContent, { kind: 'reaction' | 'edit' | 'revoke' | 'forward' }>

async function buildContent(
  deps: ContentDeps,
  client: OwnedClient,
  chat: string,
  { quoted, ...asked }: NewContent,
): Promise<BuiltMessage> {
  const given = await nameMentioned(deps, chat, asked)
  const isTimed = given.ephemeralSec !== undefined || given.kind === 'pin'
  const content = isTimed ? given : { ...given, ...(await findTimer(deps, chat)) }
  const quote = quoted ? { quoted: await loadQuoted(deps, client, chat, quoted) } : {}
  const quotedId = quoted?.id ?? null
  if (content.kind !== 'media') {
    const linked = content.kind === 'event' ? await withCallLink(deps, content) : content
    const about =
      linked.kind === 'pin' ? { target: await completeTarget(deps, client.id, chat, linked.target) } : {}
    return { ...(await prepare(deps, { ...linked, ...about, ...quote })), type: content.kind, quotedId }
  }
  if (!deps.upload) throw notAvailableYet('sending files from here')
  const { source: _, ...said } = content
  const file = await deps.upload(content)
  return { ...(await prepare(deps, { ...said, ...file, ...quote })), quotedId }
}

async function withCallLink(
  deps: ContentDeps,
  { call, ...event }: CallEvent & ContentModifiers,
): Promise<PlainContent & ContentModifiers> {
  if (!call) return event
  if (!deps.makeCallLink) throw notAvailableYet('links to calls from here')
  return { ...event, joinLink: await deps.makeCallLink(call, event.startSec) }
}

/** The connector refuses contents whose stored parts it cannot read; that is the caller's to know. */
async function prepare(deps: ContentDeps, content: OutgoingContent): Promise<PreparedMessage> {
  try {
    return await deps.connector.prepare(content)
  } catch (error) {
    if (!(error instanceof PreparationError)) throw error
    throw new Refusal('UNPROCESSABLE_CONTENT', `${error.message} Nothing was sent.`, { cause: error })
  }
}

async function loadQuoted(
  deps: ContentDeps,
  client: OwnedClient,
  chat: string,
  ref: StoredMessageRef,
): Promise<QuotedMessage> {
  const stored = await findStoredMessage(deps.db, client.id, { ...ref, chat: ref.chat ?? chat })
  if (!stored?.bytes) throw unknownQuoted(ref.id)
  const author = authorOf(stored, toOwnAddress(client))
  return {
    key: {
      chat: stored.chat as Address,
      id: stored.id,
      fromMe: stored.fromMe,
      participant: await nameInGroup(deps, stored.chat, author),
    },
    bytes: stored.bytes,
  }
}

export const unknownQuoted = (id: string): Refusal =>
  badField(
    'message.quoted',
    `This client has no message ${JSON.stringify(id.slice(0, 128))} in that chat; quote one it has seen.`,
  )
