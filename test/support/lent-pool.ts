import type pg from 'pg'
import { type Database, openDatabase } from '../../src/db/client.ts'
import { createNotedChanges } from '../../src/db/noted-changes.ts'
import { nameStatement } from '../../src/db/pool.ts'
import { createPoolExecutor, runTransaction } from '../../src/db/transaction.ts'
import { closeBeforeDrop } from './database.ts'

/** Connections that one process has at most. */
const POOL_SIZE = 6
/** Of all processes of a test that live at the same time. */
const SHARED_SIZE = 60

interface Borrower {
  /** Called before each statement is sent; what it throws is what the statement ends with. */
  onQuery(statement: string): void
  /** What a dead process held is cut off, and with it the transaction that is open there. */
  isDead(): boolean
}

const shared = new Map<string, SharedDatabase>()

/**
 * A process's handle of a database whose connections other processes use after it. A connection costs 10 ms of processor time, and
 * each one plans every statement anew, which took half of the time of tests that start a process for each of hundreds of cases.
 * For databases of tests only: the connections end before the database is dropped.
 */
export async function borrowDatabase(url: string, borrower: Borrower): Promise<Database> {
  const place = shared.get(url) ?? new SharedDatabase(url)
  shared.set(url, place)
  return place.lendTo(borrower)
}

class SharedDatabase {
  private readonly opened: Promise<Database>
  private borrowers = 0
  private isClosing = false

  constructor(url: string) {
    const options = { databaseUrl: url, migrate: false, poolSize: SHARED_SIZE, applicationName: 'host' }
    this.opened = openDatabase(options)
    closeBeforeDrop(url, async () => {
      shared.delete(url)
      this.isClosing = true
      // The connections of a process that nobody closes stay, and are seen by who drops the database.
      if (this.borrowers === 0) await this.close()
    })
  }

  async lendTo(borrower: Borrower): Promise<Database> {
    this.borrowers += 1
    const database = await this.opened
    const lent = new LentConnections(database.pool, borrower)
    const pool = Object.create(database.pool, {
      connect: { value: () => lent.connect() },
      query: { value: (...args: unknown[]) => lent.query(args) },
    }) as pg.Pool
    const run = <T>(fn: Parameters<typeof runTransaction<T>>[1], options = {}): Promise<T> =>
      runTransaction(pool, fn, options)
    let closed: Promise<void> | undefined
    return {
      pool,
      ...createNotedChanges(createPoolExecutor(pool), run),
      url: database.url,
      embedded: database.embedded,
      createClient: () => database.createClient(),
      listen: () => Promise.reject(new Error('no process of these tests listens to its database')),
      setAddress() {},
      close: () => {
        closed ??= this.takeBack(lent)
        return closed
      },
    }
  }

  private async takeBack(lent: LentConnections): Promise<void> {
    await lent.end()
    this.borrowers -= 1
    if (this.isClosing && this.borrowers === 0) await this.close()
  }

  private async close(): Promise<void> {
    await (await this.opened).close()
  }
}

/** What one process holds of the connections, as a pool of its own would: so many at a time, and none after its end. */
class LentConnections {
  private readonly pool: pg.Pool
  private readonly borrower: Borrower
  private readonly waiting: (() => void)[] = []
  private readonly atRest: (() => void)[] = []
  private count = 0
  private isEnded = false

  constructor(pool: pg.Pool, borrower: Borrower) {
    this.pool = pool
    this.borrower = borrower
  }

  async connect(): Promise<pg.PoolClient> {
    if (this.isEnded) throw new Error('Cannot use a pool after calling end on the pool')
    if (this.count >= POOL_SIZE) await new Promise<void>((resolve) => this.waiting.push(resolve))
    else this.count += 1
    try {
      return this.lend(await this.pool.connect())
    } catch (error) {
      this.letGo()
      throw error
    }
  }

  async query(args: unknown[]): Promise<unknown> {
    const client = await this.connect()
    let broken: Error | undefined
    try {
      return await (Reflect.apply(client.query, client, args) as Promise<unknown>)
    } catch (error) {
      broken = error as Error
      throw error
    } finally {
      client.release(broken)
    }
  }

  /** Waits until all is given back, as the end of a pool does. */
  async end(): Promise<void> {
    this.isEnded = true
    if (this.count > 0) await new Promise<void>((resolve) => this.atRest.push(resolve))
  }

  private lend(client: pg.PoolClient): pg.PoolClient {
    const { borrower } = this
    let isReleased = false
    const query = (...args: unknown[]): unknown => {
      borrower.onQuery(nameStatement(args[0]))
      return Reflect.apply(client.query, client, args)
    }
    const release = (error?: Error | boolean): void => {
      if (isReleased) throw new Error('the connection was given back already')
      isReleased = true
      client.release(error ?? borrower.isDead())
      this.letGo()
    }
    return Object.create(client, { query: { value: query }, release: { value: release } }) as pg.PoolClient
  }

  /** Its place goes to who waits longest. */
  private letGo(): void {
    const next = this.waiting.shift()
    if (next !== undefined) return next()
    this.count -= 1
    if (this.count === 0) for (const resolve of this.atRest.splice(0)) resolve()
  }
}
