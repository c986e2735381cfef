import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { type DurableProcess, textInput } from '../../../../test/support/durable-host.ts'
import { createFlowWorld, type FlowWorld, publishFlow } from '../../../../test/support/flow-world.ts'
import { type CallContext, toOwner } from '../../../contract/handlers.ts'
import { toAddress } from '../../../core/addresses.ts'
import { mergeContacts } from '../../contacts/merge.ts'

const database = useTestDatabase()
let world: FlowWorld
let host: DurableProcess
let clientId: string
const ANA = '351910000001@s.whatsapp.net'
const LID = toAddress('12345@lid')
const KEY_ID = randomUUID()

const as = (via: 'key' | 'session'): CallContext => ({
  owner: toOwner(world.userId),
  principal: {
    userId: world.userId,
    role: 'user',
    plan: 'pro',
    via,
    ...(via === 'key' && { keyId: KEY_ID }),
  },
  requestId: 'test',
  signal: new AbortController().signal,
})

beforeEach(async () => {
  world = await createFlowWorld(database())
  clientId = world.clientId
  host = await world.start()
  await database().pool.query('insert into contact (client_id, id, phone, lid) values ($1, $2, $2, $3)', [
    clientId,
    ANA,
    LID,
  ])
})

afterEach(() => world.close())

/** Asks for a name for a minute, and is given up after it. */
const publishAsk = () =>
  publishFlow(
    host,
    world,
    [
      ['t', 'trigger.keyword', { values: ['go'] }],
      ['q', 'ask', { prompt: 'Name?', saveAs: 'name', timeoutSec: 60 }],
      ['s', 'send.text', { text: 'Hi {{ vars.name }}' }],
      ['n', 'send.text', { text: 'Too late' }],
    ],
    [
      ['t', 'out', 'q'],
      ['q', 'reply', 's'],
      ['q', 'timeout', 'n'],
    ],
  )

/** Gives the chat to a person and says so when it has it back. */
const publishHandoff = () =>
  publishFlow(
    host,
    world,
    [
      ['t', 'trigger.keyword', { values: ['help'] }],
      ['h', 'handoff', { text: 'One moment', durationSec: 600 }],
      ['s', 'send.text', { text: 'Anything else?' }],
    ],
    [
      ['t', 'out', 'h'],
      ['h', 'resumed', 's'],
    ],
  )

async function receive(text: string): Promise<void> {
  await host.deliver([textInput(clientId, ANA, text)])
  await host.settle()
}

async function writeFromPhone(): Promise<void> {
  const { eventId } = textInput(clientId, ANA, '').event
  const event = { type: 'human_message' as const, eventId, text: 'I am on it', by: 'phone' }
  await host.deliver([{ clientId, contactJid: ANA, source: 'human', event }])
  await host.settle()
}

async function writeFromInbox(by = `user:${world.userId}`): Promise<void> {
  const eventId = `inbox:${randomUUID()}`
  await host.runs.personWrote(clientId, LID, { eventId, text: 'I am on it', source: 'dashboard', by })
  await host.runner.scan()
  await host.settle()
}

async function pause(via: 'key' | 'session'): Promise<void> {
  await host.runs.handlers.pause({ id: (await readRun()).id }, as(via))
}

async function handOff(handoffSec: number) {
  const state = await host.runs.contactHandlers.update(
    { clientId, contactJid: LID, handoffSec },
    as('session'),
  )
  await host.settle()
  return state
}

interface Run {
  id: string
  state: string
  timerId: string | null
  /** Of the timer and of the contact, from now. */
  endsInSec: number | null
  mutedSec: number | null
}

async function readRun(): Promise<Run> {
  const { rows } = await database().pool.query<Run>(
    `select s.id, s.state, s.timeout_job_id as "timerId",
       round(extract(epoch from t.due_at - now()))::int as "endsInSec",
       round(extract(epoch from a.handoff_until - now()))::int as "mutedSec"
     from flow_state s left join timer t on t.id::text = s.timeout_job_id
     join contact_automation a on a.client_id = s.client_id and a.jid = s.contact_jid
     where s.client_id = $1 order by s.created_at desc`,
    [clientId],
  )
  return rows[0]!
}

/** Lets the person's time be over. */
async function endHandoff(): Promise<void> {
  const { timerId } = await readRun()
  await database().pool.query(
    `update contact_automation set handoff_until = now() - interval '1 second' where client_id = $1`,
    [clientId],
  )
  await host.runs.tasks.flow_timer({ timerId })
  await host.settle()
}

