import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PresentTeam } from '../../contract/conversations/team-presence.ts'
import { PRESENT_MS, type PresenceNote, TeamPresence } from './team-presence.ts'

const JID = 'a@s.whatsapp.net'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function createPresence() {
  const presence = new TeamPresence({ subscribe: () => () => {} }, Date.now)
  const told: PresentTeam[] = []
  const leave = presence.watch('w', (team) => told.push(team))
  const note = (of: Partial<PresenceNote> = {}): void =>
    presence.note({
      ...{
        workspaceId: 'w',
        clientId: 'c',
        jid: JID,
        userId: 'ana',
        name: 'Ana',
        page: '1',
        activity: 'viewing',
      },
      ...of,
    })
  const last = () => told.at(-1)?.people.map(({ userId, activity }) => `${userId} ${activity}`)
  return { presence, told, note, last, leave }
}

it('tells of a change once, and nothing of a page that only says it is still there', () => {
  const { told, note, last } = createPresence()
  note()
  note()
  note({ activity: 'typing' })
  expect(last()).toEqual(['ana typing'])
  note({ activity: 'left' })
  note({ activity: 'left' })
  expect(told.map(({ people }) => people.length)).toEqual([1, 1, 0])
})

it('counts a person once, who writes where any of their pages is written in', () => {
  const { note, last } = createPresence()
  note({ page: '1', activity: 'typing' })
  note({ page: '2' })
  note({ userId: 'ben' })
  expect(last()).toEqual(['ana typing', 'ben viewing'])
  note({ page: '1', activity: 'left' })
  expect(last()).toEqual(['ana viewing', 'ben viewing'])
})

it('has a page in one conversation at a time', () => {
  const { presence, note, told } = createPresence()
  note()
  note({ jid: 'b@s.whatsapp.net' })
  expect(told.map(({ jid, people }) => [jid, people.length])).toEqual([
    [JID, 1],
    [JID, 0],
    ['b@s.whatsapp.net', 1],
  ])
  expect(presence.list('w')).toMatchObject([{ jid: 'b@s.whatsapp.net' }])
  expect(presence.list('other')).toEqual([])
})

it('takes who says nothing any more for gone, and keeps who does', () => {
  const { note, last } = createPresence()
  note()
  note({ userId: 'ben' })
  vi.advanceTimersByTime(PRESENT_MS - 1)
  note({ userId: 'ben' })
  vi.advanceTimersByTime(1)
  expect(last()).toEqual(['ben viewing'])
  vi.advanceTimersByTime(PRESENT_MS)
  expect(last()).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})

it('passes over what a page told before something that came already, also after it left', () => {
  const { note, last, told } = createPresence()
  note({ activity: 'typing', order: 2 })
  note({ activity: 'viewing', order: 1 })
  expect(last()).toEqual(['ana typing'])
  note({ activity: 'left', order: 4 })
  note({ activity: 'typing', order: 3 })
  expect(last()).toEqual([])
  note({ order: 5 })
  expect(last()).toEqual(['ana viewing'])
  note({ page: '2', activity: 'left', order: 9 })
  expect(told).toHaveLength(3)
})

it('remembers pages that left only as long as a page that says nothing', () => {
  const { note, last } = createPresence()
  note({ activity: 'left', order: 4 })
  vi.advanceTimersByTime(PRESENT_MS)
  note({ page: '2', activity: 'left', order: 1 })
  note({ order: 3 })
  expect(last()).toEqual(['ana viewing'])
})

it('tells nobody of another workspace, and nobody who does not listen any more', () => {
  const { presence, told, note, leave } = createPresence()
  note({ workspaceId: 'other' })
  leave()
  note({ userId: 'ben' })
  expect(told).toEqual([])
  presence.close()
})

it('keeps so many pages of one person and of all, and forgets the one that is silent for longest', () => {
  const { presence, note } = createPresence()
  note({ userId: 'ben', jid: 'old@s.whatsapp.net' })
  for (let page = 0; page < 25; page += 1) note({ page: String(page), jid: `${page}@s.whatsapp.net` })
  expect(presence.list('w').map(({ jid }) => jid)).toEqual([
    'old@s.whatsapp.net',
    ...Array.from({ length: 20 }, (_, n) => `${n + 5}@s.whatsapp.net`),
  ])
  for (let person = 0; person < 10_000; person += 1) note({ userId: `u${person}`, jid: `${person}@lid` })
  const kept = presence.list('w')
  expect(kept).toHaveLength(10_000)
  expect(kept[0]?.jid).toBe('0@lid')
})

it('knows of a person where they are, until they leave', () => {
  const { presence, note } = createPresence()
  note()
  expect(presence.isThere('ana', { clientId: 'c', jid: JID })).toBe(true)
  expect(presence.isThere('bob', { clientId: 'c', jid: JID })).toBe(false)
  expect(presence.isThere('ana', { clientId: 'c', jid: 'b@s.whatsapp.net' })).toBe(false)
  note({ activity: 'left' })
  expect(presence.isThere('ana', { clientId: 'c', jid: JID })).toBe(false)
})
