import { describe, expect, it } from 'vitest'
import { createTestDatabase, useTestDatabase } from '../../test/support/database.ts'
import { meetInDeadlock } from '../../test/support/deadlock.ts'
import type { Database } from './client.ts'
import { statement } from './statement.ts'
import { CommitOutcomeUnknown } from './transaction.ts'

const database = useTestDatabase()

const BUMP = statement<{ n: number }>('test_bump', 'update counter set n = n + 1 where id = $1 returning n')
/** Holds the third before it asks for the fourth, and that before it asks for the fifth. */
const BUMP_THREE = statement<never>(
  'test_bump_three',
  `with held as (select id from counter where id in (3, 4, 5) order by id for update)
   update counter c set n = c.n + 1 from held where c.id = held.id`,
)
const READ = statement<{ n: number }>('test_read', 'select n from counter where id = $1')
const BIG = statement<{ n: number }>('test_big', 'select $1::bigint as n')

describe('a transaction', () => {
  it('keeps everything when its function resolves and nothing when it throws', async () => {
    const db = database()
    await db.pool.query(
      'create table counter (id int primary key, n int not null); insert into counter values (1, 0), (2, 0)',
    )
    await db.transaction((tx) => tx.query(BUMP, [1]))
    const failing = db.transaction(async (tx) => {
      await tx.query(BUMP, [1])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await db.queryOne(READ, [1])).toEqual({ n: 1 })
  })

  it.each(['with', 'after', 'never'] as const)(
    'fails when an error inside of it was swallowed, flushed %s its commit',
    async (flush) => {
      const swallowing = database().transaction(
        async (tx) => {
          await tx.client.query('select 1 / 0').catch(() => {})
        },
        { flush },
      )
      await expect(swallowing).rejects.toThrow('rolled back')
    },
  )

  it('keeps what is flushed after its commit, in a transaction of its own', async () => {
    const db = database()
    const xids: (string | undefined)[] = []
    for (const flush of ['with', 'after', 'with'] as const) {
      await db.transaction(
        async (tx) => {
          await tx.query(BUMP, [1])
          const { rows } = await tx.client.query<{ xid: string }>('select pg_current_xact_id()::text as xid')
          xids.push(rows[0]?.xid)
        },
        { flush },
      )
    }
    expect(await db.queryOne(READ, [1])).toEqual({ n: 4 })
    const [, after, next] = xids.map(Number)
    expect(next).toBeGreaterThan((after ?? 0) + 1)
  })

  it('runs again after a serialization failure', async () => {
    const db = database()
    const bump = () =>
      db.transaction(
        async (tx) => {
          const row = await tx.queryOne(READ, [2])
          await tx.client.query('update counter set n = $1 where id = 2', [(row?.n ?? 0) + 1])
        },
        { isolation: 'serializable' },
      )
    await Promise.all([bump(), bump(), bump()])
    expect(await db.queryOne(READ, [2])).toEqual({ n: 3 })
  })

  it.each([
    ['a transaction', (db: Database) => db.transaction((tx) => tx.query(BUMP_THREE))],
    ['a statement alone', (db: Database) => db.query(BUMP_THREE)],
  ])('runs %s again that was ended because it and another waited for each other', async (_, run) => {
    const db = database()
    const rows = 'insert into counter values (3, 0), (4, 0), (5, 0) on conflict (id) do update set n = 0'
    await db.pool.query(rows)
    const meeting = {
      first: ['update counter set n = 10 where id = 5'],
      between: 'select from counter where id = 4 for update',
      last: ['update counter set n = 10 where id = 3'],
    } as const
    await meetInDeadlock(db, meeting, () => run(db))
    const read = (id: number) => db.queryOne(READ, [id])
    expect([await read(3), await read(4), await read(5)]).toEqual([{ n: 11 }, { n: 1 }, { n: 11 }])
  })

  it('throws a conflict of a transaction that is not to be run again', async () => {
    const db = database()
    let runs = 0
    const conflict = db.transaction(
      async (tx) => {
        runs += 1
        await tx.client.query("do $$ begin raise exception 'so' using errcode = '40P01'; end $$")
      },
      { retriesConflicts: false },
    )
    await expect(conflict).rejects.toThrow('so')
    expect(runs).toBe(1)
  })
})

describe('a connection', () => {
  it('is replaced when the server ends it', async () => {
    const db = database()
    const ended = db.pool.query('select pg_terminate_backend(pg_backend_pid())')
    await expect(ended).rejects.toThrow()
    expect(await db.queryOne(READ, [2])).toEqual({ n: 3 })
  })

  it('answers counters as numbers and refuses those a number cannot hold', async () => {
    const db = database()
    expect(await db.queryOne(BIG, ['9007199254740991'])).toEqual({ n: 9007199254740991 })
    await expect(db.queryOne(BIG, ['9007199254740993'])).rejects.toThrow('does not fit')
  })

  it('reports each statement it sends, prepared ones by their name', async () => {
    const db = database()
    db.statements.length = 0
    await db.query(READ, [1])
    expect(db.statements).toEqual(['test_read'])
  })
})

describe('listening', () => {
  it('hears what is notified, and says so when its connection was lost', async () => {
    const db = database()
    const payloads: string[] = []
    let reconnects = 0
    const listener = await db.listen('test', {
      onPayload: (payload) => payloads.push(payload),
      onReconnect: () => {
        reconnects += 1
      },
    })
    await db.pool.query("select pg_notify('test', 'one')")
    await expect.poll(() => payloads).toEqual(['one'])
    await db.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'",
    )
    await expect.poll(() => reconnects).toBe(1)
    await db.pool.query("select pg_notify('test', 'two')")
    await expect.poll(() => payloads).toEqual(['one', 'two'])
    await listener.stop()
  })
})

describe('a commit whose connection died', () => {
  it('is reported as unknown, not as failed', async () => {
    const db = database()
    const committing = db.transaction(async (tx) => {
      const shown = await tx.client.query<{ pid: number }>('select pg_backend_pid() as pid')
      await db.pool.query('select pg_terminate_backend($1)', [shown.rows[0]?.pid])
    })
    await expect(committing).rejects.toBeInstanceOf(CommitOutcomeUnknown)
    expect(await db.queryOne(READ, [2])).toEqual({ n: 3 })
  })
})

describe('a test database', () => {
  it('fails the file that leaves connections open', async () => {
    const extra = await createTestDatabase({ endWithinMs: 500 })
    const left = extra.createClient()
    await left.connect()
    await expect(extra.drop()).rejects.toThrow('connections were left open')
    await left.end().catch(() => {})
  })
})
