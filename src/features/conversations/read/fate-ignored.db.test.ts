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
import { toAddress } from '../../../core/addresses.ts'

const GROUP = toAddress('351910000001-1500000000@g.us')
const world = useFateWorld(useTestDatabase())

const CASES: FateCase[] = [
  {
    code: 'BLOCKED',
    outcome: 'ignored',
    async act(w) {
      await w.publishHello()
      await w.query('insert into contact_automation (client_id, jid, blacklist) values ($1, $2, true)', [
        w.clientId,
        ANA,
      ])
      return w.say('hello')
    },
    line: /blacklist/,
  },
  {
    code: 'PAUSED',
    outcome: 'ignored',
    async act(w) {
      await w.publishHello()
      await w.writeFromPhone()
      return w.say('hello')
    },
    line: /because a person took the chat at .* UTC; they go on at .* UTC\.$/,
  },
  {
    code: 'PAUSED',
    outcome: 'ignored',
    async act(w) {
      await w.publishTo(['h', 'handoff', { label: 'To us', text: 'One moment', durationSec: 600 }])
      return w.say('hello', 'anybody?')
    },
    line: /because “To us” of “Shop” gave the chat to people/,
  },
  {
    code: 'LOOP_GUARD',
    outcome: 'ignored',
    async act(w) {
      await w.publishTo(ASK, [['q', 'reply', 'q']], [], { settings: { typeAhead: true } })
      return w.say('hello', ...Array.from({ length: 15 }, (_, n) => `ping ${n}`))
    },
    line: /as from another bot: “Shop” gave the chat to people until/,
  },
  {
    code: 'PAUSED',
    outcome: 'ignored',
    async act(w) {
      await w.publishTo(ASK, [['q', 'reply', 'q']], [], { settings: { typeAhead: true } })
      return w.say('hello', ...Array.from({ length: 16 }, (_, n) => `ping ${n}`))
    },
    line: /wrote as often as another bot/,
  },
  {
    code: 'NO_FLOWS',
    outcome: 'ignored',
    act: (w) => w.say('hello'),
    line: /^No flow is active on this number\.$/,
  },
  {
    code: 'NO_LISTENERS',
    outcome: 'ignored',
    async act(w) {
      await w.publish([['t', 'trigger.api', {}], THANKS], [['t', 'out', 's']])
      return w.say('hello')
    },
    line: /do not begin with a message/,
  },
  {
    code: 'NEAR_KEYWORD',
    outcome: 'ignored',
    async act(w) {
      await w.publishHello()
      return w.say('helo')
    },
    line: /nearest is “hello” of “Shop”, but it is spelt otherwise/,
  },
  {
    code: 'NEAR_KEYWORD',
    outcome: 'ignored',
    async act(w) {
      await w.publishHello()
      return w.say('hello, are you open?')
    },
    line: /“hello” of “Shop”, but it asks for the whole message/,
  },
  {
    code: 'NEAR_KEYWORD',
    outcome: 'ignored',
    async act(w) {
      await w.publishHello({ mode: 'starts_with' })
      return w.say('well, hello')
    },
    line: /but it asks for the beginning of the message/,
  },
  {
    code: 'NEAR_KEYWORD',
    outcome: 'ignored',
    async act(w) {
      await w.publishHello({ mode: 'word' })
      return w.say('othellos')
    },
    line: /but it asks for a whole word/,
  },
  {
    code: 'NEAR_KEYWORD',
    outcome: 'ignored',
    async act(w) {
      await w.publishHello({ caseSensitive: true })
      return w.say('HELLO')
    },
    line: /but it minds capital letters or accents/,
  },
  {
    code: 'NOTHING_FITS',
    outcome: 'ignored',
    async act(w) {
      await w.publishHello()
      return w.say('what does bread cost')
    },
    line: /No trigger of an active flow fits/,
  },
  {
    code: 'NOT_TEXT',
    outcome: 'ignored',
    async act(w) {
      await w.publishHello()
      return w.receive(w.toInput('', { type: 'voice' }))
    },
    line: /compared with text, and this is a voice message without one/,
  },
  {
    code: 'NOT_IN_GROUPS',
    outcome: 'ignored',
    async act(w) {
      await w.publishHello()
      return { id: await w.receive(w.toInput('hello', { group: true }, GROUP)), chat: GROUP }
    },
    line: /listens in groups/,
  },
  {
    code: 'ONLY_FIRST',
    outcome: 'ignored',
    async act(w) {
      await w.publishAny({ only: 'first_ever', cooldownSec: 0 })
      return w.say('one', 'two')
    },
    line: /“Shop” takes only the first message that a contact ever writes/,
  },
  {
    code: 'ONLY_AFTER_IDLE',
    outcome: 'ignored',
    async act(w) {
      await w.publishAny({ only: 'after_idle', idleSec: 24 * HOUR_SEC, cooldownSec: 0 })
      return w.say('one', 'two')
    },
    line: /only when the contact wrote nothing for 1 day/,
  },
  {
    code: 'ONLY_TYPES',
    outcome: 'ignored',
    async act(w) {
      await w.publishAny({ messageTypes: ['image', 'voice'] })
      return w.say('a word')
    },
    line: /“Shop” takes only an image, a voice message/,
  },
  {
    code: 'COOLING',
    outcome: 'ignored',
    async act(w) {
      await w.publishHello({ cooldownSec: HOUR_SEC })
      return w.say('hello', 'hello')
    },
    line: /The keyword fits, but “Shop” starts again for this contact at/,
  },
  {
    code: 'ONCE_ONLY',
    outcome: 'ignored',
    async act(w) {
      await w.publishHello({}, { retriggerBehavior: 'once' })
      return w.say('hello', 'hello')
    },
    line: /“Shop” runs once for each contact/,
  },
  {
    code: 'RESTING',
    outcome: 'ignored',
    async act(w) {
      await w.publishTo(ASK, [], [], { retriggerBehavior: 'ignore' })
      await w.publishOther()
      await w.say('hello')
      await w.query(
        `update flow_state set state = 'dormant' where client_id = $1 and state = 'waiting_input'`,
        [w.clientId],
      )
      return w.say('hello')
    },
    line: /“Shop” starts no other run for this contact while an earlier one rests/,
  },
  {
    code: 'TOO_OLD',
    outcome: 'ignored',
    async act(w) {
      await w.publishHello()
      const sentAt = Date.now() - HOUR_SEC * 1_000
      return w.receive(w.toInput('hello', { sentAt }), 'waited')
    },
    line: /arrived more than 10 minutes later, because the number was off/,
  },
  {
    code: 'IGNORED',
    outcome: 'ignored',
    async act(w) {
      await w.publishHello()
      const id = await w.say('bread')
      await w.query('update inbound_event set explanation = null where event_id = $1', [id])
      return id
    },
    line: /No flow took it: no trigger fits\./,
  },
]

describe('why no flow took a message', () => {
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
})
