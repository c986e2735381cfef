import { afterAll, expect, test } from 'vitest'
import { callSandbox } from '../../src/bin/demo/sandbox-contact.ts'
import { API_PREFIX } from '../../src/contract/operation.ts'
import { pairAccount } from '../support/account.ts'
import { awaitState, createWorkplace } from '../support/service-process.ts'

const place = createWorkplace()
afterAll(() => place.remove())

const FRIEND = '447700900910'
const STRANGER = '447700900911'

interface Shown {
  code: string
  newChats: { used: number } | null
}

test('a limit on new chats is obeyed before it is used up, and everything that shows it agrees', async () => {
  const service = await place.start()
  const { api, clientId, key, number: account } = await pairAccount(place, () => service.url)
  const scrape = async () => (await fetch(`${service.url}/metrics`)).text()
  const send = async (contact: string) => {
    const input = { clientId, target: `${contact}@s.whatsapp.net`, message: { text: 'an offer' } }
    // Not by the client that waits while a service is away: it would repeat what is refused for now.
    const response = await fetch(`${service.url}${API_PREFIX}/chat/sendMessage`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify(input),
    })
    return { status: response.status, body: (await response.json()) as { data?: unknown } }
  }
  const awaitShown = (code: string, isShown: (shown: Shown) => boolean) =>
    awaitState(`the client to be ${code}`, async () => {
      const shown = await api.call<Shown>('worker.status', { clientId })
      return shown.code === code && isShown(shown) && shown
    })
  await callSandbox(place.dataDir, '/say', { contact: FRIEND, account, text: 'hello' })
  await awaitState('the message', async () => {
    const { conversations } = await api.call<{ conversations: unknown[] }>('chat.listConversations', {
      clientId,
    })
    return conversations.length > 0
  })
  expect(await scrape()).not.toMatch(/^parley_client_new_chats\{/m)

  const cycleEndMs = Math.floor(Date.now() / 1000) * 1000 + 20 * 86_400_000
  const until = new Date(cycleEndMs).toISOString()
  await callSandbox(place.dataDir, '/new-chats', { account, total: 10, used: 9, cycleEndMs })
  const shown = await awaitShown('NEW_CHAT_LIMIT', ({ newChats }) => newChats !== null)
  const newChats = { allowed: 10, used: 9, level: 'second_warning', until }
  expect(shown).toMatchObject({ status: 'restricted', restrictedUntil: until, newChats })
  const measured = await scrape()
  for (const [which, value] of Object.entries({ begun: 9, allowed: 10 }))
    expect(measured).toContain(`parley_client_new_chats{client="${clientId}",which="${which}"} ${value}\n`)

  expect(await send(STRANGER)).toMatchObject({
    status: 503,
    body: { data: { reason: 'NEW_CHAT_LIMIT', until } },
  })
  expect(await send(FRIEND)).toMatchObject({ status: 200 })
  expect(await api.call('worker.health', { clientId })).toMatchObject({
    level: 'at_risk',
    // The second one is the pace that accounts of these tests have.
    findings: [{ code: 'NEW_CHATS_SPENT' }, { code: 'FAST' }],
    lastDay: { sent: 1, newPeople: 0 },
  })

  await callSandbox(place.dataDir, '/new-chats', { account })
  await awaitShown('CONNECTED', (now) => now.newChats === null)
  expect(await send(STRANGER)).toMatchObject({ status: 200 })
  expect(await scrape()).not.toMatch(/^parley_client_new_chats\{/m)
  await service.stop()
})
