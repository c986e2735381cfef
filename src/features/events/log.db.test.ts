import { setImmediate as turn } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, useTestDatabase } from '../../../test/support/database.ts'
import { findFault } from '../../../test/support/document-faults.ts'
import { insertClient, insertUser } from '../../../test/support/fixtures.ts'
import { createInProcessBus } from '../../bus/in-process.ts'
import { EVENT_DATA, type EventName } from '../../contract/events/event-data.ts'
import { toOwner } from '../../contract/handlers.ts'
import type { Executor } from '../../db/transaction.ts'
import { silentLog } from '../../platform/logger.ts'
import { LOG_FAILED } from '../proxies/store.ts'
import { createEvents } from './events.ts'
import { appendEvent, readEvents as readRows } from './store.ts'
import { EventWatermark, LAST_DRAWN } from './watermark.ts'

const database = useTestDatabase({ poolSize: 20 })
let userId: string
let clientId: string

beforeEach(async () => {
  userId = await insertUser(database().pool)
  clientId = await insertClient(database().pool, { userId })
})

const note = (n: number) => ({ userId, clientId, name: 'flow.event', data: { n } })
const numbersOf = (rows: { data: Record<string, unknown> }[]) => rows.map((row) => row.data.n)

async function readAll(upTo: number, after = 0) {
  return await readRows(database(), userId, { after, upTo, limit: 10_000 }, {})
}

/** One call gives up after a second, and a busy machine can keep a transaction open for longer. */
async function catchUp(watermark: EventWatermark): Promise<number> {
  const last = await watermark.readLast()
  while (watermark.current() < last) await watermark.advance()
  return watermark.current()
}

