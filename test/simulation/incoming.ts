import type { Address } from '../../src/core/addresses.ts'
import type { WireOrder } from '../../src/core/conversation/message.ts'
import type { CallNotice, GroupNews, NetworkEvent } from '../../src/network/port.ts'

/** The group that the account is in. */
export const GROUP = '120363000000000001@g.us' as Address

/** What happens to somebody in the group. */
export const GROUP_NEWS = ['added', 'joined', 'removed', 'left', 'asked'] as const

/** Something the network has for the client until the client says it has it. */
export interface Incoming {
  id: string
  kind: 'text' | 'vote' | 'edit' | 'revoke' | 'human' | 'echo' | 'group' | 'call'
  chat: string
  /** Of the group, what happened; of a call, what became of it. */
  text: string
  /** Of a vote: the poll it is for; of an edit or a deletion: the message; of a call: the call. */
  aboutId: string | null
  atSec: number
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

function toNews({ chat, text }: Incoming): GroupNews {
  const people = [{ phone: chat as Address, lid: null }]
  if (text === 'asked') return { kind: 'requests', change: 'asked', people }
  return { kind: 'members', change: text as (typeof GROUP_NEWS)[0], people }
}

function toNotice(incoming: Incoming, journalId: string | null): NetworkEvent | null {
  const { id, kind, chat, text, aboutId, atSec } = incoming
  const person = { phone: chat as Address, lid: null }
  if (kind === 'group') {
    const notice = { id, group: GROUP, by: person, atSec, news: [toNews(incoming)] }
    return { kind, notice, journalId }
  }
  if (kind !== 'call') return null
  const notice: CallNotice = {
    ...{ callId: aboutId ?? '', step: text as CallNotice['step'], caller: person },
    ...{ creator: chat as Address, group: null, isVideo: false, atSec },
  }
  return { kind, notice, journalId }
}

/** Without an order it waited while there was no connection, or an earlier one left it in the journal. */
export function toEvent(incoming: Incoming, journalId: string | null, order?: WireOrder): NetworkEvent {
  const { id, chat, text, atSec, kind } = incoming
  const address = chat as Address
  const person = { phone: address, lid: null }
  const notice = toNotice(incoming, journalId)
  if (notice) return notice
  if (kind === 'vote') {
    const target = { chat: address, id: incoming.aboutId ?? '', fromMe: true }
    const sealed = { about: 'poll' as const, payload: encode(JSON.stringify([text])), iv: new Uint8Array() }
    return { kind: 'vote', target, by: person, fromMe: false, sealed, atSec, journalId }
  }
  if (kind === 'edit' || kind === 'revoke') {
    const target = { chat: address, id: incoming.aboutId ?? '', fromMe: false }
    const change = { target, fromMe: false, atSec, journalId }
    return kind === 'revoke'
      ? { kind, by: person, ...change }
      : { kind, text, bytes: encode(text), ...change }
  }
  const fromMe = kind !== 'text'
  const message = {
    key: { chat: address, id, fromMe },
    ...{ sender: person, chatAddresses: person, atSec, origin: 'live' as const, pushName: null },
    ...{ type: 'text', text, quotedId: null, mentions: [], bytes: encode(text), journalId },
    ...(order ? { order } : {}),
  }
  return { kind: 'message', message }
}
