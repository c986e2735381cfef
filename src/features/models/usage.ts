import { type CallFailure, callFailure, type ModelBound } from '../../core/conversation/call-failure.ts'
import type { ModelBounds } from '../../core/model.ts'
import type { Database } from '../../db/client.ts'
import {
  DROP_OLD_CALLS,
  INSERT_CALL,
  LOCK_MODEL,
  type ModelRow,
  READ_USED,
  SETTLE_CALL,
  type Used,
} from './store.ts'

/** For whom a model is asked; null beside what there is no such thing. */
export interface AskedFor {
  userId: string
  clientId: string | null
  contactJid: string | null
  flowStateId: string | null
}

/** What one question takes, or may take at most. */
export interface Amount {
  tokens: number
  cost: number
}

export type Reservation = { kind: 'reserved'; callId: string } | { kind: 'refused'; failure: CallFailure }

const SCOPES = [
  { scope: 'run', reason: 'RUN_LIMIT_REACHED' },
  { scope: 'contact', reason: 'CONTACT_LIMIT_REACHED' },
  { scope: 'day', reason: 'DAY_LIMIT_REACHED' },
] as const

/** Tokens of a text are not known before it is asked; models make one of three to four characters, or of fewer bytes. */
const BYTES_A_TOKEN = 3

export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_A_TOKEN)
}

const TOKENS_A_PRICE = 1_000_000

/** Null where the owner has said no prices. */
export function priceOf(
  { inputPrice, outputPrice }: Pick<ModelRow, 'inputPrice' | 'outputPrice'>,
  inputTokens: number,
  outputTokens: number,
): number | null {
  if (inputPrice === null && outputPrice === null) return null
  return ((inputPrice ?? 0) * inputTokens + (outputPrice ?? 0) * outputTokens) / TOKENS_A_PRICE
}

/** Counts a question before it is asked, unless a limit is reached with it: one that is lost with its process has counted. */
export async function reserveCall(
  db: Database,
  model: Pick<ModelRow, 'name'>,
  { userId, clientId, contactJid, flowStateId }: AskedFor,
  most: Amount,
): Promise<Reservation> {
  return db.transaction(async (tx): Promise<Reservation> => {
    const locked = await tx.queryOne(LOCK_MODEL, [userId, model.name])
    if (!locked) return { kind: 'refused', failure: callFailure('MODEL_DELETED') }
    const place = [userId, model.name, clientId, contactJid, flowStateId]
    const used = await tx.queryOne(READ_USED, place)
    for (const { scope, reason } of SCOPES) {
      const bound = findPassed(locked.limits[scope], used?.[scope], most)
      if (bound === null) continue
      return { kind: 'refused', failure: callFailure(reason, { model: model.name, bound }) }
    }
    const row = await tx.queryOne(INSERT_CALL, [...place, most.tokens, most.cost])
    if (!row) throw new Error('the question was not written')
    return { kind: 'reserved', callId: row.id }
  })
}

/** The first bound that one more question would pass. */
function findPassed(
  bounds: ModelBounds | undefined,
  used: Used | undefined,
  { tokens, cost }: Amount,
): ModelBound | null {
  if (!bounds || !used) return null
  const { calls: maxCalls, tokens: maxTokens, seconds: maxSeconds, cost: maxCost } = bounds
  if (isPassed(maxCalls, used.calls + 1)) return 'calls'
  if (isPassed(maxTokens, used.tokens + tokens)) return 'tokens'
  // How long it will take is not known; what was used up is.
  if (maxSeconds != null && used.seconds >= maxSeconds) return 'seconds'
  return isPassed(maxCost, used.cost + cost) ? 'cost' : null
}

const isPassed = (bound: number | null | undefined, use: number): boolean => bound != null && use > bound

export interface Settled extends Amount {
  outcome: 'answered' | 'failed'
  durationMs: number
}

export async function settleCall(
  db: Database,
  callId: string,
  { outcome, tokens, cost, durationMs }: Settled,
): Promise<void> {
  await db.query(SETTLE_CALL, [callId, outcome, Math.round(tokens), cost, Math.round(durationMs)])
}

export async function dropOldCalls(db: Database, userId: string, model: string): Promise<void> {
  await db.query(DROP_OLD_CALLS, [userId, model])
}
