import { describe, expect, test } from 'vitest'
import { useTestDatabase } from '../../../../test/support/database.ts'
import {
  ANA,
  ASK,
  type FateCase,
  HOUR_SEC,
  THANKS,
  useFateWorld,
} from '../../../../test/support/fate-world.ts'

const world = useFateWorld(useTestDatabase())

const CASES: FateCase[] = [
  {
    code: 'IN_DELAY',
    outcome: 'ignored',
    async act(w) {
      await w.publishTo(['d', 'delay', { label: 'Rest', seconds: HOUR_SEC }], [['d', 'out', 's']], [THANKS])
      return w.say('hello', 'are you there?')
    },
    line: /“Shop” is waiting at “Rest” until .* takes no messages meanwhile/,
  },
  {
    code: 'BEFORE_QUESTION',
    outcome: 'ignored',
    async act(w) {
      await w.publishQuestion()
      await w.host.setAcks('hold')
      await w.say('hello')
      const input = w.toInput('Lisbon')
      await w.host.deliver([input])
      await w.host.runner.idle()
      await w.host.setAcks('release')
      await w.host.settle()
      return w.storeMessage(input.event.eventId)
    },
    line: /before the contact could see the question “Which shop\?”/,
  },
  {
    code: 'QUESTION_UNCONFIRMED',
    outcome: 'waiting',
    async act(w) {
      await w.publishQuestion()
      await w.host.setAcks('hold')
      return w.say('hello', 'Lisbon')
    },
    line: /confirmed that the question “Which shop\?” was sent/,
  },
  {
    code: 'RUN_BUSY',
    outcome: 'waiting',
    async act(w) {
      await w.leaveEffects()
      await w.publishTo(['c', 'code', { label: 'Sum', source: 'return {}' }], [['c', 'ok', 's']], [THANKS])
      return w.say('hello', 'well?')
    },
    line: /waits its turn: “Shop” waits for a result at “Sum”/,
  },
  {
    code: 'AWAITS_EFFECT',
    outcome: 'waiting',
    async act(w) {
      await w.leaveEffects()
      await w.publishTo(['c', 'code', { label: 'Sum', source: 'return {}' }], [['c', 'ok', 's']], [THANKS])
      return w.say('hello')
    },
    line: /“Shop” took it and waits for a result at “Sum”/,
  },
  {
    code: 'OWN_MESSAGE',
    outcome: 'none',
    act: (w) => w.storeMessage('own', { fromMe: true, origin: 'flow' }),
    line: /^A flow of this number sent it/,
  },
  {
    code: 'HISTORY',
    outcome: 'none',
    act: (w) => w.storeMessage('old', { origin: 'history' }),
    line: /came with the history/,
  },
  {
    code: 'STATUS_POST',
    outcome: 'none',
    act: async (w) => ({
      id: await w.storeMessage('post', { chat: 'status@broadcast' }),
      chat: 'status@broadcast',
    }),
    line: /status post/,
  },
  {
    code: 'NOT_FOR_FLOWS',
    outcome: 'none',
    act: (w) => w.storeMessage('odd', { type: 'image' }),
    line: /do not react to an image here/,
  },
  {
    code: 'FORGOTTEN',
    outcome: 'none',
    act: (w) => w.storeMessage('ancient', { atSec: Math.floor(Date.now() / 1_000) - 31 * 24 * HOUR_SEC }),
    line: /kept for 30 days, which are over/,
  },
  {
    code: 'QUEUED',
    outcome: 'waiting',
    async act(w) {
      await w.publishHello()
      const input = w.toInput('hello')
      await w.host.store([input])
      return w.storeMessage(input.event.eventId)
    },
    line: /waits: the number is not connected/,
  },
  {
    code: 'GIVEN_UP',
    outcome: 'failed',
    async act(w) {
      await w.publishQuestion()
      await w.say('hello')
      await w.query(`update flow_state set context = 'no context' where client_id = $1`, [w.clientId])
      const input = w.toInput('Lisbon')
      await w.host.deliver([input])
      for (let attempt = 0; attempt < 8; attempt += 1) {
        w.host.runner.wake(ANA)
        await w.host.settle()
      }
      return w.storeMessage(input.event.eventId)
    },
    line: /gave up; its log says why under /,
  },
  {
    code: 'PUT_OFF',
    outcome: 'waiting',
    async act(w) {
      await w.publishQuestion()
      await w.host.setAcks('hold')
      const id = await w.say('hello', 'Lisbon')
      await w.query('update inbound_event set explanation = null where event_id = $1', [id])
      return id
    },
    line: /until the contact’s run has done/,
  },
  {
    code: 'STARTED',
    outcome: 'answered',
    async act(w) {
      await w.publishHello()
      return w.say('hello')
    },
    line: /^It started “Shop”, which answered with one message\.$/,
  },
  {
    code: 'RESUMED',
    outcome: 'answered',
    async act(w) {
      await w.publishQuestion()
      await w.publish(
        [
          ['t', 'trigger.keyword', { values: ['other'], interrupt: true }],
          ['n', 'send.text', { text: 'Other' }],
        ],
        [['t', 'out', 'n']],
        { name: 'Other' },
      )
      return w.say('hello', 'other', 'hello')
    },
    line: /^“Shop” went on where it was left, with one message/,
  },
  {
    code: 'STARTED',
    outcome: 'answered',
    async act(w) {
      await w.publishQuestion()
      await w.publish(
        [
          ['t', 'trigger.keyword', { values: ['other'], interrupt: true }],
          ['n', 'send.text', { text: 'Other' }],
        ],
        [['t', 'out', 'n']],
        { name: 'Other' },
      )
      return w.say('hello', 'other')
    },
    line: /^It started “Other”/,
  },
  {
    code: 'ANSWERED',
    outcome: 'answered',
    async act(w) {
      await w.publishQuestion()
      return w.say('hello', 'Lisbon')
    },
    line: /^“Shop” took it at “Which shop\?” and answered with one message\.$/,
  },
  {
    code: 'ANSWERED',
    outcome: 'answered',
    async act(w) {
      await w.publishTo(
        ASK,
        [
          ['q', 'reply', 'c'],
          ['c', 'ok', 's'],
        ],
        [['c', 'code', { source: 'return {}' }], THANKS],
      )
      return w.say('hello', 'Lisbon')
    },
    line: /took it at “Which shop\?” and answered with one message/,
  },
  {
    code: 'NOT_UNDERSTOOD',
    outcome: 'answered',
    async act(w) {
      await w.publishTo(
        [
          'm',
          'menu',
          {
            label: 'Size',
            prompt: 'Which?',
            options: [{ id: 'a', label: 'Small' }],
            retryText: 'Please choose',
          },
        ],
        [['m', 'opt:a', 's']],
        [THANKS],
        { fallbackBehavior: 'repeat' },
      )
      return w.say('hello', 'enormous')
    },
    line: /did not understand it at “Size”/,
  },
  {
    code: 'KEPT',
    outcome: 'taken',
    async act(w) {
      await w.publishTo(
        ['d', 'delay', { label: 'Rest', seconds: HOUR_SEC, onMessage: 'buffer' }],
        [['d', 'out', 's']],
        [THANKS],
      )
      return w.say('hello', 'and bread')
    },
    line: /“Shop” keeps it at “Rest”/,
  },
  {
    code: 'SAID_NOTHING',
    outcome: 'taken',
    async act(w) {
      await w.publishTo(['g', 'contact.tag', { label: 'Mark', add: ['new'] }])
      return w.say('hello')
    },
    line: /took it and sent nothing; the last step was “Mark”/,
  },
  {
    code: 'OUTSIDE_HOURS',
    outcome: 'taken',
    async act(w) {
      const day = new Date(Date.now() + 3 * 24 * HOUR_SEC * 1_000)
      const name = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][day.getUTCDay()] ?? 'mon'
      const weekly = { [name]: [['09:00', '10:00']] }
      await w.publishTo(
        ['b', 'business_hours', { label: 'Open', timezone: 'UTC', weekly }],
        [['b', 'open', 's']],
        [THANKS],
      )
      return w.say('hello')
    },
    line: /outside the hours of “Open”, where “Shop” says nothing/,
  },
  {
    code: 'HANDED_OFF',
    outcome: 'taken',
    async act(w) {
      await w.publishTo(['h', 'handoff', { label: 'To us' }])
      return w.say('hello')
    },
    line: /“Shop” gave the chat to people at “To us”/,
  },
  {
    code: 'RUN_FAILED',
    outcome: 'failed',
    async act(w) {
      await w.publishTo(['x', 'set', { assign: [{ var: 'n', value: '{{ last.text }}', as: 'number' }] }])
      return w.say('hello')
    },
    line: /“Shop” took it and failed: .*"hello" is not a number/,
  },
  {
    code: 'ANSWER_NOT_SENT',
    outcome: 'failed',
    async act(w) {
      await w.publishHello()
      w.host.failSends = true
      return w.say('hello')
    },
    line: /“Shop” answered, but the answer was not sent/,
  },
  {
    code: 'ANSWER_WAITS',
    outcome: 'waiting',
    async act(w) {
      await w.publishHello()
      w.isConnected = false
      return w.say('hello')
    },
    line: /the answer waits: the number is not connected/,
  },
  {
    code: 'RUN_GONE',
    outcome: 'none',
    async act(w) {
      await w.publishHello()
      const id = await w.say('hello')
      await w.query('delete from flow_state where client_id = $1', [w.clientId])
      return id
    },
    line: /its run was removed since/,
  },
]

