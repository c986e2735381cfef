import { beforeEach, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { insertClient } from '../../../../test/support/fixtures.ts'
import { at, person, textEvent } from '../../../../test/support/network-events.ts'
import type { NetworkEvent } from '../../../network/port.ts'
import { storedWords } from '../../../words/english.ts'
import { createContactCache, gatherStrays, readContacts, resolveContact } from '../../contacts/index.ts'
import { readConversations } from '../read/conversation-list.ts'
import { readPage } from '../read/pages.ts'
import type { OwnedClient } from '../records/owned-client.ts'
import { createEarlyChanges } from './early/early-changes.ts'
import { EarlyReceipts } from './early/early-receipts.ts'
import { applyEvents } from './receive.ts'

const database = useTestDatabase({ poolSize: 20 })
const PHONE = '491511111111@s.whatsapp.net'
const LID = '7001@lid'
const NO_MARKS = { is_archived: false, is_pinned: false, is_unread: false }
const GROUP = '120363000000000001@g.us'
const byPhone = person('491511111111')
const byLid = person(null, '7001')
const both = person('491511111111', '7001')

let client: OwnedClient
let deps: Parameters<typeof applyEvents>[0]

beforeEach(async () => {
  const id = await insertClient(database().pool, { address: '490000@s.whatsapp.net' })
  client = { id, userId: '', address: at('490000@s.whatsapp.net'), lid: null }
  deps = newDeps()
})

function newDeps(): typeof deps {
  const contacts = createContactCache()
  return {
    contacts,
    words: storedWords,
    early: new EarlyReceipts(),
    earlyChanges: createEarlyChanges(),
    now: () => 1_800_000_000_000,
    confirm: () => {},
    touch: () => {},
    delivered: () => {},
    readVote: () => null,
    reachOut: () => {},
    noteMerged: (clientId, merged) =>
      contacts.forget(
        clientId,
        merged.flatMap(({ from, to }) => [from, to]),
      ),
  }
}

async function apply(...events: NetworkEvent[]) {
  const applied = await database().transaction((tx) => applyEvents(deps, tx, client, events))
  applied.committed()
  return applied
}

/** The network says that both addresses are one person's. */
const merge = () => apply({ kind: 'contact', addresses: both })
const rowsOf = async (sql: string) => (await database().pool.query(sql, [client.id])).rows
const pageOf = async (chat: string) =>
  (await readPage(database(), { clientId: client.id, chat, from: null, direction: 'before', limit: 50 }))
    .messages

describe('two contacts that become one', () => {
  it('are one although they only ever confirmed, by LID in one group and by number in another', async () => {
    const OTHER_GROUP = '120363000000000002@g.us'
    await database().pool.query(
      `insert into message (client_id, chat, id, from_me, participant, at_sec, type, status, origin)
       values ($1, $2, 'M1', true, null, 5, 'text', 'SERVER_ACK', 'api'),
         ($1, $3, 'M2', true, null, 6, 'text', 'SERVER_ACK', 'api')`,
      [client.id, GROUP, OTHER_GROUP],
    )
    const confirm = (chat: string, id: string, by: typeof both): NetworkEvent => ({
      kind: 'receipt',
      receipt: { chat: at(chat), ids: [id], kind: 'read', by, atSec: 7 },
    })
    await apply(confirm(GROUP, 'M1', byLid))
    await apply(confirm(OTHER_GROUP, 'M2', byPhone))
    expect(await readContacts(database(), client.id)).toHaveLength(2)
    await merge()
    expect(await readContacts(database(), client.id)).toMatchObject([{ id: PHONE, phone: PHONE, lid: LID }])
    for (const chat of [GROUP, OTHER_GROUP]) {
      const [message] = await pageOf(chat)
      expect(message?.receipt.participants).toMatchObject([{ jid: PHONE }])
    }
  })

  it('are one also as writers, readers, reactors and voters of groups', async () => {
    await apply(textEvent({ id: 'A1', from: byLid }), textEvent({ id: 'B1', from: byPhone }), {
      ...textEvent({ id: 'G2', from: byPhone, group: GROUP }),
    })
    const pool = database().pool
    await pool.query(
      `insert into message (client_id, chat, id, from_me, participant, at_sec, type, status, origin, reactions, votes)
       values ($1, $2, 'G1', false, $3, 5, 'text', 'DELIVERY_ACK', 'contact', null, null),
         ($1, $2, 'G3', true, null, 6, 'poll', 'SERVER_ACK', 'api', $4, $5)`,
      [client.id, GROUP, LID, { [LID]: '👍', x: '🙂' }, { [LID]: ['a'] }],
    )
    await pool.query(
      `insert into message_receipt (message_seq, participant, delivered_at, read_at)
       select seq, who, at, read from message, (values ($2, timestamptz '2026-01-01', timestamptz '2026-01-03'),
         ($3, timestamptz '2026-01-02', null)) as r(who, at, read) where client_id = $1 and id = 'G3'`,
      [client.id, LID, PHONE],
    )
    await merge()
    expect((await pageOf(GROUP)).map(({ id, displayName }) => [id, displayName])).toEqual([
      ['G2', '+491511111111'],
      ['G3', null],
      ['G1', '+491511111111'],
    ])
    const [g3] = await rowsOf(`select reactions, votes from message where client_id = $1 and id = 'G3'`)
    expect(g3).toEqual({ reactions: { [PHONE]: '👍', x: '🙂' }, votes: { [PHONE]: ['a'] } })
    const message = (await pageOf(GROUP)).find(({ id }) => id === 'G3')
    expect(message?.receipt.participants).toMatchObject([
      {
        jid: PHONE,
        deliveredAt: expect.stringMatching(/^2025-12-31|^2026-01-01/),
        readAt: expect.any(String),
      },
    ])
  })

  it('keep what either row of a message stored twice knew, and its file', async () => {
    await apply(textEvent({ id: 'A1', from: byLid }), textEvent({ id: 'A1', from: byPhone }))
    const pool = database().pool
    await pool.query(
      `update message set reactions = case chat when $2 then '{"a":"1"}'::jsonb else '{"b":"2"}' end,
         status = case chat when $2 then 'READ' else status end,
         text = case chat when $2 then 'edited' else text end,
         edited_at = case chat when $2 then now() end
       where client_id = $1`,
      [client.id, LID],
    )
    await pool.query(
      `insert into media (id, client_id, message_seq, kind, mimetype, state)
       select gen_random_uuid(), client_id, seq, 'image', 'image/png', 'stored' from message where client_id = $1 and chat = $2`,
      [client.id, LID],
    )
    await merge()
    expect(await rowsOf('select chat, status, text, reactions from message where client_id = $1')).toEqual([
      { chat: PHONE, status: 'READ', text: 'edited', reactions: { a: '1', b: '2' } },
    ])
    expect(
      await rowsOf(
        'select m.chat from media f join message m on m.seq = f.message_seq where f.client_id = $1',
      ),
    ).toEqual([{ chat: PHONE }])
  })

  describe('know what was cleared or deleted of either chat, and who asked for it', () => {
    const marksOf = (chat: string) =>
      rowsOf(`select is_archived as "isArchived", is_pinned as "isPinned", is_unread as "isUnread", cleared_ms::float8 as cleared,
        deleted_ms::float8 as deleted, asked_ms::float8 as asked, asked_by as by from chat_mark where client_id = $1 and chat = '${chat}'`)
    const mark = (chat: string, given: Record<string, unknown>) =>
      database().pool.query(
        `insert into chat_mark (client_id, chat, ${Object.keys(given)}) select $1, $2, ${Object.keys(given)}
         from jsonb_populate_record(null::chat_mark, $3)`,
        [client.id, chat, given],
      )
    const meet = () => apply(textEvent({ id: 'A1', from: byLid }), textEvent({ id: 'B1', from: byPhone }))

    it('where only the one that goes has marks', async () => {
      await meet()
      await mark(LID, { ...NO_MARKS, is_unread: true, asked_ms: 7, asked_by: 'user:ada' })
      await merge()
      expect(await marksOf(PHONE)).toMatchObject([{ isUnread: true, asked: 7, by: 'user:ada' }])
    })

    it('where both have: the latest of each, and what the kept one is otherwise', async () => {
      await meet()
      await mark(LID, { ...NO_MARKS, is_archived: true, cleared_ms: 5, asked_ms: 5, asked_by: 'user:ada' })
      await mark(PHONE, { ...NO_MARKS, is_pinned: true, deleted_ms: 3, asked_ms: 3, asked_by: 'user:grace' })
      await merge()
      expect(await marksOf(PHONE)).toEqual([
        {
          isArchived: false,
          isPinned: true,
          isUnread: false,
          cleared: 5,
          deleted: 3,
          asked: 5,
          by: 'user:ada',
        },
      ])
      expect(await marksOf(LID)).toEqual([])
    })

    it('where the kept one has a row only because somebody asked', async () => {
      await meet()
      await mark(LID, { ...NO_MARKS, is_archived: true, is_unread: true, deleted_ms: 2 })
      await mark(PHONE, { ...NO_MARKS, asked_ms: 9, asked_by: 'user:grace' })
      await merge()
      expect(await marksOf(PHONE)).toMatchObject([
        { isArchived: true, isUnread: true, deleted: 2, asked: 9, by: 'user:grace' },
      ])
    })
  })

  it('are watched as one, for the longer of both times', async () => {
    await apply(textEvent({ id: 'A1', from: byLid }), textEvent({ id: 'B1', from: byPhone }))
    await database().pool.query(
      `insert into presence_subscription (client_id, jid, until)
       values ($1, $2, timestamptz '2100-01-02Z'), ($1, $3, timestamptz '2100-01-01Z')`,
      [client.id, LID, PHONE],
    )
    await merge()
    expect(await rowsOf('select jid, until from presence_subscription where client_id = $1')).toEqual([
      { jid: PHONE, until: new Date('2100-01-02') },
    ])
  })

  it('have one conversation with the unread messages of both', async () => {
    await apply(textEvent({ id: 'A1', from: byLid }), textEvent({ id: 'B1', from: byPhone }))
    await apply(textEvent({ id: 'A2', from: byLid }))
    await merge()
    const { conversations } = await readConversations(database(), {
      clientIds: [client.id],
      from: null,
      limit: 10,
      search: null,
      show: null,
      labelId: null,
      departmentId: null,
      userId: '',
    })
    expect(conversations.map(({ jid, unreadCount }) => [jid, unreadCount])).toEqual([[PHONE, 3]])
  })

  it('are one after any number of merges, messages and reads at the same time', async () => {
    for (let round = 0; round < 8; round += 1) {
      await database().pool.query('delete from contact where client_id = $1', [client.id])
      await apply(textEvent({ id: `A${round}`, from: byLid }), textEvent({ id: `B${round}`, from: byPhone }))
      const events = [byLid, byPhone, both].map((from, i) =>
        database().transaction((tx) =>
          applyEvents(newDeps(), tx, client, [
            { kind: 'contact', addresses: both },
            textEvent({ id: `R${round}.${i}`, from }),
          ]),
        ),
      )
      const started = database().transaction((tx) => resolveContact(tx, client.id, LID))
      await Promise.all([...events, started])
      deps = newDeps()
      expect(await readContacts(database(), client.id)).toMatchObject([{ phone: PHONE, lid: LID }])
    }
    const chats = await rowsOf('select distinct chat from message where client_id = $1')
    expect(chats).toHaveLength(1)
    expect(await rowsOf('select id from message where client_id = $1')).toHaveLength(8 * 5)
  })

  it('get back what somebody stored for the address that went, having looked it up before', async () => {
    await apply(textEvent({ id: 'A1', from: byLid }), textEvent({ id: 'B1', from: byPhone }))
    await merge()
    const pool = database().pool
    await pool.query(
      `insert into message (client_id, chat, id, from_me, at_sec, type, status, origin)
       values ($1, $2, 'S1', true, 7, 'text', 'SERVER_ACK', 'api')`,
      [client.id, LID],
    )
    await pool.query(
      `insert into inbound_event (client_id, contact_jid, event_id, event_type, source, event)
       values ($1, $2, 'S1', 'message_received', 'chat', '{}')`,
      [client.id, LID],
    )
    await pool.query('insert into contact_automation (client_id, jid, favourite) values ($1, $2, true)', [
      client.id,
      LID,
    ])
    expect(await gatherStrays(database(), client.id)).toEqual([{ from: LID, to: PHONE }])
    expect(await gatherStrays(database(), client.id)).toEqual([])
    expect(await rowsOf('select distinct chat from message where client_id = $1')).toEqual([{ chat: PHONE }])
    expect(await rowsOf('select contact_jid from inbound_event where client_id = $1')).toEqual([
      { contact_jid: PHONE },
    ])
    expect(await rowsOf('select jid, favourite from contact_automation where client_id = $1')).toEqual([
      { jid: PHONE, favourite: true },
    ])
  })
})
