import { describe, expect, it } from 'vitest'
import { fromCallEntry, isCallEntry, readCall, toCallEntry } from './calls.ts'
import type { WireNode } from './group-nodes.ts'

const LID = '100000000000001@lid'
const PHONE = '447700900311@s.whatsapp.net'
const GROUP = '120363000000000001@g.us'
const said = (tag: string, attrs: Record<string, string> = {}, content: WireNode[] = []): WireNode => ({
  tag: 'call',
  attrs: { from: LID, id: 'S1', t: '1767268800' },
  content: [{ tag, attrs: { 'call-id': 'C1', 'call-creator': LID, ...attrs }, content }],
})
const call = {
  callId: 'C1',
  caller: { phone: null, lid: LID },
  ...{ creator: LID, group: null, isVideo: false, atSec: 1_767_268_800 },
}

describe('what a stanza says of a call', () => {
  it.each([
    ['an offer', said('offer'), { step: 'offered' }],
    [
      'an offer with video',
      said('offer', {}, [{ tag: 'video', attrs: {} }]),
      { step: 'offered', isVideo: true },
    ],
    [
      'an offer of somebody whose number it tells',
      said('offer', { caller_pn: PHONE }),
      { step: 'offered', caller: { phone: PHONE, lid: LID } },
    ],
    [
      'a notice of a group’s call',
      said('offer_notice', { 'group-jid': GROUP, type: 'group', media: 'video' }),
      { step: 'offered', group: GROUP, isVideo: true },
    ],
    ['an end', said('terminate'), { step: 'ended' }],
    ['an end because nobody answered', said('terminate', { reason: 'timeout' }), { step: 'ended' }],
    ['an answer elsewhere', said('terminate', { reason: 'accepted_elsewhere' }), { step: 'accepted' }],
    ['a refusal elsewhere', said('terminate', { reason: 'rejected_elsewhere' }), { step: 'refused' }],
    ['an answer', said('accept'), { step: 'accepted' }],
    ['a refusal', said('reject'), { step: 'refused' }],
  ])('is %s', (_what, node, what) => {
    expect(readCall(node)).toEqual({ ...call, ...what })
  })

  it.each([
    ['what is for those who speak in it', said('transport')],
    ['what is empty', { tag: 'call', attrs: { from: LID, id: 'S1' } }],
    ['what names no call', { ...said('offer'), content: [{ tag: 'offer', attrs: {} }] }],
    ['a call whose id is longer than any', said('offer', { 'call-id': 'C'.repeat(129) })],
    ['a call whose id is no word', said('offer', { 'call-id': 'C 1\u0000' })],
  ])('is nothing of %s', (_what, node) => {
    expect(readCall(node)).toBeNull()
  })

  it('names the caller by the sender where the stanza names no creator', () => {
    const node = { ...said('offer'), content: [{ tag: 'offer', attrs: { 'call-id': 'C1' } }] }
    expect(readCall(node)).toMatchObject({ creator: LID, caller: { lid: LID } })
  })

  it('is the same after it was kept, under an id of its own for each step', () => {
    const [offer, end] = [readCall(said('offer')), readCall(said('terminate'))]
    if (!offer || !end) throw new Error('nothing was read')
    const entry = toCallEntry(offer)
    expect(isCallEntry(entry)).toBe(true)
    expect(toCallEntry(end).id).not.toBe(entry.id)
    expect(fromCallEntry(entry)).toEqual({ kind: 'call', notice: offer, journalId: entry.id })
    const broken = { ...entry, plaintext: new TextEncoder().encode('{') }
    expect(fromCallEntry(broken)).toMatchObject({ kind: 'other', journalId: entry.id })
  })
})
