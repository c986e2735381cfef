import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { type DurableProcess, textInput } from '../../../../test/support/durable-host.ts'
import { createFlowWorld, type FlowWorld, publishEcho } from '../../../../test/support/flow-world.ts'

const database = useTestDatabase({ poolSize: 20 })
let world: FlowWorld
let host: DurableProcess
let commits: number
let statements: string[]
const ANA = '351910000001@s.whatsapp.net'

beforeEach(async () => {
  world = await createFlowWorld(database())
  statements = []
  commits = 0
  host = await world.start({
    onStatement(name) {
      statements.push(name)
      if (name === 'commit') commits += 1
      return undefined
    },
  })
})

afterEach(() => world.close())

const text = (jid: string, body: string, id = `${jid}-${body}`) => textInput(world.clientId, jid, body, id)
const jids = (count: number) =>
  Array.from({ length: count }, (_, n) => `3519100001${String(n).padStart(2, '0')}@s.whatsapp.net`)
const echoOf = (bodies: string[]) => ['Say', ...bodies.flatMap((body) => [`got ${body}`, 'Say'])]
const openEvents = async () =>
  (
    await database().pool.query(
      `select event_id from inbound_event where client_id = $1 and status not in ('processed', 'ignored')`,
      [world.clientId],
    )
  ).rows

async function runOf(jid: string) {
  const { rows } = await database().pool.query<{
    id: string
    version: number
    state: string
    claimedBy: string | null
  }>(
    `select id, version, state, claimed_by as "claimedBy" from flow_state where client_id = $1 and contact_jid = $2`,
    [world.clientId, jid],
  )
  return rows.at(-1)
}

describe('what a message costs', () => {
  test('from inbound message to outbox row it is one commit and a handful of statements', async () => {
    await publishEcho(host, world)
    await host.deliver([text(ANA, 'go')])
    statements.length = 0
    commits = 0
    await host.deliver([text(ANA, 'one')])
    expect(commits).toBe(1)
    expect(statements).toEqual(['begin', 'inbound_insert', 'conversation_read', 'decision_write', 'commit'])
    const { rows } = await database().pool.query(
      `select content->>'text' as text from outbox where client_id = $1 order by seq`,
      [world.clientId],
    )
    expect(rows.map((row) => row.text)).toEqual(['Say', 'got one', 'Say'])
  })

  test('a conversation left to the runner takes a claim and one more commit', async () => {
    await publishEcho(host, world)
    await host.deliver([text(ANA, 'go')])
    await host.store([text(ANA, 'one')])
    commits = 0
    statements.length = 0
    host.runner.wake(ANA)
    await host.runner.idle()
    expect(commits).toBe(1)
    expect(statements).toEqual([
      'conversation_peek',
      'conversation_claim',
      'conversation_read',
      'begin',
      'conversation_lock',
      'decision_write',
      'commit',
      'conversation_peek',
    ])
  })
})

describe('order', () => {
  test('fifty contacts at once: each hears its own answers in the order of its messages', async () => {
    await publishEcho(host, world)
    const bodies = ['a', 'b', 'c', 'd', 'e']
    const contacts = jids(50)
    for (const body of ['go', ...bodies]) await host.deliver(contacts.map((jid) => text(jid, body)))
    await host.settle()
    for (const jid of contacts) expect(world.shownTo(jid)).toEqual(echoOf(bodies))
    expect(await openEvents()).toEqual([])
  })

  test('messages of one batch and of the next are answered in the order they came', async () => {
    await publishEcho(host, world)
    await host.deliver([text(ANA, 'go'), text(ANA, 'a'), text(ANA, 'b')])
    await host.store([text(ANA, 'c'), text(ANA, 'd')])
    await host.deliver([text(ANA, 'e')])
    await host.settle()
    expect(world.shownTo(ANA)).toEqual(echoOf(['a', 'b', 'c', 'd', 'e']))
  })

  test('a message behind others that wait is left to the runner with them', async () => {
    await publishEcho(host, world)
    await host.deliver([text(ANA, 'go')])
    await host.store([text(ANA, 'a')])
    const behind = await host.db.transaction((tx) => host.runs.ingest(tx, [text(ANA, 'b')]))
    expect(behind).toMatchObject({ openConversations: [ANA], hasSends: false })
    expect((await openEvents()).length).toBe(2)
    host.runner.wake(ANA)
    await host.settle()
    expect(world.shownTo(ANA)).toEqual(echoOf(['a', 'b']))
  })

  test('one event delivered many times at once is processed once', async () => {
    await publishEcho(host, world)
    await host.deliver([text(ANA, 'go')])
    await Promise.all(Array.from({ length: 6 }, () => host.deliver([text(ANA, 'a')])))
    await host.settle()
    expect(world.shownTo(ANA)).toEqual(echoOf(['a']))
  })
})

