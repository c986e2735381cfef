import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { callContextOf } from '../../../../test/support/call-context.ts'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { type DurableProcess, textInput } from '../../../../test/support/durable-host.ts'
import { insertUser } from '../../../../test/support/fixtures.ts'
import { createFlowWorld, type FlowWorld, publishFlow } from '../../../../test/support/flow-world.ts'
import { ModelServer } from '../../../../test/support/model-server.ts'
import { openSecrets } from '../../../../test/support/own-secrets.ts'
import { readRefusal } from '../../../../test/support/refusals.ts'
import { PUBLIC_ADDRESSES } from '../../../core/address-policy.ts'
import { toAddress } from '../../../core/addresses.ts'
import { createOutboundHttp } from '../../../platform/outbound-http.ts'
import { createScriptSandbox } from '../../../platform/scripts/script-sandbox.ts'
import { createSecretBox } from '../../../platform/secret-box.ts'
import { describeCallFailure } from '../../../words/english.ts'
import { noteSubjects } from '../../contacts/index.ts'
import { Models } from '../../models/index.ts'
import type { EffectPorts } from '../index.ts'

const database = useTestDatabase()
const GROUP = '120363000000000001@g.us'
const ANA = '351910000001@s.whatsapp.net'
const scripts = createScriptSandbox()
afterAll(() => scripts.close())

let world: FlowWorld
let server: ModelServer
let effects: EffectPorts

beforeEach(async () => {
  world = await createFlowWorld(database())
  server = new ModelServer()
  await server.listen()
  const http = createOutboundHttp({ allow: ['127.0.0.1'] })
  const secrets = openSecrets(database(), { box: createSecretBox([Buffer.alloc(32, 1)]) })
  const ofModels = { db: database(), http, secrets, addresses: PUBLIC_ADDRESSES }
  effects = { http, scripts, secrets, models: new Models({ ...ofModels, describeCall: describeCallFailure }) }
  await database().pool.query(
    `insert into model (user_id, name, provider, base_url, model_id, limits)
     values ($1, 'default', 'openai-compatible', $2, 'test-model', '{}')`,
    [world.userId, server.url],
  )
})
afterEach(async () => {
  await server.close()
  await world.close()
})

const publish = (host: DurableProcess) =>
  publishFlow(
    host,
    world,
    [
      ['t', 'trigger.keyword', { values: ['go'] }],
      ['a', 'ai', { system: 'You answer for a bakery.', approval: true, saveAs: 'said' }],
      ['q', 'ask', { prompt: 'More?', saveAs: 'more', timeoutSec: 600 }],
    ],
    [
      ['t', 'out', 'a'],
      ['a', 'ok', 'q'],
    ],
  )

async function say(host: DurableProcess, text: string, jid = ANA): Promise<void> {
  await host.deliver([textInput(world.clientId, jid, text)])
  await host.settle()
}

/** Somebody with the owner's things. */
const as = (userId: string) => {
  const owner = callContextOf(world.userId)
  return { ...owner, principal: { ...owner.principal, userId } }
}
const me = () => as(world.userId)

const list = async (host: DurableProcess, filter: object = {}) =>
  (await host.runs.approvalHandlers.list({ limit: 50, ...filter }, me())).approvals

async function readWaiting(host: DurableProcess, contactJid = ANA) {
  const [approval] = await list(host, { clientId: world.clientId, contactJid })
  if (!approval) throw new Error('nothing waits for approval')
  return approval
}

const named = ({ flowStateId, id }: { flowStateId: string; id: string }) => ({ flowStateId, id })

