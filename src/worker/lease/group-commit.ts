import type { Pool } from 'pg'
import { credentialContext, keyContext } from '../../features/clients/index.ts'
import type { CredentialBatch } from '../../network/port.ts'
import { LeaseLostError } from '../../network/port.ts'
import type { Log } from '../../platform/logger.ts'
import { Batcher, Failure } from '../../platform/queue/batcher.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { retryWhileDatabaseIsDown } from './retry-while-database-is-down.ts'

/** One client's batch, with the epoch under which its host believes to own it. */
export interface FencedBatch {
  clientId: string
  epoch: number
  batch: CredentialBatch
}

interface CommitRows {
  fenceIds: string[]
  fenceEpochs: number[]
  upserts: { clientIds: string[]; types: string[]; ids: string[]; values: Buffer[] }
  deletes: { clientIds: string[]; types: string[]; ids: string[] }
  credentials: { clientIds: string[]; values: Buffer[] }
  journal: { clientIds: string[]; ids: string[]; stanzas: string[]; plaintexts: Buffer[] }
}

/**
 * Locks each client's lease row against a takeover, then writes only what belongs to leases still held.
 * Answers the client ids that were written. Relies on the primary keys of all four tables.
 */
const COMMIT_SQL = `
with fence as materialized (
  select l.client_id from client_lease l
  join unnest($2::uuid[], $3::bigint[]) as held(client_id, epoch) on held.client_id = l.client_id and held.epoch = l.epoch
  where l.owner = $1 for share of l
), upserted as (
  insert into credential_key (client_id, type, id, value)
  select k.* from unnest($4::uuid[], $5::text[], $6::text[], $7::bytea[]) as k(client_id, type, id, value)
  join fence using (client_id)
  on conflict (client_id, type, id) do update set value = excluded.value
), deleted as (
  delete from credential_key c using unnest($8::uuid[], $9::text[], $10::text[]) as k(client_id, type, id), fence
  where c.client_id = k.client_id and c.type = k.type and c.id = k.id and fence.client_id = k.client_id
), written as (
  insert into credential (client_id, value)
  select k.* from unnest($11::uuid[], $12::bytea[]) as k(client_id, value) join fence using (client_id)
  on conflict (client_id) do update set value = excluded.value, updated_at = now()
), journaled as (
  insert into inbound_journal (client_id, id, stanza, plaintext)
  select j.* from unnest($13::uuid[], $14::text[], $15::text[], $16::bytea[]) as j(client_id, id, stanza, plaintext)
  join fence using (client_id)
  on conflict (client_id, id) do nothing
)
select client_id from fence`

const toBuffer = (value: Uint8Array): Buffer => Buffer.from(value.buffer, value.byteOffset, value.byteLength)

/** Later writes of one key replace earlier ones: a statement may touch a row once. */
function collectRows(batches: readonly FencedBatch[], box: SecretBox): CommitRows {
  const epochs = new Map<string, number>()
  const keys = new Map<string, { clientId: string; type: string; id: string; value: Uint8Array | null }>()
  const credentials = new Map<string, Uint8Array>()
  const journal = new Map<string, { clientId: string; id: string; stanza: string; plaintext: Uint8Array }>()
  for (const { clientId, epoch, batch } of batches) {
    epochs.set(clientId, epoch)
    for (const key of batch.keys ?? []) keys.set(`${clientId}/${key.type}/${key.id}`, { clientId, ...key })
    if (batch.credentials) credentials.set(clientId, batch.credentials)
    for (const entry of batch.journal ?? []) journal.set(`${clientId}/${entry.id}`, { clientId, ...entry })
  }
  const kept = [...keys.values()].flatMap(({ value, ...key }) => (value ? [{ ...key, value }] : []))
  const gone = [...keys.values()].filter((key) => !key.value)
  const entries = [...journal.values()]
  return {
    fenceIds: [...epochs.keys()],
    fenceEpochs: [...epochs.values()],
    upserts: {
      clientIds: kept.map((k) => k.clientId),
      types: kept.map((k) => k.type),
      ids: kept.map((k) => k.id),
      values: kept.map((k) => box.sealBytes(k.value, keyContext(k.clientId, k.type, k.id))),
    },
    deletes: {
      clientIds: gone.map((k) => k.clientId),
      types: gone.map((k) => k.type),
      ids: gone.map((k) => k.id),
    },
    credentials: {
      clientIds: [...credentials.keys()],
      values: [...credentials].map(([clientId, value]) => box.sealBytes(value, credentialContext(clientId))),
    },
    journal: {
      clientIds: entries.map((e) => e.clientId),
      ids: entries.map((e) => e.id),
      stanzas: entries.map((e) => e.stanza),
      plaintexts: entries.map((e) => toBuffer(e.plaintext)),
    },
  }
}

