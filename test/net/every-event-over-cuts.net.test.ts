import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventName } from '../../src/contract/events/event-data.ts'
import { EVENT_NAMES } from '../../src/contract/resources.ts'
import { eventually } from '../support/chat-network.ts'
import { useTestDatabase } from '../support/database.ts'
import { ACCOUNT_SCENES } from '../support/event-cuts/account-scenes.ts'
import { type CutWorld, startCutWorld, type Told } from '../support/event-cuts/cut-world.ts'
import { MESSAGE_SCENES } from '../support/event-cuts/message-scenes.ts'
import { describeTold, laneOf, type Scene, type SceneRun } from '../support/event-cuts/scenes.ts'

const database = useTestDatabase()
const ACCOUNT = '447700930001'
const WATCHMAN = '447700930002'
const SCENES: readonly Scene[] = [...MESSAGE_SCENES, ...ACCOUNT_SCENES]

/** Kinds of events without a scene, and why. */
const ELSEWHERE: Partial<Record<EventName, string>> = {
  ...Object.fromEntries(
    ['posted', 'failed', 'received', 'seen', 'reaction', 'deleted'].map((what) => [
      `status.${what}`,
      'held to the same in status-events.net.test.ts and the system test of kills',
    ]),
  ),
  'client.status': 'of this service itself: its own connection',
  'client.qr': 'of this service itself, before there is an account',
  'chat.history': 'an answer to a call, stored with its question: once by `chat_end_history_request`',
  'channel.counts':
    'as they come and not kept: the network tells those who watch and are there, and the next are newer',
  'flow.state.changed': 'of this service itself, in the transaction of the run',
  'flow.event': 'of this service itself, in the transaction of the effect',
  'workspace.updated': 'of this service itself, in the transaction of the change',
  'campaign.updated': 'of this service itself, in the transaction of its step',
  'proxy.failed': 'of this service itself',
  'connection.failed': 'of this service itself',
}

interface Played extends SceneRun {
  isShared: boolean
  /** Between which events of the log what is told of it stands. */
  since: number
  until: number
}

let world: CutWorld
const runs: Played[] = []
let phases = 0

beforeAll(async () => {
  world = await startCutWorld(database(), ACCOUNT)
  for (const scene of SCENES) await scene.prepare?.(world)
  await awaitWatchman()
})
afterAll(() => world?.close())

async function act(): Promise<Played[]> {
  phases += 1
  const since = world.lastSeq()
  const acted: Played[] = []
  for (const { title, act: play, isShared = false } of SCENES)
    acted.push({ title, since, until: Number.POSITIVE_INFINITY, isShared, ...(await play(world, phases)) })
  runs.push(...acted)
  return acted
}

const listOf = ({ isOf, named, since, until }: Played, events: readonly Told[]): string[] =>
  events
    .filter((event) => event.seq > since && event.seq <= until && isOf(event))
    .map((event) => describeTold(event, named))

/** By the ways they came, each in its order; who somebody is may become known at once or bit by bit. */
const byLane = (lines: readonly string[]): Record<string, string[]> =>
  Object.fromEntries([...Map.groupBy(lines, laneOf)].filter(([lane]) => lane !== 'people'))

const isTold = (run: Played, events: readonly Told[]): boolean => {
  const lines = new Set(listOf(run, events))
  return run.expected.every((line) => lines.has(line))
}

/** What comes after this came after all that was done before. */
async function awaitWatchman(): Promise<void> {
  const id = await world.sandbox.contact(WATCHMAN).sendText(ACCOUNT, 'all is well')
  const isThere = (events: readonly Told[]) =>
    events.some(({ name, data }) => name === 'message.received' && data.id === id)
  await eventually('the last message', async () => Object.values(world.told()).every(isThere))
}

const awaitAll = (acted: readonly Played[]) =>
  eventually('all of it', async () =>
    Object.values(world.told()).every((events) => acted.every((run) => isTold(run, events))),
  ).catch(() => {})

async function expectToldOnce(acted: readonly Played[]): Promise<void> {
  await awaitAll(acted)
  await awaitWatchman()
  for (const run of acted) if (run.isShared) run.until = Math.min(run.until, world.lastSeq())
  for (const run of acted)
    for (const [receiver, events] of Object.entries(world.told()))
      expect.soft(byLane(listOf(run, events)), `${run.title}, by ${receiver}`).toEqual(byLane(run.expected))
}

test('every kind of event has a scene, or a reason', () => {
  const kinds = [...SCENES.flatMap(({ shows }) => shows), ...Object.keys(ELSEWHERE)]
  expect([...new Set(kinds)].sort()).toEqual([...EVENT_NAMES].sort())
})

describe('what happens is told once, and in the order in which it happened in its conversation', () => {
  test('while the client is connected', async () => {
    await expectToldOnce(await act())
  })

  test('when it happened while there was no connection', async () => {
    await world.cut()
    const acted = await act()
    await world.restore()
    await expectToldOnce(acted)
  })

  test('when the network gives it again, as the connection ended before it was confirmed', async () => {
    const listen = world.sandbox.intercept(({ tag }) =>
      tag === 'ack' || tag === 'receipt' ? 'drop' : undefined,
    )
    const acted = await act()
    await awaitAll(acted)
    listen()
    await world.cut()
    await world.restore()
    await world.awaitTaken()
    await expectToldOnce(acted)
  })

  test('when another host took the client over while there was no connection', async () => {
    await world.cut()
    const acted = await act()
    await world.takeOver()
    await world.restore()
    await expectToldOnce(acted)
  })

  test('in the end too', () => expectToldOnce(runs))

  test('by scenes in which each of their kinds is told', () => {
    for (const { title, shows } of SCENES) {
      const lines = runs.filter((run) => run.title === title).flatMap(({ expected }) => expected)
      const told = new Set(lines.map((line) => line.split(' ')[0]))
      expect(shows.filter((name) => !told.has(name) && name !== 'contact.updated')).toEqual([])
    }
  })
})
