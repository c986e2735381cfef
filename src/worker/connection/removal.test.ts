import { expect, test } from 'vitest'
import { type EndedConnection, Removal } from './removal.ts'

const HOUR_MS = 3_600_000
const ended = (change: Partial<EndedConnection> = {}): EndedConnection => ({
  ...{ movedIn: null, openMs: 60_000, isRestricted: false },
  ...change,
})
const refused = (change: Partial<EndedConnection> = {}) => ended({ openMs: 0, ...change })

test('a device that was taken off logs in once more before anything is forgotten', () => {
  const policy = new Removal().judge('device_removed', ended())
  expect(policy).toMatchObject({ code: 'DEVICE_REMOVED', next: 'reopen_later' })
  expect(policy.forget).toBeUndefined()
})

test.for([
  ['logged_out', {}, { code: 'LOGGED_OUT', next: 'end', forget: true }],
  ['logged_out', { isRestricted: true }, { code: 'REMOVED_RESTRICTED', next: 'end', forget: true }],
  ['logged_out', { movedIn: 'pending', isRestricted: true }, { code: 'IMPORT_REFUSED', next: 'end' }],
  ['restricted', {}, { code: 'REMOVED_RESTRICTED', next: 'reopen_later' }],
  ['forbidden', {}, { code: 'FORBIDDEN', next: 'hold' }],
  ['connection_lost', {}, { code: 'CONNECTION_LOST', next: 'reopen_later' }],
] as const)('when that login is answered with %s (%j) it is %j', ([reason, change, policy]) => {
  const removal = new Removal()
  removal.judge('device_removed', ended())
  expect(removal.judge(reason, refused(change))).toMatchObject(policy)
})

test('a ban that no removal came before is one, and a login refused to a restricted account says so by itself', () => {
  expect(new Removal().judge('restricted', refused()).code).toBe('RESTRICTED')
  expect(new Removal().judge('logged_out', refused({ isRestricted: true })).code).toBe('REMOVED_RESTRICTED')
})

test('a device that is let in and taken off again is not logged in a third time, and its session is kept', () => {
  const removal = new Removal()
  removal.judge('device_removed', ended())
  removal.judge('connection_lost', refused())
  expect(removal.judge('device_removed', ended())).toEqual({ code: 'LOGGED_OUT', next: 'end' })
  expect(removal.judge('device_removed', ended({ isRestricted: true }))).toEqual({
    code: 'REMOVED_RESTRICTED',
    next: 'end',
  })
})

test('long after a removal that was none, the next is asked about like the first', () => {
  const removal = new Removal()
  removal.judge('device_removed', ended())
  expect(removal.judge('device_removed', ended({ openMs: HOUR_MS })).code).toBe('DEVICE_REMOVED')
})
