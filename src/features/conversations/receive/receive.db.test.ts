import { beforeEach, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { insertClient } from '../../../../test/support/fixtures.ts'
import { at, person, receiptEvent, textEvent } from '../../../../test/support/network-events.ts'
import type { ConversationEvent } from '../../../core/conversation/flow-event.ts'
import type { NetworkEvent } from '../../../network/port.ts'
import { storedWords } from '../../../words/english.ts'
import { createContactCache, findContactId, readContacts } from '../../contacts/index.ts'
import { readPage } from '../read/pages.ts'
import type { OwnedClient } from '../records/owned-client.ts'
import { createEarlyChanges } from './early/early-changes.ts'
import { EarlyReceipts } from './early/early-receipts.ts'
import type { Applied } from './receive.ts'
import { applyEvents, applyPlainReceipts, isPlainReceipt } from './receive.ts'

const database = useTestDatabase()
const OWN = at('490000@s.whatsapp.net')
const ana = person('491511111111', '7001')
const ANA = '491511111111@s.whatsapp.net'
const groupReceipt: NetworkEvent = {
  kind: 'receipt',
  receipt: { chat: at('123456789@g.us'), ids: ['M1'], kind: 'read', by: ana, atSec: 1_800_000_010 },
}

let client: OwnedClient
let confirmed: string[]
let deps: Parameters<typeof applyEvents>[0]

beforeEach(async () => {
  const id = await insertClient(database().pool, { address: OWN })
  client = { id, userId: '', address: OWN, lid: null }
  confirmed = []
  deps = {
    contacts: createContactCache(),
    words: storedWords,
    early: new EarlyReceipts(),
    earlyChanges: createEarlyChanges(),
    now: () => 1_800_000_000_000,
    confirm: (_, ids) => confirmed.push(...ids),
    touch: () => {},
    delivered: () => {},
    reachOut: () => {},
    readVote: () => null,
    noteMerged: () => {},
  }
})

async function apply(...events: NetworkEvent[]): Promise<Applied> {
  const applied = await database().transaction((tx) => applyEvents(deps, tx, client, events))
  applied.committed()
  return applied
}

async function page(chat = ANA) {
  const { messages } = await readPage(database(), {
    clientId: client.id,
    chat: await findContactId(database(), client.id, chat),
    from: null,
    direction: 'before',
    limit: 200,
  })
  return messages
}

const journal = (id: string) =>
  database().pool.query(
    `insert into inbound_journal (client_id, id, stanza, plaintext) values ($1, $2, '', '')`,
    [client.id, id],
  )
const sentId = (id: string) =>
  database().pool.query('insert into sent_id (client_id, message_id) values ($1, $2)', [client.id, id])

describe('an inbound message', () => {
  it('is stored once and is news once, however often it comes', async () => {
    const event = textEvent({ id: 'A1', from: ana, text: 'hello', pushName: 'Ana' })
    const first = await apply(event, event)
    const second = await apply(event)
    const message = {
      ...{ id: 'A1', type: 'text', text: 'hello', sentAt: 1_800_000_000_000 },
      sender: { jid: ANA, phone: '+491511111111', name: 'Ana' },
    }
    expect(first.events).toEqual([
      {
        ...{ clientId: client.id, contactJid: ANA, source: 'chat' },
        event: { type: 'message_received', eventId: 'A1', message },
      },
    ])
    expect(second.events).toEqual([])
    expect(await page()).toMatchObject([
      { id: 'A1', text: 'hello', fromMe: false, jid: ANA, status: 'DELIVERY_ACK', displayName: 'Ana' },
    ])
  })

  it('releases its journal row in the same transaction, also when it was stored before', async () => {
    await journal('j1')
    await apply(textEvent({ id: 'A1', from: ana, journalId: 'j1' }))
    await journal('j1')
    await apply(textEvent({ id: 'A1', from: ana, journalId: 'j1' }))
    const { rows } = await database().pool.query('select id from inbound_journal where client_id = $1', [
      client.id,
    ])
    expect(rows).toEqual([])
  })

  it('costs one statement when its contact is known', async () => {
    await apply(textEvent({ id: 'A1', from: ana }))
    await apply(textEvent({ id: 'A2', from: ana }))
    database().statements.length = 0
    await apply(textEvent({ id: 'A3', from: ana }))
    expect(database().statements).toEqual(['begin', 'chat_store_arrived', 'commit'])
  })

  it('of any kind is stored; history and the status feed are no news', async () => {
    const group = '123456789@g.us'
    const { events } = await apply(
      textEvent({ id: 'P1', from: ana, type: 'image', text: 'look' }),
      textEvent({ id: 'H1', from: ana, origin: 'history' }),
      textEvent({ id: 'G1', from: ana, group }),
      textEvent({ id: 'S1', from: ana, group: 'status@broadcast' }),
    )
    const groupOf = ({ event }: ConversationEvent) =>
      event.type === 'message_received' ? event.message.group : undefined
    expect(events.map((item) => [item.event.eventId, item.contactJid, groupOf(item)])).toEqual([
      ['P1', ANA, undefined],
      ['G1', group, true],
    ])
    expect(await page(group)).toMatchObject([{ id: 'G1', displayName: '+491511111111' }])
    expect((await page()).map((m) => [m.id, m.type]).sort()).toEqual([
      ['H1', 'text'],
      ['P1', 'image'],
    ])
  })
})

describe('a message from our own account', () => {
  it('is a human message when no send of ours has its id', async () => {
    const { events } = await apply(textEvent({ id: 'M1', from: ana, fromMe: true }))
    expect(events).toMatchObject([{ event: { type: 'human_message' }, source: 'human', contactJid: ANA }])
    expect(await page()).toMatchObject([{ id: 'M1', fromMe: true, status: 'SERVER_ACK' }])
  })

  it('is an echo when its id is one we sent, and proves that the network has it', async () => {
    await sentId('M2')
    const { events } = await apply(textEvent({ id: 'M2', from: ana, fromMe: true }))
    expect(events).toEqual([])
    expect(confirmed).toEqual(['M2'])
    expect(await page()).toEqual([])
  })

  it('is an echo when we sent it under another address of the chat, and is not when the phone did', async () => {
    for (const [id, origin] of [
      ['M3', 'api'],
      ['M4', 'flow'],
      ['M5', 'phone'],
    ]) {
      await database().pool.query(
        `insert into message (client_id, chat, id, from_me, at_sec, type, text, status, origin)
         values ($1, '7001@lid', $2, true, 1, 'text', 'hello', 'SERVER_ACK', $3)`,
        [client.id, id, origin],
      )
    }
    const { events } = await apply(
      ...['M3', 'M4', 'M5'].map((id) => textEvent({ id, from: person('491511111111'), fromMe: true })),
    )
    expect(events.map(({ event }) => event.eventId)).toEqual(['M5'])
    expect(confirmed).toEqual(['M3', 'M4'])
  })
})

describe('receipts', () => {
  it('of chats of two need one statement and no transaction, and wait for messages that come later', async () => {
    await apply(textEvent({ id: 'M1', from: ana, fromMe: true }))
    const receipts = [receiptEvent(['M1', 'M2'], 'delivered', ana), receiptEvent(['M1'], 'read', ana)]
    expect(receipts.every(isPlainReceipt)).toBe(true)
    expect(isPlainReceipt(groupReceipt)).toBe(false)
    database().statements.length = 0
    const applied = await applyPlainReceipts(deps, database(), client, receipts)
    expect(database().statements).toEqual(['chat_receive'])
    applied.committed()
    expect(confirmed).toEqual(['M1', 'M2'])
    await apply(textEvent({ id: 'M2', from: ana, fromMe: true }))
    expect((await page()).map(({ id, status }) => [id, status])).toEqual([
      ['M2', 'DELIVERY_ACK'],
      ['M1', 'READ'],
    ])
  })

  it('move a status only forward, whatever their order', async () => {
    await apply(textEvent({ id: 'M1', from: ana, fromMe: true, atSec: 1_800_000_000 }))
    await apply(receiptEvent(['M1'], 'read', ana, 1_800_000_020))
    await apply(receiptEvent(['M1'], 'delivered', ana, 1_800_000_010), receiptEvent(['M1'], 'server', ana))
    expect(await page()).toMatchObject([
      {
        status: 'READ',
        receipt: {
          serverAt: '2027-01-15T08:00:00.000Z',
          deliveredAt: '2027-01-15T08:00:10.000Z',
          readAt: '2027-01-15T08:00:20.000Z',
          playedAt: null,
        },
      },
    ])
  })

  it('that come before their message wait for it', async () => {
    await apply(receiptEvent(['M1'], 'read', ana))
    await apply(receiptEvent(['M1'], 'delivered', ana), textEvent({ id: 'M1', from: ana, fromMe: true }))
    expect(await page()).toMatchObject([{ status: 'READ' }])
  })

  it('undo an error, and an error counts only before anything arrived', async () => {
    await apply(textEvent({ id: 'M1', from: ana, fromMe: true }))
    await apply(receiptEvent(['M1'], 'error', ana))
    expect(await page()).toMatchObject([{ status: 'ERROR' }])
    await apply(receiptEvent(['M1'], 'delivered', ana))
    await apply(receiptEvent(['M1'], 'error', ana))
    expect(await page()).toMatchObject([{ status: 'DELIVERY_ACK' }])
  })

  it('by ourselves on another device mark what a contact wrote as read', async () => {
    await apply(textEvent({ id: 'A1', from: ana }))
    await apply(receiptEvent(['A1'], 'read', { phone: OWN, lid: null }))
    expect(await page()).toMatchObject([{ id: 'A1', fromMe: false, status: 'READ' }])
  })
})

describe('changes to messages', () => {
  const target = { chat: at(ANA), id: 'A1', fromMe: false }
  const revoke = { kind: 'revoke', target, by: ana, fromMe: false, atSec: 2, journalId: null } as const
  const edit = (text: string, atSec: number): NetworkEvent => ({
    kind: 'edit',
    target,
    text,
    bytes: new Uint8Array([1]),
    fromMe: false,
    atSec,
    journalId: `edit-${atSec}`,
  })

  it('edit the text once and ignore an edit that is older than the last one', async () => {
    await apply(textEvent({ id: 'A1', from: ana, text: 'one' }))
    const first = await apply(edit('three', 1_800_000_030))
    const again = await apply(edit('three', 1_800_000_030), edit('two', 1_800_000_020))
    expect(first.events).toMatchObject([{ event: { type: 'message_edited', after: 'three' } }])
    expect(again.events).toEqual([])
    expect(await page()).toMatchObject([{ text: 'three' }])
  })

  it('by a contact never touch what we wrote', async () => {
    await apply(textEvent({ id: 'M1', from: ana, fromMe: true, text: 'ours' }))
    const { events } = await apply({
      ...edit('forged', 1_800_000_030),
      target: { chat: at(ANA), id: 'M1', fromMe: true },
    } as NetworkEvent)
    expect(events).toEqual([])
    expect(await page()).toMatchObject([{ text: 'ours' }])
  })

  it('keep the last reaction of each person and take a message back', async () => {
    await apply(textEvent({ id: 'A1', from: ana, text: 'one' }))
    const reaction = (emoji: string): NetworkEvent => ({
      kind: 'reaction',
      target,
      by: ana,
      fromMe: false,
      emoji,
      atSec: 1,
      journalId: null,
    })
    await apply(reaction('👍'))
    const { events } = await apply(reaction('❤️'), reaction('❤️'))
    expect(events).toMatchObject([{ event: { type: 'reaction_received', emoji: '❤️', messageId: 'A1' } }])
    const { rows } = await database().pool.query('select reactions from message where client_id = $1', [
      client.id,
    ])
    expect(rows).toEqual([{ reactions: { [ANA]: '❤️' } }])
    await apply(revoke)
    expect(await page()).toMatchObject([{ type: 'revoked', text: null }])
  })

  it('that come before their message are carried out with it, once, and told behind it', async () => {
    const reaction = { kind: 'reaction', target, by: ana, fromMe: false, emoji: '👍', atSec: 1 } as const
    const early = await apply(edit('two', 1_800_000_030), { ...reaction, journalId: null })
    expect(early.events).toEqual([])
    const message = textEvent({ id: 'A1', from: ana, text: 'one' })
    // Nothing is lost with a transaction that is not committed.
    const failing = database().transaction(async (tx) => {
      await applyEvents(deps, tx, client, [message])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    const { events } = await apply(
      textEvent({ id: 'A0', from: ana }),
      message,
      textEvent({ id: 'A2', from: ana }),
    )
    expect(events.map(({ event }) => event.eventId)).toEqual([
      'A0',
      'A1',
      'edit-1800000030',
      `reaction:A1:${ANA}:1`,
      'A2',
    ])
    expect(await page()).toMatchObject([{ id: 'A2' }, { id: 'A1', text: 'two' }, { id: 'A0' }])
    expect((await apply(message)).events).toEqual([])
  })

  it('that come before their message in one batch are carried out with it', async () => {
    const { events } = await apply(
      edit('two', 1_800_000_030),
      textEvent({ id: 'A1', from: ana, text: 'one' }),
    )
    expect(events.map(({ event }) => event.type)).toEqual(['message_received', 'message_edited'])
    expect(await page()).toMatchObject([{ id: 'A1', text: 'two' }])
    expect(await deps.earlyChanges.find(database(), client.id, ['A1'])).toEqual([])
  })

  it('take a message back that comes later, under the other address of its writer too', async () => {
    const before = { ...revoke, target: { ...target, chat: at('7001@lid') }, by: person(null, '7001') }
    await apply(edit('two', 1_800_000_030), before)
    const { events } = await apply(textEvent({ id: 'A1', from: person('491511111111', '7001'), text: 'one' }))
    expect(await page()).toMatchObject([{ type: 'revoked', text: null }])
    expect(events.map(({ event }) => event.type)).toEqual(['message_revoked'])
  })
})

describe('one person under two addresses', () => {
  const LID = '7001@lid'

  it('seen by LID first and by number later stays one contact and one conversation', async () => {
    await apply(textEvent({ id: 'A1', from: person(null, '7001') }))
    await apply(textEvent({ id: 'A2', from: ana }))
    await apply(textEvent({ id: 'A3', from: person('491511111111') }))
    expect(await readContacts(database(), client.id)).toMatchObject([{ id: LID, phone: ANA, lid: LID }])
    expect((await page(ANA)).map((m) => m.id).sort()).toEqual(['A1', 'A2', 'A3'])
    expect(await page(LID)).toEqual(await page(ANA))
  })

  it('seen by number first keeps the number as its address', async () => {
    await apply(textEvent({ id: 'A1', from: person('491511111111') }))
    await apply(textEvent({ id: 'A2', from: ana }))
    await apply(textEvent({ id: 'A3', from: person(null, '7001') }))
    expect(await readContacts(database(), client.id)).toMatchObject([{ id: ANA, phone: ANA, lid: LID }])
    expect((await page(LID)).map((m) => m.jid)).toEqual([ANA, ANA, ANA])
  })

  it('becomes one when the network says so, with everything that named either', async () => {
    await apply(
      textEvent({ id: 'A1', from: person(null, '7001') }),
      textEvent({ id: 'B1', from: person('491511111111') }),
    )
    await apply(textEvent({ id: 'A2', from: person(null, '7001') }))
    const pool = database().pool
    await pool.query(
      `insert into contact_automation (client_id, jid, favourite, fields) values ($1, $2, true, '{"a":1}')`,
      [client.id, LID],
    )
    await pool.query(
      `insert into contact_automation (client_id, jid, blacklist, fields) values ($1, $2, true, '{"b":2}')`,
      [client.id, ANA],
    )
    await pool.query(
      `insert into inbound_event (client_id, contact_jid, event_id, event_type, source, event) values ($1, $2, 'A1', 'message_received', 'chat', '{}')`,
      [client.id, LID],
    )
    const applied = await apply({ kind: 'contact', addresses: ana, name: 'Ana Silva' })
    expect(applied.contactsMerged).toEqual([{ from: LID, to: ANA }])
    expect(await readContacts(database(), client.id)).toMatchObject([
      { id: ANA, phone: ANA, lid: LID, name: 'Ana Silva' },
    ])
    expect((await page(LID)).map((m) => [m.id, m.jid, m.displayName]).sort()).toEqual([
      ['A1', ANA, 'Ana Silva'],
      ['A2', ANA, 'Ana Silva'],
      ['B1', ANA, 'Ana Silva'],
    ])
    const automation = await pool.query(
      'select jid, blacklist, favourite, fields from contact_automation where client_id = $1',
      [client.id],
    )
    expect(automation.rows).toEqual([{ jid: ANA, blacklist: true, favourite: true, fields: { a: 1, b: 2 } }])
    const events = await pool.query('select contact_jid from inbound_event where client_id = $1', [client.id])
    expect(events.rows).toEqual([{ contact_jid: ANA }])
    await apply(textEvent({ id: 'A3', from: person(null, '7001') }))
    expect(await page(ANA)).toHaveLength(4)
  })

  it('keeps two people apart whose numbers differ', async () => {
    await apply(textEvent({ id: 'A1', from: person('491511111111', '7001') }))
    await apply(textEvent({ id: 'B1', from: person('491522222222', '7002') }))
    const applied = await apply(textEvent({ id: 'C1', from: person('491522222222', '7001') }))
    expect(applied.contactsMerged).toEqual([])
    expect(await readContacts(database(), client.id)).toHaveLength(2)
  })

  it('is stored once when two transactions meet the person at the same time', async () => {
    await Promise.all(['A1', 'A2', 'A3'].map((id) => apply(textEvent({ id, from: ana }))))
    expect(await readContacts(database(), client.id)).toHaveLength(1)
    expect(await page()).toHaveLength(3)
  })
})
