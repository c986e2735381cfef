import { describe, expect, it } from 'vitest'
import { readGroup, type WireNode } from './group-nodes.ts'
import { fromNoticeEntry, isNoticeEntry, readGroupNotice, toNoticeEntry } from './group-notices.ts'

const GROUP = '120363000000000001@g.us'
const ADA = { jid: '100000000000001@lid', phone_number: '447700900201@s.whatsapp.net' }
const BOB = { jid: '100000000000002@lid', phone_number: '447700900202@s.whatsapp.net' }
const ada = { phone: '447700900201@s.whatsapp.net', lid: '100000000000001@lid' }
const bob = { phone: '447700900202@s.whatsapp.net', lid: '100000000000002@lid' }

const node = (tag: string, attrs: WireNode['attrs'] = {}, content?: unknown): WireNode => ({
  tag,
  attrs,
  content,
})
const bytes = (text: string) => new TextEncoder().encode(text)
const participants = (...people: WireNode['attrs'][]) => people.map((attrs) => node('participant', attrs))

/** A notification in which Ada did something. */
const notification = (...content: WireNode[]): WireNode =>
  node(
    'notification',
    {
      from: GROUP,
      id: 'n1',
      type: 'w:gp2',
      t: '1767268800',
      participant: ADA.jid,
      participant_pn: ada.phone,
    },
    content,
  )
const read = (...content: WireNode[]) => readGroupNotice(notification(...content))

const settings = (changed: object) => [{ kind: 'settings', settings: changed }]
const members = (change: string, ...people: object[]) => [{ kind: 'members', change, people }]

