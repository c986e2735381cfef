import type { CredentialBatch, CredentialStore, JournalEntry } from './port.ts'

/** What a memory store holds and did, for tests and benches that look inside. */
export interface MemoryCredentialStore extends CredentialStore {
  /** Key rows by `type` and `id`, as committed. */
  readonly keys: ReadonlyMap<string, ReadonlyMap<string, Uint8Array>>
  /** Entries not yet released, oldest first. */
  readonly journal: readonly JournalEntry[]
  /** How many commits succeeded. */
  readonly commits: number
  /** Deletes a journal row, as the host does in the transaction that stores the message. */
  release(journalId: string): void
  /** Makes every following commit fail with this error; null lets them succeed again. */
  failCommitsWith(error: Error | null): void
  /** The same for reading keys. */
  failReadsWith(error: Error | null): void
}

export interface MemoryCredentialStoreOptions {
  /** How long each commit takes, as a database would; 0 or absent commits at once. */
  commitMs?: number
  /** The same for each read of keys. */
  readMs?: number
}

/** Keys by type and id. */
class KeyTable {
  readonly rows = new Map<string, Map<string, Uint8Array>>()

  find(type: string, id: string): Uint8Array | undefined {
    return this.rows.get(type)?.get(id)
  }

  write(type: string, id: string, value: Uint8Array | null): void {
    let ofType = this.rows.get(type)
    if (!ofType) {
      ofType = new Map()
      this.rows.set(type, ofType)
    }
    if (value) ofType.set(id, value)
    else ofType.delete(id)
  }
}

/** Credentials, keys and journal in memory: for tests and benches. Nothing outlives the process. */
export function createMemoryCredentialStore({
  commitMs = 0,
  readMs = 0,
}: MemoryCredentialStoreOptions = {}): MemoryCredentialStore {
  let credentials: Uint8Array | null = null
  let commits = 0
  let failure: Error | null = null
  let readFailure: Error | null = null
  const keys = new KeyTable()
  const journal = new Map<string, JournalEntry>()

  return {
    keys: keys.rows,
    get journal() {
      return [...journal.values()]
    },
    get commits() {
      return commits
    },
    release: (journalId) => void journal.delete(journalId),
    failCommitsWith(error) {
      failure = error
    },
    failReadsWith(error) {
      readFailure = error
    },
    readCredentials: async () => credentials,
    async readKeys(type, ids) {
      if (readMs) await new Promise((resolve) => setTimeout(resolve, readMs))
      if (readFailure) throw readFailure
      const found = new Map<string, Uint8Array>()
      for (const id of ids) {
        const value = keys.find(type, id)
        if (value) found.set(id, value)
      }
      return found
    },
    async readKeysOf(wanted) {
      if (readFailure) throw readFailure
      return wanted.flatMap(({ type, id }) => {
        const value = keys.find(type, id)
        return value ? [{ type, id, value }] : []
      })
    },
    async commit(batch: CredentialBatch) {
      if (commitMs) await new Promise((resolve) => setTimeout(resolve, commitMs))
      if (failure) throw failure
      if (batch.credentials) credentials = batch.credentials
      for (const { type, id, value } of batch.keys ?? []) keys.write(type, id, value)
      for (const entry of batch.journal ?? []) journal.set(entry.id, entry)
      commits++
    },
    readJournal: async () => [...journal.values()],
    async clear() {
      credentials = null
      keys.rows.clear()
    },
  }
}
