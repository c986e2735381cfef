import type { Handlers } from '../../../contract/handlers.ts'
import { type Address, isGroup } from '../../../core/addresses.ts'
import { Refusal } from '../../../core/errors.ts'
import type { Database } from '../../../db/client.ts'
import type { NetworkConnector } from '../../../network/port.ts'
import { findContactId } from '../../contacts/index.ts'
import { fileUrl, type Media, type MediaRow } from '../../media/index.ts'
import { parseCursor } from '../read/cursor.ts'
import { readDetails, type StoredDetails } from '../read/details.ts'
import { type MessageFile, readInboxPage } from '../read/inbox.ts'
import { badField, messageNotFound, notAvailableYet } from '../records/refusals.ts'
import type { ChatService } from './ask-owner.ts'

export interface ExtensionDeps {
  db: Database
  service: ChatService
  connector: Pick<NetworkConnector, 'toJson' | 'readFile'>
  media: Media | undefined
}

type Extensions = Pick<Handlers['chat'], 'getMessage' | 'listMessages' | 'downloadMedia' | 'sendPresence'>

const toIso = (date: Date | null): string | null => date?.toISOString() ?? null

const toFile = ({ id, ...file }: MessageFile) => ({
  ...file,
  url: file.state === 'stored' ? fileUrl(id) : null,
})

/** The operations beyond the interface that read, and those that need no place in the queue of sends. */
export function createExtensionHandlers(deps: ExtensionDeps): Extensions {
  const { db, service } = deps

  async function requireMessage(input: {
    clientId: string
    jid: Address
    messageId: string
    fromMe?: boolean | undefined
  }): Promise<StoredDetails> {
    const { clientId, jid, messageId, fromMe } = input
    const chat = await findContactId(db, clientId, jid)
    const found = await readDetails(db, clientId, { id: messageId, chat, fromMe: fromMe ?? null })
    if (!found) throw messageNotFound(messageId)
    return found
  }

  /** The file of a message, downloaded first when it is not here. */
  async function fetchFile(media: Media, clientId: string, found: StoredDetails): Promise<MediaRow> {
    const known = await media.findOfMessage(found.seq)
    if (known?.state === 'stored') return known
    const file = found.bytes && deps.connector.readFile(found.bytes)
    if (!file) throw badField('messageId', 'is a message without a file.')
    await media.note(db, clientId, [{ seq: found.seq, file }])
    await service.fetchFile(clientId, found.seq)
    const row = await media.findOfMessage(found.seq)
    if (row?.state === 'stored') return row
    const isGone = row?.state === 'gone'
    const why = row?.error ?? 'It was not downloaded in time.'
    throw new Refusal(isGone ? 'NOT_FOUND' : 'SERVICE_UNAVAILABLE', `The file cannot be had now: ${why}`, {
      data: { reason: isGone ? 'MEDIA_GONE' : 'MEDIA_NOT_AVAILABLE' },
    })
  }

  function toDetails(found: StoredDetails) {
    const { message, chat, participant, quotedId, reactions, votes, editedAt, revokedAt, error } = found
    return {
      message,
      key: { remoteJid: chat, id: message.id, fromMe: message.fromMe, participant },
      quotedId,
      reactions: reactions ?? {},
      votes: votes ?? {},
      editedAt: toIso(editedAt),
      revokedAt: toIso(revokedAt),
      error,
      content: found.bytes && deps.connector.toJson(found.bytes),
    }
  }

  return {
    async getMessage(input) {
      return toDetails(await requireMessage(input))
    },
    async listMessages({ clientId, jid, cursor, limit, direction }) {
      const from = cursor === undefined ? null : parseCursor(cursor)
      if (cursor !== undefined && !from)
        throw badField('cursor', 'is none this service gave. Use nextCursor.')
      const chat = await findContactId(db, clientId, jid)
      const { entries, nextCursor } = await readInboxPage(db, { clientId, chat, from, limit, direction })
      return {
        messages: entries.map((entry) => ({
          ...toDetails(entry),
          quoted: entry.quoted,
          file: entry.file && toFile(entry.file),
        })),
        nextCursor,
      }
    },
    async downloadMedia(input) {
      const found = await requireMessage(input)
      if (!deps.media) throw notAvailableYet('files of messages')
      const row = await fetchFile(deps.media, input.clientId, found)
      return {
        mediaId: row.id,
        kind: row.kind,
        mimetype: row.mimetype,
        fileName: row.fileName,
        sizeBytes: row.sizeBytes ?? 0,
        sha256: Buffer.from(row.sha256 ?? []).toString('hex'),
        url: fileUrl(row.id),
        expiresAt: toIso(row.expiresAt),
      }
    },
    async sendPresence({ clientId, target, presence }) {
      if (!isGroup(target) && target === 'status@broadcast') {
        throw badField('target', 'is the status feed; nobody sees presence there.')
      }
      const { error } = await service.showPresence(clientId, target, presence)
      if (error === null) return { type: 'success', client: clientId, message: 'The network was told.' }
      const message = 'The network could not be told. Call again; it does no harm.'
      return { type: 'error', client: clientId, message, error }
    },
  }
}
