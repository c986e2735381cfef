import { expect, test } from 'vitest'
import { useTestDatabase } from '../../../test/support/database.ts'
import { openDatabase } from '../client.ts'
import { explainConnectionError } from '../connection-errors.ts'
import { refuseSharedConnections } from './server-fitness.ts'

const database = useTestDatabase()

const urlOf = (name: string, user?: string): string => {
  const url = new URL(database().url)
  url.pathname = `/${name}`
  if (user) url.username = user
  return url.href
}

test('a database that is not UTF-8 is refused, with how to make one', async () => {
  const name = `latin_${process.pid}`
  const { pool } = database()
  await pool.query(`create database ${name} encoding 'SQL_ASCII' template template0 locale 'C'`)
  try {
    await expect(openDatabase({ databaseUrl: urlOf(name) })).rejects.toMatchObject({
      data: { reason: 'DATABASE_ENCODING' },
      message: expect.stringContaining("encoding 'UTF8'"),
    })
  } finally {
    await pool.query(`drop database ${name}`)
  }
})

/** What PgBouncer does with pool_mode=transaction: whoever asks next gets the connection that is free. */
test('a pooler that lends connections for a transaction is refused by name', async () => {
  const client = await database().pool.connect()
  try {
    await expect(refuseSharedConnections(client, client, 'postgres://h/x')).rejects.toMatchObject({
      data: { reason: 'DATABASE_POOLER' },
    })
  } finally {
    client.release()
  }
})

test('two connections of their own pass', async () => {
  const [one, other] = [await database().pool.connect(), await database().pool.connect()]
  await refuseSharedConnections(one, other, 'postgres://h/x')
  one.release()
  other.release()
})

test.each([
  [
    '28000',
    'no pg_hba.conf entry for host "10.0.0.1", user "a", database "b", no encryption',
    'DATABASE_TLS',
  ],
  ['28000', 'role "x" is not permitted to log in', 'DATABASE_AUTH_FAILED'],
  ['42501', 'permission denied for schema public', 'DATABASE_RIGHTS'],
  ['53300', 'too many clients already', 'DATABASE_FULL'],
])('%s (%s) is told as %s', (code, text, reason) => {
  const error = Object.assign(new Error(text), { code })
  expect(explainConnectionError(error, 'postgres://h/x').data).toEqual({ reason })
})
