import type { Log } from '../platform/logger.ts'
import { statement } from './statement.ts'
import type { Executor } from './transaction.ts'

/**
 * True while the server has not crashed since the present life of the database began (docs/adr/0010-durable-commits.md): then
 * everything that was committed in it is there, whether its commit waited for the disk or not. Reads one row of one page.
 */
export const IS_SAME_LIFE = 'exists (select from database_life)'

/** The id of the present life; null after a crash, until somebody has begun the next. */
export const LIFE = '(select id from database_life)'

/**
 * Every lease ends with the life in which it was taken: its holder relies on what may be lost. One statement, so that nobody finds
 * the new life together with an old lease.
 */
const BEGIN = statement<{ id: string }>(
  'database_life_begin',
  `with begun as (
     insert into database_life default values on conflict do nothing returning id
   ), ended as (
     update client_lease set epoch = epoch + 1 where exists (select from begun)
   )
   select id from begun`,
)

/** Begins the next life of the database after a crash of its server; does nothing in the middle of one. */
export async function beginLife(db: Executor, log: Log): Promise<void> {
  if (await db.queryOne(BEGIN))
    log.warn(
      {},
      'the database server crashed: all clients connect anew, and what its last moment held is done again',
    )
}
