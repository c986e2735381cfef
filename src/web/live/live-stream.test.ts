import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PresentTeam } from '../../contract/conversations/team-presence.ts'
import { LiveStates } from './live-states.ts'
import { type ContactPresence, type LiveState, LiveStream } from './live-stream.ts'

/** A stream as a browser opens it, spoken on by the test. */
class FakeSource extends EventTarget {
  static opened: FakeSource[] = []
  static readonly CLOSED = 2
  readyState = 1
  onerror: (() => void) | null = null
  readonly url: string

  constructor(url: string) {
    super()
    this.url = url
    FakeSource.opened.push(this)
  }

  close(): void {
    this.readyState = FakeSource.CLOSED
  }

  say(name: string, lastEventId: string, data: unknown = null): void {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data), lastEventId }))
  }

  get after(): string | null {
    return new URL(this.url, 'http://parley.test').searchParams.get('after')
  }
}

const tabs: LiveStream[] = []

/** A tab of the browser, and what it was told. */
function openTab() {
  const states: LiveState[] = []
  const handlers = {
    onEvent: vi.fn(),
    onGap: vi.fn(),
    onState: (state: LiveState) => void states.push(state),
    onRefused: vi.fn(),
    presence: new LiveStates<PresentTeam>(() => false),
    contacts: new LiveStates<ContactPresence>(() => false),
  }
  const stream = new LiveStream('workspace', handlers)
  tabs.push(stream)
  stream.open()
  return { stream, states, ...handlers }
}

const source = (n: number) => vi.waitUntil(() => FakeSource.opened[n])

beforeEach(() => {
  FakeSource.opened = []
  vi.stubGlobal('EventSource', FakeSource)
  vi.stubGlobal('addEventListener', () => undefined)
})
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close()
  vi.unstubAllGlobals()
})

it('a tab that was told of no event yet goes on where the tab before it was, when that is closed', async () => {
  const first = openTab()
  const stream = await source(0)
  expect(stream.after).toBeNull()
  stream.say('stream.here', '5')
  const second = openTab()
  await vi.waitUntil(() => second.states.includes('up'))
  first.stream.close()
  expect((await source(1)).after).toBe('5')
})

it('a tab goes on after the last event that it was told by another', async () => {
  const first = openTab()
  const stream = await source(0)
  stream.say('stream.here', '5')
  const second = openTab()
  await vi.waitUntil(() => second.states.includes('up'))
  stream.say('message.received', '6', { name: 'message.received', data: {} })
  await vi.waitUntil(() => second.onEvent.mock.calls.length === 1)
  first.stream.close()
  expect((await source(1)).after).toBe('6')
})
