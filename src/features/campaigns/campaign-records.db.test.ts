import { afterEach, beforeEach, expect, test } from 'vitest'
import { callContextOf } from '../../../test/support/call-context.ts'
import { type CampaignHost, startCampaignHost } from '../../../test/support/campaign-host.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import type { WireMessage } from '../../../test/support/durable-host.ts'
import { insertClient, insertUser } from '../../../test/support/fixtures.ts'
import { readRefusal } from '../../../test/support/refusals.ts'
import { EVENT_DATA } from '../../contract/events/event-data.ts'
import type { CallContext } from '../../contract/handlers.ts'
import type { Address } from '../../core/addresses.ts'
import { type Refusal, refusal } from '../../core/errors.ts'
import type { UsernameSearch } from '../../network/port.ts'
import { createIdSource } from '../../platform/ids.ts'

const database = useTestDatabase()
const newId = createIdSource()
const pace = { atOnce: 2, perMinute: 20 }

let me: CallContext
let clientId: string
let wire: WireMessage[]
let registered: Map<string, string>
let named: Map<string, UsernameSearch | Refusal | null>
let asked: string[][]
let host: CampaignHost

beforeEach(async () => {
  const { url, pool } = database()
  me = callContextOf(await insertUser(pool))
  clientId = await insertClient(pool, { userId: me.owner })
  await query("update client set live_status = 'connected' where id = $1", clientId)
  await query(
    "insert into client_lease (client_id, owner, epoch, expires_at) values ($1, 'host', 1, now() + interval '1 day')",
    clientId,
  )
  wire = []
  registered = new Map()
  named = new Map()
  asked = []
  host = await startCampaignHost({ url, clientId, wire, missing: new Set(), registered, named, asked })
})

afterEach(() => host.close())

const query = (sql: string, ...values: unknown[]) => database().pool.query(sql, values)

const toList = (...phones: string[]) => ({
  kind: 'list' as const,
  people: phones.map((phone) => ({ phone, name: null, values: {} })),
})

const toWritten = (phones: string[], assetId: string | null = null) => ({
  ...{ clientId, name: 'Sale', text: 'Hi', assetId, flowId: null, audience: toList(...phones) },
  ...{ pace, startAt: null },
})

async function start(phones: string[], assetId?: string): Promise<string> {
  const { handlers } = host.campaigns
  const { id } = await handlers.create(toWritten(phones, assetId), me)
  await handlers.start({ clientId, id }, me)
  return id
}

async function step(id: string): Promise<void> {
  await host.campaigns.delivery.step({ campaignId: id })
  await host.settle()
}

const peopleOf = async (id: string) =>
  (await host.campaigns.handlers.people({ clientId, id, offset: 0, limit: 100 }, me)).people.map(
    ({ jid, state, reason }) => [jid.split('@')[0], state, reason],
  )

async function addFile(mimetype: string): Promise<string> {
  const id = newId()
  await query(
    'insert into asset (id, user_id, mimetype, size_bytes, sha256) values ($1, $2, $3, 3, $4)',
    ...[id, me.owner, mimetype, Buffer.from(id)],
  )
  return id
}

test('a campaign is of one workspace, and is not deleted while it is under way', async () => {
  const { handlers } = host.campaigns
  const id = await start(['351912000001'])

  const other = callContextOf(await insertUser(database().pool))
  expect(await readRefusal(handlers.get({ clientId, id }, other))).toMatchObject({ code: 'NOT_FOUND' })
  expect(await readRefusal(handlers.cancel({ clientId, id }, other))).toMatchObject({ code: 'NOT_FOUND' })
  expect(await handlers.list({}, other)).toEqual([])

  expect(await readRefusal(handlers.delete({ clientId, id }, me))).toMatchObject({ code: 'CONFLICT' })
  await handlers.cancel({ clientId, id }, me)
  const copy = await handlers.duplicate({ clientId, id, name: 'Again' }, me)
  expect(copy).toMatchObject({ state: 'draft', name: 'Again', pace, counts: { total: 0 } })
  await handlers.delete({ clientId, id }, me)
  const listed = await handlers.list({ clientId }, me)
  expect(listed.map(({ name }) => name)).toEqual(['Again'])
  for (const large of ['audience', 'text']) expect(listed[0]).not.toHaveProperty(large)
})