describe('an answer that a person is to approve', () => {
  test('waits with what it answers, and what the person made of it is sent once with their name in the story', async () => {
    server.next({ kind: 'say', content: 'Until six.' })
    const host = await world.start({ effects })
    const flowId = await publish(host)
    await say(host, 'go')
    expect(world.shownTo(ANA)).toEqual([])
    const waiting = await readWaiting(host)
    expect(waiting).toMatchObject({
      ...{ flowId, flowName: 'Test', nodeId: 'a', clientId: world.clientId, contactJid: ANA, isTest: false },
      ...{ text: 'Until six.', asked: 'go', messagesSince: 0, sources: [] },
    })
    expect(Date.parse(waiting.dueAt) - Date.parse(waiting.writtenAt)).toBe(3_600_000)
    await say(host, 'hello?')
    expect(await readWaiting(host)).toMatchObject({ id: waiting.id, messagesSince: 1 })

    await database().pool.query('update "user" set name = $2 where id = $1', [world.userId, 'Maria'])
    const run = await host.runs.approvalHandlers.approve({ ...named(waiting), text: 'Until seven.' }, me())
    await host.settle()
    expect(run).toMatchObject({ id: waiting.flowStateId, state: 'waiting_input' })
    expect(world.shownTo(ANA)).toEqual(['Until seven.', 'More?'])
    expect(await list(host)).toEqual([])
    const story = await host.runs.handlers.story({ id: run.id }, me())
    const decided = story.steps.find(({ event }) => event.eventType === 'approval_decided')
    expect(decided?.event).toMatchObject({
      source: 'api',
      summary: { code: 'APPROVAL_DECIDED', params: { as: 'changed', by: 'Maria', approvalId: waiting.id } },
    })
    expect(JSON.parse(run.context)).toMatchObject({ vars: { said: 'Until seven.' } })
    const drafted = story.steps.find(({ transition }) => transition?.outcome === 'drafted')
    expect(drafted?.transition?.actions).toContain('Until six.')
  })

  test('names the group it is for, as the network told of it', async () => {
    const host = await world.start({ effects })
    await publish(host)
    await say(host, 'go')
    await noteSubjects(database(), world.clientId, [{ jid: GROUP, subject: 'Bakers', toldSec: 1 }])
    await database().pool.query('update flow_state set contact_jid = $1', [GROUP])
    expect((await list(host)).map(({ contactName }) => contactName)).toEqual(['Bakers'])
  })

  test('is decided by the first of two people at the same moment, and the other is told by whom', async () => {
    const host = await world.start({ effects })
    await publish(host)
    const bea = await insertUser(database().pool)
    const people = [world.userId, bea]
    await database().pool.query('update "user" set name = id where id = any($1)', [people])
    for (let round = 0; round < 8; round += 1) {
      const jid = `3519100001${String(round).padStart(2, '0')}@s.whatsapp.net`
      await say(host, 'go', jid)
      const waiting = await readWaiting(host, jid)
      const { approve, decline } = host.runs.approvalHandlers
      const outcomes = await Promise.allSettled([
        approve(named(waiting), as(world.userId)),
        decline(named(waiting), as(bea)),
      ])
      await host.settle()
      const won = outcomes.findIndex(({ status }) => status === 'fulfilled')
      const lost = outcomes.find((outcome) => outcome.status === 'rejected')
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(await readRefusal(Promise.reject(lost?.reason))).toMatchObject({
        code: 'CONFLICT',
        data: { reason: 'APPROVAL_DECIDED', flowStateId: waiting.flowStateId },
        message: expect.stringContaining(people[won] ?? ''),
      })
      expect(world.shownTo(jid)).toEqual(won === 0 ? ['go', 'More?'] : [])
    }
  })

  test('is over when a person takes the chat, and belongs to its owner alone', async () => {
    const host = await world.start({ effects })
    await publish(host)
    await say(host, 'go')
    const waiting = await readWaiting(host)
    const stranger = callContextOf(await insertUser(database().pool))
    const { approve, list: listAll } = host.runs.approvalHandlers
    expect((await listAll({ limit: 50 }, stranger)).approvals).toEqual([])
    await expect(approve(named(waiting), stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await readRefusal(approve({ ...named(waiting), id: world.clientId }, me()))).data).toMatchObject({
      reason: 'APPROVAL_OVER',
    })
    await host.runs.contactHandlers.update(
      { clientId: world.clientId, contactJid: toAddress(ANA), handoffSec: 600 },
      me(),
    )
    expect(await list(host)).toEqual([])
    expect((await readRefusal(approve(named(waiting), me()))).data).toMatchObject({ reason: 'APPROVAL_OVER' })
    await host.settle()
    expect(world.shownTo(ANA)).toEqual([])
  })

  test('is listed page by page, those waiting longest first, and goes with its client', async () => {
    const host = await world.start({ effects })
    await publish(host)
    const jids = [5, 3, 4].map((n) => `35191000020${n}@s.whatsapp.net`)
    for (const jid of jids) await say(host, 'go', jid)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await host.runs.approvalHandlers.list({ limit: 2, cursor }, me())
      seen.push(...page.approvals.map(({ contactJid }) => contactJid))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(seen).toEqual(jids)
    await expect(host.runs.approvalHandlers.list({ limit: 2, cursor: 'x' }, me())).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    await database().pool.query('delete from client where id = $1', [world.clientId])
    expect(await list(host)).toEqual([])
  })
})

/** Lets a process die at each of its statements in turn, until it gets through; answers how often it died. */
async function killAtEach(
  act: (doomed: DurableProcess, jid: string) => Promise<unknown>,
  check: (next: DurableProcess, jid: string) => Promise<void>,
  prepare: (jid: string) => Promise<void> = async () => {},
): Promise<number> {
  let deaths = 0
  for (let at = 1; ; at += 1) {
    const jid = `3519100${String(30_000 + at)}@s.whatsapp.net`
    await prepare(jid)
    let statements = 0
    let isArmed = false
    const doomed = await world.start({
      hostId: `doomed${at}`,
      effects,
      onStatement: () => {
        if (isArmed) statements += 1
        return isArmed && statements === at ? 'die' : undefined
      },
    })
    isArmed = true
    await act(doomed, jid).catch(() => null)
    const { isDead } = doomed
    isArmed = false
    await doomed.close()
    const next = await world.start({ hostId: `next${at}`, effects })
    await next.runs.onClientConnected(world.clientId)
    await next.runner.scan()
    await next.settle()
    await check(next, jid)
    await next.close()
    if (!isDead) return deaths
    deaths += 1
  }
}

describe('a process that dies at any statement', () => {
  test('while an answer is approved lets it out once when the person approves again', {
    timeout: 120_000,
  }, async () => {
    const maker = await world.start({ effects })
    await publish(maker)
    const decided = new Map<string, { flowStateId: string; id: string }>()
    const deaths = await killAtEach(
      (doomed, jid) =>
        doomed.runs.approvalHandlers.approve(decided.get(jid) ?? { flowStateId: '', id: '' }, me()),
      async (next, jid) => {
        const again = next.runs.approvalHandlers.approve(
          decided.get(jid) ?? { flowStateId: '', id: '' },
          me(),
        )
        await again.catch((error: unknown) => expect(error).toMatchObject({ code: 'CONFLICT' }))
        await next.settle()
        expect(world.shownTo(jid)).toEqual(['go', 'More?'])
      },
      async (jid) => {
        await say(maker, 'go', jid)
        decided.set(jid, named(await readWaiting(maker, jid)))
      },
    )
    expect(deaths).toBeGreaterThan(6)
  })
})