describe('two hosts on one client', () => {
  test('each event is processed once, in order, whoever gets it', async () => {
    await publishEcho(host, world)
    const other = await world.start({ hostId: 'other' })
    const bodies = ['a', 'b', 'c', 'd']
    const contacts = jids(6)
    for (const body of ['go', ...bodies]) {
      const inputs = contacts.map((jid) => text(jid, body))
      await Promise.all([host.deliver(inputs), other.deliver(inputs)])
      for (const jid of contacts) {
        host.runner.wake(jid)
        other.runner.wake(jid)
      }
    }
    await Promise.all([host.runner.idle(), other.runner.idle()])
    await host.settle()
    for (const jid of contacts) expect(world.shownTo(jid)).toEqual(echoOf(bodies))
    expect(await openEvents()).toEqual([])
  })

  /** Stops the host between its claim and its commit: the conversation's lock is held by the test. */
  async function whileStepping(act: () => Promise<unknown>): Promise<void> {
    const blocker = await database().pool.connect()
    try {
      await blocker.query('begin')
      await blocker.query('select from contact_automation where client_id = $1 and jid = $2 for update', [
        world.clientId,
        ANA,
      ])
      host.runner.wake(ANA)
      await expect.poll(() => statements.includes('conversation_lock')).toBe(true)
      await act()
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
  }

  test('a host that lost its claim while stepping drops everything, and the new owner does the work', async () => {
    await publishEcho(host, world)
    await host.deliver([text(ANA, 'go')])
    await host.settle()
    await host.store([text(ANA, 'a')])
    const before = await runOf(ANA)
    statements.length = 0
    const steal = () =>
      database().pool.query(
        `update flow_state set claimed_by = 'thief', claimed_until = now() + interval '1 hour' where id = $1`,
        [before!.id],
      )
    await whileStepping(steal)
    await expect.poll(() => statements.filter((name) => name === 'rollback').length).toBeGreaterThan(0)
    expect(await runOf(ANA)).toEqual({ ...before, claimedBy: 'thief' })
    expect((await openEvents()).length).toBe(1)
    const other = await world.start({ hostId: 'other' })
    await other.runner.scan()
    await Promise.all([host.runner.idle(), other.runner.idle()])
    await host.settle()
    expect(world.shownTo(ANA)).toEqual(echoOf(['a']))
    expect(await runOf(ANA)).toMatchObject({ version: before!.version + 1, claimedBy: null })
  })

  test('a run that changed while it was stepped is decided again from what it is now', async () => {
    await publishEcho(host, world)
    await host.deliver([text(ANA, 'go')])
    await host.store([text(ANA, 'a')])
    statements.length = 0
    const before = await runOf(ANA)
    await whileStepping(() =>
      database().pool.query('update flow_state set version = version + 5 where id = $1', [before!.id]),
    )
    await host.settle()
    expect(await runOf(ANA)).toMatchObject({ version: before!.version + 6, claimedBy: null })
    expect(world.shownTo(ANA)).toEqual(echoOf(['a']))
  })

  test('an event that somebody else has processed meanwhile is not processed again', async () => {
    await publishEcho(host, world)
    await host.deliver([text(ANA, 'go')])
    await host.store([text(ANA, 'a')])
    statements.length = 0
    const before = await runOf(ANA)
    const finishElsewhere = () =>
      database().pool.query(
        `update inbound_event set status = 'ignored' where client_id = $1 and event_id = $2`,
        [world.clientId, `${ANA}-a`],
      )
    await whileStepping(finishElsewhere)
    await host.settle()
    expect(await runOf(ANA)).toEqual(before)
    expect(world.shownTo(ANA)).toEqual(['Say'])
  })

  test('a claim nobody renewed runs out by the clock of the database', async () => {
    await publishEcho(host, world)
    await host.deliver([text(ANA, 'go')])
    const run = await runOf(ANA)
    await database().pool.query(
      `update flow_state set claimed_by = 'dead', claimed_until = now() + interval '400 ms' where id = $1`,
      [run!.id],
    )
    await host.deliver([text(ANA, 'a')])
    expect((await runOf(ANA))?.version).toBe(run!.version)
    await host.settle()
    expect(world.shownTo(ANA)).toEqual(echoOf(['a']))
  })
})

describe('a contact that is blacklisted while its messages are processed', () => {
  test('has no run and nothing left to send, whatever came first', async () => {
    await publishEcho(host, world)
    for (const jid of jids(12)) {
      await host.deliver([text(jid, 'go')])
      await host.store([text(jid, 'a'), text(jid, 'b')])
      host.runner.wake(jid)
      await sleep(Math.random() * 12)
      await host.runs.setContactFlag(world.clientId, jid, 'blacklist', true)
      await host.runner.idle()
      expect(await runOf(jid)).toBeUndefined()
      const { rows } = await database().pool.query(
        `select 1 from outbox where client_id = $1 and contact_jid = $2 and status = 'pending'`,
        [world.clientId, jid],
      )
      expect(rows).toEqual([])
    }
    expect(await openEvents()).toEqual([])
  })
})
