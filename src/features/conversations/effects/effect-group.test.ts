import { describe, expect, it } from 'vitest'
import type { Address } from '../../../core/addresses.ts'
import { refusal } from '../../../core/errors.ts'
import type { GroupActEffect } from '../../../core/flow/index.ts'
import type { RefusalParams } from '../../../core/refusal-reasons.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { performGroupAct } from './effect-group.ts'
import type { EffectRow } from './effect-sql.ts'
import type { GroupPort } from './effect-types.ts'

const GROUP = '120363000000000001@g.us'
const ANA = '447700900001@s.whatsapp.net' as Address
const BEN = '447700900002@s.whatsapp.net' as Address
const person = (phone: Address) => ({ person: { phone, lid: null }, role: 'member' as const })

const row = (attempts: number) => ({ attempts, clientId: 'client' }) as EffectRow
const effectOf = (act: GroupActEffect['act'], people: readonly string[] = [ANA]): GroupActEffect => ({
  ...{ kind: 'group_act', effectId: 'e', runId: 'r', nodeId: 'n', group: GROUP },
  ...{ act, people, text: act === 'send' ? 'Hello' : null },
})

/** Answers each act as it is given, and remembers what was asked. */
function answering(answers: Record<string, unknown>) {
  const asked: [string, object][] = []
  const groups: GroupPort = {
    async act(act, input) {
      asked.push([act, input])
      const answer = answers[act]
      if (answer instanceof Error) throw answer
      return answer as never
    },
  }
  return { asked, deps: { groups, newId: () => 'id', newMessageId: () => '3EB0' } }
}

const outcome = (address: Address, networkCode: number | null, invite?: object) => ({
  ...{ address, networkCode },
  ...(invite ? { invite } : {}),
})

const perform = (
  answers: Record<string, unknown>,
  act: GroupActEffect['act'],
  { attempts = 1, people = [ANA] as readonly string[] } = {},
) => performGroupAct(answering(answers).deps, effectOf(act, people), row(attempts))

describe('people of a group', () => {
  it('are asked about once, all of them', async () => {
    const { asked, deps } = answering({ changeMembers: [outcome(ANA, null), outcome(BEN, 409)] })
    const done = await performGroupAct(deps, effectOf('promote', [ANA, BEN]), row(1))
    expect(asked).toEqual([['changeMembers', { group: GROUP, change: 'promote', people: [ANA, BEN] }]])
    expect(done).toMatchObject({
      kind: 'result',
      result: { output: { results: [{ state: 'done' }, { state: 'already' }] } },
    })
    expect(done).not.toHaveProperty('result.output.error')
  })

  it.each([
    ['add', 404, 'PERSON_UNKNOWN'],
    ['promote', 404, 'PERSON_UNKNOWN'],
    ['add', 500, 'PERSON_REFUSED'],
    ['remove', 404, undefined],
  ] as const)('who could not be: %s, code %i, is told as %s', async (act, code, error) => {
    const done = await perform({ changeMembers: [outcome(ANA, null), outcome(BEN, code)] }, act)
    expect(done).toMatchObject({
      kind: 'result',
      result: { output: { results: [{}, { networkCode: code }] } },
    })
    expect((done as { result: { output: { error?: string } } }).result.output.error).toBe(error)
  })

  it('who want to be asked come with their invitation', async () => {
    const invite = { code: 'inv', expiresSec: 0 }
    expect(await perform({ changeMembers: [outcome(ANA, 403, invite)] }, 'add')).toMatchObject({
      result: {
        output: { error: 'INVITE_ONLY', results: [{ state: 'invite_only', invite: { code: 'inv' } }] },
      },
    })
  })

  it('who ask for nothing any more were let in before where they are inside', async () => {
    const answers = {
      decideRequests: [outcome(ANA, 404), outcome(BEN, 404)],
      find: { members: [person(ANA)] },
    }
    expect(await perform(answers, 'approve', { people: [ANA, BEN] })).toMatchObject({
      result: { output: { error: 'PERSON_UNKNOWN', results: [{ state: 'done' }, { state: 'unknown' }] } },
    })
    expect(await perform({ decideRequests: [outcome(ANA, 404)] }, 'reject')).not.toHaveProperty(
      'result.output.error',
    )
  })
})

describe('an act that is not done', () => {
  it.each([
    ['GROUP_NOT_ASKED', 14, 'retry'],
    ['GROUP_NOT_ASKED', 15, 'failed'],
    ['NETWORK_NOT_ANSWERING', 3, 'retry'],
    ['NETWORK_NOT_ANSWERING', 4, 'failed'],
    ['GROUP_RATE_LIMITED', 3, 'retry'],
    ['GROUP_RATE_LIMITED', 4, 'failed'],
    ['NOT_GROUP_ADMIN', 1, 'failed'],
    ['NOT_IN_GROUP', 1, 'failed'],
  ] as const)('by %s, attempt %i: %s', async (reason, attempts, kind) => {
    const refused = refusal('FORBIDDEN', reason, {} as RefusalParams[typeof reason])
    const done = await perform({ changeMembers: refused }, 'add', { attempts })
    expect(done).toMatchObject({ kind, ...(kind === 'failed' ? { error: { code: reason } } : {}) })
  })

  it('waits longer where the network wants fewer of them', async () => {
    const refused = refusal('TOO_MANY_REQUESTS', 'GROUP_RATE_LIMITED', {})
    expect(await perform({ inviteCode: refused }, 'get_invite')).toEqual({ kind: 'retry', afterMs: 30_000 })
  })

  it('is told where no connection is at hand at all, and is a bug where it is none of these', async () => {
    const none = { newId: () => 'id', newMessageId: () => 'm' }
    expect(await performGroupAct(none, effectOf('add'), row(1))).toMatchObject({
      error: { code: 'ACTS_NOT_DONE_HERE' },
    })
    await expect(perform({ changeMembers: new Error('bug') }, 'add')).rejects.toThrow('bug')
  })
})

describe('a message to a group', () => {
  const group = (role: string | null, send = 'everyone') => ({
    find: { role, settings: { send }, members: [] },
  })

  it.each([
    [group(null), 'NOT_IN_GROUP'],
    [group('member', 'admins'), 'NOT_GROUP_ADMIN'],
  ])('is not planned where it could not be written: %o', async (answers, code) => {
    expect(await perform(answers, 'send')).toMatchObject({ kind: 'failed', error: { code } })
  })

  it.each([group('member'), group('admin', 'admins')])('is stored with its answer: %o', async (answers) => {
    const done = await perform(answers, 'send')
    if (done.kind !== 'transacted') throw new Error(`it came to ${done.kind}`)
    expect(done.sends).toBe(true)
    const written: unknown[] = []
    const tx = { query: async (_statement: unknown, values: unknown[]) => written.push(values) }
    expect(await done.work(tx as unknown as Transaction)).toEqual({
      result: { output: { messageId: '3EB0' } },
    })
    expect(written).toEqual([['id', 'client', GROUP, '3EB0', 'Hello']])
  })
})

it('an invite link comes with its address', async () => {
  const { asked, deps } = answering({ inviteCode: 'AbC' })
  expect(await performGroupAct(deps, effectOf('renew_invite', []), row(1))).toEqual({
    ...{ kind: 'result', result: { output: { code: 'AbC', url: 'https://chat.whatsapp.com/AbC' } } },
  })
  expect(asked).toEqual([['inviteCode', { group: GROUP, revoke: true }]])
})
