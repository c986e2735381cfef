import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { WebVersion } from '../core/client/web-version.ts'
import { silentLog } from '../platform/logger.ts'
import type { PageAnswer } from './version-page.ts'
import { type VersionState, WebVersions, type WebVersionsOptions } from './web-versions.ts'

const DAY_MS = 24 * 3_600_000
const START_MS = Date.parse('2026-11-01T00:00:00Z')
const RELEASED_MS = Date.parse('2026-08-01T00:00:00Z')
const BUILT_IN: WebVersion = [2, 3000, 100]
const revision = (number: number): WebVersion => [2, 3000, number]

let stored: VersionState | null
let answers: PageAnswer[]
let asked: number
const open: WebVersions[] = []

beforeEach(() => {
  vi.useFakeTimers({ now: START_MS })
  stored = null
  answers = []
  asked = 0
})
afterEach(() => {
  for (const each of open.splice(0)) each.close()
  vi.useRealTimers()
})

/** The last answer is given for ever. */
async function answer(): Promise<PageAnswer> {
  asked += 1
  const [next = expect.unreachable('the page has no answer'), ...rest] = answers
  if (rest.length > 0) answers = rest
  return next
}

function create(options: Partial<WebVersionsOptions> = {}): WebVersions {
  const store: WebVersionsOptions['store'] = {
    read: async () => stored,
    write: async (state) => {
      stored = state
    },
  }
  const builtIn = { version: BUILT_IN, releasedAtMs: RELEASED_MS }
  const versions = new WebVersions({ builtIn, ask: answer, store, now: Date.now, log: silentLog, ...options })
  open.push(versions)
  return versions
}

const unreadable: PageAnswer = { problem: 'TIMEOUT', message: 'No answer.' }

describe('the version that clients tell', () => {
  test('is asked of nobody before the first client connects, and then once for all that connect', async () => {
    answers = [{ version: revision(120) }]
    const versions = create()
    expect({ asked, state: versions.state }).toEqual({ asked: 0, state: null })
    const all = await Promise.all([versions.choose(), versions.choose(), versions.choose()])
    expect(all).toEqual([revision(120), revision(120), revision(120)])
    expect(asked).toBe(1)
    expect(stored).toEqual(versions.state)
    expect(stored).toMatchObject({ source: 'page', newest: revision(120), confirmedAtMs: START_MS })
  })

  test('is the one of the library while the page cannot be read, and said to be as old as that', async () => {
    answers = [unreadable]
    const versions = create()
    expect(await versions.choose()).toEqual(BUILT_IN)
    expect(versions.state).toMatchObject({
      source: 'built_in',
      problem: 'TIMEOUT',
      newest: null,
      confirmedAtMs: RELEASED_MS,
    })
  })

  test('is what a process before read of the page, when that is newer than the library’s', async () => {
    answers = [{ version: revision(120) }]
    await create().choose()
    vi.advanceTimersByTime(DAY_MS)
    answers = [unreadable]
    const later = create()
    expect(await later.choose()).toEqual(revision(120))
    expect(later.state).toMatchObject({ source: 'page', confirmedAtMs: START_MS, problem: 'TIMEOUT' })
    const updated = create({ builtIn: { version: revision(130), releasedAtMs: RELEASED_MS } })
    expect(await updated.choose()).toEqual(revision(130))
    expect(updated.state?.source).toBe('built_in')
  })

  test('is asked again once a day, and within the hour when the page could not be read', async () => {
    answers = [{ version: revision(120) }, unreadable, { version: revision(121) }]
    const versions = create()
    await versions.choose()
    await vi.advanceTimersByTimeAsync(DAY_MS - 1)
    expect(asked).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(asked).toBe(2)
    expect(versions.state).toMatchObject({ version: revision(120), problem: 'TIMEOUT' })
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(asked).toBe(3)
    expect(versions.state).toMatchObject({ version: revision(121), problem: null })
    expect(await versions.choose()).toEqual(revision(121))
  })

  test('costs nobody a connection when it can neither be read nor stored', async () => {
    answers = [{ version: revision(120) }]
    const fail = () => Promise.reject(new Error('database away'))
    const versions = create({ store: { read: fail, write: fail } })
    expect(await versions.choose()).toEqual(revision(120))
  })

  test('is asked for no more once it is closed', async () => {
    answers = [{ version: revision(120) }]
    const versions = create()
    await versions.choose()
    versions.close()
    await vi.advanceTimersByTimeAsync(3 * DAY_MS)
    expect(asked).toBe(1)
  })
})

describe('a version that the network refuses', () => {
  test('is followed by what the page says then, asked once for all who were refused', async () => {
    answers = [{ version: revision(120) }, { version: revision(121) }]
    const versions = create()
    const version = await versions.choose()
    const next = await Promise.all([
      versions.refused(version),
      versions.refused(version),
      versions.refused(version),
    ])
    expect(next).toEqual([revision(121), revision(121), revision(121)])
    expect(asked).toBe(2)
    expect(await versions.refused(version)).toEqual(revision(121))
    expect(asked).toBe(2)
  })

  test('is tried no more at once when the page says the same, and the page is left alone for a while', async () => {
    answers = [{ version: revision(120) }]
    const versions = create()
    const version = await versions.choose()
    expect(await versions.refused(version)).toBeNull()
    expect(await versions.refused(version)).toBeNull()
    expect(asked).toBe(2)
    vi.advanceTimersByTime(60_000)
    answers = [{ version: revision(122) }]
    expect(await versions.refused(version)).toEqual(revision(122))
  })

  test('stays when an operator chose it, and grows old once the page says a newer one', async () => {
    answers = [{ version: revision(110) }]
    const versions = create({ pinned: revision(110) })
    expect(await versions.choose()).toEqual(revision(110))
    expect(versions.state).toMatchObject({ source: 'pinned', confirmedAtMs: START_MS })
    answers = [{ version: revision(111) }]
    await vi.advanceTimersByTimeAsync(DAY_MS)
    expect(versions.state).toMatchObject({ newest: revision(111), confirmedAtMs: START_MS })
    expect(await versions.refused(revision(110))).toBeNull()
    const later = create({ pinned: revision(110) })
    expect(await later.choose()).toEqual(revision(110))
    expect(later.state?.confirmedAtMs).toBe(START_MS)
  })

  test('has no other where no page is asked', async () => {
    const versions = create({ ask: null })
    expect(await versions.choose()).toEqual(BUILT_IN)
    expect(await versions.refused(BUILT_IN)).toBeNull()
  })
})
