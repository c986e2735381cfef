import type { KeyName, StoredKey } from '../read-session.ts'

/**
 * Where a connection keeps its credentials and Signal keys. The host implements it on the database:
 * every commit is durable and fenced by the client's lease epoch before it resolves; nothing is written behind.
 */
export interface CredentialStore {
  /** The credentials as the connector wrote them, or null when the client never paired. */
  readCredentials(): Promise<Uint8Array | null>
  /** Keys that exist; ids that are absent from the answer do not exist. */
  readKeys(type: string, ids: readonly string[]): Promise<Map<string, Uint8Array>>
  /** The same for several types in one go; in any order. */
  readKeysOf(wanted: readonly KeyName[]): Promise<StoredKey[]>
  /** Resolves after the commit. Throws `LeaseLostError` when another host owns the client; the connector then closes. */
  commit(batch: CredentialBatch): Promise<void>
  /** Decrypted inbound messages whose processing was never confirmed (`InboundMessage.journalId` not yet released). */
  readJournal(): Promise<JournalEntry[]>
  /**
   * Removes credentials and keys: the client is unpaired. The connector calls it before it tells `closed` with
   * `logged_out`; journal rows stay until the host has released them.
   */
  clear(): Promise<void>
}

export class LeaseLostError extends Error {
  constructor(clientId: string) {
    super(`client ${clientId} is owned by another worker; this connection must close and write nothing`)
    this.name = 'LeaseLostError'
  }
}

export interface CredentialBatch {
  credentials?: Uint8Array
  /** `value: null` deletes. */
  keys?: readonly { type: string; id: string; value: Uint8Array | null }[]
  /** Written in the same transaction as the ratchet that decrypted them, so a kill between receipt and processing loses nothing. */
  journal?: readonly JournalEntry[]
}

/**
 * A decrypted inbound message, before it was handed on. `stanza` and `plaintext` are the connector's own forms.
 * `id` is unique per client; the same id written again replaces the row.
 */
export interface JournalEntry {
  id: string
  stanza: string
  plaintext: Uint8Array
}
