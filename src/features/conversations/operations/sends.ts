import type { CallContext, Handlers } from '../../../contract/handlers.ts'
import { type Address, isGroup, toPhoneNumber } from '../../../core/addresses.ts'
import type { Content, StoredMessageRef } from '../../../core/conversation/content.ts'
import type { MessageKey } from '../../../core/conversation/message.ts'
import { findContactId, readContacts } from '../../contacts/index.ts'
import { readConversations } from '../read/conversation-list.ts'
import { parseCursor } from '../read/cursor.ts'
import { readPage } from '../read/pages.ts'
import { searchMessages } from '../read/search.ts'
import {
  badField,
  deleteWindowPast,
  editWindowPast,
  messageNotFound,
  notAvailableYet,
  unknownQuoted,
} from '../records/refusals.ts'
import { findStoredMessage } from '../records/stored-message.ts'
import type { SendRequest } from './ask-owner.ts'
import { createExtensionHandlers, type ExtensionDeps } from './reads.ts'
import { buildContent, type StoreBytes, toAlbumItem } from './request-content.ts'
import { toWait } from './wait.ts'

/** The operations of the chat group. */
export type ChatHandlers = Pick<
  Handlers['chat'],
  | 'sendMessage'
  | 'reactMessage'
  | 'forwardMessage'
  | 'sendAlbum'
  | 'editMessage'
  | 'readMessages'
  | 'getConversationMessages'
  | 'fetchContacts'
  | 'listConversations'
  | 'listMessages'
  | 'searchMessages'
  | 'getMessage'
  | 'downloadMedia'
  | 'deleteMessage'
  | 'sendPresence'
>

/** How long the network lets a message be edited. */
export const EDIT_WINDOW_MIN = 15
/** How long a message can be taken back for everybody: two days and twelve hours, as the network's own help has it. */
export const DELETE_WINDOW_HOURS = 60

const EDITABLE = new Set(['text', 'image', 'video', 'document'])

export interface ChatHandlerDeps extends ExtensionDeps {
  nowMs(): number
}

type MessageInput = Parameters<Handlers['chat']['sendMessage']>[0]['message']

interface RequestKey {
  remoteJid: Address
  id: string
  fromMe: boolean
  participant?: Address | null | undefined
}

/** The status feed comes later. */
function requireChat(target: Address): void {
  if (target === 'status@broadcast') throw notAvailableYet('sending to the status feed')
}

const toMessageKey = ({ remoteJid, id, fromMe, participant }: RequestKey, chat = remoteJid): MessageKey => ({
  chat,
  id,
  fromMe,
  ...(participant ? { participant } : {}),
})

/**
 * What somebody writes in the dashboard is a person's word, and what a program sends when it says so: flows keep out once
 * it is sent.
 */
function byPerson(
  { target, asHuman }: { target: Address; asHuman?: boolean | undefined },
  { principal }: CallContext,
  text = '',
): Pick<SendRequest, 'byPerson'> {
  const inDashboard = principal.via === 'session'
  if (isGroup(target) || !(inDashboard || asHuman)) return {}
  return { byPerson: { text, source: inDashboard ? 'dashboard' : 'api' } }
}

