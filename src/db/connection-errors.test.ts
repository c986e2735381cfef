import { expect, test } from 'vitest'
import { Refusal } from '../core/errors.ts'
import { toAwayRefusal, toRemovedRefusal } from './connection-errors.ts'

const coded = (code: string, message = 'x'): Error => Object.assign(new Error(message), { code })

test.each([
  coded('ECONNREFUSED'),
  coded('57P01', 'terminating connection due to administrator command'),
  coded('57P03', 'the database system is starting up'),
  new Error('Connection terminated unexpectedly'),
  new Error('a query failed', { cause: coded('ECONNRESET') }),
])('a call that meets a database that is away is told to try again: %s', (error) => {
  expect(toAwayRefusal(error)).toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    data: { reason: 'DATABASE_UNAVAILABLE' },
    cause: error,
  })
})

test('a bug stays a bug, and a refusal what it is', () => {
  expect(toAwayRefusal(coded('23505'))).toBeNull()
  expect(toAwayRefusal(new TypeError('x is undefined'))).toBeNull()
  expect(toAwayRefusal(new Refusal('CONFLICT', 'no', { cause: coded('ECONNREFUSED') }))).toBeNull()
})

test('a call about something that is removed meanwhile is told that it is not there', () => {
  const gone = coded('23503', 'insert or update on table "proxy" violates foreign key constraint')
  expect(toRemovedRefusal(gone)).toMatchObject({ code: 'NOT_FOUND', cause: gone })
  expect(toRemovedRefusal(coded('23505'))).toBeNull()
  expect(toRemovedRefusal(new Refusal('CONFLICT', 'no', { cause: gone }))).toBeNull()
})