test('writes to the form under which the network has a number, and to one person under two forms once', async () => {
  registered.set('+5511987654321', '+551187654321').set('+5521912345678', '+552112345678')
  const id = await start(['5511987654321', '551187654321', '5521912345678'])
  await step(id)
  expect(wire.map(({ jid }) => jid)).toEqual(
    ['551187654321', '552112345678'].map((one) => `${one}@s.whatsapp.net`),
  )
  expect(await peopleOf(id)).toEqual([
    ['5511987654321', 'left_out', 'twice'],
    ['551187654321', 'queued', null],
    ['552112345678', 'queued', null],
  ])
})

test('pauses once its file was deleted, instead of sending the text alone, and starts no copy without it', async () => {
  const { handlers } = host.campaigns
  const assetId = await addFile('image/png')
  const id = await start(['351912000001'], assetId)
  await query('delete from asset where id = $1', assetId)
  await step(id)
  expect(wire).toEqual([])
  expect(await handlers.get({ clientId, id }, me)).toMatchObject({
    state: 'paused',
    pausedBecause: 'file_gone',
  })
  const copy = await handlers.duplicate({ clientId, id, name: 'Again' }, me)
  const resumed = await readRefusal(handlers.resume({ clientId, id }, me))
  expect(resumed).toMatchObject({ data: { reason: 'CAMPAIGN_FILE_GONE' } })
  const started = await readRefusal(handlers.start({ clientId, id: copy.id }, me))
  expect(started).toMatchObject({ data: { reason: 'CAMPAIGN_FILE_GONE' } })
  await handlers.update({ id: copy.id, ...toWritten(['351912000001']) }, me)
  expect(await handlers.start({ clientId, id: copy.id }, me)).toMatchObject({ state: 'running' })
})

test('takes no text beside an audio file, which has no caption', async () => {
  const { handlers } = host.campaigns
  const written = toWritten(['351912000001'], await addFile('audio/ogg'))
  const refused = await readRefusal(handlers.create(written, me))
  expect(refused).toMatchObject({ data: { reason: 'CAMPAIGN_AUDIO_WITH_TEXT' } })
  expect(await handlers.create({ ...written, text: ' ' }, me)).toMatchObject({ text: '' })
})

test('shows contacts and rows of tables to keys that may read them alone', async () => {
  const { handlers } = host.campaigns
  const preview = (kind: 'list' | 'table', ...scopes: string[]) =>
    handlers.preview(
      {
        ...{ clientId, text: '{{ row.tel }}', pace },
        audience:
          kind === 'list' ? toList('351912000001') : { kind, table: 'guests', phone: 'tel', name: null },
      },
      { ...me, principal: { ...me.principal, scopes: ['campaigns:read', ...scopes] } },
    )
  expect(await readRefusal(preview('list'))).toMatchObject({ data: { scope: 'contacts:read' } })
  expect(await preview('list', 'contacts:read')).toMatchObject({ total: 1 })
  const refused = await readRefusal(preview('table', 'contacts:read'))
  expect(refused).toMatchObject({ data: { scope: 'flows:read' } })
  expect(await preview('table', 'contacts:read', 'flows:read')).toMatchObject({ total: 1 })
})