const lastReason = async () =>
  (
    await database().pool.query(
      'select status, error from inbound_event where client_id = $1 order by seq desc limit 1',
      [clientId],
    )
  ).rows[0]

describe('a chat taken over', () => {
  const ways: [string, string, () => Promise<unknown>][] = [
    ["from the account's own phone", 'human', writeFromPhone],
    ['from the inbox', 'dashboard', () => writeFromInbox()],
    ['by a request of a program', 'api', () => pause('key')],
    ['in the dashboard', 'dashboard', () => pause('session')],
    ['for a time asked for', 'dashboard', () => handOff(1_800)],
  ]

  test.each(ways)(
    '%s stays with the person until the time is over, then the run is parked',
    async (_, source, takeOver) => {
      await publishAsk()
      await receive('go')
      const asked = await readRun()
      await takeOver()
      const taken = await readRun()
      expect(taken.state).toBe('handed_off')
      expect(taken.timerId).not.toBe(asked.timerId)
      expect(taken.endsInSec).toBeGreaterThan(1_700)
      expect(Math.abs(taken.endsInSec! - taken.mutedSec!)).toBeLessThanOrEqual(1)
      const pairs = await host.runs.handlers.events({ id: taken.id }, as('key'))
      expect(pairs.at(-1)).toMatchObject({ event: { source }, transition: { outcome: 'handoff' } })

      for (const text of ['thanks', 'go']) {
        await receive(text)
        expect(await lastReason()).toEqual({ status: 'ignored', error: 'handoff' })
      }
      await host.runs.tasks.flow_timer({ timerId: asked.timerId })
      await host.settle()
      expect(await readRun()).toMatchObject({ state: 'handed_off', timerId: taken.timerId })
      expect(world.shownTo(ANA)).toEqual(['Name?'])

      await endHandoff()
      expect((await readRun()).state).toBe('dormant')
      expect(world.shownTo(ANA)).toEqual(['Name?'])
      await receive('go')
      await receive('Ana')
      expect(world.shownTo(ANA)).toEqual(['Name?', 'Name?', 'Hi Ana'])
      expect((await readRun()).id).toBe(asked.id)
    },
  )

  test.each(ways.slice(0, 2))('%s is silent, also without any run', async (_, __, takeOver) => {
    await publishAsk()
    await takeOver()
    await receive('go')
    expect(await lastReason()).toEqual({ status: 'ignored', error: 'handoff' })
    expect(await readRun()).toBeUndefined()
  })

  test('lasts longer with each word of the person, and no longer with one of the contact', async () => {
    await publishHandoff()
    await receive('help')
    expect((await readRun()).endsInSec).toBeLessThanOrEqual(600)
    await writeFromInbox()
    const after = await readRun()
    expect(after.endsInSec).toBeGreaterThan(1_700)
    await receive('hello?')
    expect(await readRun()).toMatchObject({ state: 'handed_off', timerId: after.timerId })
    await endHandoff()
    expect(world.shownTo(ANA)).toEqual(['One moment', 'Anything else?'])
    expect((await readRun()).state).toBe('completed')
  })

  test('by writing is switched off with a duration of 0; who asks for the chat gets it all the same', async () => {
    await database().pool.query('update client set human_handoff_duration_sec = 0 where id = $1', [clientId])
    await publishAsk()
    await receive('go')
    await writeFromPhone()
    await writeFromInbox()
    expect((await readRun()).state).toBe('waiting_input')
    await handOff(900)
    expect(await readRun()).toMatchObject({ state: 'handed_off' })
  })
})

describe('a person who asked for the chat', () => {
  test('gives it back early, and the flow goes on where the handoff leads', async () => {
    await publishHandoff()
    await receive('help')
    expect(await handOff(0)).toMatchObject({ handoffUntil: null, run: null })
    expect(world.shownTo(ANA)).toEqual(['One moment', 'Anything else?'])
  })

  test('gives it back early, and the run is parked where no handoff leads anywhere', async () => {
    await publishAsk()
    await receive('go')
    await handOff(1_800)
    expect(await handOff(0)).toMatchObject({ handoffUntil: null, run: null })
    expect((await readRun()).state).toBe('dormant')
    await receive('go')
    expect(world.shownTo(ANA)).toEqual(['Name?', 'Name?'])
  })

  test('may shorten the time, with and without a run', async () => {
    await handOff(1_800)
    const { handoffUntil } = await handOff(60)
    expect(Date.parse(handoffUntil!) - Date.now()).toBeLessThan(61_000)
    await handOff(0)
    await publishAsk()
    await receive('go')
    await handOff(1_800)
    await handOff(60)
    expect((await readRun()).endsInSec).toBeLessThanOrEqual(60)
  })
})

