import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { callContextOf } from '../../../../test/support/call-context.ts'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { type DurableProcess, textInput } from '../../../../test/support/durable-host.ts'
import {
  createFlowWorld,
  type FlowWorld,
  publishFlow,
  type ShortNode,
} from '../../../../test/support/flow-world.ts'
import { toAddress } from '../../../core/addresses.ts'
import type { ConversationEvent, FlowEvent } from '../../../core/conversation/flow-event.ts'
import type { FateCode } from '../../../core/flow/index.ts'
import { createOutboundHttp } from '../../../platform/outbound-http.ts'
import { createScriptSandbox } from '../../../platform/scripts/script-sandbox.ts'
import { storedWords } from '../../../words/english.ts'
import { createDetailHandlers } from '../operations/details.ts'

const database = useTestDatabase()
const scripts = createScriptSandbox()
const ANA = toAddress('351910000001@s.whatsapp.net')
const GROUP = toAddress('351910000001-1500000000@g.us')
const HOUR_SEC = 3_600

let world: FlowWorld
let host: DurableProcess
let isConnected: boolean

beforeEach(async () => {
  isConnected = true
  world = await createFlowWorld(database())
  host = await start()
  await database().pool.query('insert into contact (client_id, id, phone) values ($1, $2, $2)', [
    world.clientId,
    ANA,
  ])
})
afterEach(() => world.close())
afterAll(() => scripts.close())

const start = (onStatement?: (name: string) => 'die' | undefined) =>
  world.start({
    isConnected: () => isConnected,
    ...(onStatement ? { onStatement } : {}),
    effects: { http: createOutboundHttp(), scripts, secrets: { read: async () => new Map() } },
  })

type Edge = [string, string, string]
const publish = (nodes: ShortNode[], edges: Edge[], extra: object = {}) =>
  publishFlow(host, world, nodes, edges, { name: 'Shop', ...extra })

/** A keyword flow of one message, with what a trigger says beside its keyword. */
const publishHello = (trigger: object = {}, extra: object = {}) =>
  publish(
    [
      ['t', 'trigger.keyword', { values: ['hello'], ...trigger }],
      ['s', 'send.text', { text: 'Hi' }],
    ],
    [['t', 'out', 's']],
    extra,
  )

const publishAny = (trigger: ShortNode[2]) =>
  publish(
    [
      ['t', 'trigger.any_message', trigger],
      ['s', 'send.text', { text: 'Hi' }],
    ],
    [['t', 'out', 's']],
  )

/** A keyword that leads to a node, and on from there where `edges` say so. */
const publishTo = (node: ShortNode, edges: Edge[] = [], more: ShortNode[] = [], extra: object = {}) =>
  publish(
    [['t', 'trigger.keyword', { values: ['hello'] }], node, ...more],
    [['t', 'out', node[0]], ...edges],
    extra,
  )

const ASK: ShortNode = ['q', 'ask', { label: 'Which shop?', prompt: 'Which?', saveAs: 'shop' }]
const THANKS: ShortNode = ['s', 'send.text', { text: 'Thanks' }]

/** What the contact says: a text, or a message of another kind. */
type Said = string | { type: 'image' | 'voice'; text?: string; sentAt?: number; group?: boolean }

function toInput(said: Said, jid: string): ConversationEvent {
  const input = textInput(world.clientId, jid, typeof said === 'string' ? said : (said.text ?? ''))
  if (typeof said === 'string' || input.event.type !== 'message_received') return input
  const { text: _text, ...parts } = said
  return { ...input, event: { ...input.event, message: { ...input.event.message, ...parts } } }
}

