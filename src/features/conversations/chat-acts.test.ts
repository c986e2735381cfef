import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { NetworkConnection } from '../../network/port.ts'
import { type ChatActParts, performChatAct } from './chat-acts.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const TYPING = { contactJid: '447700900711@s.whatsapp.net', action: 'typing', messageId: null } as const

/** What the contact is shown, by a connection that can show nothing else. */
function watchPresence(): { shown: string[]; parts: ChatActParts } {
  const shown: string[] = []
  const connection = {
    sendPresence: async (presence: string) => void shown.push(presence),
  } as unknown as NetworkConnection
  return { shown, parts: { connection } as unknown as ChatActParts }
}

test('"typing" is renewed until what it is shown for is over, and then goes away at once', async () => {
  const { shown, parts } = watchPresence()
  const over = new AbortController()
  const done = performChatAct(parts, { ...TYPING, value: null, until: over.signal })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(shown).toEqual(['composing', 'composing', 'composing'])
  over.abort()
  await done
  expect(shown).toEqual(['composing', 'composing', 'composing', 'paused'])
  expect(vi.getTimerCount()).toBe(0)
})

test('"typing" that nobody ends goes away by itself', async () => {
  const { shown, parts } = watchPresence()
  const done = performChatAct(parts, { ...TYPING, value: null, until: new AbortController().signal })
  await vi.advanceTimersByTimeAsync(600_000)
  await done
  expect(shown.at(-1)).toBe('paused')
})

test('"typing" for a time is shown once, and no longer than phones show it', async () => {
  const { shown, parts } = watchPresence()
  const done = performChatAct(parts, { ...TYPING, value: '60000' })
  await vi.advanceTimersByTimeAsync(10_000)
  await done
  expect(shown).toEqual(['composing', 'paused'])
})
