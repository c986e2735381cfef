import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ChatNetwork, eventually, startChatNetwork } from '../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { NetworkClient } from '../../../test/support/network-client.ts'
import { readRefusal } from '../../../test/support/refusals.ts'
import { EVENT_DATA } from '../../contract/events/event-data.ts'
import type { Address } from '../../core/addresses.ts'

const database = useTestDatabase()
const ACCOUNT = '447700900730'
const ANA = '447700900731'
const JID = `${ANA}@s.whatsapp.net` as Address

let world: ChatNetwork
let clientId: string
let labels: ChatNetwork['whatsappLabels']

beforeAll(async () => {
  world = await startChatNetwork(database(), ACCOUNT, {}, async (sandbox) => {
    // What was so before the client was linked.
    const phone = sandbox.phone(ACCOUNT)
    await phone.editLabel('1', { name: 'New customer', colour: 0, predefinedId: 1, kind: 4 })
    await phone.editLabel('2', { name: 'Unread', kind: 1, isFixed: true })
    await phone.putLabel('1', { chat: ANA }, true)
  })
  ;({ clientId, whatsappLabels: labels } = world)
  await eventually('the labels of before', async () => (await list()).length === 2)
})
afterAll(() => world.close())
beforeEach(() => database().pool.query(`delete from event_log where name like 'whatsapp.%'`))

const phone = () => world.sandbox.phone(ACCOUNT)
const list = async () => (await labels.list({ clientId }, world.ctx)).labels
const names = async () => (await list()).map(({ name }) => name)
const create = (name: string, colour?: number) => labels.create({ clientId, name, colour }, world.ctx)
const put = (labelId: string, change: { messageId?: string; labelled?: boolean; target?: Address } = {}) =>
  labels.put({ clientId, target: JID, labelId, labelled: true, ...change }, world.ctx)
const placesOf = async (of: { labelId?: string; jid?: Address }) =>
  (await labels.listPlaces({ clientId, limit: 10, ...of }, world.ctx)).places
const reasonOf = async (asked: Promise<unknown>) => (await readRefusal(asked)).data?.reason

type Stanza = Parameters<Parameters<ChatNetwork['sandbox']['intercept']>[0]>[0]

/** The collection that a stanza changes; null of all others. */
function readChange({ tag, attrs, content }: Stanza): Stanza | null {
  if (tag !== 'iq' || attrs.xmlns !== 'w:sync:app:state' || !Array.isArray(content)) return null
  const [collection] = Array.isArray(content[0]?.content) ? content[0].content : []
  return collection && Array.isArray(collection.content) ? collection : null
}

/** As the server answers who changes a collection in a way that it does not take. */
function refuse({ attrs }: Stanza, collection: Stanza): Stanza {
  const error = { tag: 'error', attrs: { code: '406', text: 'not-acceptable' } }
  const refused = { ...collection, attrs: { ...collection.attrs, type: 'error' }, content: [error] }
  const answer = { from: 's.whatsapp.net', type: 'result', id: attrs.id ?? '' }
  return { tag: 'iq', attrs: answer, content: [{ tag: 'sync', attrs: {}, content: [refused] }] }
}

async function told(count: number): Promise<Record<string, unknown>[]> {
  const read = async () =>
    (
      await database().pool.query<{ name: 'whatsapp.label'; data: Record<string, unknown> }>(
        `select name, data from event_log where client_id = $1 and name like 'whatsapp.%' order by seq`,
        [clientId],
      )
    ).rows
  const rows = await eventually(`${count} events`, async () => {
    const found = await read()
    return found.length >= count && found
  })
  return rows.map(({ name, data }) => {
    expect(EVENT_DATA[name].parse(data)).toEqual(data)
    return data
  })
}

