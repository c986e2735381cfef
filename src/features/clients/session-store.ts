import type { StatusCode } from '../../core/client/client-status.ts'
import type { StatusCause } from '../../core/client/status-cause.ts'
import { statement } from '../../db/statement.ts'
import type { Executor, Transaction } from '../../db/transaction.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { credentialContext, keyContext } from './credential-context.ts'
import type { Session } from './session-file.ts'

/** A client as far as moving its session is concerned. */
export interface MovableClient {
  network: 'sandbox' | 'whatsapp'
  workerDesiredState: 'running' | 'stopped'
  phoneNumber: string | null
  address: string | null
  lid: string | null
  pushName: string | null
  exportedAt: Date | null
  exportId: string | null
  movedIn: 'pending' | 'taken' | null
  /** Sealed; null when the client never began to pair. */
  credentials: Buffer | null
}

const MOVABLE = `select c.network, c.worker_desired_state as "workerDesiredState", c.phone_number as "phoneNumber", c.address, c.lid,
          c.push_name as "pushName", c.session_exported_at as "exportedAt", c.session_export_id as "exportId",
          c.session_moved_in as "movedIn",
          (select value from credential where client_id = c.id) as credentials
   from client c where c.id = $1 and c.user_id = $2`

const READ = statement<MovableClient>('session_client_read', MOVABLE)

const LOCK = statement<MovableClient>('session_client_lock', `${MOVABLE} for update of c`)

/** Takes the lease from nobody: no worker has the client then, and none that had it can write any more. */
const FENCE = statement<{ epoch: string }>(
  'session_fence',
  `insert into client_lease as l (client_id, owner, epoch, expires_at) values ($1, null, 1, now())
   on conflict (client_id) do update set owner = null, epoch = l.epoch + 1, expires_at = now()
     where l.owner is null or l.expires_at < now()
   returning epoch`,
)

const READ_KEYS = statement<{ type: string; id: string; value: Buffer }>(
  'session_keys',
  'select type, id, value from credential_key where client_id = $1 order by type, id',
)

const READ_JOURNAL = statement<{ id: string; stanza: string; plaintext: Buffer }>(
  'session_journal',
  'select id, stanza, plaintext from inbound_journal where client_id = $1 order by seq',
)

const NOTE = statement(
  'session_note',
  `insert into client_state_log (client_id, status, code, detail, cause) values ($1, 'stopped', $2, $3, $4)`,
)

const WRITE = statement('session_write', 'insert into credential (client_id, value) values ($1, $2)')

const WRITE_KEYS = statement(
  'session_write_keys',
  `insert into credential_key (client_id, type, id, value)
   select $1, k.* from unnest($2::text[], $3::text[], $4::bytea[]) as k(type, id, value)`,
)

const WRITE_JOURNAL = statement(
  'session_write_journal',
  `insert into inbound_journal (client_id, id, stanza, plaintext)
   select $1, j.id, j.stanza, j.plaintext
   from unnest($2::text[], $3::text[], $4::bytea[]) with ordinality as j(id, stanza, plaintext, place) order by place`,
)

const MARK_EXPORTED = statement(
  'session_mark_exported',
  `update client set session_exported_at = now(), session_export_id = $2, worker_desired_state = 'stopped',
     live_status = 'stopped', live_code = 'SESSION_EXPORTED', live_detail = null, live_since = now(), updated_at = now()
   where id = $1`,
)

const MARK_HERE = statement(
  'session_mark_here',
  `update client set session_exported_at = null, session_export_id = null, session_moved_in = null,
     live_status = 'stopped', live_code = 'STOPPED', live_detail = null, live_since = now(), updated_at = now()
   where id = $1`,
)

const TAKE_ADDRESSES = statement(
  'session_take_addresses',
  `update client set session_import_id = $2, phone_number = $3, address = $4, lid = $5, push_name = $6 where id = $1`,
)

/** The addresses stay as they were until the session has logged in. */
const MARK_PENDING = statement(
  'session_mark_pending',
  `update client set session_import_id = $2, session_moved_in = 'pending',
     live_status = 'stopped', live_code = 'IMPORT_PENDING', live_detail = null, live_since = now(), updated_at = now()
   where id = $1`,
)

/** Whether another client of this database runs that exported state. Relies on `client_by_session_import`. */
const IS_ELSEWHERE = statement<{ id: string }>(
  'session_elsewhere',
  'select id from client where session_import_id = $1 and session_exported_at is null and id <> $2',
)