/** Stores the row of a message, as it is stored with its event. */
async function storeMessage(
  id: string,
  row: { chat?: string; fromMe?: boolean; type?: string; origin?: string; atSec?: number } = {},
): Promise<string> {
  const { chat = ANA, fromMe = false, type = 'text', origin = 'contact', atSec = Date.now() / 1_000 } = row
  await database().pool.query(
    `insert into message (client_id, chat, id, from_me, at_sec, type, text, status, origin)
     values ($1, $2, $3, $4, $5, $6, 'x', 'DELIVERY_ACK', $7)`,
    [world.clientId, chat, id, fromMe, Math.floor(atSec), type, origin],
  )
  return id
}

/** The contact says this, and the service has done what it does. Answers the id of the message. */
async function say(said: Said, jid: string = ANA): Promise<string> {
  const input = toInput(said, jid)
  await host.deliver([input])
  await host.settle()
  return storeMessage(input.event.eventId, { chat: jid })
}

async function sayAll(...said: Said[]): Promise<string> {
  let last = ''
  for (const one of said) last = await say(one)
  return last
}

async function writeFromPhone(): Promise<void> {
  const { eventId } = textInput(world.clientId, ANA, '').event
  const event: FlowEvent = { type: 'human_message', eventId, text: 'I am on it', receivedAt: Date.now() }
  await host.deliver([{ clientId: world.clientId, contactJid: ANA, source: 'human', event }])
  await host.settle()
}

function explain(messageId: string, jid: string = ANA) {
  const handlers = createDetailHandlers({
    ...{ db: host.db, words: storedWords, media: undefined, nowMs: Date.now },
    // Neither is asked for what is told here.
    ...({ service: null, connector: null } as unknown as Pick<
      Parameters<typeof createDetailHandlers>[0],
      'service' | 'connector'
    >),
  })
  const input = { clientId: world.clientId, jid: toAddress(jid), messageId }
  return handlers.explain(input, callContextOf(world.userId))
}

interface Case {
  code: FateCode
  outcome: string
  /** Brings it about; answers the message, and its chat where that is not Ana's. */
  act: () => Promise<string | { id: string; chat: string }>
  line: RegExp
}

const setAutomation = (column: string, value: unknown) =>
  database().pool.query(
    `insert into contact_automation (client_id, jid, ${column}) values ($1, $2, $3)
     on conflict (client_id, jid) do update set ${column} = excluded.${column}`,
    [world.clientId, ANA, value],
  )

