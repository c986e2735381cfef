import type { Address } from '../core/addresses.ts'
import type { SessionFileRefusals } from '../core/refusal-reasons.ts'

/** Who laid a session out: the library's own helpers, Evolution API, or WAHA. */
export type SessionSource = 'baileys' | 'evolution' | 'waha'

/** Why a file holds no session that can be used, as a refusal says it. */
export type SessionProblem = {
  [Reason in keyof SessionFileRefusals]: { reason: Reason; params: SessionFileRefusals[Reason] }
}[keyof SessionFileRefusals]

export interface KeyName {
  type: string
  id: string
}

export interface StoredKey extends KeyName {
  value: Uint8Array
}

export interface OwnAddresses {
  address: Address
  lid: Address | null
  phoneNumber: string
  pushName: string | null
}

/** `identity` is a hash of the device's public identity, the same however often it is read; `skipped` keys were unusable. */
export type ReadSession =
  | {
      kind: 'session'
      source: SessionSource
      credentials: Uint8Array
      keys: readonly StoredKey[]
      me: OwnAddresses
      identity: string
      skipped: number
    }
  | { kind: 'unusable'; problem: SessionProblem }
