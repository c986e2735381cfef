import type { Pool } from 'pg'
import { credentialContext, keyContext } from '../../features/clients/index.ts'
import type { CredentialStore } from '../../network/port.ts'
import type { StoredSession } from '../client-record.ts'
import type { GroupCommitter } from './group-commit.ts'
import type { Lease } from './lease.ts'
import { retryWhileDatabaseIsDown } from './retry-while-database-is-down.ts'

/** The credentials of one owned client on the database; writes go through the host's group commit under the lease's epoch. */
export function createCredentialStore(options: {
  pool: Pool
  committer: GroupCommitter
  lease: Lease
  /** What was read of the client after the lease was taken, for the first connection; this host is its only writer. */
  stored?: StoredSession | undefined
}): CredentialStore {
  const { pool, committer, lease } = options
  const { box } = committer
  const { clientId, epoch } = lease
  let { credentials, journal } = options.stored ?? {}

  return {
    async readCredentials() {
      if (credentials !== undefined) {
        const read = credentials
        credentials = undefined
        return read && box.openBytes(read, credentialContext(clientId))
      }
      journal = undefined
      const { rows } = await retryWhileDatabaseIsDown(() =>
        pool.query<{ value: Buffer }>({
          name: 'credential_read',
          text: 'select value from credential where client_id = $1',
          values: [clientId],
        }),
      )
      const stored = rows[0]?.value
      return stored ? box.openBytes(stored, credentialContext(clientId)) : null
    },
    async readKeys(type, ids) {
      const { rows } = await retryWhileDatabaseIsDown(() =>
        pool.query<{ id: string; value: Buffer }>({
          name: 'credential_key_read',
          text: 'select id, value from credential_key where client_id = $1 and type = $2 and id = any($3::text[])',
          values: [clientId, type, ids],
        }),
      )
      return new Map(rows.map(({ id, value }) => [id, box.openBytes(value, keyContext(clientId, type, id))]))
    },
    async readKeysOf(wanted) {
      const { rows } = await retryWhileDatabaseIsDown(() =>
        pool.query<{ type: string; id: string; value: Buffer }>({
          name: 'credential_keys_read',
          text: `select k.type, k.id, k.value from unnest($2::text[], $3::text[]) as w(type, id)
                 join credential_key k on k.client_id = $1 and k.type = w.type and k.id = w.id`,
          values: [clientId, wanted.map((key) => key.type), wanted.map((key) => key.id)],
        }),
      )
      return rows.map(({ type, id, value }) => ({
        ...{ type, id },
        value: box.openBytes(value, keyContext(clientId, type, id)),
      }))
    },
    commit: (batch) => committer.commit({ clientId, epoch, batch }),
    async readJournal() {
      if (journal) {
        const read = journal
        journal = undefined
        return read
      }
      const { rows } = await retryWhileDatabaseIsDown(() =>
        pool.query<{ id: string; stanza: string; plaintext: Buffer }>({
          name: 'journal_read',
          text: 'select id, stanza, plaintext from inbound_journal where client_id = $1 order by seq',
          values: [clientId],
        }),
      )
      return rows
    },
    async clear() {
      credentials = undefined
      await committer.drain()
      await pool.query({
        name: 'credential_clear',
        text: `with held as (select client_id from client_lease where client_id = $1 and epoch = $2 for share),
               keys as (delete from credential_key k using held where k.client_id = held.client_id),
               journal as (delete from inbound_journal j using held where j.client_id = held.client_id),
               import as (update client set session_moved_in = null, session_import_id = null from held
                          where client.id = held.client_id and session_import_id is not null)
               delete from credential c using held where c.client_id = held.client_id`,
        values: [clientId, epoch],
      })
    },
  }
}