const CASES: Case[] = [
  {
    code: 'BLOCKED',
    outcome: 'ignored',
    async act() {
      await publishHello()
      await setAutomation('blacklist', true)
      return say('hello')
    },
    line: /blacklist/,
  },
  {
    code: 'PAUSED',
    outcome: 'ignored',
    async act() {
      await publishHello()
      await writeFromPhone()
      return say('hello')
    },
    line: /because a person took the chat at .* UTC; they go on at .* UTC\.$/,
  },
  {
    code: 'PAUSED',
    outcome: 'ignored',
    async act() {
      await publishTo(['h', 'handoff', { label: 'To us', text: 'One moment', durationSec: 600 }])
      return sayAll('hello', 'anybody?')
    },
    line: /because “To us” of “Shop” gave the chat to people/,
  },
  {
    code: 'LOOP_GUARD',
    outcome: 'ignored',
    async act() {
      await publishTo(ASK, [['q', 'reply', 'q']], [], { settings: { typeAhead: true } })
      return sayAll('hello', ...Array.from({ length: 15 }, (_, n) => `ping ${n}`))
    },
    line: /as from another bot: “Shop” gave the chat to people until/,
  },
  {
    code: 'PAUSED',
    outcome: 'ignored',
    async act() {
      await publishTo(ASK, [['q', 'reply', 'q']], [], { settings: { typeAhead: true } })
      return sayAll('hello', ...Array.from({ length: 16 }, (_, n) => `ping ${n}`))
    },
    line: /wrote as often as another bot/,
  },
  {
    code: 'NO_FLOWS',
    outcome: 'ignored',
    act: () => say('hello'),
    line: /^No flow is active on this number\.$/,
  },
  {
    code: 'NO_LISTENERS',
    outcome: 'ignored',
    async act() {
      await publish([['t', 'trigger.api', {}], THANKS], [['t', 'out', 's']])
      return say('hello')
    },
    line: /do not begin with a message/,
  },
  {
    code: 'NEAR_KEYWORD',
    outcome: 'ignored',
    async act() {
      await publishHello()
      return say('helo')
    },
    line: /nearest is “hello” of “Shop”, but it is spelt otherwise/,
  },
  {
    code: 'NEAR_KEYWORD',
    outcome: 'ignored',
    async act() {
      await publishHello()
      return say('hello, are you open?')
    },
    line: /“hello” of “Shop”, but it asks for the whole message/,
  },
  {
    code: 'NEAR_KEYWORD',
    outcome: 'ignored',
    async act() {
      await publishHello({ mode: 'starts_with' })
      return say('well, hello')
    },
    line: /but it asks for the beginning of the message/,
  },
  {
    code: 'NEAR_KEYWORD',
    outcome: 'ignored',
    async act() {
      await publishHello({ mode: 'word' })
      return say('othellos')
    },
    line: /but it asks for a whole word/,
  },
  {
    code: 'NEAR_KEYWORD',
    outcome: 'ignored',
    async act() {
      await publishHello({ caseSensitive: true })
      return say('HELLO')
    },
    line: /but it minds capital letters or accents/,
  },
  {
    code: 'NOTHING_FITS',
    outcome: 'ignored',
    async act() {
      await publishHello()
      return say('what does bread cost')
    },
    line: /No trigger of an active flow fits/,
  },
  {
    code: 'NOT_TEXT',
    outcome: 'ignored',
    async act() {
      await publishHello()
      return say({ type: 'voice' })
    },
    line: /compared with text, and this is a voice message without one/,
  },
  {
    code: 'NOT_IN_GROUPS',
    outcome: 'ignored',
    async act() {
      await publishHello()
      const input = toInput('hello', GROUP)
      if (input.event.type === 'message_received') input.event.message.group = true
      await host.deliver([input])
      await host.settle()
      return { id: await storeMessage(input.event.eventId, { chat: GROUP }), chat: GROUP }
    },
    line: /listens in groups/,
  },
  {
    code: 'ONLY_FIRST',
    outcome: 'ignored',
    async act() {
      await publishAny({ only: 'first_ever', cooldownSec: 0 })
      return sayAll('one', 'two')
    },
    line: /“Shop” takes only the first message that a contact ever writes/,
  },
  {
    code: 'ONLY_AFTER_IDLE',
    outcome: 'ignored',
    async act() {
      await publishAny({ only: 'after_idle', idleSec: 24 * HOUR_SEC, cooldownSec: 0 })
      return sayAll('one', 'two')
    },
    line: /only when the contact wrote nothing for 1 day/,
  },
  {
    code: 'ONLY_TYPES',
    outcome: 'ignored',
    async act() {
      await publishAny({ messageTypes: ['image', 'voice'] })
      return say('a word')
    },
    line: /“Shop” takes only an image, a voice message/,
  },
  {
    code: 'COOLING',
    outcome: 'ignored',
    async act() {
      await publishHello({ cooldownSec: HOUR_SEC })
      return sayAll('hello', 'hello')
    },
    line: /The keyword fits, but “Shop” starts again for this contact at/,
  },
  {
    code: 'ONCE_ONLY',
    outcome: 'ignored',
    async act() {
      await publishHello({}, { retriggerBehavior: 'once' })
      return sayAll('hello', 'hello')
    },
    line: /“Shop” runs once for each contact/,
  },
  {
    code: 'RESTING',
    outcome: 'ignored',
    async act() {
      await publishTo(ASK, [], [], { retriggerBehavior: 'ignore' })
      await publish(
        [['t', 'trigger.keyword', { values: ['other'], interrupt: true }], THANKS],
        [['t', 'out', 's']],
        { name: 'Other' },
      )
      await say('hello')
      await database().pool.query(
        `update flow_state set state = 'dormant' where client_id = $1 and state = 'waiting_input'`,
        [world.clientId],
      )
      return say('hello')
    },
    line: /“Shop” starts no other run for this contact while an earlier one rests/,
  },
  {
    code: 'TOO_OLD',
    outcome: 'ignored',
    async act() {
      await publishHello()
      const input = textInput(world.clientId, ANA, 'hello')
      if (input.event.type === 'message_received')
        input.event.message.sentAt = Date.now() - HOUR_SEC * 1_000
      await host.deliver([input], 'waited')
      await host.settle()
      return storeMessage(input.event.eventId)
    },
    line: /arrived more than 10 minutes later, because the number was off/,
  },
  {
    code: 'IN_DELAY',
    outcome: 'ignored',
    async act() {
      await publishTo(['d', 'delay', { label: 'Rest', seconds: HOUR_SEC }], [['d', 'out', 's']], [THANKS])
      return sayAll('hello', 'are you there?')
    },
    line: /“Shop” is waiting at “Rest” until .* takes no messages meanwhile/,
  },
  {
    code: 'BEFORE_QUESTION',
    outcome: 'ignored',
    async act() {
      await publishTo(ASK, [['q', 'reply', 's']], [THANKS])
      await host.setAcks('hold')
      await say('hello')
      const input = textInput(world.clientId, ANA, 'Lisbon')
      await host.deliver([input])
      await host.runner.idle()
      await host.setAcks('release')
      await host.settle()
      return storeMessage(input.event.eventId)
    },
    line: /before the contact could see the question “Which shop\?”/,
  },
  {
    code: 'QUESTION_UNCONFIRMED',
    outcome: 'waiting',
    async act() {
      await publishTo(ASK, [['q', 'reply', 's']], [THANKS])
      await host.setAcks('hold')
      return sayAll('hello', 'Lisbon')
    },
    line: /confirmed that the question “Which shop\?” was sent/,
  },
  {
    code: 'RUN_BUSY',
    outcome: 'waiting',
    async act() {
      host = await world.start({ hostId: 'other' })
      await publishTo(['c', 'code', { label: 'Sum', source: 'return {}' }], [['c', 'ok', 's']], [THANKS])
      return sayAll('hello', 'well?')
    },
    line: /waits its turn: “Shop” waits for a result at “Sum”/,
  },
  {
    code: 'AWAITS_EFFECT',
    outcome: 'waiting',
    async act() {
      host = await world.start({ hostId: 'other' })
      await publishTo(['c', 'code', { label: 'Sum', source: 'return {}' }], [['c', 'ok', 's']], [THANKS])
      return say('hello')
    },
    line: /“Shop” took it and waits for a result at “Sum”/,
  },
  {
    code: 'OWN_MESSAGE',
    outcome: 'none',
    act: () => storeMessage('own', { fromMe: true, origin: 'flow' }),
    line: /^A flow of this number sent it/,
  },
  {
    code: 'HISTORY',
    outcome: 'none',
    act: () => storeMessage('old', { origin: 'history' }),
    line: /came with the history/,
  },
  {
    code: 'STATUS_POST',
    outcome: 'none',
    act: async () => ({
      id: await storeMessage('post', { chat: 'status@broadcast' }),
      chat: 'status@broadcast',
    }),
    line: /status post/,
  },
  {
    code: 'NOT_FOR_FLOWS',
    outcome: 'none',
    act: () => storeMessage('odd', { type: 'image' }),
    line: /do not react to an image here/,
  },
  {
    code: 'FORGOTTEN',
    outcome: 'none',
    act: () => storeMessage('ancient', { atSec: Date.now() / 1_000 - 31 * 24 * HOUR_SEC }),
    line: /kept for 30 days, which are over/,
  },
  {
    code: 'QUEUED',
    outcome: 'waiting',
    async act() {
      await publishHello()
      const input = textInput(world.clientId, ANA, 'hello')
      await host.store([input])
      return storeMessage(input.event.eventId)
    },
    line: /waits: the number is not connected/,
  },
  {
    code: 'GIVEN_UP',
    outcome: 'failed',
    async act() {
      await publishTo(ASK, [['q', 'reply', 's']], [THANKS])
      await say('hello')
      await database().pool.query(`update flow_state set context = 'no context' where client_id = $1`, [
        world.clientId,
      ])
      const input = textInput(world.clientId, ANA, 'Lisbon')
      await host.deliver([input])
      for (let attempt = 0; attempt < 8; attempt += 1) {
        host.runner.wake(ANA)
        await host.settle()
      }
      return storeMessage(input.event.eventId)
    },
    line: /gave up; its log says why under /,
  },
  {
    code: 'IGNORED',
    outcome: 'ignored',
    async act() {
      await publishHello()
      const id = await say('bread')
      await database().pool.query('update inbound_event set explanation = null where event_id = $1', [id])
      return id
    },
    line: /No flow took it: no trigger fits\./,
  },
  {
    code: 'PUT_OFF',
    outcome: 'waiting',
    async act() {
      await publishTo(ASK, [['q', 'reply', 's']], [THANKS])
      await host.setAcks('hold')
      const id = await sayAll('hello', 'Lisbon')
      await database().pool.query('update inbound_event set explanation = null where event_id = $1', [id])
      return id
    },
    line: /until the contact’s run has done/,
  },
  {
    code: 'STARTED',
    outcome: 'answered',
    async act() {
      await publishHello()
      return say('hello')
    },
    line: /^It started “Shop”, which answered with one message\.$/,
  },
  {
    code: 'RESUMED',
    outcome: 'answered',
    async act() {
      await publishTo(ASK, [['q', 'reply', 's']], [THANKS])
      await publish(
        [['t', 'trigger.keyword', { values: ['other'], interrupt: true }], ['n', 'send.text', { text: 'Other' }]],
        [['t', 'out', 'n']],
        { name: 'Other' },
      )
      return sayAll('hello', 'other', 'hello')
    },
    line: /^“Shop” went on where it was left, with one message/,
  },
  {
    code: 'STARTED',
    outcome: 'answered',
    async act() {
      await publishTo(ASK, [['q', 'reply', 's']], [THANKS])
      await publish(
        [['t', 'trigger.keyword', { values: ['other'], interrupt: true }], ['n', 'send.text', { text: 'Other' }]],
        [['t', 'out', 'n']],
        { name: 'Other' },
      )
      return sayAll('hello', 'other')
    },
    line: /^It started “Other”/,
  },
  {
    code: 'ANSWERED',
    outcome: 'answered',
    async act() {
      await publishTo(ASK, [['q', 'reply', 's']], [THANKS])
      return sayAll('hello', 'Lisbon')
    },
    line: /^“Shop” took it at “Which shop\?” and answered with one message\.$/,
  },
  {
    code: 'ANSWERED',
    outcome: 'answered',
    async act() {
      await publishTo(
        ASK,
        [
          ['q', 'reply', 'c'],
          ['c', 'ok', 's'],
        ],
        [['c', 'code', { source: 'return {}' }], THANKS],
      )
      return sayAll('hello', 'Lisbon')
    },
    line: /took it at “Which shop\?” and answered with one message/,
  },
  {
    code: 'NOT_UNDERSTOOD',
    outcome: 'answered',
    async act() {
      await publishTo(
        ['m', 'menu', { label: 'Size', prompt: 'Which?', options: [{ id: 'a', label: 'Small' }], retryText: 'Please choose' }],
        [['m', 'opt:a', 's']],
        [THANKS],
        { fallbackBehavior: 'repeat' },
      )
      return sayAll('hello', 'enormous')
    },
    line: /did not understand it at “Size”/,
  },
  {
    code: 'KEPT',
    outcome: 'taken',
    async act() {
      await publishTo(
        ['d', 'delay', { label: 'Rest', seconds: HOUR_SEC, onMessage: 'buffer' }],
        [['d', 'out', 's']],
        [THANKS],
      )
      return sayAll('hello', 'and bread')
    },
    line: /“Shop” keeps it at “Rest”/,
  },
  {
    code: 'SAID_NOTHING',
    outcome: 'taken',
    async act() {
      await publishTo(['g', 'contact.tag', { label: 'Mark', add: ['new'] }])
      return say('hello')
    },
    line: /took it and sent nothing; the last step was “Mark”/,
  },
  {
    code: 'OUTSIDE_HOURS',
    outcome: 'taken',
    async act() {
      const day = new Date(Date.now() + 3 * 24 * HOUR_SEC * 1_000)
      const name = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][day.getUTCDay()] ?? 'mon'
      const weekly = { [name]: [['09:00', '10:00']] }
      await publishTo(
        ['b', 'business_hours', { label: 'Open', timezone: 'UTC', weekly }],
        [['b', 'open', 's']],
        [THANKS],
      )
      return say('hello')
    },
    line: /outside the hours of “Open”, where “Shop” says nothing/,
  },
  {
    code: 'HANDED_OFF',
    outcome: 'taken',
    async act() {
      await publishTo(['h', 'handoff', { label: 'To us' }])
      return say('hello')
    },
    line: /“Shop” gave the chat to people at “To us”/,
  },
  {
    code: 'RUN_FAILED',
    outcome: 'failed',
    async act() {
      await publishTo(['x', 'set', { assign: [{ var: 'n', value: '{{ last.text }}', as: 'number' }] }])
      return say('hello')
    },
    line: /“Shop” took it and failed: .*"hello" is not a number/,
  },
  {
    code: 'ANSWER_NOT_SENT',
    outcome: 'failed',
    async act() {
      await publishHello()
      host.failSends = true
      return say('hello')
    },
    line: /“Shop” answered, but the answer was not sent/,
  },
  {
    code: 'ANSWER_WAITS',
    outcome: 'waiting',
    async act() {
      await publishHello()
      isConnected = false
      return say('hello')
    },
    line: /the answer waits: the number is not connected/,
  },
  {
    code: 'RUN_GONE',
    outcome: 'none',
    async act() {
      await publishHello()
      const id = await say('hello')
      await database().pool.query('delete from flow_state where client_id = $1', [world.clientId])
      return id
    },
    line: /its run was removed since/,
  },
]

