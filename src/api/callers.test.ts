import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import type { Caller } from '../contract/handlers.ts'
import { type Callers, isStillCaller } from './callers.ts'

const before: Caller = {
  ...{ userId: 'ana', role: 'user', plan: 'free', via: 'session' },
  ...{ workspaceId: 'shop', workspaceRole: 'agent', clientIds: ['c1'] },
}

const ask = (now: Caller | null) => {
  const callers: Callers = {
    checkKey: async () => ({ kind: 'unknown' }),
    checkSession: async () => now,
    isLiveKey: async () => false,
  }
  return isStillCaller(callers, { headers: { cookie: 'session=ana' } } as IncomingMessage, before)
}

test.each<[string, Partial<Caller>, boolean]>([
  ['goes on for the same person with the same rights', {}, true],
  ['goes on when the plan changed, which shows nothing more or less', { plan: 'pro' }, true],
  ['ends for somebody else', { userId: 'ben' }, false],
  ['ends in another workspace', { workspaceId: 'bakery' }, false],
  ['ends in another role', { workspaceRole: 'viewer' }, false],
  ['ends with other numbers', { clientIds: ['c2'] }, false],
  ['ends when all numbers are seen', { clientIds: null }, false],
])('an open stream %s', async (_, change, goesOn) => {
  expect(await ask({ ...before, ...change })).toBe(goesOn)
})

test('an open stream ends with its session', async () => {
  expect(await ask(null)).toBe(false)
})
