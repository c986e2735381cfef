import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Contact, Group } from '../../sandbox/index.ts'
import { eventually } from '../support/chat-network.ts'
import { anyUuid, ROWS, type Row, raw } from '../support/contact-messages.ts'
import { useTestDatabase } from '../support/database.ts'
import { type FlowNetwork, startFlowNetwork } from '../support/flow-network.ts'
import type { ShortNode } from '../support/flow-world.ts'
import { PNG } from '../support/made-files.ts'

const database = useTestDatabase()
const ACCOUNT = '447700900800'

let network: FlowNetwork
let people = 0

const nextContact = (): Contact => {
  people += 1
  return network.contact(`4477009018${String(people).padStart(2, '0')}`)
}

/** What has a text is that text to `ask any`; what else the message says is read from the message itself. */
const OTHERS: Record<string, { row: Pick<Row, 'send'>; media: unknown; text: string }> = {
  poll: {
    row: { send: (from, to) => from.poll(to, { name: 'Lunch?', options: ['pizza', 'soup'] }) },
    text: 'Lunch?',
    media: { kind: 'poll', question: 'Lunch?', options: ['pizza', 'soup'], selectable: 0 },
  },
  event: {
    row: {
      send: (from, to) =>
        from.event(to, {
          ...{ name: 'Launch', description: 'with cake', startS: 1_900_000_000 },
          location: { latitude: 1, longitude: 2, name: 'Hall' },
        }),
    },
    text: 'Launch',
    media: {
      ...{ kind: 'event', name: 'Launch', description: 'with cake', startSec: 1_900_000_000 },
      ...{ endSec: null, isCancelled: false },
      place: { latitude: 1, longitude: 2, name: 'Hall', address: null },
    },
  },
  'invitation to a group': {
    row: raw(
      {
        groupInviteMessage: {
          ...{ caption: 'join', groupJid: '1@g.us', inviteCode: 'c', groupName: 'Us' },
        },
      },
      null,
    ),
    text: 'join',
    media: { kind: 'groupInvite', groupJid: '1@g.us', inviteCode: 'c', groupName: 'Us' },
  },
  'a picture to be viewed once, which the phone alone can open': {
    row: { send: (from, to) => from.sendMedia(to, { kind: 'image', bytes: PNG, viewOnce: true }) },
    text: '',
    media: { kind: 'viewOnce', isOnPhoneOnly: true },
  },
  'a poll in a newer version of its content': {
    row: raw(
      { pollCreationMessageV5: { name: 'Tea?', options: [{ optionName: 'yes' }, { optionName: 'no' }] } },
      null,
    ),
    text: 'Tea?',
    media: { kind: 'poll', question: 'Tea?', options: ['yes', 'no'], selectable: 0 },
  },
  'a poll in the envelope of another version': {
    row: raw(
      { pollCreationMessageV4: { message: { pollCreationMessageV3: { name: 'Tea?', options: [] } } } },
      null,
    ),
    text: 'Tea?',
    media: { kind: 'poll', question: 'Tea?', options: [], selectable: 0 },
  },
  'an invitation to a channel': {
    row: raw(
      {
        newsletterFollowerInviteMessageV2: {
          newsletterJid: '1@newsletter',
          newsletterName: 'News',
          caption: 'read',
        },
      },
      null,
    ),
    text: 'read',
    media: { kind: 'channelInvite', channelJid: '1@newsletter', channelName: 'News' },
  },
  'an order, which is not translated, by its name and its text': {
    row: raw({ orderMessage: { message: 'two, please', itemCount: 2 } }, null),
    text: 'two, please',
    media: { kind: 'unknown', unknownKind: 'orderMessage' },
  },
  'choice of a list': {
    row: ROWS['choice of a list'] as Row,
    text: 'Red',
    media: { kind: 'listReply', choiceId: 'r1' },
  },
}

