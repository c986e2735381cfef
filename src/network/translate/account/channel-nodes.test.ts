import { describe, expect, it } from 'vitest'
import { readChannel, readFollowers, readPosts } from './channel-nodes.ts'

const JID = '120363144038483540@newsletter'

describe('what the network says of a channel', () => {
  it('is read with its numbers as texts and its states in capitals', () => {
    const thread = {
      creation_time: '1767268800',
      invite: '0029Va',
      name: { text: 'Shop news' },
      description: { text: '' },
      subscribers_count: '12',
      verification: 'VERIFIED',
      settings: { reaction_codes: { value: 'BASIC' } },
    }
    const viewer = { mute: 'ON', role: 'OWNER' }
    expect(readChannel({ id: JID, thread_metadata: thread, viewer_metadata: viewer })).toEqual({
      jid: JID,
      name: 'Shop news',
      description: null,
      invite: '0029Va',
      createdSec: 1767268800,
      followers: 12,
      isVerified: true,
      role: 'owner',
      isMuted: true,
      reactions: 'basic',
    })
  })

  it('may say nothing of the viewer, and little of the rest', () => {
    expect(readChannel({ id: JID, viewer_metadata: null })).toMatchObject({
      name: '',
      role: null,
      isMuted: null,
      createdSec: 0,
      followers: null,
      reactions: null,
    })
    const settings = [{ type: 'MUTE_FOLLOWER_ACTIVITY', value: 'ON' }]
    expect(readChannel({ id: JID, viewer_metadata: { settings } })).toMatchObject({ isMuted: true })
    expect(readChannel({ id: JID, viewer_metadata: { role: 'CURATOR' } })).toMatchObject({ role: null })
  })

  it.each([null, undefined, [], 'text', {}, { id: '' }])('is no channel: %j', (value) => {
    expect(readChannel(value)).toBeNull()
  })
})

describe('a page of posts', () => {
  const node = (tag: string, attrs: Record<string, string> = {}, content?: unknown) => ({
    tag,
    attrs,
    content,
  })
  const read = (...content: unknown[]) =>
    readPosts(node('messages', {}, content), (bytes) => ({
      type: 'text',
      text: String(bytes.length),
      file: null,
    }))

  it('leaves out what was taken back, and reactions that nobody has any more', () => {
    const reactions = node('reactions', {}, [
      node('reaction', { code: '👍', count: '2' }),
      node('reaction', { code: '👎', count: '0' }),
    ])
    const posts = read(
      node('message', { id: 'A', server_id: '7', t: '5' }, [
        node('plaintext', {}, new Uint8Array(3)),
        node('views_count', { count: '9' }),
        reactions,
      ]),
      node('message', { id: 'B', server_id: '8', t: '6' }, [node('plaintext', {}, new Uint8Array())]),
    )
    expect(posts).toEqual([
      {
        id: 'A',
        serverId: 7,
        type: 'text',
        text: '3',
        file: null,
        atSec: 5,
        editedMs: 0,
        views: 9,
        reactions: [{ emoji: '👍', count: 2 }],
      },
    ])
  })
})

describe('those who follow a channel', () => {
  const lid = '184002030405060@lid'

  it('are read by their addresses, with what is told of each', () => {
    const edges = [
      {
        role: 'ADMIN',
        follow_time: '1767268800',
        node: {
          id: lid,
          pn: '447700900123@s.whatsapp.net',
          display_name: 'Ana',
          username_info: { username: 'ana' },
        },
      },
      {
        role: 'SUBSCRIBER',
        follow_time: 1767268801,
        node: { id: lid, display_name: '', username_info: null },
      },
      { node: { id: '447700900123@c.us' } },
    ]
    expect(readFollowers({ followers: { edges } })).toEqual([
      {
        person: { phone: '447700900123@s.whatsapp.net', lid },
        ...{ name: 'Ana', username: 'ana', role: 'admin', sinceSec: 1767268800 },
      },
      { person: { phone: null, lid }, name: null, username: null, role: 'subscriber', sinceSec: 1767268801 },
      {
        person: { phone: '447700900123@s.whatsapp.net', lid: null },
        ...{ name: null, username: null, role: null, sinceSec: 0 },
      },
    ])
  })

  it.each([
    null,
    {},
    { followers: null },
    { followers: { edges: [null, { role: 'ADMIN' }, { node: { id: '' } }] } },
  ])('are nobody where nobody is named (%j)', (value) => expect(readFollowers(value)).toEqual([]))
})