describe('the record of a conversation', () => {
  const readRecord = async (chat = ANA) =>
    (
      await database().pool.query<{ kind: string; actor: string; facts: Record<string, string> }>(
        'select kind, actor, facts from conversation_entry where client_id = $1 and chat = $2 order by at, id',
        [clientId, chat],
      )
    ).rows
  const listActs = async () => (await readRecord()).map(({ kind, actor }) => `${kind} ${actor}`)
  const me = () => `user:${world.userId}`

  test('tells who took a chat over, each person once until it is somebody else or given back', async () => {
    await publishAsk()
    await receive('go')
    await writeFromPhone()
    await writeFromPhone()
    await pause('key')
    await writeFromInbox()
    await handOff(900)
    await handOff(0)
    await handOff(0)
    await writeFromInbox()
    const key = `key:${KEY_ID}`
    const acts = ['phone', key, me()].map((actor) => `taken_over ${actor}`)
    expect(await listActs()).toEqual([...acts, `given_back ${me()}`, `taken_over ${me()}`])
    const until = (await readRecord())[0]?.facts.until ?? ''
    expect(Date.parse(until)).toBeGreaterThan(Date.now())
    const { rows } = await database().pool.query(
      `select data from event_log where client_id = $1 and name = 'conversation.entry' order by seq limit 1`,
      [clientId],
    )
    const told = { jid: ANA, entryId: expect.any(String), kind: 'taken_over', change: 'added' }
    expect(rows).toEqual([{ data: told }])
  })

  test('tells where a flow handed over, and who had it go on', async () => {
    const flowId = await publishHandoff()
    await receive('help')
    await host.runs.handlers.resume({ id: (await readRun()).id }, as('key'))
    expect(await listActs()).toEqual([`needs_person flow:${flowId}`, `given_back key:${KEY_ID}`])
    expect((await readRecord())[0]?.facts).toEqual({ nodeId: 'h', until: expect.any(String) })
  })

  test('says nothing of taking over where no flow is active', async () => {
    await writeFromInbox()
    expect(await listActs()).toEqual([])
  })

  test('of two contacts who turn out to be one is one, with each act once', async () => {
    await publishAsk()
    await writeFromInbox()
    const other = '351910000002@s.whatsapp.net'
    await database().transaction((tx) => mergeContacts(tx, clientId, { from: ANA, to: other }))
    expect(await readRecord()).toEqual([])
    expect((await readRecord(other)).map(({ kind, actor }) => `${kind} ${actor}`)).toEqual([
      `taken_over ${me()}`,
    ])
  })
})

test('a parked run and a live one go with a blacklisted contact, and the owner is told to look again', async () => {
  await publishAsk()
  await publishHandoff()
  await receive('go')
  await writeFromPhone()
  await endHandoff()
  await receive('help')
  const { states } = await host.runs.handlers.list({ clientId, limit: 10 }, as('key'))
  expect(states.map(({ state }) => state)).toEqual(['handed_off', 'dormant'])
  const commands: unknown[] = []
  const { request } = host.bus
  host.bus.request = (id, command, options) => {
    commands.push([id, command.name, command.input])
    return request(id, command, options)
  }
  expect(await host.runs.setContactFlag(clientId, LID, 'favourite', true)).toEqual({ cancelledRunIds: [] })
  expect((await host.runs.handlers.list({ clientId, limit: 10 }, as('key'))).states).toEqual(states)
  commands.length = 0
  const { cancelledRunIds } = await host.runs.setContactFlag(clientId, LID, 'blacklist', true)
  expect(cancelledRunIds).toEqual(states.map(({ id }) => id).sort())
  expect(commands).toEqual([[clientId, 'runs.invalidate', { contactJid: ANA }]])
  for (const table of ['flow_state', 'flow_state_event', 'timer', 'effect', 'outbox']) {
    const column = table === 'flow_state' ? 'id' : 'flow_state_id'
    const { rows } = await database().pool.query(`select from ${table} where ${column} = any($1)`, [
      cancelledRunIds,
    ])
    expect([table, rows.length]).toEqual([table, 0])
  }
  await host.runs.setContactFlag(clientId, ANA, 'blacklist', false)
  expect((await host.runs.handlers.list({ clientId, limit: 10 }, as('key'))).states).toEqual([])
})
