import type { Pool } from 'pg'
import { beginLife, IS_SAME_LIFE } from '../../db/database-life.ts'
import { createExecutor } from '../../db/transaction.ts'
import { credentialContext, keyContext } from '../../features/clients/index.ts'
import type { PiggybackPart, PiggybackSource } from '../../features/conversations/index.ts'
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

/** Each part has its columns in the order in which its statement takes them. */
interface CommitRows {
  fenceIds: string[]
  fenceEpochs: number[]
  upserts: { clientIds: string[]; types: string[]; ids: string[]; values: Buffer[] }
  deletes: { clientIds: string[]; types: string[]; ids: string[] }
  credentials: { clientIds: string[]; values: Buffer[] }
  journal: { clientIds: string[]; ids: string[]; stanzas: string[]; plaintexts: Buffer[] }
}

type Part = 'upserts' | 'deletes' | 'credentials' | 'journal'

/** Each takes its columns from the parameters that begin at `$n`. */
const WRITE_PART: Record<Part, (n: number) => string> = {
  upserts: (n) => `upserted as (
  insert into credential_key (client_id, type, id, value)
  select k.* from unnest($${n}::uuid[], $${n + 1}::text[], $${n + 2}::text[], $${n + 3}::bytea[]) as k(client_id, type, id, value)
  join fence using (client_id)
  on conflict (client_id, type, id) do update set value = excluded.value
)`,
  deletes: (n) => `deleted as (
  delete from credential_key c using unnest($${n}::uuid[], $${n + 1}::text[], $${n + 2}::text[]) as k(client_id, type, id), fence
  where c.client_id = k.client_id and c.type = k.type and c.id = k.id and fence.client_id = k.client_id
)`,
  credentials: (n) => `written as (
  insert into credential (client_id, value)
  select k.* from unnest($${n}::uuid[], $${n + 1}::bytea[]) as k(client_id, value) join fence using (client_id)
  on conflict (client_id) do update set value = excluded.value, updated_at = now()
)`,
  journal: (n) => `journaled as (
  insert into inbound_journal (client_id, id, stanza, plaintext)
  select j.* from unnest($${n}::uuid[], $${n + 1}::text[], $${n + 2}::text[], $${n + 3}::bytea[]) as j(client_id, id, stanza, plaintext)
  join fence using (client_id)
  on conflict (client_id, id) do nothing
)`,
}

const PARTS: readonly Part[] = ['upserts', 'deletes', 'credentials', 'journal']
const COLUMNS: Record<Part, number> = { upserts: 4, deletes: 3, credentials: 2, journal: 4 }

/**
 * Locks each client's lease row against a takeover, then writes only what belongs to leases still held. After a crash of the
 * server none is: what the keys were used for may have been decided by a commit that is lost.
 * Answers the client ids that were written. Relies on the primary keys of all four tables.
 */
function buildCommit(name: string, parts: readonly Part[], piggyback?: PiggybackSource['text']) {
  let next = 4
  const writes = parts.map((part) => {
    const text = WRITE_PART[part](next)
    next += COLUMNS[part]
    return text
  })
  if (piggyback) writes.push(piggyback(next))
  const text = `
with fence as materialized (
  select l.client_id from client_lease l
  join unnest($2::uuid[], $3::bigint[]) as held(client_id, epoch) on held.client_id = l.client_id and held.epoch = l.epoch
  where l.owner = $1 and ${IS_SAME_LIFE} for share of l
), ${writes.join(', ')}
select client_id${piggyback ? ', null as id from fence union all select client_id, id from sent' : ' from fence'}`
  return { name, text, parts }
}

/**
 * Nearly all commits are one of the first two: the step of a ratchet that encrypted, or of one that decrypted with what it
 * read. The server makes each part of a statement ready also when it has nothing to write, so they have statements of their own.
 */
const COMMITS = [
  buildCommit('credential_commit_keys', ['upserts']),
  buildCommit('credential_commit_journal', ['upserts', 'journal']),
  buildCommit('credential_commit', PARTS),
] as const

const isEmpty = (columns: CommitRows[Part]): boolean => columns.clientIds.length === 0

type Commit = ReturnType<typeof buildCommit>

/** The place of the smallest that writes all there is to write. */
function chooseCommit(rows: CommitRows): number {
  const lacks = (parts: readonly Part[]) =>
    PARTS.some((part) => !parts.includes(part) && !isEmpty(rows[part]))
  return COMMITS.findIndex(({ parts }) => !lacks(parts))
}

