import type { Page } from '@playwright/test'
import { callSandbox } from '../src/bin/demo/sandbox-contact.ts'
import { API_PREFIX } from '../src/contract/operation.ts'
import { createWebhookReceiver } from '../test/support/webhook-receiver.ts'
import { beginAtNumber } from './support/begin.ts'
import { type DashboardService, expect, test } from './support/dashboard.ts'
import { call, edge, node } from './support/flow-calls.ts'
import { checkPage } from './support/page-check.ts'

test.use({ serviceEnv: { OUTBOUND_ALLOW: '127.0.0.1' } })

/** The page asks again every half minute where no event tells it to. */
const SLOW = { timeout: 90_000 }
const HOUR_MS = 3_600_000
const FRIEND = '447700900910'
const FIRST = '447700900911'
const SECOND = '447700900912'
const THIRD = '447700900913'
const OFFER = {
  version: 1,
  name: 'Offer',
  nodes: [
    node('in', 'trigger.api', { inputs: [] }),
    node('say', 'send.text', { text: 'an offer of the flow' }, 200),
  ],
  edges: [edge('in', 'out', 'say')],
}

interface StatusEvent {
  status: string
  code: string
  detail: string | null
}

/** Everything that shows a limit on new chats, and what is written to people meanwhile. */
class Shop {
  readonly receiver = createWebhookReceiver()
  readonly page: Page
  readonly dashboard: DashboardService
  account = ''
  clientId = ''
  flowId = ''

  constructor(page: Page, dashboard: DashboardService) {
    this.page = page
    this.dashboard = dashboard
  }

  async open(): Promise<void> {
    await this.receiver.start()
    this.account = await beginAtNumber(this.page, this.dashboard, 'Corner shop')
    const [client] = await this.call<{ id: string }[]>('clients/list', {})
    this.clientId = client?.id ?? ''
    await this.call('webhooks/create', { url: this.receiver.url(), names: ['client.status'] })
    const flow = await this.call<{ id: string }>('flows/import', { ...OFFER, clientId: this.clientId })
    await this.call('flows/publish', { id: flow.id })
    this.flowId = flow.id
  }

  call<T>(operation: string, data: object): Promise<T> {
    return call<T>(this.page, this.dashboard, operation, data)
  }

  sandbox<T>(route: string, body: Record<string, unknown>): Promise<T> {
    return callSandbox<T>(this.dashboard.place.dataDir, route, body)
  }

  /** The fact on the page of the client, in either language. */
  get fact() {
    return this.page.locator('dl > div').filter({ hasText: /New chats|Conversas novas/ })
  }

  readStatus() {
    return this.call<{ code: string }>('worker/status', { clientId: this.clientId })
  }

  async scrape(): Promise<string[]> {
    const answer = await fetch(`${this.dashboard.service.url}/metrics`)
    return (await answer.text())
      .split('\n')
      .filter((line) => line.startsWith(`parley_client_new_chats{client="${this.clientId}"`))
      .map((line) => line.replace(/^.*which="(\w+)"\} /, '$1 '))
      .sort()
  }

  async latestEvent(): Promise<StatusEvent | undefined> {
    const of = { clientId: this.clientId, names: ['client.status'], limit: 500 }
    const { events } = await this.call<{ events: { data: StatusEvent }[] }>('events/list', of)
    return events.at(-1)?.data
  }

  latestPosted(): StatusEvent | undefined {
    const latest = this.receiver.got.at(-1)
    return latest && (JSON.parse(latest.body) as { data: StatusEvent }).data
  }

  async countConversations(): Promise<number> {
    const { clientId } = this
    const { conversations } = await this.call<{ conversations: unknown[] }>('chat/listConversations', {
      clientId,
    })
    return conversations.length
  }

  async send(contact: string): Promise<{ status: number; body: unknown }> {
    const target = `${contact}@s.whatsapp.net`
    const answer = await this.page.request.post(`${API_PREFIX}/chat/sendMessage`, {
      data: { clientId: this.clientId, target, message: { text: 'an offer' } },
      headers: { origin: this.dashboard.service.url },
    })
    return { status: answer.status(), body: await answer.json() }
  }

  async textsOf(contact: string): Promise<(string | null)[]> {
    const read = { contact, after: 0 }
    const { messages } = await this.sandbox<{ messages: { text: string | null }[] }>('/read', read)
    return messages.map(({ text }) => text)
  }
}

