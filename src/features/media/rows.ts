import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'
import type { ReceivedFile } from '../../network/port.ts'
import type { MediaRow } from './types.ts'

const COLUMNS = `f.id, f.client_id as "clientId", f.message_seq as "messageSeq", f.kind, f.mimetype, f.file_name as "fileName",
  f.size_bytes as "sizeBytes", f.sha256, f.state, f.error, f.expires_at as "expiresAt"`

const READ = statement<MediaRow>(
  'media_read',
  `select ${COLUMNS} from media f where f.client_id = $1 and f.id = $2`,
)

const READ_OWNED = statement<MediaRow>(
  'media_read_owned',
  `select ${COLUMNS} from media f join client c on c.id = f.client_id where f.id = $1 and c.user_id = $2`,
)

const READ_OF_MESSAGE = statement<MediaRow>(
  'media_read_of_message',
  `select ${COLUMNS} from media f where f.message_seq = $1`,
)

const NOTE = statement<{ id: string; seq: number }>(
  'media_note',
  `insert into media (id, client_id, message_seq, kind, mimetype, file_name, size_bytes, state)
   select gen_random_uuid(), $1, r.seq, r.kind, r.mimetype, r.file_name, r.size_bytes, 'waiting'
   from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[])
     as r(seq, kind, mimetype, file_name, size_bytes)
   on conflict (message_seq) do update set state = case when media.state = 'stored' then 'stored' else 'waiting' end
   returning id, message_seq as seq`,
)

/** Relies on media_waiting. */
const WAITING = statement<MediaRow>(
  'media_waiting',
  `select ${COLUMNS} from media f where f.client_id = $1 and f.state = 'waiting' and f.id <> all($2::uuid[])
   order by f.created_at limit $3`,
)

const ADD_STORED = statement<{ id: string }>(
  'media_add_stored',
  `insert into media (id, client_id, kind, mimetype, file_name, size_bytes, sha256, state, stored_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, 'stored', now(), $8) returning id`,
)

/** One whose message went while it was on its way is over as it comes: nothing names it any more. */
const SET_STORED = statement<{ id: string }>(
  'media_set_stored',
  `update media set state = 'stored', mimetype = $2, size_bytes = $3, sha256 = $4, stored_at = now(),
     expires_at = case when message_seq is null then now() else $5::timestamptz end, error = null
   where id = $1 returning id`,
)

const SET_FAILED = statement<{ id: string }>(
  'media_set_failed',
  `update media set state = $2, error = $3, attempts = attempts + 1 where id = $1 returning id`,
)

/** Relies on media_by_expiry. */
const EXPIRED = statement<{ id: string; clientId: string }>(
  'media_expired',
  `select id, client_id as "clientId" from media where state = 'stored' and expires_at < $1 order by expires_at limit $2`,
)

/** What was given up within the hour may still be on its way here, and is looked for with the next cleaning. */
const LEFT = statement<{ key: string }>(
  'file_left_due',
  `select key from file_left where since < $1::timestamptz - interval '1 hour' order by since limit $2`,
)

const FORGET_LEFT = statement<never>('file_left_forget', 'delete from file_left where key = any($1)')

export const readMedia = (db: Executor, clientId: string, id: string): Promise<MediaRow | undefined> =>
  db.queryOne(READ, [clientId, id])

/** A file of any client of this user. */
export const readOwnedMedia = (db: Executor, id: string, userId: string): Promise<MediaRow | undefined> =>
  db.queryOne(READ_OWNED, [id, userId])

export const readMediaOfMessage = (db: Executor, seq: number): Promise<MediaRow | undefined> =>
  db.queryOne(READ_OF_MESSAGE, [seq])

/**
 * Notes files that are to be downloaded; one noted before is waited for again unless it is stored. Answers their media
 * ids by the seq of their messages.
 */
export async function noteMedia(
  db: Executor,
  clientId: string,
  files: readonly { seq: number; file: ReceivedFile }[],
): Promise<Map<number, string>> {
  if (files.length === 0) return new Map()
  const rows = await db.query(NOTE, [
    clientId,
    files.map(({ seq }) => seq),
    files.map(({ file }) => file.media),
    files.map(({ file }) => file.mimetype),
    files.map(({ file }) => file.fileName),
    files.map(({ file }) => file.sizeBytes),
  ])
  return new Map(rows.map(({ id, seq }) => [seq, id]))
}

export const readWaiting = (
  db: Executor,
  clientId: string,
  except: readonly string[],
  limit: number,
): Promise<MediaRow[]> => db.query(WAITING, [clientId, except, limit])

export interface StoredFile {
  mimetype: string
  sizeBytes: number
  sha256: Buffer
  expiresAt: Date
}

export async function addStored(
  db: Executor,
  row: { id: string; clientId: string; kind: string; fileName: string | null } & StoredFile,
): Promise<void> {
  const { id, clientId, kind, mimetype, fileName, sizeBytes, sha256, expiresAt } = row
  await db.query(ADD_STORED, [id, clientId, kind, mimetype, fileName, sizeBytes, sha256, expiresAt])
}

export async function setStored(db: Executor, id: string, file: StoredFile): Promise<void> {
  await db.query(SET_STORED, [id, file.mimetype, file.sizeBytes, file.sha256, file.expiresAt])
}

export async function setFailed(
  db: Executor,
  id: string,
  state: 'failed' | 'gone',
  error: string,
): Promise<void> {
  await db.query(SET_FAILED, [id, state, error])
}

export const readExpired = (db: Executor, now: Date, limit: number) => db.query(EXPIRED, [now, limit])

/** Keys of files whose rows are gone. */
export const readLeft = (db: Executor, now: Date, limit: number) => db.query(LEFT, [now, limit])

export async function forgetLeft(db: Executor, keys: readonly string[]): Promise<void> {
  await db.query(FORGET_LEFT, [keys])
}