describe('a notification of a group', () => {
  it.each<[string, WireNode, unknown]>([
    ['somebody added', node('add', {}, participants(BOB)), members('added', bob)],
    ['somebody who came in by themselves', node('add', {}, participants(ADA)), members('joined', ada)],
    [
      'somebody who came by the link',
      node('add', { reason: 'invite' }, participants(BOB)),
      members('joined', bob),
    ],
    ['members removed', node('remove', {}, participants(BOB)), members('removed', bob)],
    ['somebody who left', node('remove', {}, participants(ADA)), members('left', ada)],
    ['somebody made an admin', node('promote', {}, participants(BOB)), members('promoted', bob)],
    ['an admin who is none any more', node('demote', {}, participants(BOB)), members('demoted', bob)],
    ['a subject', node('subject', { subject: 'Team' }), [{ kind: 'subject', subject: 'Team' }]],
    [
      'a description',
      node('description', { id: 'd1' }, [node('body', {}, bytes('what for'))]),
      [{ kind: 'description', description: 'what for' }],
    ],
    [
      'a description taken away',
      node('description', { id: 'd2' }, [node('delete')]),
      [{ kind: 'description', description: null }],
    ],
    ['only admins who write', node('announcement'), settings({ send: 'admins' })],
    ['everyone who writes', node('not_announcement'), settings({ send: 'everyone' })],
    ['only admins who edit', node('locked'), settings({ edit: 'admins' })],
    ['everyone who edits', node('unlocked'), settings({ edit: 'everyone' })],
    [
      'everyone who adds',
      node('member_add_mode', {}, bytes('all_member_add')),
      settings({ add: 'everyone' }),
    ],
    ['only admins who add', node('member_add_mode', {}, bytes('admin_add')), settings({ add: 'admins' })],
    [
      'approval switched on',
      node('membership_approval_mode', {}, [node('group_join', { state: 'on' })]),
      settings({ approval: true }),
    ],
    [
      'approval switched off',
      node('membership_approval_mode', {}, [node('group_join', { state: 'off' })]),
      settings({ approval: false }),
    ],
    [
      'messages that disappear',
      node('ephemeral', { expiration: '86400' }),
      settings({ expirationSec: 86_400 }),
    ],
    ['messages that stay', node('not_ephemeral'), settings({ expirationSec: 0 })],
    ['another invite link', node('invite', { code: 'secret' }), [{ kind: 'invite' }]],
    ['the end of the group', node('delete', { reason: 'x' }), [{ kind: 'deleted' }]],
    [
      'somebody who asks to join',
      node('created_membership_requests', { request_method: 'InviteLink' }, [node('requested_user', BOB)]),
      [{ kind: 'requests', change: 'asked', people: [bob] }],
    ],
    [
      'somebody who is named only as the one who did it',
      node('created_membership_requests', { request_method: 'InviteLink' }),
      [{ kind: 'requests', change: 'asked', people: [ada] }],
    ],
    [
      'somebody who was not let in',
      node('revoked_membership_requests', {}, participants(BOB)),
      [{ kind: 'requests', change: 'rejected', people: [bob] }],
    ],
    [
      'somebody who asks no longer',
      node('revoked_membership_requests', {}, participants(ADA)),
      [{ kind: 'requests', change: 'withdrawn', people: [ada] }],
    ],
    [
      'a group that is new to the account',
      node('create', { type: 'new' }, [node('group', { id: '1', subject: 'Team', size: '3' })]),
      [{ kind: 'created', subject: 'Team', size: 3 }],
    ],
  ])('tells of %s', (_what, part, news) => {
    expect(read(part)).toEqual({ id: `${GROUP}/n1`, group: GROUP, by: ada, atSec: 1_767_268_800, news })
  })

  it('tells of all its parts in their order, and passes over those that are not known', () => {
    const parts = [node('locked'), node('growth_locked'), node('constructor'), node('announcement')]
    expect(read(...parts)?.news.map((part) => ('settings' in part ? part.settings : part))).toEqual([
      { edit: 'admins' },
      { send: 'admins' },
    ])
    expect(read(node('growth_locked'))).toBeNull()
  })

  it('tells of a picture by who gave it', () => {
    const attrs = { from: GROUP, id: 'n2', type: 'picture', t: '1' }
    const set = readGroupNotice(node('notification', attrs, [node('set', { id: '7', author: ADA.jid })]))
    expect(set).toMatchObject({ by: { lid: ADA.jid }, news: [{ kind: 'picture', isRemoved: false }] })
    const removed = readGroupNotice(node('notification', attrs, [node('delete', { author: ADA.jid })]))
    expect(removed?.news).toEqual([{ kind: 'picture', isRemoved: true }])
  })

  it('is of a group: the picture of a person is none', () => {
    const attrs = { from: ada.phone, id: 'n3', type: 'picture', t: '1' }
    expect(readGroupNotice(node('notification', attrs, [node('set', { id: '7' })]))).toBeNull()
  })

  it('is the same after it was kept', () => {
    const notice = read(node('add', {}, participants(BOB)))
    if (!notice) throw new Error('nothing was read')
    const entry = toNoticeEntry(notice)
    expect(isNoticeEntry(entry)).toBe(true)
    expect(fromNoticeEntry(entry)).toEqual({ kind: 'group', notice, journalId: entry.id })
    const broken = { ...entry, plaintext: bytes('{') }
    expect(fromNoticeEntry(broken)).toMatchObject({ kind: 'other', journalId: entry.id })
  })
})

describe('a group', () => {
  it('is read with its settings and those who are in it', () => {
    const group = readGroup(
      node(
        'group',
        { id: '120363000000000001', subject: 'Team', creator: ADA.jid, creation: '5', size: '2' },
        [
          node('description', { id: 'd' }, [node('body', {}, bytes('what for'))]),
          node('locked'),
          node('membership_approval_mode', {}, [node('group_join', { state: 'on' })]),
          node('participant', { ...ADA, type: 'superadmin' }),
          node('participant', { ...BOB, username: 'bob.b' }),
          node('participant', { jid: '100000000000003@lid', error: '403' }),
        ],
      ),
    )
    expect(group).toEqual({
      jid: GROUP,
      subject: 'Team',
      description: 'what for',
      creator: { phone: null, lid: ADA.jid },
      createdSec: 5,
      size: 2,
      settings: { send: 'everyone', edit: 'admins', add: 'admins', approval: true, expirationSec: 0 },
      members: [
        { person: ada, username: null, role: 'superadmin' },
        { person: bob, username: 'bob.b', role: 'member' },
      ],
    })
    expect(readGroup(undefined)).toBeNull()
    expect(readGroup(node('group'))).toBeNull()
  })
})
