import { expect, test } from 'vitest'
import type { OutboundResponse } from '../../../platform/outbound-http.ts'
import { createEffectPerformer, type PerformerDeps } from './effect-performer.ts'
import type { EffectRow } from './effect-sql.ts'
import type { ChatAct } from './effect-types.ts'

const request = { method: 'GET', url: 'https://shop.example.com/', headers: [], body: null }
const effect = {
  ...{ kind: 'http', effectId: 'e', runId: 'r', nodeId: 'a', request, timeoutMs: 1_000, retries: 0 },
  ...{ mayRetry: false, maxBodyBytes: 1_000, tool: 'order' },
}
const toRow = (own: object): EffectRow => ({
  ...{ id: 'e', kind: 'http', request: { ...effect, ...own }, attempts: 1, awaited: true },
  ...{ clientId: 'c', contactJid: 'u1', userId: 'u', flowId: 'f' },
})

/** A performer whose calls are answered when the test says so. */
function open(act: (done: ChatAct) => Promise<void>) {
  const answer = Promise.withResolvers<OutboundResponse>()
  const deps = {
    http: { request: () => answer.promise },
    secrets: { read: async () => new Map() },
    act,
  } as unknown as PerformerDeps
  return { answer, perform: createEffectPerformer(deps) }
}
const ANSWER = { status: 200, headers: {}, url: request.url, body: Buffer.from('{}') }

test('the contact sees "typing" for as long as a call of a model’s tool takes, and no longer', async () => {
  const acts: ChatAct[] = []
  const { answer, perform } = open(async (done) => void acts.push(done))
  const outcome = perform(toRow({ typing: true }), new AbortController().signal)
  expect(acts).toMatchObject([{ contactJid: 'u1', action: 'typing' }])
  expect(acts[0]?.until?.aborted).toBe(false)
  answer.resolve(ANSWER)
  expect(await outcome).toMatchObject({ kind: 'result', result: { status: 200 } })
  expect(acts[0]?.until?.aborted).toBe(true)
})

test('that "typing" cannot be shown changes nothing, and it ends with a call that fails', async () => {
  const acts: ChatAct[] = []
  const { answer, perform } = open((done) => {
    acts.push(done)
    return Promise.reject(new Error('no connection'))
  })
  const outcome = perform(toRow({ typing: true }), new AbortController().signal)
  answer.reject(new Error('a bug'))
  await expect(outcome).rejects.toThrow('a bug')
  expect(acts[0]?.until?.aborted).toBe(true)
})

test('nothing is shown for a call that no contact waits for', async () => {
  const acts: ChatAct[] = []
  const { answer, perform } = open(async (done) => void acts.push(done))
  answer.resolve(ANSWER)
  await perform(toRow({}), new AbortController().signal)
  expect(acts).toEqual([])
})

test('a search that failed six times is given up, so that the contact hears something', async () => {
  const search = async () => {
    throw new Error('the database is away')
  }
  const perform = createEffectPerformer({ knowledge: { search } } as unknown as PerformerDeps)
  const asked = {
    kind: 'knowledge',
    tool: 'look',
    search: { question: 'x', collections: null, maxPieces: 1 },
  }
  const { signal } = new AbortController()
  await expect(perform({ ...toRow(asked), attempts: 6 }, signal)).rejects.toThrow('the database is away')
  expect(await perform({ ...toRow(asked), attempts: 7 }, signal)).toEqual({
    kind: 'call_failed',
    failure: { code: 'SERVICE_STOPPED_ASKING', params: {} },
  })
})
