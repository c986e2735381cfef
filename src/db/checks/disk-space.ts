import type pg from 'pg'
import { runTransaction } from '../transaction.ts'

/** Half a megabyte in a table of this connection only, which nobody sees and nothing is left of. */
const TAKE_SPACE = `create temporary table parley_room on commit drop as
  select repeat(md5(i::text), 32) as filler from generate_series(1, 512) i`

/** Rejects when the database cannot take more than it has: what its disk has left may be on another machine. */
export async function probeDiskSpace(pool: pg.Pool): Promise<void> {
  // Committed, as the log of a full disk may be what has no room.
  await runTransaction(pool, (tx) => tx.client.query(TAKE_SPACE), {})
}
