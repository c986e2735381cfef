import type { Coded, NoParams } from '../conversation/coded.ts'

/** `proxy` is its address, never with its user or password. */
interface OfProxy {
  proxy: string
}

/** What a proxy did wrong, with what varies: more exact than its fault. The sentences are in `words`. */
export interface ProxyFailureParams {
  NOT_FOUND: OfProxy
  PRIVATE: OfProxy
  LATE: OfProxy
  NO_PROXY: OfProxy
  NO_SOCKS5: OfProxy
  CREDENTIALS_REFUSED: OfProxy
  /** `error` is the status of its answer, or the code of the system. */
  CONNECTION_REFUSED: OfProxy & { error: string | null }
  NETWORK_NOT_REACHED: OfProxy & { error: string | null }
  ENDED: OfProxy & { error: string | null }
  UNREACHABLE: OfProxy & { error: string | null }
  /** Of a client's file that was sent through it and fetched back. */
  FILE_LOST: NoParams
  /** The same, where somebody asked for it. */
  TEST_FILE_LOST: NoParams
  /** A sentence that was stored without a code. */
  OTHER: { sentence: string }
}

export type ProxyFailure = Coded<ProxyFailureParams>

/** Why an entry of a list cannot be a proxy. */
export interface ProxyEntryProblems {
  HOST_EMPTY: NoParams
  HOST_INVALID: NoParams
  PORT_INVALID: { most: number }
  CREDENTIALS_TOO_LONG: { most: number }
  USER_WITH_COLON: { protocol: string }
  LISTED_BEFORE: NoParams
}

export type ProxyEntryProblem = Coded<ProxyEntryProblems>
