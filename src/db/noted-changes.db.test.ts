import { beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from '../../test/support/database.ts'
import { statement } from './statement.ts'
import type { Executor } from './transaction.ts'

const database = useTestDatabase()
const ADD = statement<{ n: number }>('noted_add', 'insert into noted (n) values ($1) returning n')
const COUNT = statement<{ n: number }>('noted_count', 'select count(*)::int as n from noted where n > 0')
/** The note is a row of its own, so that what commits with what can be seen. */
const NOTE = statement<never>('noted_note', 'insert into noted (n) values (-1)')

beforeEach(async () => {
  await database().pool.query('drop table if exists noted; create table noted (n int)')
})

const note = (tx: Executor) => tx.query(NOTE).then(() => {})
async function readAll(): Promise<number[]> {
  return (await database().pool.query<{ n: number }>('select n from noted order by n')).rows.map(({ n }) => n)
}

test('a statement that changes something is committed with the note, one that reads is not noted', async () => {
  const db = database()
  const answer = await db.noting(note, async () => [await db.queryOne(COUNT), await db.queryOne(ADD, [1])])
  expect(answer).toEqual([{ n: 0 }, { n: 1 }])
  expect(await readAll()).toEqual([-1, 1])
})

test('a transaction is noted once, as the last thing before its commit, and not at all when it is rolled back', async () => {
  const db = database()
  await db.noting(note, () =>
    db.transaction(async (tx) => {
      await tx.query(ADD, [1])
      await tx.query(ADD, [2])
      expect(await tx.query(COUNT)).toEqual([{ n: 2 }])
    }),
  )
  expect(await readAll()).toEqual([-1, 1, 2])
  const broken = db.noting(note, () =>
    db.transaction(async (tx) => {
      await tx.query(ADD, [3])
      throw new Error('changed its mind')
    }),
  )
  await expect(broken).rejects.toThrow('changed its mind')
  expect(await readAll()).toEqual([-1, 1, 2])
})

test('a change whose note cannot be written is not made', async () => {
  const db = database()
  const refused = db.noting(
    () => Promise.reject(new Error('no room for it')),
    () => db.queryOne(ADD, [1]),
  )
  await expect(refused).rejects.toThrow('no room for it')
  expect(await readAll()).toEqual([])
})

test('what goes on after the work, and what others do meanwhile, is not noted', async () => {
  const db = database()
  const isOver = Promise.withResolvers<void>()
  let goesOn: Promise<unknown> = Promise.resolve()
  await db.noting(note, async () => {
    goesOn = isOver.promise.then(() => db.queryOne(ADD, [1]))
  })
  isOver.resolve()
  await goesOn
  const working = Promise.withResolvers<void>()
  const work = db.noting(note, () => working.promise)
  await db.queryOne(ADD, [2])
  working.resolve()
  await work
  expect(await readAll()).toEqual([1, 2])
})