describe('labels that WhatsApp keeps for an account', () => {
  it('are known as they were before the client was linked, and of them nothing was told', async () => {
    expect(await list()).toMatchObject([
      {
        id: '1',
        name: 'New customer',
        colour: 0,
        kind: 'predefined',
        predefinedId: 1,
        chats: 1,
        messages: 0,
      },
      { id: '2', name: 'Unread', kind: 'unread', isFixed: true },
    ])
    expect(await placesOf({ jid: JID })).toEqual([{ labelId: '1', jid: JID, messageId: null }])
  })

  it('are made, changed and deleted on the phone and told of once', async () => {
    const made = await create('VIP', 5)
    expect(made).toMatchObject({ id: '3', name: 'VIP', colour: 5 })
    await told(1)
    expect(await labels.update({ clientId, labelId: '3', name: 'Regular' }, world.ctx)).toMatchObject({
      colour: 5,
    })
    await told(2)
    expect(await names()).toEqual(['New customer', 'Regular', 'Unread'])
    expect(phone().appState('regular').get('["label_edit","3"]')?.labelEditAction).toMatchObject({
      name: 'Regular',
      color: 5,
      deleted: false,
    })
    // What the phone says of a label beside its name stays.
    await labels.update({ clientId, labelId: '1', colour: 7 }, world.ctx)
    expect(phone().appState('regular').get('["label_edit","1"]')?.labelEditAction).toMatchObject({
      name: 'New customer',
      color: 7,
      predefinedId: 1,
    })
    await labels.delete({ clientId, labelId: '3' }, world.ctx)
    const events = await told(4)
    expect(events.map(({ name, colour, deleted }) => [name, colour, deleted])).toEqual([
      ['VIP', 5, false],
      ['Regular', 5, false],
      ['New customer', 7, false],
      ['Regular', 5, true],
    ])
    expect(await names()).toEqual(['New customer', 'Unread'])
    // The number of a deleted one is not used again.
    expect(await create('Lead')).toMatchObject({ id: '4', colour: 4 })
    await labels.delete({ clientId, labelId: '4' }, world.ctx)
    await told(6)
  })

  it('are put on a chat and on a message and taken off, each told once, and a repeat changes nothing', async () => {
    const id = await world.sandbox.contact(ANA).sendText(ACCOUNT, 'my order')
    await world.shows(JID, (message) => message.id === id)
    await put('1', { labelled: false })
    await put('1')
    await put('1')
    await put('1', { messageId: id })
    const place = { jid: JID, labelId: '1', name: 'New customer' }
    expect(await told(3)).toEqual([
      { ...place, messageId: null, labelled: false },
      { ...place, messageId: null, labelled: true },
      { ...place, messageId: id, labelled: true },
    ])
    expect(await placesOf({ labelId: '1' })).toEqual([
      { labelId: '1', jid: JID, messageId: null },
      { labelId: '1', jid: JID, messageId: id },
    ])
    const first = await labels.listPlaces({ clientId, labelId: '1', limit: 1 }, world.ctx)
    const cursor = first.nextCursor ?? ''
    expect((await labels.listPlaces({ clientId, labelId: '1', limit: 1, cursor }, world.ctx)).places).toEqual(
      [{ labelId: '1', jid: JID, messageId: id }],
    )
    expect(
      phone()
        .appState('regular')
        .get(JSON.stringify(['label_message', '1', JID, id, '0', '0'])),
    ).toMatchObject({
      labelAssociationAction: { labeled: true },
    })
  })

  it('are taken off a chat and a message under each address by which devices name it, and not put on twice', async () => {
    const id = await world.sandbox.contact(ANA).sendText(ACCOUNT, 'my other order')
    await world.shows(JID, (message) => message.id === id)
    const found = await database().pool.query<{ lid: string }>('select lid from contact where id = $1', [JID])
    const lid = found.rows[0]?.lid ?? ''
    const onPhone = (index: string[]) =>
      phone().appState('regular').get(JSON.stringify(index))?.labelAssociationAction?.labeled
    const isKnown = (messageId: string | null, isOn: boolean) =>
      eventually(`the label is ${isOn ? 'on' : 'off'}`, async () => {
        const places = await placesOf({ jid: JID })
        return places.some((place) => place.messageId === messageId) === isOn
      })
    await put('1', { labelled: false })
    await put('1', { messageId: id, labelled: false })
    await phone().putLabel('1', { chat: lid }, true)
    await phone().changeAppState('regular', [
      {
        index: ['label_message', '1', lid, id, '0', '0'],
        value: { labelAssociationAction: { labeled: true } },
        version: 3,
      },
    ])
    await isKnown(null, true)
    await isKnown(id, true)
    await put('1')
    expect(onPhone(['label_jid', '1', JID])).toBe(false)
    await put('1', { labelled: false })
    await put('1', { messageId: id, labelled: false })
    expect(onPhone(['label_jid', '1', lid])).toBe(false)
    expect(onPhone(['label_message', '1', lid, id, '0', '0'])).toBe(false)
    await isKnown(null, false)
    await isKnown(id, false)
  })

  it('are made once a key, also when the first answer was lost', async () => {
    const make = (idempotencyKey: string, name = 'Once') =>
      labels.create({ clientId, name, colour: 5, idempotencyKey }, world.ctx)
    const made = await make('label-1')
    expect(await make('label-1')).toEqual(made)
    await database().pool.query(`update idempotency_key set response = null where key = 'label-1'`)
    expect(await make('label-1')).toEqual(made)
    expect(await reasonOf(make('label-2'))).toBe('WHATSAPP_LABEL_TAKEN')
    expect(await reasonOf(make('label-1', 'Twice'))).toBe('IDEMPOTENCY_KEY_REUSED')
    expect((await names()).filter((name) => name === 'Once')).toEqual(['Once'])
    await labels.delete({ clientId, labelId: made.id }, world.ctx)
    await eventually('its end', async () => !(await names()).includes('Once'))
  })

  it.each([
    ['another number', () => put('77'), 'NO_SUCH_THING'],
    ['a message that is not here', () => put('1', { messageId: 'NONE' }), 'MESSAGE_NOT_FOUND'],
    ['a name that another has', () => create('New customer'), 'WHATSAPP_LABEL_TAKEN'],
    [
      'another’s name for one',
      () => labels.update({ clientId, labelId: '1', name: 'Unread' }, world.ctx),
      'WHATSAPP_LABEL_TAKEN',
    ],
    [
      'one of WhatsApp’s own',
      () => labels.update({ clientId, labelId: '2', colour: 1 }, world.ctx),
      'WHATSAPP_LABEL_FIXED',
    ],
    [
      'one of WhatsApp’s own',
      () => labels.delete({ clientId, labelId: '2' }, world.ctx),
      'WHATSAPP_LABEL_FIXED',
    ],
    ['one that is gone', () => labels.delete({ clientId, labelId: '3' }, world.ctx), 'NO_SUCH_THING'],
  ])('refuse %s', async (_what, ask, reason) => {
    expect(await reasonOf(ask())).toBe(reason)
    expect(await names()).toEqual(['New customer', 'Unread'])
  })

  it('are 20 at most, as phones show them; filters of the phone do not count', async () => {
    for (let n = 0; n < 19; n += 1) await phone().editLabel(`${n + 100}`, { name: `Label ${n}` })
    expect(await reasonOf(create('One more'))).toBe('WHATSAPP_LABELS_FULL')
    for (let n = 0; n < 19; n += 1) await phone().editLabel(`${n + 100}`, { deleted: true })
    await told(2 * 19)
    expect(await names()).toEqual(['New customer', 'Unread'])
  })

  it('are tried anew where another device was faster, and are told as refused by the network’s own code', async () => {
    let isDone = false
    let isRefusing = false
    const stop = world.sandbox.intercept((stanza) => {
      const collection = readChange(stanza)
      if (!collection) return undefined
      if (!isDone) void phone().editLabel('200', { name: 'Of the phone' })
      isDone = true
      return isRefusing ? refuse(stanza, collection) : undefined
    })
    // It gets the number after the phone's own, which came in between.
    expect(await create('Of the client')).toMatchObject({ id: '201' })
    isRefusing = true
    expect((await readRefusal(put('201'))).data).toMatchObject({
      reason: 'CHAT_CHANGE_REFUSED',
      networkCode: 406,
    })
    stop()
    for (const id of ['200', '201']) await phone().editLabel(id, { deleted: true })
    await told(4)
  })

  it('are told of once and in order as the phone changes them, also over a host that failed and a cut', async () => {
    await phone().editLabel('300', { name: 'Paid', colour: 2 })
    await told(1)
    await world.network.connection.close()
    await phone().putLabel('300', { chat: ANA }, true)
    await phone().editLabel('300', { name: 'Settled' })
    await phone().putLabel('300', { chat: ANA }, false)
    const { target, credentials, connector } = world.network
    // What the host stored so far is in its journal no longer.
    for (const { id } of credentials.journal) credentials.release(id)
    let isBroken = true
    const onEvents = async (events: Parameters<typeof world.store>[0]) => {
      if (isBroken && events.some(({ kind }) => kind === 'chats')) throw new Error('the host failed')
      await world.store(events)
    }
    const failing = new NetworkClient({ target, credentials, connector, clientId, onEvents })
    await failing.closed()
    isBroken = false
    const second = new NetworkClient({ target, credentials, connector, clientId, onEvents })
    await second.opened()
    const events = await told(4)
    expect(events.map(({ name, labelled }) => [name, labelled])).toEqual([
      ['Paid', undefined],
      ['Paid', true],
      ['Settled', undefined],
      ['Settled', false],
    ])
    await second.connection.close()
  })
})