describe('the watermark of the log', () => {
  it('stays before a transaction that is open, and shows its rows before later ones when it ends', async () => {
    const watermark = new EventWatermark(database())
    const early = await database().pool.connect()
    await early.query('begin')
    await early.query(
      `insert into event_log (user_id, client_id, name, data) values ($1, $2, 'flow.event', '{"n": 1}')`,
      [userId, clientId],
    )
    await appendEvent(database(), note(2))
    expect(numbersOf(await readAll(await watermark.advance()))).toEqual([])
    await early.query('commit')
    early.release()
    expect(numbersOf(await readAll(await catchUp(watermark)))).toEqual([1, 2])
  })

  it('passes over a transaction that was rolled back', async () => {
    const watermark = new EventWatermark(database())
    await expect(
      database().transaction(async (tx) => {
        await appendEvent(tx, note(1))
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    await appendEvent(database(), note(2))
    expect(numbersOf(await readAll(await catchUp(watermark)))).toEqual([2])
  })

  it('does not wait for a transaction in another database of the server', async () => {
    const other = await createTestDatabase()
    try {
      await other.transaction(async (tx) => {
        await tx.client.query('select pg_current_xact_id()')
        await appendEvent(database(), note(1))
        expect(numbersOf(await readAll(await catchUp(new EventWatermark(database()))))).toEqual([1])
      })
    } finally {
      await other.drop()
    }
  })

  it('never takes a number for drawn that is still to be drawn', async () => {
    const { pool } = database()
    await pool.query(
      `create function count_early(rounds int) returns int language plpgsql as $$
       declare last bigint; next bigint; early int := 0;
       begin
         for round in 1..rounds loop
           select ${LAST_DRAWN} into last;
           next := nextval('event_log_seq_seq');
           if next <= last then early := early + 1; end if;
         end loop;
         return early;
       end $$`,
    )
    let counting = true
    const draw = async () => {
      while (counting)
        await pool.query(`select max(nextval('event_log_seq_seq')) from generate_series(1, 5000)`)
    }
    const drawing = [draw(), draw(), draw(), draw()]
    const counts = await Promise.all([1, 2].map(() => pool.query('select count_early(100000) as early')))
    counting = false
    await Promise.all(drawing)
    expect(counts.map((count) => count.rows[0].early)).toEqual([0, 0])
  })

  it('looks once at a time, also for a call at the moment in which a look ends and the next is to begin', async () => {
    let open = 0
    let mostOpen = 0
    const watched: Executor = {
      query: (...asked) => database().query(...asked),
      queryOne: async (...asked) => {
        open += 1
        mostOpen = Math.max(mostOpen, open)
        try {
          return await database().queryOne(...asked)
        } finally {
          open -= 1
        }
      },
    }
    const watermark = new EventWatermark(watched)
    await appendEvent(database(), note(1))
    const last = await watermark.readLast()
    const first = watermark.advance()
    const atItsEnd = first.then(() => watermark.advance())
    const waiting = watermark.advance()
    expect(await Promise.all([first, atItsEnd, waiting])).toEqual([last, last, last])
    expect(mostOpen).toBe(1)
  })

  it('lets a reader by place miss nothing and see nothing twice beside many writers', async () => {
    const watermark = new EventWatermark(database())
    const WRITERS = 8
    const EACH = 60
    let writing = WRITERS
    const write = async (writer: number) => {
      for (let n = 0; n < EACH; n += 1) {
        await database().transaction(async (tx) => {
          await appendEvent(tx, note(writer * 1_000 + n))
          for (let turns = (writer * 7 + n) % 5; turns > 0; turns -= 1) await turn()
          if (n % 3 === 0) await tx.client.query('select pg_sleep(0.003)')
        })
      }
      writing -= 1
    }
    const seen: number[] = []
    const read = async () => {
      for (let place = 0, last = false; ; last = writing === 0) {
        const upTo = last ? await catchUp(watermark) : await watermark.advance()
        seen.push(...numbersOf(await readAll(upTo, place)).map(Number))
        place = upTo
        if (last) return
      }
    }
    await Promise.all([...Array.from({ length: WRITERS }, (_, writer) => write(writer)), read()])
    expect(seen).toHaveLength(WRITERS * EACH)
    expect(new Set(seen).size).toBe(WRITERS * EACH)
    for (let writer = 0; writer < WRITERS; writer += 1) {
      const own = seen.filter((n) => Math.floor(n / 1_000) === writer)
      expect(own).toEqual([...own].sort((a, b) => a - b))
    }
  })
})

describe('a fact', () => {
  const events = () =>
    createEvents({ db: database(), bus: createInProcessBus({ now: Date.now }), log: silentLog })
  const ctx = () => ({
    owner: toOwner(userId),
    principal: { userId, role: 'user' as const, plan: 'free' as const, via: 'key' as const },
    requestId: 'r',
    signal: new AbortController().signal,
  })
  const readEvents = async () => {
    const page = await events().handlers.list({ limit: 500 }, ctx())
    // What is told is what the document says of it, field by field.
    for (const event of page.events) {
      const { name, data } = event
      expect(findFault({ $ref: '#/components/schemas/LoggedEvent' }, event), name).toBeNull()
      expect(EVENT_DATA[name as EventName].parse(data)).toEqual(data)
    }
    return page.events.map(({ name, data }) => [name, data])
  }
  const query = (text: string, values: unknown[] = []) => database().pool.query(text, values)
  const CHAT = '351910000001@s.whatsapp.net'
  const insertMessage = (fields: { fromMe: boolean; status: string; origin: string; id?: string }) =>
    query(
      `insert into message (client_id, chat, id, from_me, at_sec, type, text, status, origin)
       values ($1, $2, $3, $4, 1, 'text', 'hi', $5, $6)`,
      [clientId, CHAT, fields.id ?? 'm1', fields.fromMe, fields.status, fields.origin],
    )
  const key = { jid: CHAT, id: 'm1', fromMe: true, participant: null }

  it('of an outgoing message tells sending, every later step and failure', async () => {
    await insertMessage({ fromMe: true, status: 'PENDING', origin: 'api' })
    expect(await readEvents()).toEqual([])
    await query(`update message set status = 'SERVER_ACK', server_at = now() where client_id = $1`, [
      clientId,
    ])
    await query(`update message set status = 'READ' where client_id = $1`, [clientId])
    await query(`update message set delivered_at = now() where client_id = $1`, [clientId])
    await insertMessage({ fromMe: true, status: 'PENDING', origin: 'api', id: 'm2' })
    const coded = { code: 'REFUSED', params: { code: '479' } }
    await query(
      `update message set status = 'ERROR', error = 'no', error_code = $2, error_params = $3 where client_id = $1 and id = 'm2'`,
      [clientId, coded.code, coded.params],
    )
    expect(await readEvents()).toEqual([
      [
        'message.sent',
        {
          ...key,
          timestamp: 1,
          type: 'text',
          text: 'hi',
          status: 'SERVER_ACK',
          pushName: null,
          quotedId: null,
          origin: 'api',
        },
      ],
      ['message.status', { ...key, status: 'READ', error: null, failure: null }],
      ['message.status', { ...key, id: 'm2', status: 'ERROR', error: 'no', failure: coded }],
    ])
  })

  it('of an outgoing message tells sending once, also when its receipt is stored before the acknowledgement', async () => {
    await insertMessage({ fromMe: true, status: 'PENDING', origin: 'api' })
    await query(`update message set status = 'DELIVERY_ACK', delivered_at = now() where client_id = $1`, [
      clientId,
    ])
    await query(`update message set server_at = now() where client_id = $1`, [clientId])
    expect(await readEvents()).toMatchObject([
      ['message.sent', key],
      ['message.status', { ...key, status: 'DELIVERY_ACK' }],
    ])
  })

  it('of a message of a contact tells what becomes of it, and of history nothing', async () => {
    await insertMessage({ fromMe: false, status: 'DELIVERY_ACK', origin: 'history', id: 'old' })
    await insertMessage({ fromMe: false, status: 'DELIVERY_ACK', origin: 'contact' })
    const change = (set: string) =>
      query(`update message set ${set} where client_id = $1 and id = 'm1'`, [clientId])
    await change(`reactions = '{"a": "👍", "b": "🎉"}'`)
    await change(`reactions = '{"b": "🎉"}'`)
    await change(`votes = '{"a": ["Yes"]}'`)
    await change(`text = 'hello', edited_at = now()`)
    await change(`revoked_at = now(), type = 'revoked', text = null, reactions = null`)
    const from = { ...key, fromMe: false }
    expect(await readEvents()).toEqual([
      ['message.received', expect.objectContaining({ ...from, text: 'hi', origin: 'contact' })],
      ['message.reaction', { ...from, by: 'a', reaction: '👍' }],
      ['message.reaction', { ...from, by: 'b', reaction: '🎉' }],
      ['message.reaction', { ...from, by: 'a', reaction: '' }],
      ['message.vote', { ...from, by: 'a', options: ['Yes'] }],
      ['message.edited', { ...from, text: 'hello' }],
      ['message.deleted', from],
    ])
  })

  it('of a contact, its flags and a client’s state is told, and a change that is none is not', async () => {
    await query(`insert into contact (client_id, id, phone) values ($1, $2, $2)`, [clientId, CHAT])
    await query(`update contact set notify = 'Ana', updated_at = now() where client_id = $1`, [clientId])
    await query(`update contact set updated_at = now() where client_id = $1`, [clientId])
    const cause = { code: 'CUT', params: {} }
    await query(`insert into contact_automation (client_id, jid) values ($1, $2)`, [clientId, CHAT])
    await query(`update contact_automation set last_inbound_at = now() where client_id = $1`, [clientId])
    await query(`update contact_automation set favourite = true where client_id = $1`, [clientId])
    await query(
      `insert into client_state_log (client_id, status, code, detail, cause, raw_code) values ($1, 'reconnecting', 'CONNECTION_LOST', 'cut', $2, 428)`,
      [clientId, cause],
    )
    const ana = { jid: CHAT, lid: null, username: null, phoneNumber: '+351910000001', name: null }
    expect(await readEvents()).toEqual([
      ['contact.updated', { ...ana, notify: null }],
      ['contact.updated', { ...ana, notify: 'Ana' }],
      ['contact.updated', { jid: CHAT, blacklist: false, favourite: true, tags: [], handoffUntil: null }],
      [
        'client.status',
        { status: 'reconnecting', code: 'CONNECTION_LOST', detail: 'cut', cause, rawCode: 428 },
      ],
    ])
  })

  it('of a run is told from its beginning until it is deleted', async () => {
    const id = '7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f'
    await query('insert into flow (id, user_id, client_id, name) values ($1, $2, $3, $4)', [
      ...[id, userId, clientId, 'Orders'],
    ])
    await query(
      `insert into flow_state (id, flow_id, flow_version_id, client_id, contact_jid, state, context)
       values ($1, $1, $1, $2, $3, 'running', '{}')`,
      [id, clientId, CHAT],
    )
    await query(`update flow_state set state = 'waiting_input', current_node_id = 'ask' where id = $1`, [id])
    await query('delete from flow_state where id = $1', [id])
    const run = { flowStateId: id, flowId: id, contactJid: CHAT, error: null }
    expect(await readEvents()).toEqual([
      ['flow.state.changed', { ...run, state: 'running', currentNodeId: null }],
      ['flow.state.changed', { ...run, state: 'waiting_input', currentNodeId: 'ask' }],
      ['flow.state.changed', { ...run, state: 'removed', currentNodeId: 'ask' }],
    ])
  })

  it('of a proxy is told to admins as what happened, and to owners as what it means for their client', async () => {
    await query(`update "user" set role = 'admin' where id = $1`, [userId])
    const moves = { [clientId]: null }
    await database().query(LOG_FAILED, [
      ...['p1', 'proxy.example.com', 8080, 'unreachable', 'It does not answer.', JSON.stringify(moves)],
      JSON.stringify([clientId]),
    ])
    const failed = { proxyId: 'p1', fault: 'unreachable' }
    const { host, port, reason } = { host: 'proxy.example.com', port: 8080, reason: 'It does not answer.' }
    expect(await readEvents()).toEqual([
      ['proxy.failed', { ...failed, host, port, reason, clientIds: [clientId] }],
      ['proxy.failed', { ...failed, movedTo: null }],
    ])
  })

  it('of what a workspace shares is told to all of its people, also who sees a few numbers only', async () => {
    const guest = await insertUser(database().pool)
    await query(`insert into department (id, user_id, name, rule) values ($1, $2, 'Sales', 'everyone')`, [
      clientId,
      userId,
    ])
    await query(`update department set name = 'Orders' where id = $1`, [clientId])
    await query('update department set turn = turn + 1 where id = $1', [clientId])
    await query(`insert into label (id, user_id, name, colour) values ($1, $2, 'Urgent', 'red')`, [
      clientId,
      userId,
    ])
    await query(
      `insert into canned_reply (id, user_id, title, shortcut, text) values ($1, $2, 'Hi', 'hi', 'Hi')`,
      [...[clientId, userId]],
    )
    await query(`insert into workspace_member (workspace_id, user_id, role) values ($1, $2, 'agent')`, [
      userId,
      guest,
    ])
    await query('update workspace_member set away_since = now() where user_id = $1 and workspace_id = $2', [
      ...[guest, userId],
    ])
    await query('delete from department where id = $1', [clientId])
    const parts = ['departments', 'departments', 'labels', 'replies', 'members', 'members', 'departments']
    expect(await readEvents()).toEqual(parts.map((part) => ['workspace.updated', { part }]))
    const range = { after: 0, upTo: Number.MAX_SAFE_INTEGER, limit: 100 }
    const narrowed = await readRows(database(), userId, range, { clientIds: [] })
    expect(narrowed.map(({ name }) => name)).toEqual(parts.map(() => 'workspace.updated'))
  })

  it('is forgotten with its client, and each owner sees only their own', async () => {
    await insertMessage({ fromMe: false, status: 'DELIVERY_ACK', origin: 'contact' })
    const other = await insertClient(database().pool)
    await expect(events().handlers.list({ limit: 5, clientId: other }, ctx())).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await readEvents()).toHaveLength(1)
    await query('delete from client where id = $1', [clientId])
    expect(await readEvents()).toEqual([])
  })
})
