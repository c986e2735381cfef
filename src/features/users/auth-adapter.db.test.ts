import { getAuthTables } from 'better-auth/db'
import { beforeEach, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/support/database.ts'
import { createAuthAdapter } from './auth-adapter.ts'

interface Person {
  id: string
  name: string
  email: string
  emailVerified: boolean
  image: string | null
  createdAt: Date
}

const database = useTestDatabase()
let adapter: ReturnType<ReturnType<typeof createAuthAdapter>>
beforeEach(async () => {
  await database().pool.query('delete from "user"')
  adapter = createAuthAdapter(database().pool)({})
})

const person = (name: string, image: string | null = null) => ({
  name,
  email: `${name}@example.com`,
  emailVerified: false,
  image,
  createdAt: new Date('2026-01-02T03:04:05.678Z'),
  updatedAt: new Date('2026-01-02T03:04:05.678Z'),
})

const make = (name: string, image?: string) =>
  adapter.create<Omit<Person, 'id'>, Person>({ model: 'user', data: person(name, image) })

const readNames = (people: Person[]): string[] => people.map(({ name }) => name).toSorted()

it('finds a column for every field that the library has', async () => {
  const { rows } = await database().pool.query<{ column: string }>(
    `select table_name || '.' || column_name as column from information_schema.columns where table_schema = 'public'`,
  )
  const columns = new Set(rows.map(({ column }) => column))
  const fields = Object.values(getAuthTables({})).flatMap(({ modelName, fields }) =>
    Object.keys(fields).map(
      (field) => `${modelName}.${field.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)}`,
    ),
  )
  expect(fields).toEqual(expect.arrayContaining(['user.email_verified', 'session.token', 'account.password']))
  expect(fields.filter((field) => !columns.has(field))).toEqual([])
})

it('answers what it stored, to the millisecond', async () => {
  const made = await make('ann')
  const found = await adapter.findOne<Person>({ model: 'user', where: [{ field: 'id', value: made.id }] })
  expect(found).toMatchObject({ ...person('ann'), id: made.id })
  expect(await adapter.findOne({ model: 'user', where: [{ field: 'id', value: 'nobody' }] })).toBeNull()
})

it('compares as it is asked to', async () => {
  const [ann, ben] = [await make('ann', 'a.png'), await make('ben')]
  await make('cat', 'c.png')
  const find = async (where: Parameters<typeof adapter.findMany>[0]['where']) =>
    readNames(await adapter.findMany<Person>({ model: 'user', where }))
  expect(await find([{ field: 'id', operator: 'in', value: [ann.id, ben.id] }])).toEqual(['ann', 'ben'])
  expect(await find([{ field: 'id', operator: 'not_in', value: [ann.id, ben.id] }])).toEqual(['cat'])
  expect(await find([{ field: 'id', operator: 'in', value: [] }])).toEqual([])
  expect(await find([{ field: 'image', value: null }])).toEqual(['ben'])
  expect(await find([{ field: 'image', operator: 'ne', value: null }])).toEqual(['ann', 'cat'])
  expect(await find([{ field: 'name', operator: 'gt', value: 'ann' }])).toEqual(['ben', 'cat'])
  expect(await find([{ field: 'createdAt', operator: 'lt', value: person('').createdAt }])).toEqual([])
  expect(await find([{ field: 'createdAt', operator: 'lte', value: person('').createdAt }])).toHaveLength(3)
  const either = ['ann', 'ben'].map((name) => ({ field: 'name', value: name, connector: 'OR' as const }))
  expect(await find(either)).toEqual(['ann', 'ben'])
  expect(await find([{ field: 'image', value: null }, ...either])).toEqual(['ben'])
  expect(await adapter.count({ model: 'user' })).toBe(3)
  expect(await adapter.count({ model: 'user', where: either })).toBe(2)
})

it('sorts, and answers a part', async () => {
  for (const name of ['ann', 'ben', 'cat']) await make(name)
  const sortBy = { field: 'name', direction: 'desc' } as const
  const found = await adapter.findMany<Person>({ model: 'user', sortBy, limit: 1, offset: 1 })
  expect(readNames(found)).toEqual(['ben'])
})

it('changes and removes the rows that are meant, and never all', async () => {
  const ann = await make('ann')
  await make('ben')
  const where = [{ field: 'id', value: ann.id }]
  const changed = await adapter.update<Person>({ model: 'user', where, update: { emailVerified: true } })
  expect(changed).toMatchObject({ id: ann.id, emailVerified: true })
  const verified = [{ field: 'emailVerified', value: true }]
  expect(await adapter.updateMany({ model: 'user', where: verified, update: { image: 'a.png' } })).toBe(1)
  expect(await adapter.deleteMany({ model: 'user', where: [{ field: 'image', value: 'b.png' }] })).toBe(0)
  await expect(adapter.deleteMany({ model: 'user', where: [] })).rejects.toThrow('without saying which')
  await adapter.delete({ model: 'user', where })
  expect(readNames(await adapter.findMany<Person>({ model: 'user' }))).toEqual(['ben'])
})

it('gives a row that is used once to one of ten who ask for it', async () => {
  const data = { identifier: 'once', value: 'v', expiresAt: new Date('2099-01-01T00:00:00Z') }
  const times = { createdAt: new Date(), updatedAt: new Date() }
  await adapter.create({ model: 'verification', data: { ...data, ...times } })
  const where = [{ field: 'identifier', value: 'once' }]
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => adapter.consumeOne<typeof data>({ model: 'verification', where })),
  )
  expect(answers.filter((answer) => answer !== null)).toMatchObject([data])
  expect(await adapter.count({ model: 'verification' })).toBe(0)
})

it('gives one whose times the database set, finer than a date of JavaScript', async () => {
  await database().pool.query(
    `insert into verification (id, identifier, value, expires_at, created_at)
       values ('fine', 'fine', 'v', '2099-01-01T00:00:00Z', '2026-01-02T03:04:05.678901Z')`,
  )
  const where = [{ field: 'identifier', value: 'fine' }]
  expect(await adapter.consumeOne({ model: 'verification', where })).toMatchObject({ id: 'fine' })
  expect(await adapter.consumeOne({ model: 'verification', where })).toBeNull()
})

it('refuses what it has no statement for', async () => {
  const where = [{ field: 'email', operator: 'contains' as const, value: 'x' }]
  await expect(adapter.findMany({ model: 'user', where })).rejects.toThrow('no comparison contains')
})
