import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../../../test/support/database.ts'
import { insertClient } from '../../../../../test/support/fixtures.ts'
import { at, person, textEvent } from '../../../../../test/support/network-events.ts'
import type { ChatNews, NetworkEvent } from '../../../../network/port.ts'
import { storedWords } from '../../../../words/english.ts'
import { createContactCache, gatherStrays } from '../../../contacts/index.ts'
import type { OwnedClient } from '../../records/owned-client.ts'
import { createEarlyChanges } from '../early/early-changes.ts'
import { EarlyReceipts } from '../early/early-receipts.ts'
import type { Applied } from '../receive.ts'
import { applyEvents } from '../receive.ts'
import { endLostCalls } from './lost-calls.ts'

const database = useTestDatabase()
const OWN = at('490000@s.whatsapp.net')
const ana = person('491511111111', '7001')
const ANA = '491511111111@s.whatsapp.net'

let client: OwnedClient
let deps: Parameters<typeof applyEvents>[0]

beforeEach(async () => {
  const id = await insertClient(database().pool, { address: OWN })
  client = { id, userId: '', address: OWN, lid: null }
  deps = {
    contacts: createContactCache(),
    words: storedWords,
    early: new EarlyReceipts(),
    earlyChanges: createEarlyChanges(),
    now: () => 1_800_000_000_000,
    confirm: () => {},
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

/** Publishes a flow with a trigger of this type. */
async function listen(type: string): Promise<void> {
  const { pool } = database()
  const [flow, version] = [randomUUID(), randomUUID()]
  const doc = JSON.stringify({ nodes: [{ id: 't', type }], edges: [] })
  const { rows } = await pool.query<{ userId: string }>(
    'select user_id as "userId" from client where id = $1',
    [client.id],
  )
  await pool.query(`insert into flow (id, user_id, client_id, name) values ($1, $2, $3, 'Groups')`, [
    flow,
    rows[0]?.userId,
    client.id,
  ])
  await pool.query('insert into flow_version (id, flow_id, n, doc) values ($1, $2, 1, $3)', [
    version,
    flow,
    doc,
  ])
  await pool.query('update flow set is_active = true, published_version_id = $2 where id = $1', [
    flow,
    version,
  ])
}

describe('what happens to people in groups', () => {
  const GROUP = '120363000000000001@g.us'
  const notice = (id: string, change: 'joined' | 'promoted', ...people: (typeof ana)[]): NetworkEvent => ({
    kind: 'group',
    journalId: null,
    notice: {
      ...{ id, group: at(GROUP), by: ana, atSec: 1_800_000_000 },
      news: [{ kind: 'members', change, people }],
    },
  })
  it('is no event of flows where none listens, nor are other changes', async () => {
    await listen('trigger.keyword')
    expect((await apply(notice('n1', 'joined', ana))).events).toEqual([])
    await listen('trigger.group')
    expect((await apply(notice('n2', 'promoted', ana))).events).toEqual([])
  })

  it('is one of each person and one of the group, by ids that are the same when the notice comes again', async () => {
    await listen('trigger.group')
    const ben = person('491522222222', '7002')
    const self = { phone: OWN, lid: null }
    const first = await apply(notice('n1', 'joined', ana, ben, self))
    const told = first.events.map(({ contactJid, event }) => [contactJid, event.eventId])
    expect(told).toEqual([
      [ANA, 'group:n1:0:7001@lid'],
      [GROUP, 'group:n1:0:7001@lid:group'],
      ['491522222222@s.whatsapp.net', 'group:n1:0:7002@lid'],
      [GROUP, 'group:n1:0:7002@lid:group'],
    ])
    expect(first.events[0]?.event).toMatchObject({
      ...{ type: 'group_changed', place: 'person', group: GROUP, change: 'joined' },
      ...{ person: { jid: ANA, phone: '+491511111111' }, by: { jid: ANA } },
    })
    const again = await apply(notice('n1', 'joined', ana, ben, self))
    expect(again.events.map(({ event }) => event.eventId)).toEqual(
      first.events.map(({ event }) => event.eventId),
    )
  })
})

describe('a call', () => {
  const call = (callId: string, step: 'offered' | 'ended', group: string | null = null): NetworkEvent => ({
    ...{ kind: 'call', journalId: null },
    notice: {
      ...{ callId, step, caller: ana, creator: at(ANA), isVideo: false, atSec: 1_800_000_000 },
      group: group === null ? null : at(group),
    },
  })

  it('is no event of flows where none listens to calls, nor is one of a group', async () => {
    await listen('trigger.group')
    expect((await apply(call('c1', 'offered'))).events).toEqual([])
    await listen('trigger.call')
    expect((await apply(call('c2', 'offered', '120363000000000001@g.us'))).events).toEqual([])
  })

  it('is one for each state it comes to, in the chat with who calls, and none when the network says it again', async () => {
    await listen('trigger.call')
    const told = async (...events: NetworkEvent[]) =>
      (await apply(...events)).events.map(({ contactJid, event }) => [contactJid, event.eventId])
    expect(await told(call('c1', 'offered'))).toEqual([[ANA, 'call:c1:ringing']])
    expect(await told(call('c1', 'offered'))).toEqual([])
    expect(await told(call('c1', 'ended'))).toEqual([[ANA, 'call:c1:missed']])
    expect(await told(call('c1', 'ended'))).toEqual([])
    // It came while nobody was here, and rings no more.
    expect(await told(call('c2', 'offered'), call('c2', 'ended'))).toEqual([[ANA, 'call:c2:missed']])
  })

  it('whose end nobody told is missed, of which flows are told as of any other', async () => {
    await listen('trigger.call')
    await apply(call('lost', 'offered'), call('rings', 'offered'))
    await database().pool.query(`update call set created_at = now() - interval '3 minutes' where id = 'lost'`)
    const told: unknown[] = []
    await endLostCalls(database(), async (_tx, events) =>
      told.push(...events.map(({ clientId, contactJid, event }) => [clientId, contactJid, event.eventId])),
    )
    expect(told).toEqual([[client.id, ANA, 'call:lost:missed']])
  })
})

it('what came together is told in the order in which it came, whatever it is of', async () => {
  await listen('trigger.call')
  const of = (step: 'offered' | 'ended', callId: string): NetworkEvent => ({
    ...{ kind: 'call', journalId: null },
    notice: {
      callId,
      step,
      caller: ana,
      creator: at(ANA),
      isVideo: false,
      atSec: 1_800_000_000,
      group: null,
    },
  })
  const edit: NetworkEvent = {
    ...{ kind: 'edit', target: { chat: at(ANA), id: 'M1', fromMe: false }, fromMe: false, journalId: null },
    ...{ text: 'I called', bytes: new TextEncoder().encode('I called'), atSec: 1_800_000_001 },
  }
  const { events } = await apply(
    ...[of('offered', 'c1'), of('ended', 'c1'), textEvent({ id: 'M1', from: ana })],
    ...[edit, textEvent({ id: 'M2', from: ana }), of('offered', 'c2')],
  )
  expect(events.map(({ event }) => event.type)).toEqual([
    ...['phone_call', 'message_received', 'message_edited', 'message_received', 'phone_call'],
  ])
})

describe('what the account kept of a chat', () => {
  const chats = (isFirst: boolean, ...news: ChatNews[]): NetworkEvent => ({
    ...{ kind: 'chats', journalId: null },
    notice: { isFirst, atSec: 1_800_000_000, news },
  })
  const star = (id: string, isStarred: boolean): ChatNews => ({
    ...{ kind: 'starred', chat: at(ANA), id, fromMe: false, isStarred },
  })
  const archived: ChatNews = { kind: 'archived', chat: at(ANA), isArchived: true }
  const read = async (what: string) =>
    (await database().pool.query(`${what} where client_id = $1 order by 1`, [client.id])).rows

  it('before it was linked is stored, is no news and makes nobody a contact', async () => {
    await apply(chats(true, archived, star('A1', true), star('A2', true), star('A2', false)))
    expect(await read('select message_id as id from message_star')).toEqual([{ id: 'A1' }])
    expect(await read('select is_archived as "isArchived" from chat_mark')).toEqual([{ isArchived: true }])
    expect(await read('select name from event_log')).toEqual([])
    expect(await read('select id from contact')).toEqual([])
    await apply(chats(true, star('A1', false)), chats(false, star('A3', true)))
    expect(await read('select message_id as id from message_star')).toEqual([{ id: 'A3' }])
    expect(await read('select name from event_log')).toEqual([{ name: 'message.starred' }])
  })

  it('makes nobody a contact later either, and is the chat’s once somebody is one under another address', async () => {
    const lid = '184002030405060@lid'
    const later: ChatNews = { kind: 'archived', chat: at(lid), isArchived: true }
    await apply(chats(false, later))
    expect(await read('select id from contact')).toEqual([])
    await apply({ kind: 'contact', addresses: { phone: at(ANA), lid: at(lid) }, name: 'Ana' })
    await gatherStrays(database(), client.id)
    expect(await read('select chat, is_archived as "isArchived" from chat_mark')).toEqual([
      { chat: ANA, isArchived: true },
    ])
  })
})
