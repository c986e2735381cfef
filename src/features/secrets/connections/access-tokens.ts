import { setTimeout as sleep } from 'node:timers/promises'
import { callFailure } from '../../../core/conversation/call-failure.ts'
import type { Database } from '../../../db/client.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { SecretBox } from '../../../platform/secret-box.ts'
import { appendEvent } from '../../events/index.ts'
import {
  type ConnectionRow,
  DROP_LEASE,
  LEASE_SEC,
  READ_CONNECTION,
  STORE_FAILURE,
  STORE_TOKENS,
  TAKE_LEASE,
} from './connection-store.ts'
import { connectionSettingsContext, connectionTokensContext, type TokenSettings } from './settings.ts'
import type { TokenAnswer } from './token-answer.ts'
import { TokenMissing } from './token-missing.ts'
import type { Grant } from './token-request.ts'
import { askForToken, type TokenServerDeps } from './token-server.ts'

export interface AccessTokenDeps extends TokenServerDeps {
  db: Database
  box: SecretBox
  newId(): string
}

/** Tokens as they are kept, sealed. */
export interface KeptTokens {
  access: string
  refresh: string | null
}

interface Place {
  userId: string
  name: string
}

type Failed = Exclude<TokenAnswer, { kind: 'token' }>

/** A token is renewed before its time is over, by so much or a tenth of its life. */
const MARGIN_SEC = 60
/** How soon it is tried again: by the next call, for nothing asks by itself. */
const RETRY_SEC = { failing: 3, refused: 60 } as const
const LOOK_AGAIN_MS = 100
const MAX_WAIT_MS = (LEASE_SEC + 5) * 1_000

/** In how many seconds a token is to be renewed; null: nobody knows when it ends. */
export const renewInSec = (lifeSec: number | null): number | null =>
  lifeSec === null ? null : lifeSec - Math.min(MARGIN_SEC, lifeSec / 10)

/**
 * Tokens of connections, each asked for once at a time by all processes together: who finds one old takes a lease in its row,
 * asks, and stores what came; the others look at the row until it is there. No connection to the database is held meanwhile.
 */
export class AccessTokens {
  readonly #deps: AccessTokenDeps
  /** What this process waits for already. */
  readonly #waited = new Map<string, Promise<string>>()

  constructor(deps: AccessTokenDeps) {
    this.#deps = deps
  }

  /** A token that is good for now; throws `TokenMissing`. */
  take(place: Place): Promise<string> {
    return this.#once(place, null)
  }

  /**
   * Another token than one that was refused. Answers false where none is asked for: the one there is is a moment old, or
   * nothing can be had without somebody who agrees.
   */
  async renew(place: Place, refused: string): Promise<boolean> {
    const row = await this.#read(place)
    const tokens = this.#open(place, row)
    if (tokens === null || tokens.access !== refused) return tokens !== null
    if (row.isNew || (row.kind === 'oauth2_code' && tokens.refresh === null)) return false
    await this.#once(place, refused)
    return true
  }

