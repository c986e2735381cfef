import { afterEach, beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertClient, insertUser } from '../../../test/support/fixtures.ts'
import { PushDevice, PushService } from '../../../test/support/push-service.ts'
import { readRefusal } from '../../../test/support/refusals.ts'
import { createInProcessBus } from '../../bus/in-process.ts'
import { type CallContext, toOwner } from '../../contract/handlers.ts'
import { newId } from '../../platform/ids.ts'
import { silentLog } from '../../platform/logger.ts'
import { createOutboundHttp } from '../../platform/outbound-http.ts'
import { createSecretBox } from '../../platform/secret-box.ts'
import { describeNotice } from '../../words/notices/notices.ts'
import { describeWaitingEmail } from '../../words/notices/waiting-email.ts'
import { Notifications } from './index.ts'

const database = useTestDatabase()
const CHAT = '447700900123@s.whatsapp.net'

let service: PushService
let notifications: Notifications
let publicKey = ''
let me: CallContext
let clientId: string
/** Who has which conversation open, as `person chat`. */
const watched = new Set<string>()

const open = (allow: string[] = ['127.0.0.1']) =>
  new Notifications({
    ...{ db: database(), bus: createInProcessBus({ now: Date.now }), log: silentLog, newId },
    box: createSecretBox([Buffer.alloc(32, 7)]),
    http: createOutboundHttp({ allow }),
    isWatching: (userId, _, chat) => watched.has(`${userId} ${chat}`),
    ...{ origin: 'https://parley.example.com', describe: describeNotice },
    ...{ describeEmail: describeWaitingEmail, mail: null },
  })

async function signIn(userId: string, owner = userId): Promise<CallContext> {
  const sessionId = newId()
  await database().pool.query(
    `insert into session (id, expires_at, token, user_id) values ($1, now() + interval '1 day', $1, $2)`,
    [sessionId, userId],
  )
  return {
    owner: toOwner(owner),
    principal: { userId, role: 'user', plan: 'pro', via: 'session', sessionId },
    ...{ requestId: 'test', signal: new AbortController().signal },
  }
}

async function subscribe(ctx: CallContext, path: string): Promise<PushDevice> {
  const device = new PushDevice()
  const input = { endpoint: `${service.origin}${path}`, keys: device.keys, language: 'pt-BR' }
  await notifications.handlers.subscribe(input, ctx)
  return device
}

/** The contact writes: a row of a message, and all else by the triggers that see to it in the service. */
async function write(text: string): Promise<void> {
  await database().pool.query(
    `insert into message (client_id, chat, id, from_me, at_sec, type, text, origin, status)
     values ($1, $2, $3, false, extract(epoch from now())::bigint, 'text', $4, 'contact', 'DELIVERED')`,
    [clientId, CHAT, newId(), text],
  )
}

const assign = (userId: string | null) =>
  database().pool.query('update conversation set assigned_to = $2 where client_id = $1', [clientId, userId])

const countDue = async (): Promise<number> =>
  (await database().pool.query('select from push_delivery')).rowCount ?? 0

beforeEach(async () => {
  service = new PushService(() => publicKey)
  await service.listen()
  notifications = open()
  const userId = await insertUser(database().pool)
  me = await signIn(userId)
  clientId = await insertClient(database().pool, { userId })
  publicKey = (await notifications.handlers.get({}, me)).publicKey
})
afterEach(() => service.close())

test('a device gets what waits, encrypted for it alone and without what was written', async () => {
  const device = await subscribe(me, '/one')
  await write('My card is 4111 1111')
  await notifications.runner.look()
  expect(service.taken).toHaveLength(1)
  const [taken] = service.taken
  expect(taken?.path).toBe('/one')
  const search = new URLSearchParams({ client: clientId, chat: CHAT })
  expect(device.read(taken?.body ?? Buffer.alloc(0))).toEqual({
    title: expect.any(String),
    body: 'Uma conversa espera você.',
    url: `/inbox?${search}`,
  })
  expect(taken?.headers).toMatchObject({
    ttl: '3600',
    urgency: 'high',
    topic: expect.stringMatching(/^[\w-]{32}$/),
  })
  await notifications.runner.look()
  expect([service.taken.length, await countDue()]).toEqual([1, 0])
})

test('who asks for contents reads what was written', async () => {
  const device = await subscribe(me, '/one')
  await notifications.handlers.set({ conversations: 'mine', contents: true }, me)
  await write('Do you deliver?')
  await notifications.runner.look()
  expect(device.read(service.taken[0]?.body ?? Buffer.alloc(0))).toMatchObject({ body: 'Do you deliver?' })
})

