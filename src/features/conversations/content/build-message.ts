import type { Address } from '../../../core/addresses.ts'
import type {
  CallKind,
  Content,
  EventContent,
  MediaContent,
  NewContent,
  StoredMessageRef,
} from '../../../core/conversation/content.ts'
import { refusal } from '../../../core/errors.ts'
import type { Executor } from '../../../db/transaction.ts'
import {
  type NetworkConnector,
  PreparationError,
  type PreparationParts,
  type PreparedMessage,
  type QuotedOriginal,
  type UploadedFile,
} from '../../../network/port.ts'
import type { BuiltMessage } from '../records/hand-over.ts'
import { completeTarget, type KeyDeps, nameInGroup } from '../records/message-keys.ts'
import { type OwnedClient, toOwnAddress } from '../records/owned-client.ts'
import { messageNotFound, notAvailableYet, unknownQuoted } from '../records/refusals.ts'
import { authorOf, findStoredMessage } from '../records/stored-message.ts'
import { nameMentioned } from './mentions.ts'

export interface ContentDeps {
  db: Executor
  connector: Pick<NetworkConnector, 'prepare'>
  /** Puts a file on the network's media server. Throws a Refusal when it cannot be had or taken. */
  upload?(media: MediaContent): Promise<UploadedFile>
  /** Asks the network for the link of a call. Throws a Refusal when it gives none. */
  makeCallLink?(call: CallKind, startSec: number): Promise<string>
  /** The owner's connection, which knows how a group names its people; null where there is none. */
  connection: KeyDeps['connection']
  /** After how many seconds messages of this chat disappear, when the caller does not say; 0: they stay. */
  findTimer?(chat: string): Promise<number>
}

/**
 * Builds the network's message for what a caller asked to send, with the stored messages it refers to.
 * `chat` is the canonical address of the conversation it goes to.
 */
export async function buildMessage(
  deps: ContentDeps,
  client: OwnedClient,
  chat: string,
  content: Content,
): Promise<BuiltMessage> {
  switch (content.type) {
    case 'reaction': {
      const target = await completeTarget(deps, client.id, chat, content.target)
      const built = await prepare(deps, { ...content, target })
      return { ...built, type: 'reaction', text: content.emoji, quotedId: target.id }
    }
    case 'edit': {
      const { target } = content
      const stored = await findStoredMessage(deps.db, client.id, { id: target.id, chat, fromMe: true })
      const original = stored?.bytes && stored.type !== 'text' ? { original: stored.bytes } : {}
      const built = await prepare(deps, content, original)
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
      const built = await prepare(deps, { ...content, ...timer }, { forwarded: stored.bytes })
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

/** Flows quote by the id of what the contact wrote in this chat. */
function quotedBy(content: NewContent, chat: string): StoredMessageRef | null {
  if (content.quoted) return content.quoted
  const id = content.type === 'text' ? content.quoteMessageId : null
  return id ? { id, chat: chat as Address, fromMe: false } : null
}

/** The content without its quote; null when it has none. */
export function withoutQuote(content: NewContent, chat: string): NewContent | null {
  if (quotedBy(content, chat) === null) return null
  const { quoted: _, ...rest } = content
  return rest.type === 'text' ? { ...rest, quoteMessageId: null } : rest
}

/** Callers name the heading of an album by its whole key, flows by its id in the same chat. */
function albumOf(content: NewContent, chat: string): Pick<PreparationParts, 'album'> {
  if (content.album) return { album: content.album }
  if (content.type !== 'media' || content.albumId === undefined) return {}
  return { album: { chat: chat as Address, id: content.albumId, fromMe: true } }
}

async function buildContent(
  deps: ContentDeps,
  client: OwnedClient,
  chat: string,
  asked: NewContent,
): Promise<BuiltMessage> {
  const given = await nameMentioned(deps, chat, asked)
  const isTimed = given.ephemeralSec !== undefined || given.type === 'pin'
  const content = isTimed ? given : { ...given, ...(await findTimer(deps, chat)) }
  const ref = quotedBy(content, chat)
  const quote = ref ? { quoted: await loadQuoted(deps, client, chat, ref) } : {}
  const parts: PreparationParts = { ...quote, ...albumOf(content, chat) }
  const quotedId = ref?.id ?? null
  if (content.type === 'media') {
    if (!deps.upload) throw notAvailableYet('sending files from here')
    const file = await deps.upload(content)
    return { ...(await prepare(deps, content, { ...parts, file })), quotedId }
  }
  const link = content.type === 'event' ? await findCallLink(deps, content) : {}
  const ready =
    content.type === 'pin'
      ? { ...content, target: await completeTarget(deps, client.id, chat, content.target) }
      : content
  const built = await prepare(deps, ready, { ...parts, ...link })
  return { ...built, type: content.type === 'album_heading' ? 'album' : content.type, quotedId }
}

async function findCallLink(
  deps: ContentDeps,
  { call, startSec }: EventContent,
): Promise<Pick<PreparationParts, 'joinLink'>> {
  if (!call) return {}
  if (!deps.makeCallLink) throw notAvailableYet('links to calls from here')
  return { joinLink: await deps.makeCallLink(call, startSec) }
}

/** Where the connector cannot use a stored message that the content refers to, the caller is refused. */
async function prepare(
  deps: ContentDeps,
  content: Content,
  parts: PreparationParts = {},
): Promise<PreparedMessage> {
  try {
    return await deps.connector.prepare(content, parts)
  } catch (error) {
    if (!(error instanceof PreparationError)) throw error
    throw refusal('UNPROCESSABLE_CONTENT', 'MESSAGE_NOT_PREPARED', error.problem, { cause: error })
  }
}

async function loadQuoted(
  deps: ContentDeps,
  client: OwnedClient,
  chat: string,
  ref: StoredMessageRef,
): Promise<QuotedOriginal> {
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