  /** Asks for a token now, whatever there is; what it came to stands in the row. */
  async check(place: Place): Promise<void> {
    const row = await this.#read(place)
    const tokens = this.#open(place, row)
    if (row.kind === 'smtp' || toGrant(row, tokens) === null) return
    await this.#once(place, tokens?.access ?? '', true).catch((error: unknown) => {
      if (!(error instanceof TokenMissing)) throw error
    })
  }

  seal({ userId, name }: Place, tokens: KeptTokens): string {
    return this.#deps.box.seal(JSON.stringify(tokens), connectionTokensContext(userId, name))
  }

  #once(place: Place, refused: string | null, isForced = false): Promise<string> {
    const key = JSON.stringify([place.userId, place.name, refused, isForced])
    const waited = this.#waited.get(key)
    if (waited) return waited
    const taken = this.#obtain(place, refused, isForced).finally(() => this.#waited.delete(key))
    this.#waited.set(key, taken)
    return taken
  }

  async #obtain(place: Place, refused: string | null, isForced: boolean): Promise<string> {
    const deadlineMs = performance.now() + MAX_WAIT_MS
    const first = await this.#read(place)
    let row = first
    while (performance.now() < deadlineMs) {
      const tokens = this.#open(place, row)
      const isRenewed = row.version !== first.version && row.state === 'connected'
      if (tokens && row.isFresh && (isRenewed || tokens.access !== refused)) return tokens.access
      if (!isForced || row.version !== first.version) refuseHopeless(place, row)
      const holder = this.#deps.newId()
      const lease = [place.userId, place.name, row.version, holder]
      if (await this.#deps.db.queryOne(TAKE_LEASE, lease)) await this.#ask(place, row, { holder, tokens })
      else await sleep(LOOK_AGAIN_MS)
      row = await this.#read(place)
    }
    throw new TokenMissing(callFailure('TOKEN_FAILED', { secret: place.name, error: 'TIMEOUT' }))
  }

  async #ask(
    place: Place,
    row: ConnectionRow,
    { holder, tokens }: { holder: string; tokens: KeptTokens | null },
  ): Promise<void> {
    const { db } = this.#deps
    const held = [place.userId, place.name, holder]
    const grant = toGrant(row, tokens)
    // It has ended, and the other system gave nothing to renew it with.
    if (!grant) return await this.#storeFailure(place, holder, { kind: 'ended', error: null })
    try {
      const answer = await askForToken(this.#deps, this.#openSettings(place, row), grant)
      if (answer.kind !== 'token') return await this.#storeFailure(place, holder, answer)
      // RFC 6749, 6: without a new refresh token the one before stays.
      const refresh = answer.refresh ?? tokens?.refresh ?? null
      const sealed = this.seal(place, { access: answer.access, refresh })
      await db.query(STORE_TOKENS, [...held, sealed, renewInSec(answer.lifeSec)])
    } catch (error) {
      await db.query(DROP_LEASE, held).catch(() => {})
      throw error
    }
  }

  async #storeFailure(place: Place, holder: string, { kind, error }: Failed): Promise<void> {
    const retrySec = kind === 'ended' ? null : RETRY_SEC[kind]
    const values = [place.userId, place.name, holder, kind, error, retrySec]
    await this.#deps.db.transaction(async (tx: Transaction) => {
      const stored = await tx.queryOne(STORE_FAILURE, values)
      if (stored && kind !== 'failing')
        await appendEvent(tx, {
          userId: place.userId,
          clientId: null,
          name: 'connection.failed',
          data: { name: place.name, state: kind, error },
        })
    })
  }

  async #read({ userId, name }: Place): Promise<ConnectionRow> {
    const row = await this.#deps.db.queryOne(READ_CONNECTION, [userId, name])
    if (!row) throw new TokenMissing(callFailure('SECRET_MISSING', { secret: name }))
    return row
  }

  #open({ userId, name }: Place, { sealedTokens }: ConnectionRow): KeptTokens | null {
    if (sealedTokens === null) return null
    return JSON.parse(this.#deps.box.open(sealedTokens, connectionTokensContext(userId, name))) as KeptTokens
  }

  #openSettings({ userId, name }: Place, { sealedSettings }: ConnectionRow): TokenSettings {
    const text = this.#deps.box.open(sealedSettings, connectionSettingsContext(userId, name))
    return JSON.parse(text) as TokenSettings
  }
}

/** What cannot be had now, and was tried a moment ago. */
function refuseHopeless(place: Place, { state, isHeld, error }: ConnectionRow): void {
  const secret = place.name
  if (state === 'ended' || state === 'not_connected') throw notConnected(place, state === 'ended')
  if (!isHeld) return
  if (state === 'refused') throw new TokenMissing(callFailure('TOKEN_REFUSED', { secret, error }))
  if (state === 'failing') throw new TokenMissing(callFailure('TOKEN_FAILED', { secret, error }))
}

const notConnected = ({ name: secret }: Place, hasEnded: boolean) =>
  new TokenMissing(callFailure(hasEnded ? 'CONNECTION_ENDED' : 'NOT_CONNECTED', { secret }))

function toGrant({ kind }: ConnectionRow, tokens: KeptTokens | null): Grant | null {
  if (kind !== 'oauth2_code') return { kind: 'own' }
  const refreshToken = tokens?.refresh ?? null
  return refreshToken === null ? null : { kind: 'refresh', refreshToken }
}