const CLEAR = ['credential_key', 'inbound_journal', 'credential'].map((table) =>
  statement(`session_clear_${table}`, `delete from ${table} where client_id = $1`),
)

/** SQL of moving sessions; what changes something runs inside the caller's transaction. */
export class SessionStore {
  readonly #box: SecretBox
  readonly #describeCause: (cause: StatusCause) => string

  constructor(box: SecretBox, describeCause: (cause: StatusCause) => string) {
    this.#box = box
    this.#describeCause = describeCause
  }

  read(db: Executor, clientId: string, userId: string) {
    return db.queryOne(READ, [clientId, userId])
  }

  lock(tx: Transaction, clientId: string, userId: string) {
    return tx.queryOne(LOCK, [clientId, userId])
  }

  openCredentials(clientId: string, sealed: Buffer): Uint8Array {
    return this.#box.openBytes(sealed, credentialContext(clientId))
  }

  /** The epoch from which on no earlier owner writes; null while a worker has the client. */
  async fence(tx: Transaction, clientId: string): Promise<number | null> {
    const row = await tx.queryOne(FENCE, [clientId])
    return row ? Number(row.epoch) : null
  }

  async readKeys(tx: Transaction, clientId: string): Promise<Session['keys']> {
    const rows = await tx.query(READ_KEYS, [clientId])
    return rows.map(({ type, id, value }) => ({
      type,
      id,
      value: this.#box.openBytes(value, keyContext(clientId, type, id)),
    }))
  }

  readJournal(tx: Transaction, clientId: string): Promise<Session['journal']> {
    return tx.query(READ_JOURNAL, [clientId])
  }

  async markExported(tx: Transaction, clientId: string, exportId: string): Promise<void> {
    await tx.query(MARK_EXPORTED, [clientId, exportId])
    await this.#note(tx, clientId, 'SESSION_EXPORTED')
  }

  async markReclaimed(tx: Transaction, clientId: string): Promise<void> {
    await tx.query(MARK_HERE, [clientId])
    await this.#note(tx, clientId, 'STOPPED', 'SESSION_TAKEN_BACK')
  }

  async isElsewhere(tx: Transaction, clientId: string, exportId: string): Promise<boolean> {
    return (await tx.queryOne(IS_ELSEWHERE, [exportId, clientId])) !== undefined
  }

  /** Puts this session in the place of whatever was there. */
  async write(tx: Transaction, clientId: string, session: Session): Promise<void> {
    await this.#writeSecrets(tx, clientId, session)
    const { journal, exportId, phoneNumber, address, lid, pushName } = session
    await tx.query(WRITE_JOURNAL, [
      clientId,
      journal.map(({ id }) => id),
      journal.map(({ stanza }) => stanza),
      journal.map(({ plaintext }) => Buffer.from(plaintext)),
    ])
    await tx.query(TAKE_ADDRESSES, [clientId, exportId, phoneNumber, address, lid, pushName])
    await tx.query(MARK_HERE, [clientId])
    await this.#note(tx, clientId, 'STOPPED', 'SESSION_IMPORTED')
  }

  /** The same with a session of another program, which becomes the client's when it has logged in. */
  async writePending(
    tx: Transaction,
    clientId: string,
    session: Pick<Session, 'credentials' | 'keys'> & { importId: string },
  ): Promise<void> {
    await this.#writeSecrets(tx, clientId, session)
    await tx.query(MARK_PENDING, [clientId, session.importId])
    await this.#note(tx, clientId, 'IMPORT_PENDING')
  }

  async #note(
    tx: Transaction,
    clientId: string,
    code: StatusCode,
    said?: 'SESSION_TAKEN_BACK' | 'SESSION_IMPORTED',
  ): Promise<void> {
    const cause = said === undefined ? null : ({ code: said, params: {} } as const)
    const detail = cause && this.#describeCause(cause)
    await tx.query(NOTE, [clientId, code, detail, cause && JSON.stringify(cause)])
  }

  async #writeSecrets(
    tx: Transaction,
    clientId: string,
    { credentials, keys }: Pick<Session, 'credentials' | 'keys'>,
  ): Promise<void> {
    for (const clear of CLEAR) await tx.query(clear, [clientId])
    await tx.query(WRITE, [clientId, this.#box.sealBytes(credentials, credentialContext(clientId))])
    await tx.query(WRITE_KEYS, [
      clientId,
      keys.map(({ type }) => type),
      keys.map(({ id }) => id),
      keys.map(({ type, id, value }) => this.#box.sealBytes(value, keyContext(clientId, type, id))),
    ])
  }
}
