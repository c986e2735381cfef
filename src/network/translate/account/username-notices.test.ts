import { describe, expect, it } from 'vitest'
import {
  fromUsernameEntry,
  isUsernameEntry,
  readUsernameHint,
  readUsernameNotice,
  toUsernameEntry,
} from './username-notices.ts'

const update = (operation: string, data: unknown, id: string | undefined = 'n1') => ({
  tag: 'notification',
  attrs: { ...(id && { id }), type: 'mex', from: 's.whatsapp.net' },
  content: [
    {
      tag: 'update',
      attrs: { op_name: operation },
      content: typeof data === 'string' ? data : Buffer.from(JSON.stringify({ data })),
    },
  ],
})
const SET = 'UsernameSetNotification'
const taken = (said: unknown) => ({ xwa2_notify_username_on_change: said })

describe('what the network tells of usernames', () => {
  it('is the one somebody has now, or that they have none', () => {
    expect(readUsernameNotice(update(SET, taken({ lid: '123@lid', username: 'ana.b' })))).toEqual({
      id: 'n1',
      lid: '123@lid',
      username: 'ana.b',
    })
    const given = { xwa2_notify_username_delete: { lid: '123@lid', display_name: 'Ana' } }
    expect(readUsernameNotice(update('UsernameDeleteNotification', given))).toEqual({
      id: 'n1',
      lid: '123@lid',
      username: null,
    })
  })

  it.each([
    [
      'another operation',
      update('MessageCappingInfoNotification', taken({ lid: '123@lid', username: 'a.b' })),
    ],
    ['no id', { ...update(SET, taken({ lid: '123@lid', username: 'ana.b' })), attrs: {} }],
    ['no JSON', update(SET, 'Forbidden')],
    ['a list', update(SET, '[1]')],
    ['nobody', update(SET, taken({ username: 'ana.b' }))],
    ['a number for a LID', update(SET, taken({ lid: '447700900001@s.whatsapp.net', username: 'ana.b' }))],
    ['an empty name', update(SET, taken({ lid: '123@lid', username: '' }))],
    ['null', update(SET, null)],
  ])('is nothing with %s', (_, node) => {
    expect(readUsernameNotice(node)).toBeNull()
  })

  it('names people who are not saved by a hash', () => {
    const hint = (hash: unknown) =>
      readUsernameHint(
        update('UsernameUpdateNotification', { xwa2_notify_username_on_update_side_sub: { hash } }),
      )
    expect(hint('Ab+/')).toBe('Ab+/')
    for (const hash of ['', 'toolong', 7, undefined]) expect(hint(hash)).toBeNull()
    expect(readUsernameHint(update(SET, taken({ lid: '123@lid', username: 'ana.b' })))).toBeNull()
  })

  it('is kept as an entry, of which a broken one is told as such', () => {
    const entry = toUsernameEntry({ id: 'n1', lid: '123@lid' as never, username: null })
    expect(isUsernameEntry(entry)).toBe(true)
    expect(fromUsernameEntry(entry)).toEqual({
      kind: 'username',
      lid: '123@lid',
      username: null,
      journalId: entry.id,
    })
    expect(fromUsernameEntry({ ...entry, plaintext: new Uint8Array([123]) })).toMatchObject({ kind: 'other' })
  })
})
