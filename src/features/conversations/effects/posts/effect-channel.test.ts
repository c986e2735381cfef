import { describe, expect, it } from 'vitest'
import { refusal } from '../../../../core/errors.ts'
import type { ChannelPostEffect } from '../../../../core/flow/index.ts'
import type { RefusalParams } from '../../../../core/refusal-reasons.ts'
import type { Transaction } from '../../../../db/transaction.ts'
import type { EffectRow } from '../effect-sql.ts'
import type { ChannelPort } from '../effect-types.ts'
import { performChannelPost } from './effect-channel.ts'

const CHANNEL = '120363000000000007@newsletter'
const effect: ChannelPostEffect = {
  ...{ kind: 'channel_post', effectId: 'e', runId: 'r', nodeId: 'n', channel: CHANNEL },
  content: { type: 'text', text: 'Hello' },
}

/** Answers each post as it is given, and remembers what was asked. */
function perform(answer: Error | { serverId: number | null }, attempts = 1) {
  const asked: Parameters<ChannelPort['post']>[0][] = []
  const channels: ChannelPort = {
    async post(input) {
      asked.push(input)
      if (answer instanceof Error) throw answer
      return answer
    },
  }
  const row = { attempts, clientId: 'client' } as EffectRow
  return { asked, outcome: performChannelPost({ channels }, effect, row) }
}

describe('a post of a flow', () => {
  it('has one id however often it is tried, and is looked for before it is tried again', async () => {
    const first = perform({ serverId: 7 })
    const second = perform({ serverId: 7 }, 2)
    await Promise.all([first.outcome, second.outcome])
    const { id } = first.asked[0] ?? {}
    expect(id).toMatch(/^3EB0[\dA-F]{18}$/)
    expect(first.asked).toEqual([{ id, channel: CHANNEL, content: effect.content, repeat: false }])
    expect(second.asked).toEqual([{ id, channel: CHANNEL, content: effect.content, repeat: true }])
  })

  it.each([7, null])('is noted as the account’s own in the commit of its answer (%s)', async (serverId) => {
    const { asked, outcome } = perform({ serverId })
    const done = await outcome
    if (done.kind !== 'transacted') throw new Error(`the post came to ${done.kind}`)
    const noted: unknown[] = []
    const tx = {
      async query(_statement: unknown, values: unknown[]) {
        noted.push(values)
        return []
      },
    } as unknown as Transaction
    expect(await done.work(tx)).toEqual({ result: { output: { id: asked[0]?.id, serverId } } })
    expect(noted).toEqual(serverId === null ? [] : [['client', `post/${CHANNEL}/7`, CHANNEL, 7]])
  })

  it.each([
    ['ACCOUNT_NOT_ASKED', 14, 'retry'],
    ['ACCOUNT_NOT_ASKED', 15, 'ACCOUNT_NOT_ASKED'],
    ['NO_ANSWER_IN_TIME', 3, 'retry'],
    ['NO_ANSWER_IN_TIME', 4, 'OUTCOME_UNKNOWN'],
    ['ACCOUNT_RATE_LIMITED', 3, 'retry'],
    ['ACCOUNT_RATE_LIMITED', 4, 'ACCOUNT_RATE_LIMITED'],
    ['NOT_CHANNEL_ADMIN', 1, 'NOT_CHANNEL_ADMIN'],
    ['CHANNEL_NOT_FOUND', 1, 'CHANNEL_NOT_FOUND'],
    ['MEDIA_NOT_FOUND', 1, 'FILE_MISSING'],
  ] as const)('that is refused with %s at the attempt %i comes to %s', async (reason, attempts, comesTo) => {
    const refused = refusal('FORBIDDEN', reason as keyof RefusalParams & 'NOT_CHANNEL_ADMIN', {})
    const outcome = await perform(refused, attempts).outcome
    expect(outcome).toMatchObject(
      comesTo === 'retry' ? { kind: 'retry' } : { kind: 'failed', error: { code: comesTo } },
    )
  })

  it('waits longer where the network wants fewer requests', async () => {
    const refused = refusal('TOO_MANY_REQUESTS', 'ACCOUNT_RATE_LIMITED', {})
    expect(await perform(refused).outcome).toEqual({ kind: 'retry', afterMs: 30_000 })
  })

  it('passes a bug on, and is not made in a process without a connection', async () => {
    await expect(perform(new Error('a bug')).outcome).rejects.toThrow('a bug')
    expect(await performChannelPost({}, effect, { attempts: 1 } as EffectRow)).toMatchObject({
      error: { code: 'ACTS_NOT_DONE_HERE' },
    })
  })
})
