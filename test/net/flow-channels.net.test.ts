import { afterAll, beforeAll, expect, test } from 'vitest'
import { useTestDatabase } from '../support/database.ts'
import { type FlowNetwork, startFlowNetwork } from '../support/flow-network.ts'

const database = useTestDatabase()
const ACCOUNT = '447700900840'
const ANA = '447700900841'

let network: FlowNetwork
beforeAll(async () => {
  network = await startFlowNetwork(database(), ACCOUNT)
})
afterAll(() => network.close())

test('a flow posts a text and a file in a channel of the number once each, and is told why where it may not', async () => {
  const [from, owner] = [network.contact(ANA), network.contact('447700900842')]
  const own = network.sandbox.channel({ name: 'Own', owner: ACCOUNT })
  const theirs = network.sandbox.channel({ name: 'Theirs', owner: owner.number })
  await network.publish(
    [
      ['t', 'trigger.keyword', { values: ['post it'] }],
      ['p', 'channel.post', { channel: own.jid, text: 'News for {{ contact.phone }}' }],
      [
        'f',
        'channel.post',
        {
          channel: own.jid,
          kind: 'document',
          url: `${network.receiver}/list`,
          fileName: 'list.txt',
          text: 'All',
        },
      ],
      ['x', 'channel.post', { channel: theirs.jid, text: 'Not mine' }],
      ['g', 'channel.post', { channel: '120363999999999999@newsletter', text: 'Nowhere' }],
      [
        's',
        'send.text',
        {
          text: '{{ node.p.body.serverId }} {{ node.f.body.serverId }} {{ node.x.error }} {{ node.g.error }}',
        },
      ],
    ],
    [
      ['t', 'out', 'p'],
      ['p', 'ok', 'f'],
      ['f', 'ok', 'x'],
      ['x', 'error', 'g'],
      ['g', 'error', 's'],
    ],
  )
  await from.sendText(ACCOUNT, 'post it')
  const { text } = await from.waitForMessage((message) => message.text?.endsWith('NOT_FOUND') === true)
  const [first, second] = own.shown
  expect(text).toBe(`${first?.serverId} ${second?.serverId} NOT_CHANNEL_ADMIN CHANNEL_NOT_FOUND`)
  expect(own.posts[0]).toBe(`News for +${from.number}`)
  expect(own.shown).toHaveLength(2)
  expect(second?.message.documentWithCaptionMessage?.message?.documentMessage).toMatchObject({
    caption: 'All',
    fileName: 'list.txt',
  })
  expect(theirs.posts).toEqual([])
  const { rows } = await database().pool.query<{ count: number }>(
    `select count(*)::int as count from event_log where client_id = $1 and name = 'channel.post'`,
    [network.clientId],
  )
  expect(rows).toEqual([{ count: 0 }])
})
