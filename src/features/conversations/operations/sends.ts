import type { CallContext, Handlers } from '../../../contract/handlers.ts'
import type { Address } from '../../../core/addresses.ts'
import type { Content, StoredMessageRef } from '../../../core/conversation/content.ts'
import type { Database } from '../../../db/client.ts'
import { findContactId } from '../../contacts/index.ts'
import { messageNotFound, notAvailableYet, unknownQuoted } from '../records/refusals.ts'
import { findStoredMessage } from '../records/stored-message.ts'
import { buildContent, type StoreBytes, toAlbumItem } from './request-content.ts'
import {
  buildRequest,
  byPerson,
  requireSameChat,
  type SendOperationDeps,
  toNamedRequest,
} from './send-request.ts'

type SendHandlers = Pick<Handlers['chat'], 'sendMessage' | 'forwardMessage' | 'sendAlbum'>
type MessageInput = Parameters<SendHandlers['sendMessage']>[0]

/** Stores files that were given as base64. One that was spooled while the body was read is on disk already. */
export function createBytesStore(
  { media }: SendOperationDeps,
  clientId: string,
  { spooled }: CallContext,
): StoreBytes {
  return async (base64, mimetype, kind) => {
    if (!media) throw notAvailableYet('files given as base64')
    const file = spooled?.get(base64)
    if (file) return { assetId: await media.keepFile(clientId, kind, file, mimetype) }
    return { assetId: await media.keepBytes(clientId, kind, base64, mimetype) }
  }
}

async function buildMessageContent(
  deps: SendOperationDeps,
  input: MessageInput,
  ctx: CallContext,
): Promise<Content> {
  const { db } = deps
  const { clientId, target, message } = input
  if (message.pin) await requireSameChat(db, input, message.pin, 'message.pin.remoteJid')
  const { quoted } = message
  const ref = quoted ? { quoted: await resolveQuoted(db, clientId, target, quoted) } : {}
  return { ...(await buildContent(message, target, createBytesStore(deps, clientId, ctx))), ...ref }
}

async function resolveQuoted(
  db: Database,
  clientId: string,
  target: Address,
  quoted: { id: string; remoteJid?: Address | undefined; fromMe?: boolean | undefined },
): Promise<StoredMessageRef> {
  const chat = await findContactId(db, clientId, quoted.remoteJid ?? target)
  const ref = { id: quoted.id, chat, fromMe: quoted.fromMe ?? null }
  if (!(await findStoredMessage(db, clientId, ref))) throw unknownQuoted(quoted.id)
  return { ...ref, chat: chat as Address }
}

async function requireForwardable(
  db: Database,
  clientId: string,
  messageId: string,
  sourceJid: Address,
): Promise<Address> {
  const chat = await findContactId(db, clientId, sourceJid)
  const stored = await findStoredMessage(db, clientId, { id: messageId, chat, fromMe: null })
  if (!stored) throw messageNotFound(messageId)
  return chat as Address
}

/** The operations that send a new message, as commands to the owner of the client. */
export function createSendHandlers(deps: SendOperationDeps): SendHandlers {
  const { db, service } = deps
  return {
    async sendMessage(asked, ctx) {
      const operation = 'chat.sendMessage'
      const named = toNamedRequest(deps, operation, asked, ctx, (input) => {
        const { message } = input
        const request = buildRequest(deps, operation, input, ctx, () => buildMessageContent(deps, input, ctx))
        return { ...request, ...(message.pin ? {} : byPerson(input, ctx, message.text)) }
      })
      return service.send(named)
    },
    async forwardMessage(asked, ctx) {
      const operation = 'chat.forwardMessage'
      const named = toNamedRequest(deps, operation, asked, ctx, (input) => {
        const { clientId, messageId, sourceJid } = input
        const request = buildRequest(deps, operation, input, ctx, async () => {
          const chat = await requireForwardable(db, clientId, messageId, sourceJid)
          return { type: 'forward', source: { id: messageId, chat, fromMe: null } }
        })
        return { ...request, ...byPerson(input, ctx) }
      })
      return service.send(named)
    },
    async sendAlbum(asked, ctx) {
      const { clientId, album } = asked
      const images = album.filter((item) => item.image !== undefined).length
      const heading = { type: 'album_heading' as const, images, videos: album.length - images }
      const store = createBytesStore(deps, clientId, ctx)
      const operation = 'chat.sendAlbum'
      const named = toNamedRequest(deps, operation, asked, ctx, (input) => ({
        ...buildRequest(deps, operation, input, ctx, async () => heading),
        ...byPerson(input, ctx),
      }))
      return service.sendAlbum(
        named,
        async (item, parent) => ({ ...(await toAlbumItem(item, store)), album: parent }),
        album,
      )
    },
  }
}