const postBack = (id: string, path: string): ShortNode => [
  id,
  'http',
  {
    method: 'POST',
    url: `${network.receiver}${path}/{{ contact.phone | digits }}`,
    bodyType: 'json',
    body: '{"x": "{{ vars.x }}", "message": "{{ message }}", "last": "{{ last }}"}',
  },
]

const EDGES: [string, string, string][] = [
  ['t', 'out', 'q'],
  ['q', 'reply', 'h'],
  ['h', 'ok', 's'],
]
let anyFlow: string

beforeAll(async () => {
  network = await startFlowNetwork(database(), ACCOUNT)
  const start = (keyword: string): ShortNode => ['t', 'trigger.keyword', { values: [keyword] }]
  anyFlow = await network.publish(
    [
      start('any'),
      ['q', 'ask', { prompt: 'Send', saveAs: 'x' }],
      postBack('h', '/any'),
      ['s', 'send.text', { text: 'thanks' }],
    ],
    EDGES,
  )
})
afterAll(() => network.close())

async function ask(from: Contact, keyword: string, prompt = 'Send'): Promise<void> {
  await from.sendText(ACCOUNT, keyword)
  await from.waitForMessage(({ text }) => text === prompt)
}

const bodyOf = ({ body }: { body: Buffer }) => JSON.parse(body.toString()) as Record<string, unknown>

describe('from the contact’s phone to the variables of a live flow and the body of its http node', () => {
  test.each(Object.entries(ROWS))('%s', async (_, { send, value }) => {
    const from = nextContact()
    await ask(from, 'any')
    const id = await send(from, ACCOUNT)
    const { x, message, last } = bodyOf(await network.call(`/any/${from.number}`))
    const expected = typeof value === 'string' ? value : { id, ...(value as object) }
    expect(x).toEqual(expected)
    expect(message).toMatchObject({
      id,
      sender: { jid: `${from.number}@s.whatsapp.net`, phone: `+${from.number}`, name: 'Ana' },
    })
    expect(last).toMatchObject({ messageId: id })
    await from.waitForMessage(({ text }) => text === 'thanks')
    const run = await network.run(anyFlow, 'completed')
    expect(run.context.vars.x).toEqual(expected)
  })

  test.each(Object.entries(OTHERS))('%s, by what its message holds', async (_, { row, media, text }) => {
    const from = nextContact()
    await ask(from, 'any')
    const id = await row.send(from, ACCOUNT)
    const { message } = bodyOf(await network.call(`/any/${from.number}`))
    expect(message).toMatchObject({ id, type: 'other', text, media })
  })

  test('the message an answer quotes, by who wrote it', async () => {
    const from = nextContact()
    const own = await from.sendText(ACCOUNT, 'the blue one')
    await ask(from, 'any')
    const contextInfo = {
      ...{ stanzaId: own, participant: `${from.number}@s.whatsapp.net` },
      quotedMessage: { conversation: 'the blue one' },
    }
    await from.send(ACCOUNT, { extendedTextMessage: { text: 'this one', contextInfo } })
    const { x, message } = bodyOf(await network.call(`/any/${from.number}`))
    expect(x).toBe('this one')
    expect(message).toMatchObject({
      quoted: {
        ...{ id: own, type: 'text', text: 'the blue one', fromMe: false },
        sender: `${from.number}@s.whatsapp.net`,
      },
    })
  })

  test('a question of ours that an answer quotes is ours', async () => {
    const from = nextContact()
    await ask(from, 'any')
    const question = await from.waitForMessage(({ text }) => text === 'Send')
    await from.reply(ACCOUNT, question.id, 'to this')
    const { message } = bodyOf(await network.call(`/any/${from.number}`))
    expect(message).toMatchObject({ quoted: { id: question.id, text: 'Send', fromMe: true, sender: null } })
  })

  test('in a group, the member who wrote', async () => {
    const [ben, cay] = [nextContact(), network.contact('447700901799', 'Cay')]
    const group: Group = await network.sandbox.group({
      ...{ subject: 'Team', participants: [ben.number, cay.number], creator: ACCOUNT },
    })
    await network.publish(
      [
        ['t', 'trigger.keyword', { values: ['team'], scope: 'group' }],
        ['q', 'ask', { prompt: 'Who?', saveAs: 'x' }],
        [
          'h',
          'http',
          {
            ...{ method: 'POST', url: `${network.receiver}/group`, bodyType: 'json' },
            body: '{"x": "{{ vars.x }}", "sender": "{{ message.sender }}"}',
          },
        ],
      ],
      [
        ['t', 'out', 'q'],
        ['q', 'reply', 'h'],
      ],
    )
    await ben.sendText(group.jid, 'team')
    await cay.waitForMessage(({ text }) => text === 'Who?')
    await cay.sendMedia(group.jid, { kind: 'image', bytes: PNG, mimetype: 'image/png', caption: 'me' })
    const { x, sender } = bodyOf(await network.call('/group'))
    expect(x).toMatchObject({ type: 'image', caption: 'me', mediaId: anyUuid })
    expect(sender).toMatchObject({ phone: '+447700901799', name: 'Cay' })
  })
})

