import { type Bus, requireReply } from '../../../../bus/port.ts'
import type { CallContext, Handlers } from '../../../../contract/handlers.ts'
import { type Address, STATUS_ADDRESS } from '../../../../core/addresses.ts'
import type { Content, MediaContent, MediaKind } from '../../../../core/conversation/content.ts'
import {
  STATUS_LIFE_SEC,
  type StatusSetting,
  toStatusLook,
} from '../../../../core/conversation/status-post.ts'
import { refusal } from '../../../../core/errors.ts'
import type { NetworkConnector } from '../../../../network/port.ts'
import { findContactId } from '../../../contacts/index.ts'
import { parseCursor, toCursor } from '../../read/cursor.ts'
import {
  findStatuses,
  type OwnStatusRow,
  type ReceivedStatusRow,
  readOwnAddress,
  readOwnStatuses,
  readReceivedStatuses,
  readViewers,
} from '../../read/statuses/statuses.ts'
import { type FixedAudience, readAudience } from '../../records/network/status-posts.ts'
import { notConnected } from '../../records/refusals.ts'
import { readStoredError } from '../../records/stored-error.ts'
import type { StoredWords } from '../../records/stored-words.ts'
import { toSource } from '../request-content.ts'
import { buildFeedRequest, type SendOperationDeps } from '../send-request.ts'
import { createBytesStore } from '../sends.ts'
import { fromLook } from './status-look.ts'

/** Asks the owner of a client to whom a status would go. */
export const AUDIENCE_COMMAND = 'status.audience'
/** Longer than the network is waited for. */
const ASK_TIMEOUT_MS = 30_000

export interface StatusDeps extends SendOperationDeps {
  bus: Bus
  words: StoredWords
  connector: Pick<NetworkConnector, 'toJson' | 'readFile'>
  newId(): string
}

type StatusHandlers = Handlers['status']
type PostInput = Parameters<StatusHandlers['post']>[0]

const toIso = (sec: number): string => new Date(sec * 1_000).toISOString()

const toCounts = ({
  setting,
  people,
  leftOut,
}: {
  setting: StatusSetting
  people: number
  leftOut: number
}) => ({ setting, people, leftOut })

const KINDS = [
  ['image', 'image'],
  ['video', 'video'],
  ['voice', 'voice'],
] as const satisfies readonly (readonly [keyof PostInput, MediaKind])[]

/** What a status says, as a message has it. */
async function buildPost(deps: StatusDeps, input: PostInput, ctx: CallContext): Promise<Content> {
  const { clientId, text, caption, background, font } = input
  if (text !== undefined) return { type: 'text', text, look: toStatusLook(background, font) }
  const [field, kind] = KINDS.find(([name]) => input[name] !== undefined) ?? (['image', 'image'] as const)
  const source = input[field]
  if (source === undefined) throw new Error('a status without anything in it passed the contract')
  const store = createBytesStore(deps, clientId, ctx)
  const media: MediaContent = {
    ...{ type: 'media', kind, source: await toSource(source, kind === 'voice' ? 'audio' : kind, store) },
    ...(caption === undefined ? {} : { caption }),
    ...(kind === 'voice' ? { voiceNote: true, look: toStatusLook(background) } : {}),
  }
  return media
}

function stateOf({ revokedAt, status, errorCode }: OwnStatusRow) {
  if (revokedAt) return 'deleted'
  if (status === 'PENDING') return 'sending'
  if (status !== 'ERROR') return 'posted'
  return errorCode === 'OUTCOME_UNKNOWN' ? 'unknown' : 'failed'
}

/** Statuses of accounts and of their contacts: what is posted goes the way of every send. */
export class Statuses {
  readonly handlers: StatusHandlers
  readonly #deps: StatusDeps

  constructor(deps: StatusDeps) {
    this.#deps = deps
    this.handlers = {
      post: (input, ctx) => this.#post(input, ctx),
      delete: (input, ctx) => this.#delete(input, ctx),
      list: (input) => this.#list(input),
      listViewers: (input) => this.#listViewers(input),
      previewAudience: ({ clientId }) => this.#previewAudience(clientId),
      listReceived: (input) => this.#listReceived(input),
      markSeen: (input) => this.#markSeen(input),
      react: (input, ctx) => this.#react(input, ctx),
    }
  }

  async #post(input: PostInput, ctx: CallContext) {
    const { db, service } = this.#deps
    const { clientId, audience: people } = input
    const request = buildFeedRequest(this.#deps, 'status.post', input, ctx, () =>
      buildPost(this.#deps, input, ctx),
    )
    const sent = await service.send({ ...request, audience: people ? { people } : {} })
    const id = sent.res?.key.id
    const fixed = id === undefined ? undefined : await readAudience(db, clientId, id)
    const atSec = sent.res?.messageTimestamp
    return {
      ...sent,
      audience: fixed ? toCounts({ ...fixed, people: fixed.people.length }) : null,
      expiresAt: typeof atSec === 'number' ? toIso(atSec + STATUS_LIFE_SEC) : null,
    }
  }

