import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type ChatNetwork, eventually, startChatNetwork } from '../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { readRefusal } from '../../../test/support/refusals.ts'
import { createInProcessBus } from '../../bus/in-process.ts'
import type { Address } from '../../core/addresses.ts'
import type { NetworkConnection } from '../../network/port.ts'
import { newId } from '../../platform/ids.ts'
import { silentLog } from '../../platform/logger.ts'
import { CallRefuser } from './call-refuser.ts'
import { Calls, REFUSE_CALL_COMMAND, type RefuseCallCommand } from './calls.ts'

const database = useTestDatabase()
const ACCOUNT = '447700900500'
const bus = createInProcessBus({ now: Date.now })
let callers = 447_700_900_500

let world: ChatNetwork
let clientId: string
let calls: Calls['handlers']
let refuser: CallRefuser
let connection: NetworkConnection | null
/** What flows are told of, and the chats that are looked at then. */
let told: { id: string; state: string }[]
let woken: string[]

beforeAll(async () => {
  world = await startChatNetwork(database(), ACCOUNT)
  ;({ clientId } = world)
  calls = new Calls({ db: database(), bus, newId }).handlers
  bus.serve(clientId, async ({ name, input }) => {
    const { callId, by } = input as RefuseCallCommand
    if (name === REFUSE_CALL_COMMAND) await refuser.refuse(callId, by)
  })
})
afterAll(async () => {
  await world.close()
  await bus.close()
})

const createRefuser = () =>
  new CallRefuser(
    { db: database(), log: silentLog, newMessageId: () => newId(), announce: () => {} },
    {
      ...{ clientId, connection: () => connection },
      storeEvents: async (_tx, { id, state }) => void told.push({ id, state }),
      wakeFlows: (chat) => void woken.push(chat),
      send: (command) => world.sender.send(command),
    },
  )

beforeEach(async () => {
  connection = world.network.connection
  told = []
  woken = []
  refuser = createRefuser()
  await calls.updateSettings({ clientId, refuseAll: false, message: null }, world.ctx)
})

/** Somebody who never called before, in the address book of nobody. */
function newCaller() {
  callers += 1
  const number = String(callers)
  return { number, jid: `${number}@s.whatsapp.net` as Address, contact: world.sandbox.contact(number) }
}

const list = async (jid: Address) =>
  (await calls.list({ clientId, jid, limit: 50 }, world.ctx)).calls.map(({ callId, state }) => ({
    callId,
    state,
  }))

/** Resolves when the service has a call of the network. */
const stored = (jid: Address, id: string) =>
  eventually('the call', async () => (await list(jid)).some(({ callId }) => callId === id))

const reasonOf = async (refused: Promise<unknown>) => {
  const { code, data } = await readRefusal(refused)
  return [code, (data as { reason?: string }).reason]
}

it('refuses a call that rings, which its caller sees, and notes who did it', async () => {
  const ana = newCaller()
  const call = await ana.contact.call(ACCOUNT)
  await stored(ana.jid, call.id)
  expect(await calls.reject({ clientId, callId: call.id }, world.ctx)).toEqual({ success: true })
  expect(call.state).toBe('rejected')
  const { rows } = await database().pool.query(
    `select kind, actor from conversation_entry where client_id = $1 and chat = $2`,
    [clientId, ana.jid],
  )
  expect(rows).toEqual([{ kind: 'call_refused', actor: `user:${world.userId}` }])
  // Flows are told of it, once.
  expect([told, woken]).toEqual([[{ id: call.id, state: 'refused' }], [ana.jid]])
  // Nobody is written to for what somebody did.
  expect(await calls.list({ clientId, jid: ana.jid, limit: 50 }, world.ctx)).toMatchObject({
    calls: [{ state: 'refused', messageId: null }],
  })
  const again = await reasonOf(calls.reject({ clientId, callId: call.id }, world.ctx))
  expect(again).toEqual(['CONFLICT', 'PHONE_CALL_OVER'])
})

it('tells why a call cannot be refused', async () => {
  const unknown = await reasonOf(calls.reject({ clientId, callId: 'nobody-called' }, world.ctx))
  expect(unknown).toEqual(['NOT_FOUND', 'PHONE_CALL_NOT_FOUND'])

  const ana = newCaller()
  const call = await ana.contact.call(ACCOUNT)
  await stored(ana.jid, call.id)
  const stop = world.sandbox.intercept((stanza) =>
    stanza.tag === 'call'
      ? { tag: 'ack', attrs: { id: stanza.attrs.id ?? '', class: 'call', from: ana.jid, error: '403' } }
      : undefined,
  )
  const refused = await readRefusal(calls.reject({ clientId, callId: call.id }, world.ctx))
  stop()
  expect(refused).toMatchObject({ data: { reason: 'ACCOUNT_REFUSED', networkCode: 403 } })
  connection = null
  const away = await reasonOf(calls.reject({ clientId, callId: call.id }, world.ctx))
  expect(away).toEqual(['SERVICE_UNAVAILABLE', 'ACCOUNT_NOT_ASKED'])
  expect(call.state).toBe('ringing')
  expect(await list(ana.jid)).toEqual([{ callId: call.id, state: 'ringing' }])
  await call.hangUp()

  const unserved = new Calls({ db: database(), bus: createInProcessBus({ now: Date.now }), newId })
  const nobody = await reasonOf(unserved.handlers.reject({ clientId, callId: call.id }, world.ctx))
  expect(nobody).toEqual(['SERVICE_UNAVAILABLE', 'ACCOUNT_NOT_ASKED'])
})

