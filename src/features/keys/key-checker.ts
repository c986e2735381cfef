import type { Caller } from '../../contract/handlers.ts'
import { Batcher } from '../../platform/queue/batcher.ts'
import { hashKey, isKeyFormat } from './key-format.ts'
import type { CountedKey, KeyLimits, KeyStore } from './store.ts'

/** The hourly window of a key after the present call was counted. */
export interface LimitState {
  tier: 'free' | 'pro'
  limit: number
  remaining: number
  resetAt: Date
  /** Whole seconds until `resetAt`, by the database's clock. */
  resetInSec: number
}

/** `unknown` covers missing, malformed, unknown, revoked and expired keys and suspended owners alike. */
export type KeyCheck =
  | { kind: 'granted'; principal: Caller; limit: LimitState }
  | { kind: 'limited'; limit: LimitState }
  | { kind: 'unknown' }

/** Calls counted in one statement at most; more wait for the next one. */
const MAX_CALLS_PER_BATCH = 1000
/**
 * Calls are gathered until a turn of the event loop brings no more: a single turn at rest. Under load the answers to one batch
 * bring the next calls, which then need no statement of their own (`bench/ping.ts`: 0.17 of them a call in place of 0.22).
 * This is only a bound: on an event loop that is never at rest each turn brings calls.
 */
const MAX_GATHER_MS = 2

/**
 * Checks and counts keys. Calls that arrive in turns of the event loop that follow each other, or while a statement runs, are
 * counted together: each call costs at most one round trip, is counted by a statement begun after it arrived (so a revoked key is refused at
 * once), and a busy key is not slowed by its own row lock.
 */
export class KeyChecker {
  readonly #store: KeyStore
  readonly #limits: KeyLimits
  /** By the hash of the key that was called with. */
  readonly #calls: Batcher<string, KeyCheck>

  constructor(store: KeyStore, limits: KeyLimits) {
    this.#store = store
    this.#limits = limits
    this.#calls = new Batcher({
      write: (hashes) => this.#count(hashes),
      maxBatch: MAX_CALLS_PER_BATCH,
      gather: { untilQuietMs: MAX_GATHER_MS },
      onFailure: 'reject',
    })
  }

  /** Counts the call against the key's hour unless the hour is used up. */
  async check(key: string): Promise<KeyCheck> {
    if (!isKeyFormat(key)) return { kind: 'unknown' }
    return await this.#calls.add(hashKey(key))
  }

  /** Whether the key still opens what it did for this caller, in the same role and for the same clients; counts nothing. */
  async isLive(key: string, { workspaceRole, clientIds = null }: Caller): Promise<boolean> {
    const live = isKeyFormat(key) ? await this.#store.findLive(hashKey(key)) : undefined
    if (live?.workspaceRole !== workspaceRole) return false
    return JSON.stringify(findCommon(live.clientIds, live.memberClientIds)) === JSON.stringify(clientIds)
  }

  async #count(hashes: readonly string[]): Promise<KeyCheck[]> {
    const callsByHash = Map.groupBy(hashes.keys(), (call) => hashes[call] ?? '')
    const groups = [...callsByHash.values()]
    const counts = groups.map((group) => group.length)
    const rows = await this.#store.count([...callsByHash.keys()], counts, this.#limits)
    const found = new Map(rows.map((row) => [row.place, row]))
    const checks = new Array<KeyCheck>(hashes.length).fill({ kind: 'unknown' })
    for (const [i, group] of groups.entries()) {
      const row = found.get(i + 1)
      if (row) grant(checks, group, row)
    }
    return checks
  }
}

/** A key reaches no client that its user does not see; null is no limit. */
function findCommon(ofKey: string[] | null, ofMember: string[] | null): string[] | null {
  if (ofKey === null || ofMember === null) return ofKey ?? ofMember
  return ofKey.filter((id) => ofMember.includes(id))
}

/** Lets the first `granted` of these calls through, in the order they came. */
function grant(checks: KeyCheck[], calls: readonly number[], row: CountedKey): void {
  const { keyId, userId, role, plan, scopes, workspaceId, workspaceRole, quota, resetAtSec, resetInSec } = row
  const resetAt = new Date(resetAtSec * 1000)
  const granted = row.granted ?? 0
  const usedBefore = (row.used ?? quota) - granted
  const clientIds = findCommon(row.clientIds, row.memberClientIds)
  const caller = { userId, role, plan, workspaceId, workspaceRole, keyId, scopes, clientIds }
  const principal: Caller = { ...caller, via: 'key' }
  for (const [i, call] of calls.entries()) {
    const remaining = Math.max(0, quota - usedBefore - i - 1)
    const limit: LimitState = { tier: plan, limit: quota, remaining, resetAt, resetInSec }
    checks[call] =
      i < granted
        ? { kind: 'granted', principal, limit }
        : { kind: 'limited', limit: { ...limit, remaining: 0 } }
  }
}
