import type pg from 'pg'
import { isRetryableConflict } from './connection-errors.ts'
import type { Statement } from './statement.ts'

/** What runs queries: the pool as a whole or one transaction. Write functions against this where both will do. */
export interface Executor {
  /** Runs a named statement; `values` fill $1, $2 and so on. */
  query<Row extends object>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row[]>
  /** The first row, or undefined. */
  queryOne<Row extends object>(
    statement: Statement<Row>,
    values?: readonly unknown[],
  ): Promise<Row | undefined>
}

/** One open transaction. Only valid inside the function it was given to. */
export interface Transaction extends Executor {
  readonly client: pg.PoolClient
}

export interface TransactionOptions {
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable'
  /**
   * Default true: `fn` is run again after a serialization failure or a deadlock, so it has no effect outside of the
   * database. False where whoever calls does that itself, or where it has one.
   */
  readonly retriesConflicts?: boolean
  /**
   * When the disk is waited for (docs/adr/0010-durable-commits.md). `with` the commit, the default: nobody sees the work
   * before it is safe, and who needs its rows waits too. `after`: others may go on with its rows meanwhile, and whatever
   * they commit is safe only after this. `never`: a crash of the database's machine may undo it; only for work that is
   * then done again by itself, before any effect of it has left.
   */
  readonly flush?: 'with' | 'after' | 'never'
}

/** The connection died during COMMIT: the work is either wholly stored or not at all, and only a look can tell. */
export class CommitOutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('the connection ended during commit; read the data again before repeating the work', { cause })
    this.name = 'CommitOutcomeUnknown'
  }
}

const MAX_ATTEMPTS = 6
/** The second is a commit of its own that waits for the disk, and so for the first, which has let go of its rows by then. */
const FLUSHED_COMMIT = "commit; select pg_logical_emit_message(true, 'parley', '')"

/** The query functions over one connection or pool. */
export function createExecutor(target: pg.Pool | pg.ClientBase): Executor {
  const query = async <Row extends object>(stated: Statement<Row>, values: readonly unknown[] = []) => {
    const result = await target.query<Row>({ name: stated.name, text: stated.text, values: [...values] })
    return result.rows
  }
  return {
    query,
    queryOne: async (stated, values) => (await query(stated, values))[0],
  }
}

/** Of the pool: each statement is a transaction of its own, and is run again as such after a deadlock. */
export function createPoolExecutor(pool: pg.Pool): Executor {
  const once = createExecutor(pool)
  return {
    query: (stated, values) => retryConflicts(() => once.query(stated, values)),
    queryOne: (stated, values) => retryConflicts(() => once.queryOne(stated, values)),
  }
}

/** Runs `fn` in one transaction on a connection of its own: committed when it resolves, rolled back when it throws. */
export function runTransaction<T>(
  pool: pg.Pool,
  fn: (tx: Transaction) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  const { retriesConflicts = true } = options
  const once = () => runOnce(pool, fn, options)
  return retriesConflicts ? retryConflicts(once) : once()
}

/** At once: the other, which holds now what both wanted, is waited for by the server. */
async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isRetryableConflict(error)) throw error
    }
  }
}

async function runOnce<T>(
  pool: pg.Pool,
  fn: (tx: Transaction) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(buildBegin(options))
    const result = await fn({ client, ...createExecutor(client) })
    await commit(client, options.flush === 'after' ? FLUSHED_COMMIT : 'commit')
    return result
  } catch (error) {
    if (error instanceof CommitOutcomeUnknown) broken = error
    else broken = await rollback(client)
    throw error
  } finally {
    client.release(broken)
  }
}

function buildBegin({ isolation, flush = 'with' }: TransactionOptions): string {
  const begin = isolation === undefined ? 'begin' : `begin isolation level ${isolation}`
  return flush === 'with' ? begin : `${begin}; set local synchronous_commit = off`
}

async function commit(client: pg.PoolClient, text: string): Promise<void> {
  let done: pg.QueryResult | undefined
  try {
    // Several statements in one text are answered by a list.
    done = [await client.query(text)].flat()[0]
  } catch (error) {
    if (text === 'commit' && isSqlError(error)) throw error
    throw new CommitOutcomeUnknown(error)
  }
  // The server answers COMMIT of a failed transaction with ROLLBACK: an error was caught and not passed on.
  if (done?.command === 'ROLLBACK') {
    throw new Error(
      'the transaction had failed before its commit and was rolled back; do not swallow its errors',
    )
  }
}

/** A server's own answer carries a five-character SQLSTATE; class 57P and 08 mean that the connection is gone. */
function isSqlError(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false
  return /^[0-9A-Z]{5}$/.test(error.code) && !/^(08|57P)/.test(error.code)
}

/** Returns an error when the connection is not fit for further use. */
async function rollback(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('rollback')
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
