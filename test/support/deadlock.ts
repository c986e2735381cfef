import { expect } from 'vitest'
import type { Database } from '../../src/db/client.ts'
import { countLockWaits } from './database.ts'

/** Where two transactions meet: statements, of which two may have parameters. */
export interface Meeting {
  /** What the other transaction locks first, and `work` last. */
  first: readonly [sql: string, params?: readonly unknown[]]
  /** What `work` locks first, and the other transaction last. */
  last: readonly [sql: string, params?: readonly unknown[]]
  /** Locks what `work` needs between the two. */
  between: string
}

/**
 * Has `work` and another transaction wait for each other, and answers what `work` does. The server ends `work`, however slow the
 * machine is: it looks for a deadlock once a second after a wait began. So `work` is held between its two locks until the other
 * transaction waits, which itself never looks.
 */
export async function meetInDeadlock<T>(
  database: Pick<Database, 'pool'>,
  { first, last, between }: Meeting,
  work: () => Promise<T>,
): Promise<T> {
  const awaitWaits = (count: number) => expect.poll(() => countLockWaits(database)).toBe(count)
  const other = await database.pool.connect()
  const gate = await database.pool.connect()
  const meet = async (): Promise<void> => {
    await awaitWaits(1)
    const met = other.query(last[0], [...(last[1] ?? [])])
    await awaitWaits(2)
    await gate.query('commit')
    await met
    await other.query('commit')
  }
  try {
    await gate.query(`begin; ${between}`)
    await other.query("begin; set local deadlock_timeout = '1h'")
    await other.query(first[0], [...(first[1] ?? [])])
    const [done] = await Promise.all([work(), meet()])
    return done
  } finally {
    other.release(true)
    gate.release(true)
  }
}