describe('what became of a message', () => {
  test.each(CASES.map((item) => [`${item.code}: ${item.line.source}`, item] as const))(
    '%s',
    async (_name, { code, outcome, act, line }) => {
      const acted = await act()
      const { id, chat } = typeof acted === 'string' ? { id: acted, chat: ANA } : acted
      const told = await explain(id, chat)
      expect(told).toMatchObject({ messageId: id, code, outcome })
      expect(told.line).toMatch(line)
    },
  )

  test('names the flow, the node and the run, and what would change it', async () => {
    const flowId = await publishTo(ASK, [['q', 'reply', 's']], [THANKS])
    const told = await explain(await sayAll('hello', 'Lisbon'))
    expect(told).toMatchObject({
      params: { flowId, nodeId: 'q', sent: 1 },
      runs: [{ flowId, state: 'completed' }],
      sends: [{ status: 'sent', failure: null }],
      names: { flows: { [flowId]: 'Shop' }, nodes: [{ nodeId: 'q', type: 'ask', label: 'Which shop?' }] },
      hint: null,
    })
    expect(told.decidedAt).not.toBeNull()
    expect((await explain(await say('helo'))).hint).toMatch(/forgive errors of typing/)
  })

  test('a message that is not there is not explained', async () => {
    await expect(explain('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