test('leaves out whoever asked another campaign to stop since this one began', async () => {
  const [one, other] = [await start(['351912000001']), await start(['351912000001', '351912000002'])]
  await step(one)
  const [sent] = wire
  await query(
    `insert into message (client_id, chat, id, from_me, at_sec, type, text, status, origin)
     select client_id, contact_jid, message_id, true, extract(epoch from now())::bigint, 'text', 'x', 'SERVER_ACK', 'flow'
     from outbox where client_id = $1`,
    clientId,
  )
  await query('update campaign set refreshed_at = null where id = $1', one)
  await step(one)
  await query(
    `insert into message (client_id, chat, id, from_me, at_sec, type, text, status, origin)
     values ($1, $2, 'answer', false, extract(epoch from now())::bigint + 1, 'text', 'STOP', 'DELIVERY_ACK', 'contact')`,
    ...[clientId, sent?.jid],
  )
  await step(other)
  expect(wire.slice(1).map(({ jid }) => jid)).toEqual(['351912000002@s.whatsapp.net'])
  expect((await peopleOf(other))[0]).toEqual(['351912000001', 'left_out', 'opted_out'])
})

test('people of a list by their usernames are looked for when their turn comes, and left out with the reason', async () => {
  const lid = '184002030405060@lid' as Address
  named.set('ana.b', { state: 'found', lid, phone: null, username: 'Ana.B' })
  named.set('ana.too', { state: 'found', lid, phone: null, username: 'ana.too' })
  named.set('ben.locked', { state: 'key_required' })
  const phones = ['@Ana.B', '@ana.b', '@nobody.x', '@ben.locked', '@ana.too', '351912000008', '@g.us']
  const audience = toList(...phones)
  const preview = await host.campaigns.handlers.preview({ clientId, text: 'Hi', audience, pace }, me)
  expect(preview).toMatchObject({
    total: 5,
    leftOutSample: [
      { given: '@ana.b', reason: 'twice' },
      { given: '@g.us', reason: 'no_number' },
    ],
  })
  expect(asked).toEqual([])

  const id = await start(phones)
  for (let turn = 0; turn < 3; turn += 1) await step(id)
  const { people } = await host.campaigns.handlers.people({ clientId, id, offset: 0, limit: 100 }, me)
  expect(people.map(({ jid, state, reason }) => [jid, state, reason])).toEqual([
    [lid, expect.not.stringMatching('left_out'), null],
    ['@nobody.x', 'left_out', 'username_unknown'],
    ['@ben.locked', 'left_out', 'username_key_needed'],
    ['@ana.too', 'left_out', 'twice'],
    ['351912000008@s.whatsapp.net', expect.not.stringMatching('left_out'), null],
  ])
  expect(wire.map(({ jid }) => jid)).toEqual([lid, '351912000008@s.whatsapp.net'])
  expect(asked.flat().filter((given) => given === '@ana.b')).toHaveLength(1)
})

test('a campaign waits while the network does not say who has a username', async () => {
  named.set('ana.b', null)
  const id = await start(['@ana.b'])
  await step(id)
  expect(await peopleOf(id)).toEqual([['', 'waiting', null]])
  expect(wire).toEqual([])
  named.set('ana.b', {
    state: 'found',
    lid: '184002030405061@lid' as Address,
    phone: null,
    username: 'ana.b',
  })
  await step(id)
  expect(wire.map(({ jid }) => jid)).toEqual(['184002030405061@lid'])
})

test('whoever the network does not answer about is left out after a few questions, and the others go on', async () => {
  const lid = '184002030405062@lid' as Address
  const unsaid = refusal('SERVICE_UNAVAILABLE', 'CLIENT_NOT_CONNECTED', { while: 'naming' })
  named.set('ana.b', unsaid).set('ben.c', { state: 'found', lid, phone: null, username: 'ben.c' })
  const id = await start(['@ana.b', '@ben.c', '351912000008'])
  for (let turn = 0; turn < 4; turn += 1) await step(id)
  named.set('ana.b', null)
  for (let turn = 0; turn < 4; turn += 1) await step(id)
  expect((await peopleOf(id))[0]).toEqual(['', 'waiting', null])
  expect(wire).toEqual([])

  named.set('ana.b', unsaid)
  for (let turn = 0; turn < 2; turn += 1) await step(id)
  expect(
    (await host.campaigns.handlers.people({ clientId, id, offset: 0, limit: 1 }, me)).people,
  ).toMatchObject([{ jid: '@ana.b', state: 'left_out', reason: 'username_not_answered' }])
  expect(wire.map(({ jid }) => jid)).toEqual([lid, '351912000008@s.whatsapp.net'])
  expect(asked.flat().filter((given) => given === '@ben.c')).toHaveLength(1)
})