test('each is told of what they chose, and nobody of what is not theirs', async () => {
  const mate = await signIn(await insertUser(database().pool), me.owner)
  const agent = await signIn(await insertUser(database().pool), me.owner)
  const stranger = await signIn(await insertUser(database().pool))
  const join = `insert into workspace_member (workspace_id, user_id, role, client_ids) values ($1, $2, 'agent', $3)`
  await database().pool.query(join, [me.owner, mate.principal.userId, null])
  await database().pool.query(join, [me.owner, agent.principal.userId, []])
  for (const [ctx, path] of [
    [me, '/me'],
    [mate, '/mate'],
    [agent, '/agent'],
    [stranger, '/stranger'],
  ] as const)
    await subscribe(ctx, path)
  await notifications.handlers.set({ conversations: 'all', contents: false }, stranger)
  const told = async (): Promise<string[]> => {
    await notifications.runner.look()
    return service.taken
      .splice(0)
      .map(({ path }) => path)
      .sort()
  }
  await write('Hello')
  expect(await told()).toEqual(['/mate', '/me'])
  await assign(mate.principal.userId)
  expect(await told()).toEqual(['/mate'])
  await write('Anybody?')
  expect(await told()).toEqual(['/mate'])
  await notifications.handlers.set({ conversations: 'none', contents: false }, mate)
  await write('Still there?')
  expect(await told()).toEqual([])
})

test('who is named in a note is told, and nobody else, unless they chose not to be', async () => {
  const viewer = await signIn(await insertUser(database().pool), me.owner)
  const join = `insert into workspace_member (workspace_id, user_id, role) values ($1, $2, 'viewer')`
  await database().pool.query(join, [me.owner, viewer.principal.userId])
  const device = await subscribe(viewer, '/viewer')
  await subscribe(me, '/me')
  const name = async (userId: string): Promise<string[]> => {
    await database().pool.query(
      `with e as (insert into conversation_entry (client_id, chat, kind, actor, text)
         values ($1, $2, 'note', $3, 'Look at this') returning id)
       insert into conversation_mention (entry_id, user_id) select id, $4 from e`,
      [clientId, CHAT, `user:${me.principal.userId}`, userId],
    )
    await notifications.runner.look()
    return service.taken.map(({ path }) => path)
  }
  await notifications.handlers.set({ conversations: 'none', contents: true }, viewer)
  expect(await name(viewer.principal.userId)).toEqual(['/viewer'])
  const [taken] = service.taken.splice(0)
  expect(device.read(taken?.body ?? Buffer.alloc(0))).toMatchObject({ body: 'Uma nota menciona você.' })
  expect(await name(me.principal.userId)).toEqual([])
  await notifications.handlers.set({ conversations: 'all', contents: true, mentions: false }, viewer)
  expect(await name(viewer.principal.userId)).toEqual([])
  const kept = await notifications.handlers.set({ conversations: 'mine', contents: false }, viewer)
  expect(kept.mentions).toBe(false)
})

test('a page that is open learns of notes that name its person until they saw them, unless they chose not to be told', async () => {
  const mate = await signIn(await insertUser(database().pool), me.owner)
  const limited = await signIn(await insertUser(database().pool), me.owner)
  const join = `insert into workspace_member (workspace_id, user_id, role, client_ids) values ($1, $2, 'viewer', $3)`
  await database().pool.query(join, [me.owner, mate.principal.userId, null])
  await database().pool.query(join, [me.owner, limited.principal.userId, [newId()]])
  const { now: since } = await notifications.handlers.waiting({}, mate)
  await database().pool.query(
    `with e as (insert into conversation_entry (client_id, chat, kind, actor, text)
       values ($1, $2, 'note', $3, 'Look at this') returning id)
     insert into conversation_mention (entry_id, user_id) select id, unnest($4::text[]) from e`,
    [clientId, CHAT, `user:${me.principal.userId}`, [me, mate, limited].map((one) => one.principal.userId)],
  )
  const list = async (ctx: CallContext) =>
    (await notifications.handlers.waiting({ since }, ctx)).mentions.map((one) => [one.jid, one.text])
  // Who names themselves and who does not see the number learn nothing.
  expect([await list(mate), await list(me), await list(limited)]).toEqual([[[CHAT, null]], [], []])
  watched.add(`${mate.principal.userId} ${CHAT}`)
  expect(await list(mate)).toEqual([])
  watched.clear()
  await notifications.handlers.set({ conversations: 'none', contents: true }, mate)
  expect(await list(mate)).toEqual([[CHAT, 'Look at this']])
  await notifications.handlers.set({ conversations: 'none', contents: true, mentions: false }, mate)
  expect(await list(mate)).toEqual([])
  await notifications.handlers.set({ conversations: 'none', contents: true, mentions: true }, mate)
  await database().pool.query('update conversation_mention set seen_at = now()')
  expect(await list(mate)).toEqual([])
})

test('who has the conversation open on one of their pages is told on none of their devices', async () => {
  await subscribe(me, '/one')
  watched.add(`${me.principal.userId} ${CHAT}`)
  await write('Hello')
  await notifications.runner.look()
  expect([service.taken.length, await countDue()]).toEqual([0, 0])
  watched.clear()
  await assign(me.principal.userId)
  await notifications.runner.look()
  expect(service.taken).toHaveLength(1)
})

