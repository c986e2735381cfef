import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ShownPresence } from '../../contract/events/live-events.ts'
import {
  type ClientPresence,
  type ContactPresenceNote,
  ContactPresences,
  TELL_PRESENCE_EVERY_MS,
} from './contact-presence.ts'

const JID = 'a@s.whatsapp.net'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const online: ShownPresence = { jid: JID, availability: 'available', lastSeenAt: null, active: [] }
const away: ShownPresence = { ...online, availability: 'unavailable' }

function createPresences() {
  const presences = new ContactPresences({ subscribe: () => () => {} }, Date.now)
  const told: ClientPresence[] = []
  presences.watch('w', (shown) => told.push(shown))
  const note = (of: Partial<ContactPresenceNote> = {}) =>
    presences.note({ workspaceId: 'w', clientId: 'c', isAll: false, shown: [online], ...of })
  return { presences, told, note, kinds: () => told.map(({ availability }) => availability) }
}

it('tells its own workspace of what changed, and of nothing that is told again', () => {
  const { note, kinds } = createPresences()
  note()
  note({ isAll: true })
  note({ shown: [away] })
  note({ workspaceId: 'other', clientId: 'd' })
  expect(kinds()).toEqual(['available', 'unavailable'])
})

it('tells as unknown what an owner does not name any more', () => {
  const { presences, note, kinds } = createPresences()
  note()
  note({ isAll: true, shown: [] })
  expect(kinds()).toEqual(['available', 'unknown'])
  expect(presences.list('w')).toEqual([])
})

it('knows for those who come later what is so, until its owner is silent for three times as long as it should be', () => {
  const { presences, note, kinds } = createPresences()
  note()
  vi.advanceTimersByTime(2 * TELL_PRESENCE_EVERY_MS)
  note({ isAll: true })
  vi.advanceTimersByTime(2 * TELL_PRESENCE_EVERY_MS)
  expect(presences.list('w')).toEqual([{ clientId: 'c', ...online }])
  vi.advanceTimersByTime(2 * TELL_PRESENCE_EVERY_MS)
  expect(presences.list('w')).toEqual([])
  expect(kinds()).toEqual(['available', 'unknown'])
})
