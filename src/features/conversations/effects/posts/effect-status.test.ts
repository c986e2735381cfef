import { describe, expect, it } from 'vitest'
import { refusal } from '../../../../core/errors.ts'
import type { StatusPostEffect } from '../../../../core/flow/index.ts'
import type { SendReply } from '../../records/send-command.ts'
import type { EffectRow } from '../effect-sql.ts'
import type { StatusPort } from '../effect-types.ts'
import { performStatusPost } from './effect-status.ts'

const effect: StatusPostEffect = {
  ...{ kind: 'status_post', effectId: 'e', runId: 'r', nodeId: 'n' },
  content: { type: 'text', text: 'Soup' },
}
const key = { remoteJid: 'status@broadcast', id: 'S', fromMe: true as const, participant: null }
const sent: SendReply = { kind: 'sent', key, atSec: 1, status: 'SERVER_ACK', message: {} }
const unknown = { code: 'OUTCOME_UNKNOWN', params: { cause: 'no_word_yet' } } as const

/** Answers each post as it is given, and remembers what was asked. */
function perform(answer: Error | SendReply, attempts = 1) {
  const asked: Parameters<StatusPort['post']>[0][] = []
  const statuses: StatusPort = {
    async post(input) {
      asked.push(input)
      if (answer instanceof Error) throw answer
      return answer
    },
  }
  return { asked, outcome: performStatusPost({ statuses }, effect, { attempts } as EffectRow) }
}

describe('a status of a flow', () => {
  it('has one id however often it is tried, and is looked for before it is tried again', async () => {
    const first = perform(sent)
    const second = perform(sent, 2)
    const { id } = first.asked[0] ?? {}
    expect(id).toMatch(/^3EB0[\dA-F]{18}$/)
    expect(first.asked).toEqual([{ id, content: effect.content, repeat: false }])
    expect(second.asked).toEqual([{ id, content: effect.content, repeat: true }])
    expect(await first.outcome).toEqual({ kind: 'result', result: { output: { id } } })
  })

  it.each([
    [3, 'retry'],
    [4, 'OUTCOME_UNKNOWN'],
  ] as const)('of unknown outcome at the attempt %i comes to %s', async (attempts, comesTo) => {
    const { outcome } = perform({ kind: 'unknown', key, error: unknown, final: false }, attempts)
    expect(await outcome).toMatchObject(
      comesTo === 'retry' ? { kind: 'retry' } : { kind: 'failed', error: { code: comesTo } },
    )
  })

  it('that the network did not take is not posted again', async () => {
    const { outcome } = perform({ kind: 'failed', key, error: unknown })
    expect(await outcome).toMatchObject({ kind: 'failed', error: { code: 'ACCOUNT_REFUSED' } })
  })

  it('waits some minutes for a connection, and for nobody who would see it', async () => {
    const away = () => refusal('SERVICE_UNAVAILABLE', 'CLIENT_NOT_CONNECTED', { while: 'preparing' })
    expect(await perform(away(), 14).outcome).toMatchObject({ kind: 'retry' })
    expect(await perform(away(), 15).outcome).toMatchObject({ error: { code: 'ACCOUNT_NOT_ASKED' } })
    const forNobody = refusal('UNPROCESSABLE_CONTENT', 'STATUS_FOR_NOBODY', {})
    expect(await perform(forNobody).outcome).toMatchObject({ error: { code: 'STATUS_FOR_NOBODY' } })
  })

  it('passes a bug on, and is not made in a process without a connection', async () => {
    await expect(perform(new Error('a bug')).outcome).rejects.toThrow('a bug')
    expect(await performStatusPost({}, effect, { attempts: 1 } as EffectRow)).toMatchObject({
      error: { code: 'ACTS_NOT_DONE_HERE' },
    })
  })
})