test('a device that its push service forgot is forgotten here, and so is one that signed out', async () => {
  await subscribe(me, '/one')
  service.answers.push({ status: 410 })
  await write('Hello')
  await notifications.runner.look()
  expect([(await notifications.handlers.get({}, me)).devices, await countDue()]).toEqual([0, 0])

  const other = await signIn(me.principal.userId)
  await subscribe(other, '/two')
  await database().pool.query('delete from session where id = $1', [other.principal.sessionId])
  expect((await notifications.handlers.get({}, me)).devices).toBe(0)
})

test('what a push service does not take now is sent later, and given up in the end', async () => {
  await subscribe(me, '/one')
  service.answers.push({ status: 503 }, { status: 429, headers: { 'retry-after': '60' } })
  await write('Hello')
  await notifications.runner.look()
  const readPause = async () => {
    const { rows } = await database().pool.query<{ pause: number }>(
      'select extract(epoch from due_at - now())::float8 as pause from push_delivery',
    )
    return rows[0]?.pause
  }
  const isDue = () => database().pool.query('update push_delivery set due_at = now()')
  expect(await readPause()).toBeGreaterThan(1)
  await notifications.runner.look()
  expect(service.taken).toEqual([])
  await isDue()
  await notifications.runner.look()
  expect(await readPause()).toBeGreaterThan(20)
  await isDue()
  await notifications.runner.look()
  expect([service.taken.length, await countDue()]).toEqual([1, 0])

  await write('Again')
  await assign(me.principal.userId)
  for (let attempt = 0; attempt < 6; attempt++) {
    service.answers.push({ status: 500 })
    await isDue()
    await notifications.runner.look()
  }
  expect([service.taken.length, await countDue()]).toEqual([1, 0])
})

test('no address inside is taken for a push service, and none without encryption', async () => {
  const { keys } = new PushDevice()
  const ask = (endpoint: string, allow: string[] = []) =>
    readRefusal(open(allow).handlers.subscribe({ endpoint, keys, language: 'en' }, me))
  const refused = { code: 'BAD_REQUEST', data: { reason: 'ADDRESS_REFUSED' } }
  expect(await ask('https://127.0.0.1/push')).toMatchObject(refused)
  expect(await ask('https://10.0.0.8/push')).toMatchObject(refused)
  expect(await ask('http://203.0.114.9/push')).toMatchObject({ code: 'BAD_REQUEST' })
  expect(await ask('ftp://push.example.net/')).toMatchObject({ data: { reason: 'BAD_URL' } })
  expect((await notifications.handlers.get({}, me)).devices).toBe(0)
})

test('keys that are no point of the curve cost their own subscription and nothing else', async () => {
  const keys = {
    p256dh: Buffer.alloc(65, 4).toString('base64url'),
    auth: Buffer.alloc(16).toString('base64url'),
  }
  await notifications.handlers.subscribe({ endpoint: `${service.origin}/bad`, keys, language: 'en' }, me)
  await subscribe(me, '/good')
  await write('Hello')
  await notifications.runner.look()
  expect(service.taken.map(({ path }) => path)).toEqual(['/good'])
  expect((await notifications.handlers.get({}, me)).devices).toBe(1)
})

test('a page that is open learns what waits by what its person chose, and nothing of what they have open', async () => {
  await database().pool.query('delete from push_subscription')
  const mate = await signIn(await insertUser(database().pool), me.owner)
  const join = `insert into workspace_member (workspace_id, user_id, role, client_ids) values ($1, $2, 'agent', null)`
  await database().pool.query(join, [me.owner, mate.principal.userId])
  const first = await notifications.handlers.waiting({}, me)
  expect(first.conversations).toEqual([])
  const list = async (ctx: CallContext, since = first.now) =>
    (await notifications.handlers.waiting({ since }, ctx)).conversations
  await write('Do you deliver?')
  expect(await list(me)).toMatchObject([
    { clientId, jid: CHAT, isOwn: false, clientName: 'Shop', contactName: null, text: null },
  ])
  expect(await list(me, new Date(Date.now() + 60_000).toISOString())).toEqual([])
  await assign(mate.principal.userId)
  expect(await list(me)).toEqual([])
  await notifications.handlers.set({ conversations: 'all', contents: true }, me)
  expect(await list(me)).toMatchObject([{ isOwn: false, text: 'Do you deliver?' }])
  const [before] = await list(mate)
  expect(before).toMatchObject({ isOwn: true })
  await write('Anybody?')
  const [after] = await list(mate)
  expect([after?.waitingSince, after?.version === before?.version]).toEqual([before?.waitingSince, false])
  watched.add(`${mate.principal.userId} ${CHAT}`)
  expect(await list(mate)).toEqual([])
  watched.clear()
  await notifications.handlers.set({ conversations: 'none', contents: false }, me)
  expect(await list(me)).toEqual([])
})

test('without a device nothing is written down', async () => {
  await database().pool.query('delete from push_subscription')
  await write('Hello')
  const { rowCount } = await database().pool.query('select from notice')
  expect(rowCount).toBe(0)
})

test('the key of the installation is made once, whoever asks first', async () => {
  const keys = await Promise.all([open(), open()].map((one) => one.handlers.get({}, me)))
  expect(new Set([...keys.map((one) => one.publicKey), publicKey]).size).toBe(1)
})
