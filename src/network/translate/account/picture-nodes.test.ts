import { describe, expect, it, test } from 'vitest'
import type { WireNode } from '../group-nodes.ts'
import {
  fromPictureEntry,
  isPictureEntry,
  readPicture,
  readPictureCode,
  readPictureNotice,
  toPictureEntry,
} from './picture-nodes.ts'

const node = (tag: string, attrs: Record<string, string> = {}, content?: WireNode[]): WireNode =>
  content ? { tag, attrs, content } : { tag, attrs }

const ADA = '447700900001@s.whatsapp.net'
const notification = (from: string, ...content: WireNode[]) =>
  node('notification', { id: 'n1', type: 'picture', from, t: '1' }, content)
const nobody = { phone: null, lid: null }
const ada = { phone: ADA, lid: null }

describe('the answer to where a picture is', () => {
  test.each([
    [
      node('picture', { id: '7', type: 'preview', url: 'https://a/b' }),
      { state: 'found', id: '7', url: 'https://a/b' },
    ],
    [node('picture', { status: '204' }), { state: 'none' }],
    [node('picture', {}, [node('error', { code: '404' })]), { state: 'none' }],
    [node('picture', {}, [node('error', { code: '401' })]), { state: 'hidden' }],
    [node('picture', { id: '7' }), null],
    [node('picture', { url: 'https://a/b' }), null],
    [node('picture', {}, [node('error', { code: '500' })]), null],
    [node('other'), { state: 'none' }],
  ])('%j is %j', (part, expected) => {
    expect(readPicture(node('iq', {}, [part]))).toEqual(expected)
  })

  it('as a refusal says by its code what there is, or nothing', () => {
    expect([404, 401, 403, 429].map(readPictureCode)).toEqual([
      { state: 'none' },
      { state: 'hidden' },
      { state: 'hidden' },
      null,
    ])
  })
})

describe('a notice of a picture', () => {
  const read = (from: string, ...content: WireNode[]) => readPictureNotice(notification(from, ...content))
  const told = { id: 'picture/n1', hash: null, pictureId: null, isRemoved: false }

  test.each([
    ['another one', read(ADA, node('set', { jid: ADA, id: '7' })), { ...told, who: ada, pictureId: '7' }],
    ['one without an id', read(ADA, node('set')), { ...told, who: ada }],
    ['none', read(ADA, node('delete', { jid: ADA })), { ...told, who: ada, isRemoved: true }],
    ['none, without a part', read(ADA), { ...told, who: ada, isRemoved: true }],
    [
      'one by a hash',
      read('s.whatsapp.net', node('set', { hash: 'aB3+' })),
      { ...told, who: nobody, hash: 'aB3+' },
    ],
    ['a likeness that is drawn', read(ADA, node('set_avatar', { jid: ADA })), null],
    ['one of nobody', read('s.whatsapp.net', node('set', { id: '7' })), null],
    ['one of a group', read('120363000000000001@g.us', node('set', { id: '7' })), null],
  ])('tells of %s', (_, notice, expected) => expect(notice).toEqual(expected))

  it('is the same after it was kept', () => {
    const notice = read(ADA, node('set', { jid: ADA, id: '7' }))
    if (!notice) throw new Error('nothing was read')
    const entry = toPictureEntry(notice)
    expect(isPictureEntry(entry)).toBe(true)
    expect(fromPictureEntry(entry)).toEqual({ kind: 'picture', notice, journalId: entry.id })
    const broken = { ...entry, plaintext: new TextEncoder().encode('{') }
    expect(fromPictureEntry(broken)).toMatchObject({ kind: 'other', journalId: entry.id })
  })
})
