import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Contact } from '../../../sandbox/index.ts'
import { eventually } from '../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { type FlowNetwork, startFlowNetwork } from '../../../test/support/flow-network.ts'
import { readRefusal } from '../../../test/support/refusals.ts'
import type { Address } from '../../core/addresses.ts'

const database = useTestDatabase()
const ACCOUNT = '447700900860'

let world: FlowNetwork
let people = 0
let numbers = 0

beforeAll(async () => {
  world = await startFlowNetwork(database(), ACCOUNT)
})
afterAll(() => world.close())
beforeEach(() => database().pool.query('delete from event_log'))

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await database().pool.query(text, values)).rows as Row[]

interface Person {
  contact: Contact
  number: string
  jid: Address
}

function newPerson(): Person {
  people += 1
  const number = `4477009018${String(people).padStart(2, '0')}`
  return { contact: world.contact(number), number, jid: `${number}@s.whatsapp.net` as Address }
}

/** Somebody of whom there is a conversation. */
async function newWriter(): Promise<Person> {
  const person = newPerson()
  await person.contact.sendText(ACCOUNT, 'hello')
  await eventually('the conversation', () =>
    query('select 1 from conversation where chat = $1', [person.jid]).then((rows) => rows.length > 0),
  )
  return person
}

const phone = () => world.sandbox.phone(ACCOUNT)
const of = () => ({ clientId: world.clientId })

/** A label of the phone, and one of the workspace. */
async function newPair(): Promise<{ labelId: string; workspaceLabelId: string; name: string }> {
  numbers += 1
  const [labelId, name] = [String(numbers), `Label ${numbers}`]
  await phone().editLabel(labelId, { name })
  await eventually('the label', async () => (await list()).some(({ id }) => id === labelId))
  const { id } = await world.handlers.labels.create({ name, colour: 'red' }, world.ctx)
  return { labelId, workspaceLabelId: id, name }
}

async function newLink() {
  const pair = await newPair()
  await link(pair)
  return pair
}

const list = async () => (await world.handlers.whatsappLabels.list(of(), world.ctx)).labels
const readLink = async (labelId: string) => (await list()).find(({ id }) => id === labelId)
const link = ({ labelId, workspaceLabelId }: { labelId: string; workspaceLabelId: string }) =>
  world.handlers.whatsappLabels.link({ ...of(), labelId, workspaceLabelId }, world.ctx)
const put = (labelId: string, { jid }: Person) =>
  world.handlers.chat.addLabel({ ...of(), target: jid, labelId }, world.ctx)
const takeOff = (labelId: string, { jid }: Person) =>
  world.handlers.chat.removeLabel({ ...of(), target: jid, labelId }, world.ctx)

/** What the phone says of a label on a chat; undefined where it never said anything. */
const onPhone = (labelId: string, chat: string) =>
  phone()
    .appState('regular')
    .get(JSON.stringify(['label_jid', labelId, chat]))?.labelAssociationAction?.labeled

const isOnPhone = (labelId: string, chat: string, isOn = true) =>
  eventually(`the label on the phone ${isOn}`, async () => (onPhone(labelId, chat) ?? false) === isOn)

const labelsHere = async ({ jid }: Person): Promise<string[]> =>
  (await world.handlers.chat.getConversation({ ...of(), jid }, world.ctx)).labels.map(({ id }) => id)

const isHere = (labelId: string, person: Person, isOn = true) =>
  eventually(`the label here ${isOn}`, async () => (await labelsHere(person)).includes(labelId) === isOn)

/** Nothing is still to be brought over, and what was done is known here again. */
const settled = (labelId: string, person: Person, isOn: boolean) =>
  eventually('the end of it', async () => {
    // In one look: what is known and what is to be brought over for it are stored together.
    const [row] = await query<{ isOpen: boolean; isKnown: boolean }>(
      `select exists (select from label_change where whatsapp_id = $1 and chat = $2) as "isOpen",
         exists (select from whatsapp_labelled where label_id = $1 and chat = $2 and message_id = '') as "isKnown"`,
      [labelId, person.jid],
    )
    return row?.isOpen === false && row.isKnown === isOn
  })

/** What was told of a person's labels. */
const told = ({ jid }: Person) =>
  query<{ name: string; on: boolean | null }>(
    `select name, (data ->> 'labelled')::boolean as on from event_log
     where chat = $1 and (name = 'whatsapp.labelled' or name = 'contact.updated' and data ? 'labels') order by seq`,
    [jid],
  )

const recorded = async ({ jid }: Person) =>
  (
    await query<{ kind: string; actor: string }>(
      `select kind, actor from conversation_entry where chat = $1 and kind like 'label%' order by at`,
      [jid],
    )
  ).map(({ kind, actor }) => [kind, actor.split(':')[0]])

