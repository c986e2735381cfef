import { expect, test } from 'vitest'
import { toClosedState } from './close-reasons.ts'

test.each([
  [515, 'restart_required'],
  [503, 'unavailable'],
  [500, 'unavailable'],
  [440, 'replaced'],
  [401, 'logged_out'],
  [403, 'forbidden'],
  [405, 'outdated'],
  [408, 'timed_out'],
  [428, 'connection_lost'],
])('code %i means %s and has a cause of its own', (code, reason) => {
  const state = toClosedState({ code, message: 'x', attrs: {} })
  expect(state).toMatchObject({ kind: 'closed', reason, rawCode: code })
  expect(state.cause.code).not.toBe('ENDED_WITH')
})

test('an unknown code is surfaced raw', () => {
  expect(toClosedState({ code: 777, message: 'Stream Errored (strange)', attrs: {} })).toMatchObject({
    reason: 'connection_lost',
    rawCode: 777,
    cause: { code: 'ENDED_WITH', params: { message: 'Stream Errored (strange)' } },
  })
})

test.each([
  { code: 440, message: 'Stream Errored (conflict)', attrs: { type: 'device_removed' } },
  { code: 401, message: 'Stream Errored (conflict)', attrs: { type: 'device_removed' } },
  { code: 401, message: 'Stream Errored (unknown)', attrs: {} },
])('a device that is taken off in the middle of a connection is no logout yet (%j)', (close) => {
  expect(toClosedState(close).reason).toBe('device_removed')
})

test('a login that is refused with 401 is a logout', () => {
  expect(toClosedState({ code: 401, message: 'Connection Failure', attrs: {} }).reason).toBe('logged_out')
})

test('a temporary ban says how long it lasts, and why when the network does', () => {
  expect(toClosedState({ code: 402, message: '', attrs: { expire: '60', code: '102' } })).toMatchObject({
    reason: 'restricted',
    retryAfterMs: 60_000,
    cause: { code: 'BANNED_FOR_NOW', params: { why: 'BLOCKED', until: null } },
  })
  expect(toClosedState({ code: 402, message: '', attrs: { expire: '60', code: '999' } }).cause).toEqual({
    code: 'BANNED_FOR_NOW',
    params: { why: null, until: null },
  })
})

test('running out of QR codes is told apart from a silent server', () => {
  expect(toClosedState({ code: 408, message: 'QR refs attempts ended', attrs: {} }).reason).toBe('qr_expired')
  expect(toClosedState({ code: 408, message: 'Timed Out', attrs: {} }).reason).toBe('timed_out')
})

test.each([
  'Invalid account signature',
  'Failed to verify account signature',
  'Missing device-identity or device in pair success node',
])('a pairing that fails with "%s" is rejected, and no silence of the network', (message) => {
  const state = toClosedState({ code: 500, message, attrs: {} })
  expect(state).toMatchObject({ reason: 'pairing_rejected', rawCode: 500 })
  expect(state.cause.code).toBe('PAIRING_UNVERIFIED')
})
