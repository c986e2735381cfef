import type { Pool } from 'pg'
import { credentialContext, keyContext } from '../../features/clients/index.ts'
import type {
  CredentialBatch,
  CredentialStore,
  JournalEntry,
  KeyName,
  StoredKey,
} from '../../network/port.ts'
import type { StoredSession } from '../client-record.ts'
import type { GroupCommitter } from './group-commit.ts'
import type { Lease } from './lease.ts'
import { retryWhileDatabaseIsDown } from './retry-while-database-is-down.ts'

export interface CredentialStoreOptions {
  pool: Pool
  committer: GroupCommitter
  lease: Lease
  /** What was read of the client after the lease was taken, for the first connection; this host is its only writer. */
  stored?: StoredSession | undefined
}

/** The credentials of one owned client on the database; writes go through the host's group commit under the lease's epoch. */
export class StoredCredentials implements CredentialStore {
  readonly #pool: Pool
  readonly #committer: GroupCommitter
  readonly #lease: Lease
  /** What is known without asking, until it was read once. */
  #credentials: StoredSession['credentials'] | undefined
  #journal: StoredSession['journal']

  constructor({ pool, committer, lease, stored }: CredentialStoreOptions) {
    this.#pool = pool
    this.#committer = committer
    this.#lease = lease
    this.#credentials = stored?.credentials
    this.#journal = stored?.journal
  }

  async readCredentials(): Promise<Uint8Array | null> {
    const known = this.#credentials
    this.#credentials = undefined
    if (known !== undefined) return this.#openCredentials(known)
    this.#journal = undefined
    const { rows } = await retryWhileDatabaseIsDown(() =>
      this.#pool.query<{ value: Buffer }>({
        name: 'credential_read',
        text: 'select value from credential where client_id = $1',
        values: [this.#lease.clientId],
      }),
    )
    return this.#openCredentials(rows[0]?.value ?? null)
  }

  async readKeys(type: string, ids: readonly string[]): Promise<Map<string, Uint8Array>> {
    const { rows } = await retryWhileDatabaseIsDown(() =>
      this.#pool.query<{ id: string; value: Buffer }>({
        name: 'credential_key_read',
        text: 'select id, value from credential_key where client_id = $1 and type = $2 and id = any($3::text[])',
        values: [this.#lease.clientId, type, ids],
      }),
    )
    return new Map(rows.map(({ id, value }) => [id, this.#openKey(type, id, value)]))
  }

  async readKeysOf(wanted: readonly KeyName[]): Promise<StoredKey[]> {
    const { rows } = await retryWhileDatabaseIsDown(() =>
      this.#pool.query<{ type: string; id: string; value: Buffer }>({
        name: 'credential_keys_read',
        text: `select k.type, k.id, k.value from unnest($2::text[], $3::text[]) as w(type, id)
               join credential_key k on k.client_id = $1 and k.type = w.type and k.id = w.id`,
        values: [this.#lease.clientId, wanted.map((key) => key.type), wanted.map((key) => key.id)],
      }),
    )
    return rows.map(({ type, id, value }) => ({ type, id, value: this.#openKey(type, id, value) }))
  }

  commit(batch: CredentialBatch): Promise<void> {
    const { clientId, epoch } = this.#lease
    return this.#committer.commit({ clientId, epoch, batch })
  }

  async readJournal(): Promise<JournalEntry[]> {
    const known = this.#journal
    this.#journal = undefined
    if (known) return known
    const { rows } = await retryWhileDatabaseIsDown(() =>
      this.#pool.query<{ id: string; stanza: string; plaintext: Buffer }>({
        name: 'journal_read',
        text: 'select id, stanza, plaintext from inbound_journal where client_id = $1 order by seq',
        values: [this.#lease.clientId],
      }),
    )
    return rows
  }

  async clear(): Promise<void> {
    const { clientId, epoch } = this.#lease
    this.#credentials = undefined
    await this.#committer.drain()
    await this.#pool.query({
      name: 'credential_clear',
      text: `with held as (select client_id from client_lease where client_id = $1 and epoch = $2 for share),
             keys as (delete from credential_key k using held where k.client_id = held.client_id),
             journal as (delete from inbound_journal j using held where j.client_id = held.client_id),
             import as (update client set session_moved_in = null, session_import_id = null from held
                        where client.id = held.client_id and session_import_id is not null)
             delete from credential c using held where c.client_id = held.client_id`,
      values: [clientId, epoch],
    })
  }

  #openCredentials(sealed: Buffer | null): Uint8Array | null {
    return sealed && this.#committer.box.openBytes(sealed, credentialContext(this.#lease.clientId))
  }

  #openKey(type: string, id: string, sealed: Buffer): Uint8Array {
    return this.#committer.box.openBytes(sealed, keyContext(this.#lease.clientId, type, id))
  }
}