describe('a label of WhatsApp that is linked with one of the workspace', () => {
  test('brings over what has either of them, and tells before how much that is', async () => {
    const pair = await newPair()
    const [both, here, there] = [await newWriter(), await newWriter(), await newWriter()]
    const stranger = newPerson()
    for (const person of [both, here]) await put(pair.workspaceLabelId, person)
    for (const { number } of [both, there, stranger])
      await phone().putLabel(pair.labelId, { chat: number }, true)
    await settled(pair.labelId, stranger, true)
    const counts = { both: 1, toWhatsapp: 1, toConversations: 1, withoutConversation: 1 }
    const { labelId, workspaceLabelId } = pair
    const asked = { ...of(), labelId, workspaceLabelId }
    expect(await world.handlers.whatsappLabels.compare(asked, world.ctx)).toEqual(counts)
    expect(await readLink(labelId)).toMatchObject({ workspaceLabelId: null })
    expect(await link(pair)).toEqual(counts)
    expect(await readLink(labelId)).toMatchObject({ workspaceLabelId, failed: 0 })
    await isOnPhone(labelId, here.jid)
    await isHere(workspaceLabelId, there)
    await settled(labelId, here, true)
    // What is alike is left alone, and a repeat brings nothing over.
    expect((await told(both)).filter(({ name }) => name === 'contact.updated')).toHaveLength(1)
    expect(await link(pair)).toEqual({ both: 3, toWhatsapp: 0, toConversations: 0, withoutConversation: 1 })
    // The chat without a conversation gets it with its first message, whoever writes it.
    await eventually('the wait for a message', () =>
      query(`select 1 from label_change where chat = $1 and next_at = 'infinity'`, [stranger.jid]).then(
        (rows) => rows.length > 0,
      ),
    )
    await phone().sendText(stranger.number, 'hello')
    await eventually('the message', () =>
      query('select 1 from message where chat = $1', [stranger.jid]).then((rows) => rows.length > 0),
    )
    await phone().putLabel(labelId, { chat: both.number }, false)
    await isHere(workspaceLabelId, stranger)
  })

  test('follows the team onto the phone and the phone into the inbox, and each is told once', async () => {
    const { labelId, workspaceLabelId } = await newLink()
    const ana = await newWriter()
    await put(workspaceLabelId, ana)
    await isOnPhone(labelId, ana.jid)
    await settled(labelId, ana, true)
    await takeOff(workspaceLabelId, ana)
    await isOnPhone(labelId, ana.jid, false)
    await settled(labelId, ana, false)
    await phone().putLabel(labelId, { chat: ana.number }, true)
    await isHere(workspaceLabelId, ana)
    await phone().putLabel(labelId, { chat: ana.number }, false)
    await isHere(workspaceLabelId, ana, false)
    await settled(labelId, ana, false)
    expect(await told(ana)).toEqual([
      { name: 'contact.updated', on: null },
      { name: 'whatsapp.labelled', on: true },
      { name: 'contact.updated', on: null },
      { name: 'whatsapp.labelled', on: false },
      { name: 'whatsapp.labelled', on: true },
      { name: 'contact.updated', on: null },
      { name: 'whatsapp.labelled', on: false },
      { name: 'contact.updated', on: null },
    ])
    expect(await recorded(ana)).toEqual([
      ['label_added', 'user'],
      ['label_removed', 'user'],
      ['label_added', 'phone'],
      ['label_removed', 'phone'],
    ])
  })

  test('is put on by flows, and on a conversation that has as many as people may give it', async () => {
    const { labelId, workspaceLabelId, name } = await newLink()
    await world.publish(
      [
        ['t', 'trigger.keyword', { values: ['buy'] }],
        ['l', 'chat.label', { add: [name] }],
      ],
      [['t', 'out', 'l']],
    )
    const ana = await newWriter()
    await ana.contact.sendText(ACCOUNT, 'buy')
    await isOnPhone(labelId, ana.jid)
    const ben = await newWriter()
    for (let n = 0; n < 20; n += 1) {
      const { id } = await world.handlers.labels.create({ name: `${name} ${n}`, colour: 'grey' }, world.ctx)
      await put(id, ben)
    }
    expect((await readRefusal(put(workspaceLabelId, ben))).data).toMatchObject({
      reason: 'CONVERSATION_LABELS_FULL',
    })
    await phone().putLabel(labelId, { chat: ben.number }, true)
    await isHere(workspaceLabelId, ben)
  })

  test('is taken off a chat under each address by which devices name it', async () => {
    const { labelId, workspaceLabelId } = await newLink()
    const ana = await newWriter()
    const [row] = await query<{ lid: string }>('select lid from contact where id = $1', [ana.jid])
    const lid = row?.lid ?? ''
    await phone().putLabel(labelId, { chat: lid }, true)
    await isHere(workspaceLabelId, ana)
    await takeOff(workspaceLabelId, ana)
    await isOnPhone(labelId, lid, false)
    await settled(labelId, ana, false)
    expect(await labelsHere(ana)).toEqual([])
  })

  test('reaches the phone also when nobody is connected at that moment, and what the phone did meanwhile gives way', async () => {
    const { labelId, workspaceLabelId } = await newLink()
    const [ana, ben] = [await newWriter(), await newWriter()]
    await put(workspaceLabelId, ben)
    await settled(labelId, ben, true)
    await world.handlers.worker.stop(of(), world.ctx)
    await put(workspaceLabelId, ana)
    await takeOff(workspaceLabelId, ben)
    await phone().putLabel(labelId, { chat: ben.number }, false)
    await phone().putLabel(labelId, { chat: ben.number }, true)
    expect(await readLink(labelId)).toMatchObject({ waiting: 2 })
    await world.handlers.worker.start(of(), world.ctx)
    await isOnPhone(labelId, ana.jid)
    await isOnPhone(labelId, ben.jid, false)
    await settled(labelId, ben, false)
    expect([await labelsHere(ana), await labelsHere(ben)]).toEqual([[workspaceLabelId], []])
  })

  test('is tried again where WhatsApp does not take it, and waits once it was tried for half a day', async () => {
    const { labelId, workspaceLabelId } = await newLink()
    const ana = await newWriter()
    const stop = world.sandbox.intercept((stanza) => {
      const [collection] = stanza.tag === 'iq' && Array.isArray(stanza.content) ? stanza.content : []
      const parts = Array.isArray(collection?.content) ? collection.content : []
      const changed = parts.find(({ content }) => Array.isArray(content))
      if (stanza.attrs.xmlns !== 'w:sync:app:state' || !changed) return undefined
      const error = { tag: 'error', attrs: { code: '406', text: 'not-acceptable' } }
      const refused = { ...changed, attrs: { ...changed.attrs, type: 'error' }, content: [error] }
      const answer = { from: 's.whatsapp.net', type: 'result', id: stanza.attrs.id ?? '' }
      return { tag: 'iq', attrs: answer, content: [{ tag: 'sync', attrs: {}, content: [refused] }] }
    })
    await put(workspaceLabelId, ana)
    const tried = (attempts: number) =>
      eventually(`attempt ${attempts}`, () =>
        query('select 1 from label_change where chat = $1 and attempts = $2', [ana.jid, attempts]).then(
          (rows) => rows.length > 0,
        ),
      )
    await tried(1)
    expect(await readLink(labelId)).toMatchObject({ waiting: 1, failed: 0 })
    await query('update label_change set attempts = 11, next_at = now() where chat = $1', [ana.jid])
    // Another change has it looked at.
    await put(workspaceLabelId, await newWriter())
    await tried(12)
    expect(await readLink(labelId)).toMatchObject({ failed: 1 })
    stop()
    await link({ labelId, workspaceLabelId })
    await isOnPhone(labelId, ana.jid)
  })

  test('keeps what it is on when either of the two is deleted, or the link ends', async () => {
    const [first, second, third] = [await newLink(), await newLink(), await newLink()]
    const ana = await newWriter()
    for (const { workspaceLabelId } of [first, second, third]) await put(workspaceLabelId, ana)
    for (const { labelId } of [first, second, third]) await settled(labelId, ana, true)
    await phone().editLabel(first.labelId, { deleted: true })
    await eventually('the end of the label', async () => !(await readLink(first.labelId)))
    await world.handlers.labels.delete({ id: second.workspaceLabelId }, world.ctx)
    await world.handlers.whatsappLabels.unlink({ ...of(), labelId: third.labelId }, world.ctx)
    await takeOff(third.workspaceLabelId, ana)
    expect(
      await query('select 1 from label_link where client_id = $1 and whatsapp_id = any($2)', [
        world.clientId,
        [first.labelId, second.labelId, third.labelId],
      ]),
    ).toEqual([])
    expect(await labelsHere(ana)).toEqual([first.workspaceLabelId])
    expect([second, third].map(({ labelId }) => onPhone(labelId, ana.jid))).toEqual([true, true])
  })

  test('is refused where it is linked with another, unknown, or filled by the phone itself', async () => {
    const linked = await newLink()
    const other = await newPair()
    await phone().editLabel('900', { name: 'Unread', kind: 1 })
    await eventually('the list', async () => (await list()).some(({ id }) => id === '900'))
    const reasonOf = async (pair: { labelId?: string; workspaceLabelId?: string }) =>
      (await readRefusal(link({ ...other, ...pair }))).data?.reason
    expect(await reasonOf({ labelId: linked.labelId })).toBe('LABEL_LINKED')
    expect(await reasonOf({ workspaceLabelId: linked.workspaceLabelId })).toBe('LABEL_LINKED')
    expect(await reasonOf({ labelId: '900' })).toBe('WHATSAPP_LABEL_FILLED')
    expect(await reasonOf({ labelId: '901' })).toBe('NO_SUCH_THING')
    const unknown = '5c6e7f82-b3c4-4af7-8129-9eafb0c1d2e3'
    expect(await reasonOf({ workspaceLabelId: unknown })).toBe('NO_SUCH_THING')
    const asked = { ...of(), labelId: other.labelId, workspaceLabelId: unknown }
    expect((await readRefusal(world.handlers.whatsappLabels.compare(asked, world.ctx))).code).toBe(
      'NOT_FOUND',
    )
  })
})
