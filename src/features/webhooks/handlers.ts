import type { Handlers, OwnerId } from '../../contract/handlers.ts'
import type { CallFailure } from '../../core/conversation/call-failure.ts'
import { missing, type Refusal, refusal } from '../../core/errors.ts'
import type { Executor } from '../../db/transaction.ts'
import { type OutboundHttp, requireReachable } from '../../platform/outbound-http.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import type { EventWatermark } from '../events/index.ts'
import { postEvent, secretContext } from './post.ts'
import { createWebhookSecret } from './signature.ts'
import {
  DELETE_WEBHOOK,
  type DeliveryRow,
  INSERT_WEBHOOK,
  LIST_DELIVERIES,
  LIST_WEBHOOKS,
  READ_SIGNING,
  READ_WEBHOOK,
  REPLAY_DELIVERIES,
  REPLAY_RANGE,
  ROTATE_SECRET,
  UPDATE_WEBHOOK,
  type WebhookRow,
} from './store.ts'

const MAX_WEBHOOKS = 20
const REPLAY_LIMIT = 10_000

export interface WebhookHandlerDeps {
  /** Why a call failed, in the language of the interface. */
  describeCall(failure: CallFailure): string
  db: Executor
  box: SecretBox
  http: OutboundHttp
  watermark: EventWatermark
  newId: () => string
  now: () => number
}

const toIso = (date: Date | null): string | null => date?.toISOString() ?? null

const toCoded = (failure: CallFailure | null) =>
  failure && { code: failure.code, params: { ...failure.params } }

function toWebhook({ openUntil, ...row }: WebhookRow) {
  return {
    ...row,
    lastFailure: toCoded(row.lastFailure),
    disabledFailure: toCoded(row.disabledFailure),
    pausedUntil: toIso(openUntil),
    lastSuccessAt: toIso(row.lastSuccessAt),
    lastFailureAt: toIso(row.lastFailureAt),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

function toDelivery(row: DeliveryRow) {
  const { id, seq, name, status, attempts, lastStatus, lastError } = row
  return {
    id: String(id),
    eventId: String(seq),
    name,
    status,
    attempts,
    lastStatus,
    lastError,
    lastFailure: toCoded(row.lastFailure),
    nextAttemptAt: status === 'waiting' ? row.nextAt.toISOString() : null,
    lastDurationMs: row.lastMs,
    lastTriedAt: toIso(row.lastTriedAt),
    createdAt: row.createdAt.toISOString(),
    settledAt: toIso(row.settledAt),
  }
}

const checkUrl = (http: OutboundHttp, url: string): Promise<void> =>
  requireReachable('url', () => http.check(url))

function parseCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null
  if (!/^\d{1,15}$/.test(cursor)) {
    throw refusal('BAD_REQUEST', 'CURSOR_UNKNOWN', {}, { path: 'cursor' })
  }
  return Number(cursor)
}

async function readWebhook(db: Executor, id: string, userId: OwnerId) {
  const row = await db.queryOne(READ_WEBHOOK, [id, userId])
  if (!row) throw missing('webhook')
  return toWebhook(row)
}

/** What was sent to webhooks, and what is to be sent once more. */
function createDeliveryHandlers(
  deps: WebhookHandlerDeps,
): Pick<Handlers['webhooks'], 'test' | 'deliveries' | 'replay'> {
  const { db } = deps
  return {
    async test({ id }, { owner, signal }) {
      const target = await db.queryOne(READ_SIGNING, [id, owner])
      if (!target) throw missing('webhook')
      const createdAt = new Date(deps.now())
      const event = {
        id: `test_${deps.newId()}`,
        name: 'webhook.test',
        clientId: null,
        data: { message: 'Hello' },
        createdAt,
      }
      const { ok, status, durationMs, failure } = await postEvent(
        deps,
        { webhookId: id, target },
        event,
        signal,
      )
      const error = failure && deps.describeCall(failure)
      return { success: ok, status, durationMs, error, failure: toCoded(failure) }
    },
    async deliveries({ id, status, cursor, limit }, { owner }) {
      const before = parseCursor(cursor)
      await readWebhook(db, id, owner)
      const rows = await db.query(LIST_DELIVERIES, [id, status ?? null, before, limit])
      const last = rows.length === limit ? rows.at(-1) : undefined
      return { deliveries: rows.map(toDelivery), nextCursor: last ? String(last.id) : null }
    },
    async replay({ id, deliveryIds, from, to, status = 'dead' }, { owner }) {
      await readWebhook(db, id, owner)
      const rows = deliveryIds
        ? await db.query(REPLAY_DELIVERIES, [id, deliveryIds])
        : await db.query(REPLAY_RANGE, [id, from ?? 0, to ?? Number.MAX_SAFE_INTEGER, status, REPLAY_LIMIT])
      return { replayed: rows.length }
    },
  }
}

/** The operations of webhooks. What they write is carried out by whichever process serves the webhook. */
export function createWebhookHandlers(deps: WebhookHandlerDeps): Handlers['webhooks'] {
  const { db, box } = deps
  return {
    list: async (_, { owner }) => (await db.query(LIST_WEBHOOKS, [owner])).map(toWebhook),
    async create({ url, description = null, names = null, clientId = null }, { owner: userId }) {
      await checkUrl(deps.http, url)
      const id = deps.newId()
      const secret = createWebhookSecret()
      const cursor = await deps.watermark.readLast()
      const made = await db.queryOne(INSERT_WEBHOOK, [
        id,
        userId,
        url,
        description,
        names && JSON.stringify(names),
        clientId,
        box.seal(secret, secretContext(id)),
        cursor,
        MAX_WEBHOOKS,
      ])
      if (!made) throw await explainRefusal(db, userId)
      return { ...(await readWebhook(db, id, userId)), secret }
    },
    async update({ id, ...changes }, { owner: userId }) {
      if (changes.url !== undefined) await checkUrl(deps.http, changes.url)
      await readWebhook(db, id, userId)
      const changed = await db.queryOne(UPDATE_WEBHOOK, [id, userId, JSON.stringify(changes)])
      if (!changed) throw missing('client')
      return readWebhook(db, id, userId)
    },
    async delete({ id }, { owner }) {
      if (!(await db.queryOne(DELETE_WEBHOOK, [id, owner]))) throw missing('webhook')
      return { success: true }
    },
    async rotateSecret({ id }, { owner: userId }) {
      const secret = createWebhookSecret()
      const sealed = box.seal(secret, secretContext(id))
      if (!(await db.queryOne(ROTATE_SECRET, [id, userId, sealed]))) throw missing('webhook')
      return { ...(await readWebhook(db, id, userId)), secret }
    },
    ...createDeliveryHandlers(deps),
  }
}

async function explainRefusal(db: Executor, userId: OwnerId): Promise<Refusal> {
  const rows = await db.query(LIST_WEBHOOKS, [userId])
  if (rows.length < MAX_WEBHOOKS) return missing('client')
  return refusal('CONFLICT', 'TOO_MANY_WEBHOOKS', { most: MAX_WEBHOOKS })
}