test('tells when it is planned, starts, pauses, goes on and ends, once each, and why it paused', async () => {
  const { handlers } = host.campaigns
  const { id } = await handlers.create(toWritten(['351912000001', '351912000002', '351912000003']), me)
  const planned = { ...toWritten(['351912000001']), startAt: new Date(Date.now() + 3_600_000).toISOString() }
  const later = (await handlers.create(planned, me)).id
  await handlers.start({ clientId, id: later }, me)
  await handlers.cancel({ clientId, id: later }, me)
  await handlers.start({ clientId, id }, me)
  await step(id)
  await handlers.pause({ clientId, id }, me)
  await handlers.resume({ clientId, id }, me)
  await query("update campaign set turn_at = now() - interval '2 hours' where id = $1", id)
  await step(id)
  await handlers.resume({ clientId, id }, me)
  await step(id)
  await step(id)
  const { rows } = await query(
    "select data from event_log where name = 'campaign.updated' and user_id = $1 and client_id = $2 order by seq",
    ...[me.owner, clientId],
  )
  const told = rows.map(({ data }) => EVENT_DATA['campaign.updated'].parse(data))
  expect(told.map(({ change, state, pausedBecause }) => [change, state, pausedBecause])).toEqual([
    ['planned', 'planned', null],
    ['withdrawn', 'draft', null],
    ['started', 'running', null],
    ['paused', 'paused', 'person'],
    ['resumed', 'running', null],
    ['paused', 'paused', 'late'],
    ['resumed', 'running', null],
    ['finished', 'done', null],
  ])
  expect(told.at(-1)).toMatchObject({ campaignId: id, name: 'Sale' })
})

test('lists who wants no campaigns with who noted it, searched by name and number, and names only to who may read contacts', async () => {
  const { optOuts } = host.campaigns.handlers
  await query(`update "user" set name = 'Ada' where id = $1`, me.principal.userId)
  for (const [n, name] of [
    ['1', 'Ana'],
    ['2', 'Bia'],
  ])
    await query(
      'insert into contact (client_id, id, phone, name) values ($1, $2, $2, $3)',
      ...[clientId, `35191200000${n}@s.whatsapp.net`, name],
    )
  const set = (n: number, value = true) =>
    optOuts.set({ clientId, contactJid: `35191200000${n}@s.whatsapp.net` as Address, value }, me)
  for (const n of [1, 2, 3]) await set(n)
  await set(1)
  const page = { clientId, offset: 0, limit: 10 }
  const names = async (change: object, ctx = me) =>
    (await optOuts.list({ ...page, ...change }, ctx)).map(({ name, phoneNumber }) => name ?? phoneNumber)
  expect(await names({})).toEqual(['+351912000003', 'Bia', 'Ana'])
  expect(await names({ offset: 1, limit: 1 })).toEqual(['Bia'])
  expect(await names({ search: 'an' })).toEqual(['Ana'])
  expect(await names({ search: '+351 912 000 002' })).toEqual(['Bia'])
  expect((await optOuts.list(page, me))[0]).toMatchObject({
    by: { kind: 'person', name: 'Ada' },
    campaign: null,
  })
  const key = { ...me, principal: { ...me.principal, scopes: ['campaigns:read' as const] } }
  expect(await names({}, key)).toEqual(['+351912000003', '+351912000002', '+351912000001'])
  expect(await names({ search: 'ana' }, key)).toEqual([])
  await set(1, false)
  expect(await names({})).toEqual(['+351912000003', 'Bia'])
})
