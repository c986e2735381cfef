import { describe, expect, it } from 'vitest'
import { PEERS, type Peer, type Row, row } from './row.ts'
import { checkRows, type PeerList, writeTable } from './table.ts'

const list = (...routes: string[]): PeerList => ({
  ...{ name: 'Peer', version: '1', readAt: '2026-01-01', source: 'its docs' },
  routes,
})
const lists: Record<Peer, PeerList> = {
  evolution: list('group/create'),
  waha: list('POST groups'),
  whapi: list(),
}
const GROUPS = row(
  'Make a group',
  ['groups.create', 'node:group.send', 'event:group.members', 'message:text'],
  'group/create',
  'POST groups',
  '',
)

const renamed = (name: string): Row => ({ ...GROUPS, ours: [name as 'groups.create'] })

describe('the table beside other gateways', () => {
  it('is whole where all names are known and each call stands once', () => {
    expect(checkRows([GROUPS], lists)).toEqual([])
  })

  it.each(['groups.made', 'node:group.make', 'event:group.made', 'message:carousel', 'other:thing'])(
    'does not know %s',
    (name) => {
      expect(checkRows([renamed(name)], lists)).toEqual([`Make a group: there is no ${name}`])
    },
  )

  it('misses a call that stands in no row, in two, or that the peer does not have', () => {
    const more = { ...lists, whapi: list('createGroup') }
    expect(checkRows([GROUPS], more)).toEqual(['whapi: createGroup stands in no row'])
    expect(checkRows([GROUPS, GROUPS], lists)).toEqual([
      'evolution: group/create stands twice',
      'waha: POST groups stands twice',
    ])
    expect(checkRows([GROUPS], { ...lists, waha: list() })).toEqual(['waha has no POST groups'])
  })

  it('asks for a reason where nothing of ours does it', () => {
    const left = row('Communities', [], 'group/create', 'POST groups', '')
    expect(checkRows([left], lists)).toEqual(['Communities: nothing of ours does it, and nothing says why'])
    expect(checkRows([{ ...left, note: 'not built' }], lists)).toEqual([])
  })

  it('names three calls of a peer and counts the others', () => {
    const many = row('Many', ['groups.create'], 'a; b; c; d; e', '', '')
    const text = writeTable([{ title: 'Groups', rows: [many] }], lists)
    expect(text).toContain('| Many | `groups.create` | `a`, `b`, `c` and 2 more | – | – |  |')
    expect(PEERS.every((peer) => text.includes(lists[peer].source))).toBe(true)
  })
})
