import { beforeEach, expect, test } from 'vitest'
import { parseDefinition } from '../../../core/flow/index.ts'
import { DraftSaver, type KeptFlow, type SaveResult } from './draft-saver.ts'
import type { FlowDocument } from './graph.ts'

const empty = parseDefinition({})
const named = (name: string): FlowDocument => {
  if (!empty.ok) throw new Error(empty.message)
  return { name, description: null, clientId: null, definition: empty.definition }
}

let saves: { name: string; base: string }[]
let answers: SaveResult[]
let kept: KeptFlow | undefined
let timers: { run: () => void; at: number }[]
let now: number

const port = {
  save(document: FlowDocument, base: string): Promise<SaveResult> {
    saves.push({ name: document.name, base })
    return Promise.resolve(answers.shift() ?? { kind: 'saved', base: `${base}+` })
  },
  local: {
    read: () => kept,
    write: (copy: KeptFlow) => {
      kept = copy
    },
    clear: () => {
      kept = undefined
    },
  },
  isSame: (a: FlowDocument, b: FlowDocument) => a.name === b.name,
  later(run: () => void, afterMs: number) {
    const timer = { run, at: now + afterMs }
    timers.push(timer)
    return () => {
      timers = timers.filter((item) => item !== timer)
    }
  },
}

/** Lets the clock run, with every promise on the way. */
async function pass(ms: number): Promise<void> {
  const end = now + ms
  for (;;) {
    const next = timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0]
    if (!next) break
    now = next.at
    timers = timers.filter((timer) => timer !== next)
    next.run()
    await new Promise((resolve) => setImmediate(resolve))
  }
  now = end
}

const open = (): DraftSaver => new DraftSaver({ document: named('server'), base: 'b0' }, port)

beforeEach(() => {
  saves = []
  answers = []
  kept = undefined
  timers = []
  now = 0
})

test('changes are saved together a moment after the last of them', async () => {
  const saver = open()
  saver.note(named('a'))
  await pass(600)
  saver.note(named('ab'))
  await pass(600)
  expect(saves).toEqual([])
  expect(kept?.document.name).toBe('ab')
  await pass(600)
  expect(saves).toEqual([{ name: 'ab', base: 'b0' }])
  expect(saver.status.get()).toEqual({ kind: 'saved' })
  expect(kept).toBeUndefined()
})

test('while the service is away it is tried again, and the copy of the browser stays', async () => {
  answers = [{ kind: 'unreachable' }, { kind: 'unreachable' }]
  const saver = open()
  saver.note(named('a'))
  await pass(1_100)
  expect(saver.status.get().kind).toBe('retrying')
  expect(kept).toEqual({ document: named('a'), base: 'b0' })
  await pass(2_100)
  expect(saves).toHaveLength(2)
  await pass(4_100)
  expect(saves).toHaveLength(3)
  expect(saver.status.get().kind).toBe('saved')
  expect(kept).toBeUndefined()
})

test('the connection that is back does not wait for the next attempt', async () => {
  answers = [{ kind: 'unreachable' }]
  const saver = open()
  saver.note(named('a'))
  await pass(1_100)
  saver.retryNow()
  await pass(0)
  expect(saves).toHaveLength(2)
})

test('a reload takes up what was not saved, and saves it', async () => {
  kept = { document: named('mine'), base: 'b0' }
  const saver = open()
  expect(saver.restore().name).toBe('mine')
  await pass(1_100)
  expect(saves).toEqual([{ name: 'mine', base: 'b0' }])
})

test('a reload onto a flow that others changed asks which is to stay', async () => {
  kept = { document: named('mine'), base: 'older' }
  const saver = open()
  expect(saver.restore().name).toBe('mine')
  saver.note(named('mine too'))
  await pass(5_000)
  expect(saves).toEqual([])
  expect(saver.status.get().kind).toBe('conflict')
  saver.keepMine()
  await pass(0)
  expect(saves).toEqual([{ name: 'mine too', base: 'b0' }])
})

test('a save of which only the answer was lost is no change of somebody else', async () => {
  answers = [
    { kind: 'unreachable' },
    { kind: 'conflict', theirs: { document: named('a'), base: 'b1' } },
    { kind: 'unreachable' },
    { kind: 'conflict', theirs: { document: named('b'), base: 'b2' } },
  ]
  const saver = open()
  saver.note(named('a'))
  await pass(3_200)
  expect(saver.status.get()).toEqual({ kind: 'saved' })
  expect(kept).toBeUndefined()
  saver.note(named('b'))
  await pass(1_100)
  saver.note(named('c'))
  await pass(5_000)
  expect(saves).toEqual([
    { name: 'a', base: 'b0' },
    { name: 'a', base: 'b0' },
    { name: 'b', base: 'b1' },
    { name: 'c', base: 'b1' },
    { name: 'c', base: 'b2' },
  ])
  expect(saver.status.get()).toEqual({ kind: 'saved' })
})

test('who saves before publishing does not stop at a save of which the answer was lost', async () => {
  answers = [{ kind: 'unreachable' }, { kind: 'conflict', theirs: { document: named('a'), base: 'b1' } }]
  const saver = open()
  saver.note(named('a'))
  await pass(1_100)
  saver.note(named('b'))
  expect(await saver.flush()).toBe(true)
  expect(saves.at(-1)).toEqual({ name: 'b', base: 'b1' })
  expect(saver.status.get()).toEqual({ kind: 'saved' })
})

test('nor is one whose answer a reload did not wait for', async () => {
  const before = open()
  before.note(named('server'))
  answers = [{ kind: 'unreachable' }]
  await pass(1_100)
  before.note(named('and more'))
  before.copyNow()
  expect(kept).toEqual({ document: named('and more'), base: 'b0', sent: [named('server')] })
  timers = []
  saves = []
  const saver = new DraftSaver({ document: named('server'), base: 'b1' }, port)
  expect(saver.restore().name).toBe('and more')
  await pass(1_100)
  expect(saves).toEqual([{ name: 'and more', base: 'b1' }])
})

test('a conflict stops saving until it is settled, and taking the other gives up the own', async () => {
  answers = [{ kind: 'conflict', theirs: { document: named('theirs'), base: 'b9' } }]
  const saver = open()
  saver.note(named('mine'))
  await pass(10_000)
  expect(saves).toHaveLength(1)
  expect(kept?.document.name).toBe('mine')
  expect(saver.takeTheirs()?.name).toBe('theirs')
  expect(saver.status.get().kind).toBe('saved')
  expect(kept).toBeUndefined()
  saver.note(named('theirs and more'))
  await pass(1_100)
  expect(saves.at(-1)).toEqual({ name: 'theirs and more', base: 'b9' })
})

test('what the service refuses is not sent again until it was changed', async () => {
  answers = [{ kind: 'refused', message: 'name: is blank' }]
  const saver = open()
  saver.note(named(''))
  await pass(60_000)
  expect(saves).toHaveLength(1)
  expect(saver.status.get()).toEqual({ kind: 'refused', message: 'name: is blank' })
  saver.note(named('a'))
  await pass(1_100)
  expect(saver.status.get().kind).toBe('saved')
})

test('a change during a save is saved after it', async () => {
  const saver = open()
  saver.note(named('a'))
  const flushed = saver.flush()
  saver.note(named('b'))
  await flushed
  await pass(1_100)
  expect(saves.map(({ name }) => name)).toEqual(['a', 'b'])
})

test('a page that goes keeps the last change although no moment has passed', () => {
  const saver = open()
  saver.note(named('a'))
  saver.copyNow()
  expect(kept?.document.name).toBe('a')
})