describe('quick messages', () => {
  test('what was written before the question could be seen is not its answer', async () => {
    const from = nextContact()
    const flowId = await network.publish(
      [
        ['t', 'trigger.keyword', { values: ['quick'] }],
        ['m', 'send.text', { text: 'Name?', typing: 6_000 }],
        ['q', 'ask', { saveAs: 'x' }],
        ['s', 'send.text', { text: 'Hi {{ vars.x }}' }],
      ],
      [
        ['t', 'out', 'm'],
        ['m', 'out', 'q'],
        ['q', 'reply', 's'],
      ],
    )
    const seen = async () => {
      const { rows } = await database().pool.query<{ status: string; error: string | null }>(
        `select status, error from inbound_event where client_id = $1 and contact_jid = $2
           and event -> 'message' ->> 'text' = 'I want pizza'`,
        [network.clientId, `${from.number}@s.whatsapp.net`],
      )
      return rows[0]
    }
    // The question is decided, and shown as being typed for a while: nobody can have seen it.
    await from.sendText(ACCOUNT, 'quick')
    await network.run(flowId, 'waiting_input')
    await from.sendText(ACCOUNT, 'I want pizza')
    await eventually('the message to be put off', async () => (await seen())?.status === 'deferred')
    await from.waitForMessage(({ text }) => text === 'Name?')
    await eventually('the message to be passed over', async () => (await seen())?.error === 'before_prompt')
    await from.sendText(ACCOUNT, 'Ana')
    await from.waitForMessage(({ text }) => text === 'Hi Ana')
    expect((await network.run(flowId, 'completed')).context.vars).toEqual({ x: 'Ana' })
  })
})