  #delete(input: Parameters<StatusHandlers['delete']>[0], ctx: CallContext) {
    const { clientId, id } = input
    return this.#deps.service.send(
      buildFeedRequest(this.#deps, 'status.delete', input, ctx, async () => {
        const [found] = await this.#require(clientId, [id], true)
        if (!found?.isPosted) throw refusal('CONFLICT', 'STATUS_NOT_POSTED', {})
        return { type: 'revoke', target: { chat: STATUS_ADDRESS, id, fromMe: true } }
      }),
    )
  }

  #react(input: Parameters<StatusHandlers['react']>[0], ctx: CallContext) {
    const { clientId, id, reaction } = input
    return this.#deps.service.send(
      buildFeedRequest(this.#deps, 'status.react', input, ctx, async () => {
        await this.#require(clientId, [id], false)
        return { type: 'reaction', target: { chat: STATUS_ADDRESS, id, fromMe: false }, emoji: reaction }
      }),
    )
  }

  /** Those that are shown; throws for one that nobody knows, or that is over. */
  async #require(clientId: string, ids: readonly string[], fromMe: boolean) {
    const { db, nowMs } = this.#deps
    const found = await findStatuses(db, clientId, ids, fromMe)
    if (new Set(found.map(({ id }) => id)).size < new Set(ids).size)
      throw refusal('NOT_FOUND', 'STATUS_NOT_FOUND', {})
    const startSec = nowMs() / 1_000 - STATUS_LIFE_SEC
    if (found.some(({ atSec }) => atSec < startSec)) throw refusal('CONFLICT', 'STATUS_OVER', {})
    return found
  }

  async #list({ clientId, cursor, limit }: Parameters<StatusHandlers['list']>[0]) {
    const from = cursor === undefined ? null : parseCursor(cursor)
    if (cursor !== undefined && !from)
      throw refusal('BAD_REQUEST', 'PLACE_UNKNOWN', { list: 'pages' }, { path: 'cursor' })
    const found = await readOwnStatuses(this.#deps.db, clientId, from, limit + 1)
    const rows = found.slice(0, limit)
    const last = rows.at(-1)
    return {
      statuses: rows.map((row) => this.#toOwn(row)),
      nextCursor: found.length > limit && last ? toCursor(last) : null,
    }
  }

  #toOwn(row: OwnStatusRow) {
    const { words, connector, nowMs } = this.#deps
    const { id, type, text, atSec, setting, people, leftOut, delivered, seen, liked, replies } = row
    const failure = readStoredError(row)
    return {
      ...({ id, type, text, delivered, seen, liked, replies, state: stateOf(row) } as const),
      ...fromLook(row.bytes && connector.toJson(row.bytes)),
      failure: failure && { code: failure.code, params: { ...failure.params } },
      error: failure && words.sendError(failure),
      origin: row.origin === 'phone' ? ('phone' as const) : ('api' as const),
      postedAt: toIso(atSec),
      expiresAt: toIso(atSec + STATUS_LIFE_SEC),
      isOver: row.revokedAt !== null || nowMs() / 1_000 >= atSec + STATUS_LIFE_SEC,
      audience: setting && toCounts({ setting, people: people ?? 0, leftOut: leftOut ?? 0 }),
    }
  }

  async #listViewers({ clientId, id }: Parameters<StatusHandlers['listViewers']>[0]) {
    const { db } = this.#deps
    const [viewers, known] = await Promise.all([
      readViewers(db, clientId, id),
      findStatuses(db, clientId, [id], true),
    ])
    if (viewers.length === 0 && known.length === 0) throw refusal('NOT_FOUND', 'STATUS_NOT_FOUND', {})
    return {
      viewers: viewers.map(({ deliveredAt, seenAt, ...viewer }) => ({
        ...viewer,
        deliveredAt: deliveredAt?.toISOString() ?? null,
        seenAt: seenAt?.toISOString() ?? null,
      })),
    }
  }

  async #previewAudience(clientId: string) {
    const { bus, newId } = this.#deps
    const command = { name: AUDIENCE_COMMAND, input: {} }
    const reply = await bus.request(clientId, command, { commandId: newId(), timeoutMs: ASK_TIMEOUT_MS })
    const found = requireReply<FixedAudience>(reply, notConnected)
    return toCounts({ ...found, people: found.people.length })
  }

  async #listReceived(input: Parameters<StatusHandlers['listReceived']>[0]) {
    const { db } = this.#deps
    const { clientId, jid, withMuted, limit } = input
    const of = jid === undefined ? null : await findContactId(db, clientId, jid)
    const own = await readOwnAddress(db, clientId)
    const rows = await readReceivedStatuses(db, clientId, { jid: of, withMuted, limit, own })
    return { statuses: rows.map((row) => this.#toReceived(row)) }
  }

  #toReceived({ bytes, atSec, ...row }: ReceivedStatusRow) {
    const { connector } = this.#deps
    return {
      ...row,
      background: fromLook(bytes && connector.toJson(bytes)).background,
      hasFile: bytes !== null && connector.readFile(bytes) !== null,
      postedAt: toIso(atSec),
      expiresAt: toIso(atSec + STATUS_LIFE_SEC),
    }
  }

  async #markSeen({ clientId, ids }: Parameters<StatusHandlers['markSeen']>[0]) {
    const { service, words } = this.#deps
    const found = await this.#require(clientId, ids, false)
    const keys = found.map(({ id, participant }) => ({
      ...{ chat: STATUS_ADDRESS, id, fromMe: false },
      ...(participant ? { participant: participant as Address } : {}),
    }))
    const { error } = await service.read(clientId, keys)
    if (error !== null) {
      const message = 'The statuses could not be marked as seen. Call again; seeing twice does no harm.'
      return { type: 'error' as const, client: clientId, message, error: words.sendError(error) }
    }
    const what = ids.length === 1 ? '1 status is' : `${ids.length} statuses are`
    return { type: 'success' as const, client: clientId, message: `${what} marked as seen.` }
  }
}
