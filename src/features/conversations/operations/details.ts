import type { Handlers } from '../../../contract/handlers.ts'
import type { Address } from '../../../core/addresses.ts'
import { refusal } from '../../../core/errors.ts'
import type { Fate } from '../../../core/flow/index.ts'
import type { Database } from '../../../db/client.ts'
import type { NetworkConnector } from '../../../network/port.ts'
import { findContactId } from '../../contacts/index.ts'
import { fileUrl, type Media, type MediaRow } from '../../media/index.ts'
import { readDetails, type StoredDetails } from '../read/details.ts'
import { type FateNames, type MessageFate, readFate } from '../read/fate.ts'
import { badField, messageNotFound, notAvailableYet } from '../records/refusals.ts'
import { readStoredError, type StoredError } from '../records/stored-error.ts'
import type { StoredWords } from '../records/stored-words.ts'
import type { ChatService } from './ask-owner.ts'

export interface DetailDeps {
  db: Database
  service: ChatService
  connector: Pick<NetworkConnector, 'toJson' | 'readFile'>
  media: Media | undefined
  nowMs(): number
  words: ChatWords
}

/** With what is said of messages and stored nowhere. */
export interface ChatWords extends StoredWords {
  /** What became of a message in one line, and what would change it. */
  fate(fate: Fate, names: FateNames): { line: string; hint: string | null }
}

type DetailHandlers = Pick<Handlers['chat'], 'getMessage' | 'explain' | 'downloadMedia'>

const toIso = (date: Date | null): string | null => date?.toISOString() ?? null

async function requireMessage(
  db: Database,
  input: { clientId: string; jid: Address; messageId: string; fromMe?: boolean | undefined },
): Promise<StoredDetails> {
  const { clientId, jid, messageId, fromMe } = input
  const chat = await findContactId(db, clientId, jid)
  const found = await readDetails(db, clientId, { id: messageId, chat, fromMe: fromMe ?? null })
  if (!found) throw messageNotFound(messageId)
  return found
}

/** The file of a message, downloaded first when it is not here. */
async function fetchFile(
  { db, service, connector }: DetailDeps,
  media: Media,
  clientId: string,
  found: StoredDetails,
): Promise<MediaRow> {
  const known = await media.findOfMessage(found.seq)
  if (known?.state === 'stored') return known
  const file = found.bytes && connector.readFile(found.bytes)
  if (!file) throw badField('messageId', 'NO_FILE_IN_MESSAGE', {})
  await media.note(db, clientId, [{ seq: found.seq, file }])
  await service.fetchFile(clientId, found.seq)
  const row = await media.findOfMessage(found.seq)
  if (row?.state === 'stored') return row
  const words = row?.error ?? null
  if (row?.state === 'gone') throw refusal('NOT_FOUND', 'MEDIA_GONE', { words })
  throw refusal('SERVICE_UNAVAILABLE', 'MEDIA_NOT_AVAILABLE', { words })
}

export function toDetails(connector: Pick<NetworkConnector, 'toJson'>, found: StoredDetails) {
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
    content: found.bytes && connector.toJson(found.bytes),
  }
}

function toAnswer({ message }: StoredDetails, told: MessageFate, words: ChatWords) {
  const { fate, outcome, decidedAt, runs, sends, names } = told
  return {
    messageId: message.id,
    ...{ outcome, code: fate.code, params: { ...fate.params }, ...words.fate(fate, names) },
    decidedAt: toIso(decidedAt),
    runs: [...runs],
    sends: sends.map(({ messageId, status, ...error }) => ({ messageId, status, failure: toCoded(error) })),
    names: { flows: { ...names.flows }, nodes: [...names.nodes] },
  }
}

/** A copy of a failure that fits the contract's open objects. */
function toCoded(stored: StoredError) {
  const error = readStoredError(stored)
  return error && { code: error.code, params: { ...error.params } }
}

/** All that is known of one message. */
export function createDetailHandlers(deps: DetailDeps): DetailHandlers {
  const { db, connector, media, nowMs, words } = deps
  return {
    async getMessage(input) {
      return toDetails(connector, await requireMessage(db, input))
    },
    async explain(input) {
      const found = await requireMessage(db, input)
      return toAnswer(found, await readFate(db, input.clientId, found, nowMs()), words)
    },
    async downloadMedia(input) {
      const found = await requireMessage(db, input)
      if (!media) throw notAvailableYet('files of messages')
      const row = await fetchFile(deps, media, input.clientId, found)
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
  }
}