export function createChatHandlers(deps: ChatHandlerDeps): ChatHandlers {
  const { db, service, media } = deps

  const storeBytesOf =
    (clientId: string, { lifted }: CallContext): StoreBytes =>
    async (base64, mimetype, kind) => {
      if (!media) throw notAvailableYet('files given as base64')
      const file = lifted?.get(base64)
      if (file) return { assetId: await media.keepFile(clientId, kind, file, mimetype) }
      return { assetId: await media.keepBytes(clientId, kind, base64, mimetype) }
    }

  const buildRequest = (
    operation: string,
    input: { clientId: string; target: Address } & Parameters<typeof toWait>[0],
    ctx: CallContext,
    buildContent: () => Promise<Content>,
  ): SendRequest => ({
    clientId: input.clientId,
    target: input.target,
    wait: toWait(input, deps.nowMs()),
    buildContent,
    idempotency: {
      userId: ctx.principal.userId,
      key: ctx.idempotencyKey,
      operation,
      body: { ...input },
    },
  })

  /** The key has to be of the chat the send goes to, whichever of its addresses either is given by. */
  async function requireSameChat(
    clientId: string,
    target: Address,
    key: RequestKey,
    field = 'key.remoteJid',
  ): Promise<string> {
    const chat = await findContactId(db, clientId, target)
    if (key.remoteJid === target) return chat
    if ((await findContactId(db, clientId, key.remoteJid)) === chat) return chat
    throw badField(field, 'names another chat than target; both have to be the chat of the message.')
  }

  async function buildMessageContent(
    clientId: string,
    target: Address,
    message: MessageInput,
    ctx: CallContext,
  ): Promise<Content> {
    if (message.pin) await requireSameChat(clientId, target, message.pin, 'message.pin.remoteJid')
    const { quoted } = message
    const ref = quoted ? { quoted: await resolveQuoted(clientId, target, quoted) } : {}
    return { ...(await buildContent(message, target, storeBytesOf(clientId, ctx))), ...ref }
  }

  async function resolveQuoted(
    clientId: string,
    target: Address,
    quoted: { id: string; remoteJid?: Address | undefined; fromMe?: boolean | undefined },
  ): Promise<StoredMessageRef> {
    const chat = await findContactId(db, clientId, quoted.remoteJid ?? target)
    const ref = { id: quoted.id, chat, fromMe: quoted.fromMe ?? null }
    if (!(await findStoredMessage(db, clientId, ref))) throw unknownQuoted(quoted.id)
    return { ...ref, chat: chat as Address }
  }

  /** Refuses what the network would not take as an edit. */
  async function requireEditable(clientId: string, target: Address, key: RequestKey): Promise<void> {
    const chat = await requireSameChat(clientId, target, key)
    if (!key.fromMe) throw badField('key.fromMe', 'only messages this client sent can be edited.')
    const stored = await findStoredMessage(db, clientId, { id: key.id, chat, fromMe: true })
    if (!stored) throw messageNotFound(key.id)
    if (!EDITABLE.has(stored.type)) {
      throw badField('key.id', `is a message of type ${stored.type}; only texts and captions can be edited.`)
    }
    if (deps.nowMs() / 1000 - stored.atSec > EDIT_WINDOW_MIN * 60) throw editWindowPast(EDIT_WINDOW_MIN)
  }

  async function requireForwardable(
    clientId: string,
    messageId: string,
    sourceJid: Address,
  ): Promise<Address> {
    const chat = await findContactId(db, clientId, sourceJid)
    const stored = await findStoredMessage(db, clientId, { id: messageId, chat, fromMe: null })
    if (!stored) throw messageNotFound(messageId)
    return chat as Address
  }

  return {
    ...createExtensionHandlers(deps),
    async sendMessage(input, ctx) {
      requireChat(input.target)
      const { clientId, target, message } = input
      const request = buildRequest('chat.sendMessage', input, ctx, () =>
        buildMessageContent(clientId, target, message, ctx),
      )
      return service.send({ ...request, ...(message.pin ? {} : byPerson(input, ctx, message.text)) })
    },
    async reactMessage(input, ctx) {
      const { clientId, target, key, reaction } = input
      requireChat(target)
      return service.send(
        buildRequest('chat.reactMessage', input, ctx, async () => {
          await requireSameChat(clientId, target, key)
          return { type: 'reaction', target: toMessageKey(key, target), emoji: reaction }
        }),
      )
    },
    async editMessage(input, ctx) {
      const { clientId, target, key, text } = input
      requireChat(target)
      return service.send(
        buildRequest('chat.editMessage', input, ctx, async () => {
          await requireEditable(clientId, target, key)
          return { type: 'edit', target: toMessageKey(key, target), text }
        }),
      )
    },
    async forwardMessage(input, ctx) {
      const { clientId, target, messageId, sourceJid } = input
      requireChat(target)
      const request = buildRequest('chat.forwardMessage', input, ctx, async () => {
        const chat = await requireForwardable(clientId, messageId, sourceJid)
        return { type: 'forward', source: { id: messageId, chat, fromMe: null } }
      })
      return service.send({ ...request, ...byPerson(input, ctx) })
    },
    async sendAlbum(input, ctx) {
      const { clientId, target, album } = input
      requireChat(target)
      const images = album.filter((item) => item.image !== undefined).length
      const heading = { type: 'album_heading' as const, images, videos: album.length - images }
      const store = storeBytesOf(clientId, ctx)
      const request = buildRequest('chat.sendAlbum', input, ctx, async () => heading)
      return service.sendAlbum(
        { ...request, ...byPerson(input, ctx) },
        async (item, parent) => ({ ...(await toAlbumItem(item, store)), album: parent }),
        album,
      )
    },
    async deleteMessage(input, ctx) {
      const { clientId, target, key } = input
      requireChat(target)
      return service.send(
        buildRequest('chat.deleteMessage', input, ctx, async () => {
          const chat = await requireSameChat(clientId, target, key)
          if (!key.fromMe && !isGroup(target)) {
            throw badField('key.fromMe', 'only messages this client sent can be taken back here.')
          }
          const ref = { id: key.id, chat, fromMe: key.fromMe }
          const stored = await findStoredMessage(db, clientId, ref)
          if (!stored) throw messageNotFound(key.id)
          if (deps.nowMs() / 1000 - stored.atSec > DELETE_WINDOW_HOURS * 3_600) {
            throw deleteWindowPast(DELETE_WINDOW_HOURS)
          }
          return { type: 'revoke', target: toMessageKey(key, target) }
        }),
      )
    },
    async readMessages({ clientId, keys }) {
      // What we wrote ourselves needs no reading.
      const theirs = keys.filter((key) => !key.fromMe).map((key) => toMessageKey(key))
      const { error } = theirs.length > 0 ? await service.read(clientId, theirs) : { error: null }
      if (error !== null) {
        const message = 'The messages could not be marked as read. Call again; reading twice does no harm.'
        return { type: 'error', client: clientId, message, error }
      }
      const what = theirs.length === 1 ? '1 message is' : `${theirs.length} messages are`
      return { type: 'success', client: clientId, message: `${what} marked as read.` }
    },
    async getConversationMessages({ clientId, jid, cursor, limit, direction }) {
      const from = cursor === undefined ? null : parseCursor(cursor)
      if (cursor !== undefined && !from) {
        throw badField('cursor', 'is none this service gave. Use nextCursor or the cursor of a message.')
      }
      const chat = await findContactId(db, clientId, jid)
      return readPage(db, { clientId, chat, from, direction, limit })
    },
    async listConversations({ clientId, cursor, limit, search }) {
      const from = cursor === undefined ? null : parseCursor(cursor)
      if (cursor !== undefined && !from) {
        throw badField('cursor', 'is none this service gave. Use nextCursor of the page before.')
      }
      return readConversations(db, { clientId, from, limit, search: search ?? null })
    },
    async searchMessages({ clientId, jid, text, cursor, limit }) {
      const from = cursor === undefined ? null : parseCursor(cursor)
      if (cursor !== undefined && !from) {
        throw badField('cursor', 'is none this service gave. Use nextCursor of the page before.')
      }
      return searchMessages(db, { clientId, chat: await findContactId(db, clientId, jid), text, from, limit })
    },
    async fetchContacts({ clientId }) {
      const contacts = await readContacts(db, clientId)
      return {
        contacts: contacts.map(({ id, notify, lid, name, phone }) => ({
          id,
          notify,
          lid,
          name,
          phoneNumber: phone === null ? null : toPhoneNumber(phone),
        })),
      }
    },
  }
}
