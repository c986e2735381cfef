import type { BinaryNode } from 'baileys'
import { beforeEach, expect, test } from 'vitest'
import type { Contact, Sandbox } from './index.ts'
import { TestClient, until } from './testing/client.ts'
import { useConversation } from './testing/conversation.ts'

let sandbox: Sandbox
let account: string
let client: TestClient
let ada: Contact
let take: (client: TestClient) => void

useConversation(
  (made) => {
    ;({ sandbox, account, client, ada } = made)
    take = (again) => {
      made.client = again
      client = again
    }
  },
  // Only what the client asks for counts here, however late it does.
  { timeouts: { askMs: 600_000 } },
)

beforeEach(async () => {
  // Until it has read the app state once, the library keeps back what arrives after a reconnection.
  await until('the first app state', () => (client.credentials.creds.accountSyncCounter ?? 0) > 0)
  await ada.sendText(account, 'hello')
  await client.receivedText('hello')
  await until('the queue to empty', () =>
    sandbox.phone(account).devices.every(({ waiting }) => waiting === 0),
  )
})

async function leave(): Promise<void> {
  await client.end()
  await until('the network to see the client gone', () => sandbox.phone(account).devices[0]?.online === false)
}

/** What the network tells a client from its login until it has all that waited, as `tag=value` of each bulletin. */
function listen(to: TestClient): string[] {
  const received: string[] = []
  to.socket.ws.on('CB:ib', ({ content }: { content: BinaryNode[] }) => {
    for (const { tag, attrs } of content) {
      const value = attrs.type ?? attrs.count
      if (value !== undefined) received.push(`${tag}=${value}`)
    }
  })
  return received
}

const awaitEnd = (received: string[]) =>
  until('the end of what waited', () => received.some((each) => each.startsWith('offline=')))

/** Everything the network sent before its answer has arrived by then: a connection keeps the order. */
const ping = (): BinaryNode => ({
  tag: 'iq',
  attrs: { id: client.socket.generateMessageTag(), to: '@s.whatsapp.net', type: 'get', xmlns: 'w:p' },
  content: [{ tag: 'ping', attrs: {} }],
})

test('what waited comes as many at a time as the client asks for, the next once these are answered', async () => {
  await leave()
  const ids: string[] = []
  for (const text of ['one', 'two', 'three', 'four', 'five']) ids.push(await ada.sendText(account, text))
  const kept: BinaryNode[] = []
  const stop = sandbox.intercept((stanza) => {
    const [asked] = Array.isArray(stanza.content) ? stanza.content : []
    if (asked?.tag === 'offline_batch' && asked.attrs.count !== '2') {
      const content = [{ tag: 'offline_batch', attrs: { count: '2' } }]
      void client.socket.sendNode({ tag: 'ib', attrs: {}, content })
      return 'drop'
    }
    if (stanza.tag !== 'receipt' || !ids.includes(stanza.attrs.id ?? '')) return undefined
    kept.push(stanza)
    return 'drop'
  })
  take(new TestClient(sandbox, client.credentials))
  const received = listen(client)
  await until('the answers to the first two', () => kept.length >= 2)
  await client.socket.query(ping())
  expect(client.stanzaIds).toEqual(ids.slice(0, 2))
  stop()

  for (const receipt of kept) await client.socket.sendNode(receipt)
  await awaitEnd(received)
  expect(received).toEqual(['offline_preview=5', 'offline=5'])
  await client.receivedText('five')
  expect(client.stanzaIds).toEqual(ids)
})

test('who was away while a group changed is told to fetch its groups anew, does so, and is not told again', async () => {
  const group = await sandbox.group({ subject: 'Team', participants: [account], creator: ada.number })
  await until('the news of the group', () => sandbox.phone(account).devices[0]?.waiting === 0)
  await leave()
  await group.setSubject('The team')
  const before = sandbox.requests().length
  take(new TestClient(sandbox, client.credentials))
  const received = listen(client)
  await awaitEnd(received)
  expect(received.filter((each) => each.startsWith('dirty='))).toEqual(['dirty=groups'])
  const asked = (xmlns: string) =>
    until(`a request of ${xmlns}`, () =>
      sandbox
        .requests()
        .slice(before)
        .find((each) => each.xmlns === xmlns),
    )
  await asked('w:g2')
  await asked('urn:xmpp:whatsapp:dirty')

  await leave()
  take(new TestClient(sandbox, client.credentials))
  const receivedAgain = listen(client)
  await awaitEnd(receivedAgain)
  expect(receivedAgain.filter((each) => each.startsWith('dirty='))).toEqual([])
})