it('says so when the caller hung up before the network heard of the refusal, whose message nobody gets then', async () => {
  const ana = newCaller()
  const call = await ana.contact.call(ACCOUNT)
  await stored(ana.jid, call.id)
  const { connection: real } = world.network
  const rejectCall: NetworkConnection['persons']['rejectCall'] = async (...asked) => {
    await call.hangUp()
    await eventually('the end', async () => (await list(ana.jid))[0]?.state === 'missed')
    return real.persons.rejectCall(...asked)
  }
  connection = Object.create(real, { persons: { value: { rejectCall } } })
  const late = await readRefusal(calls.reject({ clientId, callId: call.id }, world.ctx))
  expect(late).toMatchObject({ code: 'CONFLICT', data: { reason: 'PHONE_CALL_OVER' } })
  expect(await list(ana.jid)).toEqual([{ callId: call.id, state: 'missed' }])
  expect([told, woken]).toEqual([[], []])
})

it('refuses every call where that is set, and writes to who called once, however often they call', async () => {
  const message = 'We do not take calls here.'
  await calls.updateSettings({ clientId, refuseAll: true, message }, world.ctx)
  const ana = newCaller()
  for (const video of [false, true]) {
    const call = await ana.contact.call(ACCOUNT, { video })
    await stored(ana.jid, call.id)
    refuser.scan()
    await eventually('the refusal', async () => call.state === 'rejected')
    await refuser.idle()
  }
  await eventually('the message', async () => ana.contact.inbox.length > 0)
  expect(ana.contact.inbox.map(({ text }) => text)).toEqual([message])
  expect((await list(ana.jid)).map(({ state }) => state)).toEqual(['refused', 'refused'])
})

it('refuses calls of groups without a word', async () => {
  await calls.updateSettings({ clientId, refuseAll: true, message: 'Please write.' }, world.ctx)
  const ana = newCaller()
  const group = world.sandbox.group({ subject: 'Team', participants: [ACCOUNT], creator: ana.number })
  const call = await ana.contact.call(ACCOUNT, { group: group.jid })
  await stored(group.jid as Address, call.id)
  refuser.scan()
  await refuser.idle()
  expect(call.state).toBe('rejected')
  const { calls: listed } = await calls.list({ clientId, jid: group.jid as Address, limit: 50 }, world.ctx)
  expect(listed).toMatchObject([{ callerJid: ana.jid, state: 'refused', messageId: null }])
  expect(ana.contact.inbox).toEqual([])
})

it('sends what a process that died owed to a caller, once', async () => {
  await calls.updateSettings({ clientId, refuseAll: true, message: 'Please write.' }, world.ctx)
  const ana = newCaller()
  await database().pool.query(
    `insert into call (client_id, id, chat, caller, creator, is_video, state, began_at, ended_at, ended_by, message_id)
     values ($1, 'LEFT', $2, $2, $2, false, 'refused', now(), now(), 'system', '3EB0AAAAAAAAAAAAAAAAAA')`,
    [clientId, ana.jid],
  )
  for (const next of [refuser, createRefuser()]) {
    next.scan()
    next.scan()
    await next.idle()
  }
  await eventually('the message', async () => ana.contact.inbox.length > 0)
  expect(ana.contact.inbox.map(({ id, wireCount }) => ({ id, wireCount }))).toEqual([
    { id: '3EB0AAAAAAAAAAAAAAAAAA', wireCount: 1 },
  ])
})

it('leaves calls alone where nothing is set, and keeps the message while it is only switched', async () => {
  await calls.updateSettings({ clientId, refuseAll: true, message: 'Please write.' }, world.ctx)
  const off = await calls.updateSettings({ clientId, refuseAll: false }, world.ctx)
  expect(off).toEqual({ refuseAll: false, message: 'Please write.' })
  expect(await calls.getSettings({ clientId }, world.ctx)).toEqual(off)
  const ana = newCaller()
  const call = await ana.contact.call(ACCOUNT)
  await stored(ana.jid, call.id)
  refuser.scan()
  await refuser.idle()
  expect(call.state).toBe('ringing')
  await call.hangUp()
})

it('lists calls page by page, newest first', async () => {
  for (const ana of [newCaller(), newCaller(), newCaller()]) {
    const call = await ana.contact.call(ACCOUNT)
    await stored(ana.jid, call.id)
    await call.hangUp()
  }
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await calls.list({ clientId, limit: 2, ...(cursor && { cursor }) }, world.ctx)
    seen.push(...page.calls.map(({ callId }) => callId))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  const { rows } = await database().pool.query<{ id: string }>(
    'select id from call where client_id = $1 order by began_at desc, id desc',
    [clientId],
  )
  expect(rows.length).toBeGreaterThan(2)
  expect(seen).toEqual(rows.map(({ id }) => id))
  const broken = await reasonOf(calls.list({ clientId, limit: 2, cursor: 'bm8' }, world.ctx))
  expect(broken).toEqual(['BAD_REQUEST', 'PLACE_UNKNOWN'])
})
