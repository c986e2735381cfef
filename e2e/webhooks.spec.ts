import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { EVENT_NAMES } from '../src/contract/events/event-names.ts'
import { beginAtNumbers } from './support/begin.ts'
import { connectClient, expect, openPage } from './support/dashboard.ts'
import { checkPage } from './support/page-check.ts'
import { test } from './support/shared.ts'

const SLOW = { timeout: 60_000 }

interface Posted {
  headers: IncomingHttpHeaders
  event: { id: string; type: string }
}

/** A system of somebody's that takes events, or refuses them. */
async function openReceiver(): Promise<{
  url: string
  posted: Posted[]
  answer: (status: number) => void
  server: Server
}> {
  const posted: Posted[] = []
  let status = 200
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part
    })
    request.on('end', () => {
      posted.push({ headers: request.headers, event: JSON.parse(body) as Posted['event'] })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`
  return { url, posted, answer: (next) => (status = next), server }
}

/** Makes a webhook that takes all but the QR codes, and answers its secret. */
async function createWebhook(page: Page, url: string): Promise<string> {
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel('Address').fill('somewhere')
  await page.getByLabel('All events').uncheck()
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await expect(page.getByText('Write an address that begins with https://')).toBeVisible()
  await page.getByLabel('Address').fill('http://10.0.0.1/events')
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await expect(
    page.getByText(/^(url: )?10\.0\.0\.1 is an address inside a private network.*OUTBOUND_ALLOW/),
  ).toBeVisible()
  await page.getByLabel('Address').fill(url)
  await page.getByLabel('What it is for').fill('<b>The shop</b>')
  await page.getByLabel('QR code to pair').uncheck()
  await checkPage(page, 'create-webhook')
  await page.getByRole('button', { name: 'Create webhook' }).click()
  return takeSecret(page)
}

async function takeSecret(page: Page): Promise<string> {
  const secret = page.getByLabel('Signing secret', { exact: true })
  await expect(secret).toHaveValue(/^whsec_/)
  const value = await secret.inputValue()
  await page.getByRole('button', { name: 'I have copied it' }).click()
  return value
}

async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('a webhook is made, tested, changes its secret and its settings, and is deleted', async ({
  page,
  dashboard,
}) => {
  const receiver = await openReceiver()
  await beginAtNumbers(page, dashboard)
  await openPage(page, 'Webhooks')
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  await checkPage(page, 'first-webhook')
  const first = await createWebhook(page, receiver.url)
  await expect(page.getByRole('heading', { name: '<b>The shop</b>' })).toBeVisible()
  await expect(page.getByText('Nothing was sent yet')).toBeVisible()

  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByText(/It answered with 200/)).toBeVisible(SLOW)
  expect(receiver.posted.map(({ event }) => event.type)).toEqual(['webhook.test'])
  receiver.answer(503)
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByText(/It answered with 503 .* 200 to 299 is needed/)).toBeVisible(SLOW)
  receiver.answer(200)

  await page.getByRole('button', { name: 'New secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click()
  expect(await takeSecret(page)).not.toBe(first)
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect.poll(() => receiver.posted.length, SLOW).toBe(3)
  expect(String(receiver.posted.at(-1)?.headers['webhook-signature']).split(' ')).toHaveLength(2)

  await choose(page, 'Switch off')
  await expect(page.getByText('Off', { exact: true })).toBeVisible(SLOW)
  await choose(page, 'Change')
  await page.getByLabel('All events').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('All events', { exact: true })).toBeVisible(SLOW)
  await choose(page, 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No webhooks yet')).toBeVisible(SLOW)
  receiver.server.close()
})

test('what happens is posted to a webhook, stands in its log, and can be sent again', async ({
  page,
  dashboard,
}) => {
  const receiver = await openReceiver()
  await beginAtNumbers(page, dashboard)
  await openPage(page, 'Webhooks')
  await createWebhook(page, receiver.url)
  await openPage(page, 'Numbers')
  await connectClient(page, 'Corner shop')
  await openPage(page, 'Webhooks')
  const row = page.getByRole('row', { name: /The shop/ })
  await expect(row).toContainText('Last delivered', SLOW)
  // Without the one that was left out.
  await expect(row).toContainText(`${EVENT_NAMES.length - 1} kinds of events`)
  await checkPage(page, 'webhooks')
  await row.getByRole('link').click()
  const delivery = page.getByRole('row', { name: /State of a number.*Delivered/ }).first()
  await expect(delivery).toBeVisible(SLOW)
  expect(receiver.posted.map(({ event }) => event.type)).not.toContain('client.qr')
  await checkPage(page, 'webhook')

  // By its name: what is delivered meanwhile stands before it.
  const name = (await delivery.getByRole('button').getAttribute('aria-label')) ?? ''
  const again = page.getByRole('button', { name, exact: true })
  const eventId = /\d+/.exec(name)?.[0]
  const timesPosted = () => receiver.posted.filter(({ event }) => event.id === eventId).length
  const before = timesPosted()
  expect(before).toBeGreaterThan(0)
  await again.click()
  await expect.poll(timesPosted, SLOW).toBe(before + 1)
  await page.getByLabel('Show', { exact: true }).selectOption('Not delivered')
  await expect(page.getByText('Nothing in this state.')).toBeVisible(SLOW)
  receiver.server.close()
})
