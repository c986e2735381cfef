import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Contact, Sandbox } from '../../sandbox/index.ts'
import type { ShownPresence } from '../../src/contract/events/live-events.ts'
import type { Handlers } from '../../src/contract/handlers.ts'
import type { Address } from '../../src/core/addresses.ts'
import { CONTACT_PRESENCE_NOTED, type ContactPresenceNote } from '../../src/features/events/index.ts'
import { type ClientService, startClientService } from '../support/client-service.ts'
import { useTestDatabase } from '../support/database.ts'
import { insertClient } from '../support/fixtures.ts'
import { readRefusal } from '../support/refusals.ts'
import { awaitState } from '../support/service-process.ts'

const database = useTestDatabase()
const PHONE = '447700900620'
const ADA = '447700900621'
const ADA_JID = `${ADA}@s.whatsapp.net` as Address

let service: ClientService
let sandbox: Sandbox
let handlers: Handlers
let ctx: ClientService['ctx']
let clientId: string
let ada: Contact
/** What was told of the contact, each as it became. */
const told: ShownPresence[] = []

beforeAll(async () => {
  service = await startClientService(database())
  ;({ sandbox, ctx } = service)
  handlers = service.handlers as unknown as Handlers
  clientId = await insertClient(database().pool, { userId: ctx.principal.userId, desired: 'running' })
  service.bus.publish('worker.wanted', { clientId })
  service.bus.subscribe(CONTACT_PRESENCE_NOTED, (note) => {
    const { shown, isAll } = note as unknown as ContactPresenceNote
    if (!isAll) told.push(...shown)
  })
  const qr = await awaitState('a QR', async () => {
    const { data } = await handlers.server.qr({ clientId }, ctx)
    return typeof data === 'string' && data
  })
  await sandbox.scan(qr, { phone: PHONE })
  await connected()
  ada = sandbox.contact(ADA)
  await ada.sendText(PHONE, 'hello')
  await awaitState('the contact', async () => {
    const { rows } = await database().pool.query('select from contact where client_id = $1', [clientId])
    return rows.length > 0
  })
})
afterAll(() => service.stop())

const connected = () =>
  awaitState(
    'the connection',
    async () => (await handlers.worker.status({ clientId }, ctx)).code === 'CONNECTED',
  )
const setOnline = (online: 'never' | 'watching' | 'always') =>
  handlers.clients.update({ id: clientId, online }, ctx)
const askedOf = (type: string) =>
  sandbox
    .requests()
    .filter(({ number, tag, ...rest }) => number === PHONE && tag === 'presence' && rest.type === type)
const look = (page: string, activity: 'viewing' | 'left') =>
  handlers.chat.sharePresence({ clientId, jid: ADA_JID, page, activity }, ctx)
const subscribe = (seconds = 3_600) => handlers.presence.subscribe({ clientId, jid: ADA_JID, seconds }, ctx)
const list = async () => await handlers.presence.list({ clientId }, ctx)
const awaitTold = (what: string, check: (shown: ShownPresence) => boolean) =>
  awaitState(what, async () => told.some(check))
const isTyping = ({ active: [one] }: ShownPresence) => one?.activity === 'typing'

test('an account that is never online is told so, and two pages of one that watches share one subscription', async () => {
  expect(await readRefusal(subscribe())).toMatchObject({
    code: 'CONFLICT',
    data: { reason: 'ACCOUNT_NOT_ONLINE' },
  })
  await look('one', 'viewing')
  await setOnline('watching')
  await awaitState('the subscription', async () => askedOf('subscribe').length === 1)
  await look('two', 'viewing')
  ada.setTyping(PHONE, true)
  await awaitTold('typing', isTyping)
  expect(told.find(isTyping)).toMatchObject({ jid: ADA_JID, availability: 'available' })
  ada.setTyping(PHONE, 'recording')
  await awaitTold('recording', ({ active: [one] }) => one?.activity === 'recording')
  await look('one', 'left')
  expect((await list()).subscriptions).toMatchObject([{ jid: ADA_JID, until: null }])
  await look('two', 'left')
  await awaitState('the end of it', async () => askedOf('unsubscribe').length === 1)
  expect(askedOf('subscribe')).toHaveLength(1)
  expect((await list()).subscriptions).toEqual([])
})

test('a subscription of a program is renewed after a cut, and what was so before is not taken for true', async () => {
  await subscribe()
  await awaitState('the answer', async () => (await list()).subscriptions[0]?.availability === 'available')
  ada.setTyping(PHONE, true)
  await awaitState('typing', async () => (await list()).subscriptions[0]?.active.length === 1)
  const before = askedOf('subscribe').length
  sandbox.faults.cut(PHONE)
  ada.setPresent(false)
  await awaitState('the renewed subscription', async () => askedOf('subscribe').length > before)
  await connected()
  await awaitState('what is so now', async () => {
    const { subscriptions } = await list().catch(() => ({ subscriptions: [] }))
    return subscriptions[0]?.availability === 'unavailable'
  })
  const [renewed] = (await list()).subscriptions
  expect(renewed).toMatchObject({
    active: [],
    lastSeenAt: expect.stringMatching(/Z$/),
    until: expect.any(String),
  })
  ada.setPrivacy({ last: 'none' })
  ada.setPresent(true)
  ada.setPresent(false)
  await awaitState('the hidden time', async () => (await list()).subscriptions[0]?.lastSeenAt === null)
  expect(await handlers.presence.unsubscribe({ clientId, jid: ADA_JID }, ctx)).toEqual({ success: true })
  const { rows } = await database().pool.query('select from presence_subscription')
  expect(rows).toEqual([])
})

test('the account is online when a program says so, until it says otherwise', async () => {
  await setOnline('never')
  const say = (presence: 'available' | 'unavailable') =>
    handlers.chat.sendPresence({ clientId, target: ADA_JID, presence }, ctx)
  expect(await say('available')).toMatchObject({ type: 'success' })
  expect(await list()).toMatchObject({ online: true })
  await subscribe()
  expect(await say('unavailable')).toMatchObject({ type: 'success' })
  expect(await list()).toMatchObject({ online: false, subscriptions: [{ availability: 'unknown' }] })
})

test('of a client that is not connected nothing can be asked', async () => {
  const away = await insertClient(database().pool, { userId: ctx.principal.userId })
  const asked = { clientId: away, jid: ADA_JID }
  for (const call of [
    () => handlers.presence.subscribe({ ...asked, seconds: 60 }, ctx),
    () => handlers.presence.unsubscribe(asked, ctx),
    () => handlers.presence.list({ clientId: away }, ctx),
  ])
    expect(await readRefusal(call())).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      data: { reason: 'ACCOUNT_NOT_ASKED' },
    })
  const status = { clientId, jid: 'status@broadcast' as Address, seconds: 60 }
  expect(await readRefusal(handlers.presence.subscribe(status, ctx))).toMatchObject({
    code: 'BAD_REQUEST',
  })
})
