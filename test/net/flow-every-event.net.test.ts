import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Contact } from '../../sandbox/index.ts'
import { createInProcessBus } from '../../src/bus/in-process.ts'
import type { Address } from '../../src/core/addresses.ts'
import { createEvents } from '../../src/features/events/index.ts'
import { silentLog } from '../../src/platform/logger.ts'
import { eventually } from '../support/chat-network.ts'
import { useTestDatabase } from '../support/database.ts'
import { findFault } from '../support/document-faults.ts'
import { type FlowNetwork, startFlowNetwork } from '../support/flow-network.ts'

const database = useTestDatabase()
const ACCOUNT = '447700900820'

let network: FlowNetwork
let flowId: string
let menuFlowId: string
let people = 0
let ana: Contact

beforeAll(async () => {
  network = await startFlowNetwork(database(), ACCOUNT)
  flowId = await network.publish(
    [
      ['t', 'trigger.keyword', { values: ['go'] }],
      ['q', 'ask', { prompt: 'Name?', saveAs: 'x' }],
      ['s', 'send.text', { text: 'Hi {{ vars.x }}' }],
      ['r', 'ask', { prompt: 'And then?', saveAs: 'y' }],
      ['e', 'send.text', { text: '{{ vars.x }}, {{ vars.y }}' }],
    ],
    [
      ['t', 'out', 'q'],
      ['q', 'reply', 's'],
      ['s', 'out', 'r'],
      ['r', 'reply', 'e'],
    ],
  )
  menuFlowId = await network.publish(
    [
      ['t', 'trigger.keyword', { values: ['lunch'] }],
      [
        'm',
        'menu',
        {
          ...{ prompt: 'Lunch?', render: 'poll', saveAs: 'x' },
          options: [
            { id: 'p', label: 'Pizza' },
            { id: 's', label: 'Soup' },
          ],
        },
      ],
      ['a', 'ask', { prompt: 'When? ({{ vars.x }})', saveAs: 'y' }],
      ['e', 'send.text', { text: '{{ vars.x }} at {{ vars.y }}' }],
    ],
    [
      ['t', 'out', 'm'],
      ['m', 'opt:p', 'a'],
      ['m', 'opt:s', 'a'],
      ['a', 'reply', 'e'],
    ],
  )
})
afterAll(() => network.close())

beforeEach(() => {
  people += 1
  ana = network.contact(`4477009011${String(people).padStart(2, '0')}`)
})

const jidOf = (contact: Contact): string => `${contact.number}@s.whatsapp.net`
const shows = (contact: Contact, expected: string) => contact.waitForMessage(({ text }) => text === expected)

interface SeenEvent {
  source: string
  status: string
  error: string | null
  /** What is stored of it. */
  event: { message?: { text: string }; emoji?: string }
}

/** Events of this kind in the contact's conversation that were decided, oldest first, once there are so many. */
const decided = (contact: Contact, eventType: string, count = 1) =>
  eventually(`${count} decided events ${eventType}`, async () => {
    const { rows } = await database().pool.query<SeenEvent>(
      `select source, status, error, event from inbound_event
       where client_id = $1 and contact_jid = $2 and event_type = $3 and status in ('processed', 'ignored') order by seq`,
      [network.clientId, jidOf(contact), eventType],
    )
    return rows.length >= count && rows
  })

/** Begins the flow and answers its first question; the run then rests at the second. */
async function answerFirst(contact: Contact): Promise<{ promptId: string; answerId: string }> {
  await contact.sendText(ACCOUNT, 'go')
  const { id: promptId } = await shows(contact, 'Name?')
  const answerId = await contact.sendText(ACCOUNT, 'Ana')
  await shows(contact, 'And then?')
  return { promptId, answerId }
}

/** The run goes on from where it was: what happened to the answer it used changed nothing of it. */
async function finishes(contact: Contact): Promise<void> {
  await contact.sendText(ACCOUNT, 'lunch time')
  await shows(contact, 'Ana, lunch time')
  const { context } = await network.run(flowId, 'completed')
  expect(context.vars).toEqual({ x: 'Ana', y: 'lunch time' })
}

/** The story of the newest run, as the interface tells it: what happened, and whether the run moved. */
async function story(state: string): Promise<string[]> {
  const { id } = await network.run(flowId, state)
  const pairs = await network.handlers.flows.states.events({ id }, network.ctx)
  return pairs
    .filter(({ event }) => event.source === 'chat')
    .map(({ event, transition }) => `${event.payloadSummary}${transition ? ` -> ${transition.outcome}` : ''}`)
}

const notForFlows = { source: 'chat', status: 'ignored', error: 'not_supported' }