/** A client whose lease was held, or a message of the part that went along. */
interface WrittenRow {
  client_id: string
  id?: string | null
}

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

export interface GroupCommitterOptions {
  pool: Pool
  owner: string
  log: Log
  box: SecretBox
  /** What else is to be stored may go with a commit of keys. It is not fenced. */
  piggyback?: PiggybackSource | undefined
  /** A batch was refused because its epoch is no longer held. */
  onFenced?: () => void
}

type Written = readonly (undefined | Failure)[]

/**
 * Commits the credential writes of all clients of this host together: while one transaction is in flight, what
 * arrives waits and forms the next. Nothing is written behind; every caller waits for its own commit.
 */
class GroupCommits implements GroupCommitter {
  readonly box: SecretBox
  readonly #options: GroupCommitterOptions
  readonly #commits: Batcher<FencedBatch, undefined>
  /** In the order of `COMMITS`, with one part more. */
  readonly #together: readonly Commit[]

  constructor(options: GroupCommitterOptions) {
    const { box, piggyback } = options
    this.box = box
    this.#options = options
    this.#together = piggyback
      ? COMMITS.map(({ name, parts }) => buildCommit(`${name}_sends`, parts, piggyback.text))
      : []
    this.#commits = new Batcher({
      write: (batches) => this.#write(batches),
      maxBatch: MAX_BATCHES,
      gather: 'turn',
      mayJoin: oneEpochAClient,
      onFailure: 'split',
    })
  }

  commit(batch: FencedBatch): Promise<void> {
    return this.#commits.add(batch)
  }

  drain(): Promise<void> {
    return this.#commits.idle()
  }

  async #write(batches: readonly FencedBatch[]): Promise<Written> {
    const part = this.#options.piggyback?.take()
    return (part && (await this.#writeTogether(batches, part))) ?? (await this.#writeKeys(batches))
  }

  /** Null when it failed: the keys are written again, and who owns what went with them sees to that. */
  async #writeTogether(batches: readonly FencedBatch[], part: PiggybackPart): Promise<Written | null> {
    try {
      return await this.#commitRows(batches, part)
    } catch {
      part.fail()
      return null
    }
  }

  async #writeKeys(batches: readonly FencedBatch[]): Promise<Written> {
    try {
      // What is written again is the same, under the same epoch: rows that are there already stay as they are.
      return await retryWhileDatabaseIsDown(() => this.#commitRows(batches))
    } catch (error) {
      const [only, ...more] = batches
      if (more.length === 0)
        this.#options.log.error({ err: error, clientId: only?.clientId }, 'credential commit failed')
      throw error
    }
  }

  async #commitRows(batches: readonly FencedBatch[], part?: PiggybackPart): Promise<Written> {
    const { pool, owner } = this.#options
    const rows = collectRows(batches, this.box)
    const commit = (part ? this.#together : COMMITS)[chooseCommit(rows)]
    if (!commit) throw new Error('no statement writes all of these rows')
    const columns = commit.parts.flatMap((name) => Object.values(rows[name]))
    const values = [owner, rows.fenceIds, rows.fenceEpochs, ...columns, ...(part?.columns ?? [])]
    const { name, text } = commit
    const written = await pool.query<WrittenRow>({ name, text, values })
    const held = new Set(written.rows.flatMap(({ client_id, id }) => (id == null ? [client_id] : [])))
    part?.settle(written.rows.flatMap(({ client_id, id }) => (id == null ? [] : [{ client_id, id }])))
    if (held.size === rows.fenceIds.length) return ALL_WRITTEN
    await this.#beginLife()
    return batches.map((batch) => (held.has(batch.clientId) ? undefined : this.#refuse(batch)))
  }

  /** A crash of the server refuses all until its next life has begun. Who takes a lease does the same when this fails. */
  async #beginLife(): Promise<void> {
    const { pool, log } = this.#options
    await beginLife(createExecutor(pool), log).catch((err: unknown) =>
      log.error({ err }, 'the next life of the database could not be begun'),
    )
  }

  #refuse({ clientId }: FencedBatch): Failure {
    const { log, onFenced } = this.#options
    log.warn({ clientId }, 'a write of keys was refused: the lease of the client is not held any more')
    onFenced?.()
    return new Failure(new LeaseLostError(clientId))
  }
}

export const createGroupCommitter = (options: GroupCommitterOptions): GroupCommitter =>
  new GroupCommits(options)
