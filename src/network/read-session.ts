import type { Address } from '../core/addresses.ts'

/** Who laid a session out: the library's own helpers, Evolution API, or WAHA. */
export type SessionSource = 'baileys' | 'evolution' | 'waha'

/**
 * Why a file holds no session that can be used: `SESSION_FILE_UNKNOWN` no known layout; `SESSION_FILE_DAMAGED` cut off or
 * altered; `SESSION_TOO_LARGE` more than is read, or too long; `SESSION_CREDS_MISSING` keys only; `SESSION_KEYS_MISSING` credentials
 * only; `SESSION_NOT_REGISTERED` never paired; `SESSION_OTHER_NETWORK` the account is of another network;
 * `SESSION_AMBIGUOUS` several, none named; `SESSION_NOT_IN_FILE` the named one is not among them.
 */
export type SessionProblem =
  | 'SESSION_FILE_UNKNOWN'
  | 'SESSION_FILE_DAMAGED'
  | 'SESSION_TOO_LARGE'
  | 'SESSION_CREDS_MISSING'
  | 'SESSION_KEYS_MISSING'
  | 'SESSION_NOT_REGISTERED'
  | 'SESSION_OTHER_NETWORK'
  | 'SESSION_AMBIGUOUS'
  | 'SESSION_NOT_IN_FILE'

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
  | { kind: 'unusable'; reason: SessionProblem; message: string }