describe('what a contact does to messages, from the phone to the conversation of a live run', () => {
  test('an edit of an answer answers nothing again, and stands in the story of the run', async () => {
    const { answerId } = await answerFirst(ana)
    await ana.edit(ACCOUNT, answerId, 'Anna')
    const [edited] = await decided(ana, 'message_edited')
    expect(edited).toMatchObject({
      ...{ source: 'chat', status: 'processed', error: null },
      event: { before: 'Ana', after: 'Anna', messageId: answerId },
    })
    await finishes(ana)
    expect(await story('completed')).toEqual([
      'text "go" -> triggered',
      'text "Ana" -> reply',
      'text "Ana" -> next',
      'edited "Ana" -> "Anna"',
      'text "lunch time" -> reply',
      'text "lunch time" -> completed',
    ])
  })

  test('an answer that is taken back stays the answer, and the story says that it was', async () => {
    const { answerId } = await answerFirst(ana)
    await ana.revoke(ACCOUNT, answerId)
    const [revoked] = await decided(ana, 'message_revoked')
    expect(revoked).toMatchObject({
      ...{ source: 'chat', status: 'processed', error: null },
      event: { messageId: answerId },
    })
    await finishes(ana)
    expect((await story('completed'))[3]).toBe('deleted text "Ana"')
  })

  test('a run that has ended is told what becomes of its messages, and stays ended', async () => {
    const { answerId } = await answerFirst(ana)
    await finishes(ana)
    const ended = await network.run(flowId, 'completed')
    const before = await story('completed')
    await ana.edit(ACCOUNT, answerId, 'Anna')
    await decided(ana, 'message_edited')
    await ana.revoke(ACCOUNT, answerId)
    await decided(ana, 'message_revoked')
    expect(await story('completed')).toEqual([...before, 'edited "Ana" -> "Anna"', 'deleted text "Ana"'])
    expect(await network.run(flowId, 'completed')).toEqual(ended)
  })

  test('a message that no run took is edited and taken back without a word', async () => {
    const id = await ana.sendText(ACCOUNT, 'good morning')
    await decided(ana, 'message_received')
    await ana.edit(ACCOUNT, id, 'good day')
    await ana.revoke(ACCOUNT, id)
    expect(await decided(ana, 'message_edited')).toMatchObject([notForFlows])
    expect(await decided(ana, 'message_revoked')).toMatchObject([notForFlows])
  })

  test('a reaction, another one in its place, and taking it back are no answers', async () => {
    const { promptId } = await answerFirst(ana)
    for (const emoji of ['👍', '❤️', '']) await ana.react(ACCOUNT, promptId, emoji)
    const reactions = await decided(ana, 'reaction_received', 3)
    expect(reactions.map(({ event }) => event.emoji)).toEqual(['👍', '❤️', ''])
    for (const reaction of reactions)
      expect(reaction).toMatchObject({
        ...notForFlows,
        event: { messageId: promptId, sender: { jid: jidOf(ana) } },
      })
    await finishes(ana)
  })
})

describe('votes', () => {
  const open = async (contact: Contact) => {
    await contact.sendText(ACCOUNT, 'lunch')
    return (await contact.waitForMessage(({ type }) => type === 'poll')).id
  }

  test('a vote chooses an option of a menu that is a poll; one that is changed or taken back afterwards nothing', async () => {
    const poll = await open(ana)
    await ana.vote(ACCOUNT, poll, ['Soup'])
    await shows(ana, 'When? (s)')
    await ana.vote(ACCOUNT, poll, ['Pizza'])
    await ana.vote(ACCOUNT, poll, [])
    const votes = await decided(ana, 'poll_vote_received', 3)
    expect(votes.map(({ status, error, event }) => [event.message?.text, status, error])).toEqual([
      ['Soup', 'processed', null],
      ['Pizza', 'ignored', 'not_waiting'],
      ['', 'ignored', 'not_waiting'],
    ])
    await ana.sendText(ACCOUNT, 'noon')
    await shows(ana, 's at noon')
    expect((await network.run(menuFlowId, 'completed')).context.vars).toEqual({ x: 's', y: 'noon' })
  })

  test('a vote that was taken back before it answered leaves the menu waiting', async () => {
    const poll = await open(ana)
    await ana.vote(ACCOUNT, poll, [])
    await decided(ana, 'poll_vote_received')
    await ana.vote(ACCOUNT, poll, ['Pizza'])
    await shows(ana, 'When? (p)')
  })

  test('an answer to an event that a person sent is told as one, and answers no question of a flow', async () => {
    await answerFirst(ana)
    const { handlers, clientId, ctx } = network
    const event = { name: 'Launch', startDate: new Date(1_900_000_000_000) }
    const sent = await handlers.chat.sendMessage(
      { clientId, target: jidOf(ana) as Address, message: { event } },
      ctx,
    )
    const id = sent.res?.key.id ?? ''
    await ana.waitForMessage((message) => message.id === id)
    await ana.respond(ACCOUNT, id, 'going')
    const [answer] = await decided(ana, 'poll_vote_received')
    expect(answer).toMatchObject({
      ...{ status: 'ignored', error: 'not_waiting' },
      event: { message: { text: 'going', id } },
    })
    await finishes(ana)
  })
})