export interface GroupCommitter {
  /** Opens what is read of credentials and keys: they are sealed on their way into the database. */
  readonly box: SecretBox
  /** Resolves once durable. Rejects with LeaseLostError when the epoch is no longer held. */
  commit(batch: FencedBatch): Promise<void>
  /** Waits for what was submitted. */
  drain(): Promise<void>
}

/** No batch has an answer but that it is written. */
const ALL_WRITTEN: readonly undefined[] = []

/** Batches of clients in one statement. */
const MAX_BATCHES = 256

/** Batches of one client under two epochs must not share a statement: the older one is not to be fenced by the newer. */
function oneEpochAClient(): (batch: FencedBatch) => boolean {
  const epochs = new Map<string, number>()
  return ({ clientId, epoch }) => {
    const other = epochs.get(clientId)
    if (other === undefined) epochs.set(clientId, epoch)
    return other === undefined || other === epoch
  }
}

/**
 * Commits the credential writes of all clients of this host together: while one transaction is in flight, what
 * arrives waits and forms the next. Nothing is written behind; every caller waits for its own commit.
 */
export function createGroupCommitter(options: {
  pool: Pool
  owner: string
  log: Log
  box: SecretBox
  /** A batch was refused because its epoch is no longer held. */
  onFenced?: () => void
}): GroupCommitter {
  const { pool, owner, log, box, onFenced } = options

  function refuse({ clientId }: FencedBatch): Failure {
    log.warn({ clientId }, 'a write of keys was refused: another worker owns the client')
    onFenced?.()
    return new Failure(new LeaseLostError(clientId))
  }

  async function commitRows(batches: readonly FencedBatch[]): Promise<readonly (undefined | Failure)[]> {
    const rows = collectRows(batches, box)
    const { upserts: u, deletes: d, credentials: c, journal: j } = rows
    const values = [
      owner,
      rows.fenceIds,
      rows.fenceEpochs,
      ...[u.clientIds, u.types, u.ids, u.values],
      ...[d.clientIds, d.types, d.ids],
      ...[c.clientIds, c.values],
      ...[j.clientIds, j.ids, j.stanzas, j.plaintexts],
    ]
    const written = await pool.query<{ client_id: string }>({
      name: 'credential_commit',
      text: COMMIT_SQL,
      values,
    })
    if (written.rows.length === rows.fenceIds.length) return ALL_WRITTEN
    const held = new Set(written.rows.map((row) => row.client_id))
    return batches.map((batch) => (held.has(batch.clientId) ? undefined : refuse(batch)))
  }

  async function write(batches: readonly FencedBatch[]): Promise<readonly (undefined | Failure)[]> {
    try {
      // What is written again is the same, under the same epoch: rows that are there already stay as they are.
      return await retryWhileDatabaseIsDown(() => commitRows(batches))
    } catch (error) {
      const [only, ...more] = batches
      if (more.length === 0) log.error({ err: error, clientId: only?.clientId }, 'credential commit failed')
      throw error
    }
  }

  const commits = new Batcher<FencedBatch, undefined>({
    write,
    maxBatch: MAX_BATCHES,
    gather: 'turn',
    mayJoin: oneEpochAClient,
    onFailure: 'split',
  })
  return { box, commit: (batch) => commits.add(batch), drain: () => commits.idle() }
}
