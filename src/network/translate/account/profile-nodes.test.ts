import { describe, expect, it } from 'vitest'
import type { Address } from '../../../core/addresses.ts'
import type { WireNode } from '../group-nodes.ts'
import {
  fromProfileEntry,
  isProfileEntry,
  readAllPrivacy,
  readPrivacy,
  readProfileNotice,
  toPrivacyCategory,
  toProfileEntry,
} from './profile-nodes.ts'

const ME = { phone: '447700900201@s.whatsapp.net' as Address, lid: '100000000000001@lid' as Address }

const node = (tag: string, attrs: WireNode['attrs'] = {}, content?: unknown): WireNode => ({
  tag,
  attrs,
  content,
})
const privacy = (...categories: [string, string][]): WireNode =>
  node(
    'privacy',
    {},
    categories.map(([name, value]) => node('category', { name, value })),
  )
const notification = (type: string, content: WireNode, from: string = ME.phone): WireNode =>
  node('notification', { from, id: 'n1', type, t: '1767268800' }, [content])
const read = (type: string, content: WireNode, from?: string) =>
  readProfileNotice(notification(type, content, from), ME)

describe('privacy settings', () => {
  it.each([
    ['lastSeen', 'contacts_except', 'last', 'contact_blacklist'],
    ['online', 'same_as_last_seen', 'online', 'match_last_seen'],
    ['picture', 'nobody', 'profile', 'none'],
    ['about', 'contacts', 'status', 'contacts'],
    ['readReceipts', false, 'readreceipts', 'none'],
    ['groupsAdd', 'everyone', 'groupadd', 'all'],
    ['callsAdd', 'known', 'calladd', 'known'],
    ['messages', 'contacts', 'messages', 'contacts'],
  ] as const)('%s: %s is %s=%s on the wire, both ways', (setting, value, name, wire) => {
    expect(toPrivacyCategory(setting, value)).toEqual({ name, value: wire })
    expect(readPrivacy(privacy([name, wire]))).toEqual({ [setting]: value })
  })

  it('are null where the network has a value of its own, or says nothing', () => {
    expect(readAllPrivacy(privacy(['groupadd', 'none'], ['last', 'all'], ['stickers', 'all']))).toEqual({
      lastSeen: 'everyone',
      online: null,
      picture: null,
      about: null,
      readReceipts: null,
      groupsAdd: null,
      callsAdd: null,
      messages: null,
    })
  })
})

describe('a notification about the profile', () => {
  it.each([
    [
      'another setting',
      'account_sync',
      privacy(['last', 'none']),
      { kind: 'privacy', settings: { lastSeen: 'nobody' } },
    ],
    ['another picture', 'account_sync', node('picture', { id: '1' }), { kind: 'picture' }],
    [
      'another text',
      'status',
      node('set', {}, new TextEncoder().encode('away')),
      { kind: 'about', about: 'away' },
    ],
    ['no text any more', 'status', node('set', {}, new Uint8Array()), { kind: 'about', about: null }],
  ])('tells of %s', (_what, type, content, news) => {
    expect(read(type, content)).toEqual({ id: 'profile/n1', atSec: 1767268800, news: [news] })
    expect(read(type, content, '100000000000001:3@lid')).not.toBeNull()
  })

  it.each([
    [
      'of somebody else',
      'status',
      node('set', {}, new TextEncoder().encode('away')),
      '447700900999@s.whatsapp.net',
    ],
    ['of the devices', 'account_sync', node('devices', {}, []), undefined],
    ['of settings there are no words for', 'account_sync', privacy(['stickers', 'all']), undefined],
  ])('is passed over when it is %s', (_what, type, content, from) => {
    expect(read(type, content, from)).toBeNull()
  })

  it('is kept until the host has it, and read again', () => {
    const notice = { id: 'profile/n1', atSec: 1, news: [{ kind: 'picture' }] } as const
    const entry = toProfileEntry(notice)
    expect(isProfileEntry(entry)).toBe(true)
    expect(fromProfileEntry(entry)).toEqual({ kind: 'profile', notice, journalId: entry.id })
    expect(fromProfileEntry({ ...entry, plaintext: new Uint8Array([1]) })).toMatchObject({ kind: 'other' })
  })
})