async function expectLimitShown(shop: Shop, until: string): Promise<void> {
  const { page, fact } = shop
  await expect(page.getByText(/^Connected, but the account has begun nearly as many new chats/)).toBeVisible(
    SLOW,
  )
  await expect(fact).toContainText('9 of 10', SLOW)
  await expect(fact).toContainText('counted anew on')
  await expect(page.getByText(/^Until .*20\d\d.*\.$/)).toBeVisible()
  await checkPage(page, 'client-new-chats')
  await page.getByRole('button', { name: /ada@example\.org/ }).click()
  await page.getByRole('menuitemradio', { name: 'Português' }).click()
  await expect(fact).toContainText('9 de 10')
  await expect(fact).toContainText('contadas de novo em')
  await expect(page.getByText(/^Até .*20\d\d.*\.$/)).toBeVisible()
  await expect(page.getByText(/^Conectado, mas a conta já iniciou quase todas as conversas/)).toBeVisible()
  expect(await shop.readStatus()).toMatchObject({
    ...{ code: 'NEW_CHAT_LIMIT', status: 'restricted', restrictedUntil: until },
    newChats: { allowed: 10, used: 9, until },
  })
  expect(await shop.scrape()).toEqual(['allowed 10', 'begun 9'])
  const expected = { status: 'restricted', code: 'NEW_CHAT_LIMIT', detail: `until ${until}` }
  await expect.poll(() => shop.latestEvent(), SLOW).toMatchObject(expected)
  await expect.poll(() => shop.latestPosted(), SLOW).toMatchObject(expected)
}

async function expectNoLimitShown(shop: Shop): Promise<void> {
  await expect(shop.fact).toHaveCount(0, SLOW)
  expect(await shop.readStatus()).toMatchObject({ code: 'CONNECTED', restrictedUntil: null, newChats: null })
  expect(await shop.scrape()).toEqual([])
  const expected = { status: 'connected', code: 'CONNECTED', detail: null }
  await expect.poll(() => shop.latestEvent(), SLOW).toMatchObject(expected)
  await expect.poll(() => shop.latestPosted(), SLOW).toMatchObject(expected)
}

test('from nine tenths of the new chats on only people who are known are written to, and all that shows it agrees', async ({
  page,
  dashboard,
}) => {
  const shop = new Shop(page, dashboard)
  await shop.open()
  const { account, flowId } = shop
  await shop.sandbox('/say', { contact: FRIEND, account, text: 'hello' })
  await expect.poll(() => shop.countConversations(), SLOW).toBe(1)
  await expect(shop.fact).toHaveCount(0)
  expect(await shop.scrape()).toEqual([])

  // The network counts anew within the day that messages of flows wait.
  const cycleEndMs = Math.floor(Date.now() / 1000) * 1000 + 20 * HOUR_MS
  await shop.sandbox('/new-chats', { account, total: 10, used: 8, cycleEndMs })
  await expect(shop.fact).toContainText('8 of 10', SLOW)
  expect(await shop.readStatus()).toMatchObject({ code: 'CONNECTED', restrictedUntil: null })
  expect(await shop.scrape()).toEqual(['allowed 10', 'begun 8'])

  expect(await shop.send(FIRST)).toMatchObject({ status: 200 })
  const until = new Date(cycleEndMs).toISOString()
  await expectLimitShown(shop, until)
  expect(await shop.send(SECOND)).toMatchObject({
    status: 503,
    body: { data: { reason: 'NEW_CHAT_LIMIT', until } },
  })
  await shop.call('flows/states/start', { flowId, contactJid: `${THIRD}@s.whatsapp.net` })
  expect(await shop.send(FRIEND)).toMatchObject({ status: 200 })
  await expect.poll(() => shop.textsOf(FRIEND), SLOW).toEqual(['an offer'])
  for (const stranger of [SECOND, THIRD]) expect(await shop.textsOf(stranger)).toEqual([])

  await shop.sandbox('/new-chats', { account })
  await expect.poll(() => shop.textsOf(THIRD), SLOW).toEqual(['an offer of the flow'])
  expect(await shop.send(SECOND)).toMatchObject({ status: 200 })
  await expectNoLimitShown(shop)
  await shop.receiver.kill()
})
