type NoParams = Readonly<Record<string, never>>

/** Why an operation was refused, with what varies in its sentence. The sentences are in `words`, a record a language. */
export interface RefusalParams {
  // People
  OWN_ACCOUNT: NoParams
  HAS_ACCOUNT: { email: string }
  // Proxies
  SANDBOX_USES_NO_PROXY: NoParams
  CLIENTS_WOULD_GO_DIRECT: { clients: number }
}

export type RefusalReason = keyof RefusalParams