describe('a flow in a group', () => {
  const nodesOf = (id: string) =>
    eventually(`the context of ${id}`, async () => {
      const { rows } = await database().pool.query<{ context: string; contactJid: string }>(
        `select context, contact_jid as "contactJid" from flow_state where flow_id = $1 and state = 'completed'`,
        [id],
      )
      return rows.length > 0 && rows.map((row) => ({ ...row, context: JSON.parse(row.context) }))
    })

  test('asks who wants to join, lets them in by the answer, and is told why where it may not', async () => {
    const from = nextContact()
    const own = network.sandbox.group({ subject: 'Own', participants: [], creator: ACCOUNT })
    await own.setSettings({ approval: true })
    const flowId = await network.publish(
      [
        ['t', 'trigger.group', { changes: ['asked'], groups: [own.jid] }],
        ['q', 'ask', { prompt: 'Who invited you to {{ trigger.group }}?', saveAs: 'who' }],
        ['y', 'group.members', { act: 'approve' }],
        ['p', 'group.members', { act: 'promote' }],
        ['x', 'group.members', { act: 'demote', people: '+449999999999' }],
        ['s', 'send.text', { text: '{{ node.y.body.results[0].state }}, {{ node.x.error }}' }],
      ],
      [
        ['t', 'out', 'q'],
        ['q', 'reply', 'y'],
        ['y', 'ok', 'p'],
        ['p', 'ok', 'x'],
        ['x', 'error', 's'],
      ],
    )
    expect(await own.join(from.number)).toBe('requested')
    await from.waitForMessage(({ text }) => text === `Who invited you to ${own.jid}?`)
    await from.sendText(ACCOUNT, 'Ana')
    await from.waitForMessage(({ text }) => text === 'done, PERSON_UNKNOWN')
    expect(own.participants.map(({ number, role }) => [number, role])).toContainEqual([from.number, 'admin'])
    expect(await nodesOf(flowId)).toMatchObject([{ contactJid: `${from.number}@s.whatsapp.net` }])
  })

  test('welcomes once each who comes in, in the group and in their own chat, with the link of it', async () => {
    const [first, second, maker] = [nextContact(), nextContact(), nextContact()]
    const own = network.sandbox.group({ subject: 'Own', participants: [first.number], creator: ACCOUNT })
    const theirs = network.sandbox.group({
      subject: 'Theirs',
      participants: [ACCOUNT],
      creator: maker.number,
    })
    await theirs.setSettings({ announce: true })
    const inGroup = await network.publish(
      [
        ['t', 'trigger.group', { changes: ['added', 'joined'], groups: [own.jid], answerIn: 'group' }],
        ['w', 'send.text', { text: 'Welcome {{ trigger.person.phone }}' }],
      ],
      [['t', 'out', 'w']],
    )
    const inChat = await network.publish(
      [
        ['t', 'trigger.group', { changes: ['joined'] }],
        ['i', 'group.invite', {}],
        ['g', 'group.send', { text: '{{ trigger.person.phone }} got the rules' }],
        ['w', 'group.send', { group: theirs.jid, text: 'somebody came' }],
        ['s', 'send.text', { text: 'Rules of {{ vars.invite }}: {{ node.w.error }}' }],
      ],
      [
        ['t', 'out', 'i'],
        ['i', 'ok', 'g'],
        ['g', 'ok', 'w'],
        ['w', 'error', 's'],
      ],
    )
    expect(await own.join(second.number)).toBe('joined')
    const link = `https://chat.whatsapp.com/${own.inviteCode}`
    await second.waitForMessage(({ text }) => text === `Rules of ${link}: NOT_GROUP_ADMIN`)
    await first.waitForMessage(({ text }) => text === `Welcome +${second.number}`)
    await first.waitForMessage(({ text }) => text === `+${second.number} got the rules`)
    expect((await nodesOf(inGroup)).map(({ contactJid }) => contactJid)).toEqual([own.jid])
    expect(await nodesOf(inChat)).toHaveLength(1)
    const { rows } = await database().pool.query<{ status: string; error: string | null }>(
      `select status, error from inbound_event where client_id = $1 and event_type = 'group_changed'
         and event ->> 'group' = $2 order by contact_jid`,
      [network.clientId, own.jid],
    )
    expect(rows).toEqual([
      { status: 'processed', error: null },
      { status: 'processed', error: null },
    ])
  })
})

test('a call that is refused here begins the flow of those who were refused, once', async () => {
  const from = nextContact()
  const { handlers, clientId, ctx } = network
  const flowId = await network.publish(
    [
      ['t', 'trigger.call', { states: ['refused'] }],
      ['s', 'send.text', { text: 'You called: {{ trigger.call.state }}' }],
    ],
    [['t', 'out', 's']],
  )
  await handlers.calls.updateSettings({ clientId, refuseAll: true, message: null }, ctx)
  const call = await from.call(ACCOUNT)
  await from.waitForMessage(({ text }) => text === 'You called: refused')
  await handlers.calls.updateSettings({ clientId, refuseAll: false }, ctx)
  expect(call.state).toBe('rejected')
  expect(await network.run(flowId, 'completed')).toMatchObject({ flowId })
})
