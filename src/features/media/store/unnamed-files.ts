import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'
import type { MediaStore } from './store.ts'

/** In one round, an hour apart. */
const LOOKED_AT = 5_000
/** What is younger may belong to a row that is on its way, or to a database that is just put back. */
const MIN_AGE_MS = 7 * 86_400_000

/**
 * Of some keys those that no row names. Each is looked up by its primary key. None of a time before the database began: where it is
 * another one than the files were written for, they are not its to delete.
 */
const UNNAMED = statement<{ key: string }>(
  'file_unnamed',
  `with began as (select min(created_at) as at from "user")
   select k.folder || '/' || k.id as key from unnest($1::text[], $2::uuid[], $3::timestamptz[]) as k(folder, id, written_at)
   cross join began where k.written_at > began.at and not exists (
     select from media m where m.id = k.id and m.client_id::text = k.folder and m.state <> 'gone')
   and not exists (
     select from asset a where a.id = k.id
       and 'assets/' || left(encode(sha256(convert_to(a.user_id, 'UTF8')), 'hex'), 16) = k.folder)`,
)

/**
 * Removes files that no row refers to, a bounded number of them in each round: those of what was deleted before `file_left` noted
 * it, and those of which a crash came between the file and its row.
 */
export class UnnamedFiles {
  readonly #db: Executor
  readonly #store: MediaStore
  #place: string | null = null

  constructor(db: Executor, store: MediaStore) {
    this.#db = db
    this.#store = store
  }

  /** Answers how many went. */
  async removeSome(nowMs: number): Promise<number> {
    const page = await this.#store.list?.(this.#place, LOOKED_AT)
    if (!page) return 0
    const old = page.files.filter(({ writtenAtMs }) => nowMs - writtenAtMs > MIN_AGE_MS)
    const unnamed = await this.#db.query(UNNAMED, [
      old.map(({ folder }) => folder),
      old.map(({ id }) => id),
      old.map(({ writtenAtMs }) => new Date(writtenAtMs)),
    ])
    for (const { key } of unnamed) await this.#store.remove(key)
    this.#place = page.place
    return unnamed.length
  }
}