describe('what became of a message', () => {
  test.each(CASES.map((item) => [`${item.code}: ${item.line.source}`, item] as const))(
    '%s',
    async (_name, { code, outcome, act, line }) => {
      const acted = await act(world())
      const { id, chat } = typeof acted === 'string' ? { id: acted, chat: ANA } : acted
      const told = await world().explain(id, chat)
      expect(told).toMatchObject({ messageId: id, code, outcome })
      expect(told.line).toMatch(line)
    },
  )

  test('names the flow, the node and the run, and what would change it', async () => {
    const w = world()
    const flowId = await w.publishQuestion()
    const told = await w.explain(await w.say('hello', 'Lisbon'))
    expect(told).toMatchObject({
      params: { flowId, nodeId: 'q', sent: 1 },
      runs: [{ flowId, state: 'completed' }],
      sends: [{ status: 'sent', failure: null }],
      names: { flows: { [flowId]: 'Shop' }, nodes: [{ nodeId: 'q', type: 'ask', label: 'Which shop?' }] },
      hint: null,
    })
    expect(told.decidedAt).not.toBeNull()
    expect((await w.explain(await w.say('helo'))).hint).toMatch(/forgive errors of typing/)
  })

  test('a message that is not there is not explained', async () => {
    await expect(world().explain('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