describe('what the account’s own phone does', () => {
  const setHandoff = (seconds: number) =>
    network.handlers.clients.update({ id: network.clientId, humanHandoffDurationSec: seconds }, network.ctx)

  test('a message it writes takes the chat over, and answers of the contact leave it with people', async () => {
    await setHandoff(600)
    try {
      await ana.sendText(ACCOUNT, 'go')
      await shows(ana, 'Name?')
      await network.sandbox.phone(ACCOUNT).sendText(ana.number, 'I will take this')
      await network.run(flowId, 'handed_off')
      expect(await decided(ana, 'human_message')).toMatchObject([{ source: 'human', status: 'processed' }])
      await ana.sendText(ACCOUNT, 'thanks')
      const messages = await decided(ana, 'message_received', 2)
      expect(messages.at(-1)).toMatchObject({ status: 'ignored', error: 'handoff' })
    } finally {
      await setHandoff(0)
    }
  })

  test('what it does to messages takes nothing over', async () => {
    await setHandoff(600)
    try {
      const { answerId } = await answerFirst(ana)
      const phone = network.sandbox.phone(ACCOUNT)
      await phone.react(ana.number, answerId, '👍')
      await phone.markRead(ana.number)
      await ana.waitForMessage(({ type }) => type === 'reaction')
      await finishes(ana)
      const { rows } = await database().pool.query(
        `select event_type from inbound_event where client_id = $1 and contact_jid = $2
           and event_type in ('human_message', 'reaction_received')`,
        [network.clientId, jidOf(ana)],
      )
      expect(rows).toEqual([])
    } finally {
      await setHandoff(0)
    }
  })
})

describe('triggers', () => {
  test('a call of the interface starts a flow whose first message reaches the contact’s phone', async () => {
    const id = await network.publish(
      [
        ['t', 'trigger.api', { inputs: [{ name: 'what', type: 'string', required: true }] }],
        ['s', 'send.text', { text: 'about {{ vars.what }}' }],
      ],
      [['t', 'out', 's']],
    )
    await ana.sendText(ACCOUNT, 'hello')
    await network.handlers.flows.states.start(
      { flowId: id, contactJid: jidOf(ana) as Address, inputs: { what: 'lunch' } },
      network.ctx,
    )
    await shows(ana, 'about lunch')
  })

  test('the main menu opens by its keyword, out of a live run of another flow', async () => {
    const id = await network.publish(
      [
        ['t', 'trigger.main_menu', { keywords: ['menu'] }],
        ['s', 'send.text', { text: 'the menu' }],
      ],
      [['t', 'out', 's']],
    )
    const { handlers, clientId, ctx } = network
    await handlers.clients.updateMainMenuFlow({ clientId, mainMenuFlowId: id }, ctx)
    await ana.sendText(ACCOUNT, 'go')
    await shows(ana, 'Name?')
    await ana.sendText(ACCOUNT, 'Menu')
    await shows(ana, 'the menu')
    await network.run(flowId, 'dormant')
  })
})

test('what was logged on the way is what the document says of it', async () => {
  const bus = createInProcessBus({ now: Date.now })
  const events = createEvents({ db: database(), bus, log: silentLog })
  const logged: { name: string }[] = []
  for (let cursor: string | null | undefined, isMore = true; isMore; ) {
    const page = await events.handlers.list({ limit: 500, ...(cursor && { cursor }) }, network.ctx)
    cursor = page.nextCursor
    isMore = page.events.length > 0
    logged.push(...page.events)
  }
  await events.close()
  for (const event of logged)
    expect(findFault({ $ref: '#/components/schemas/LoggedEvent' }, event), JSON.stringify(event)).toBeNull()
  const names = new Set(logged.map(({ name }) => name))
  const ofMessages = ['received', 'sent', 'status', 'edited', 'deleted', 'reaction', 'vote']
  expect(names).toEqual(
    new Set([...names, ...ofMessages.map((kind) => `message.${kind}`), 'flow.state.changed']),
  )
})
