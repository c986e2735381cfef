import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { callSandbox } from '../src/bin/demo/sandbox-contact.ts'
import { newContact } from '../test/support/account.ts'
import { beginAtNumber } from './support/begin.ts'
import { type DashboardService, expect } from './support/dashboard.ts'
import { call, edge, node } from './support/flow-calls.ts'
import { checkPage } from './support/page-check.ts'
import { test } from './support/shared.ts'

const SLOW = { timeout: 60_000 }
const SECRET = 'correct-horse-of-the-shop'
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const MENU = Buffer.from('%PDF-1.4\n%%EOF\n')

/** A system of somebody's that takes orders. */
async function openShop() {
  const tokens: (string | undefined)[] = []
  const server = createServer((request, response) => {
    tokens.push(request.headers.authorization)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok": true}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { server, tokens, url: `http://127.0.0.1:${port}/orders` }
}

const toFlow = (clientId: string, url: string) => ({
  version: 1,
  name: 'Orders',
  clientId,
  nodes: [
    node('t', 'trigger.keyword', { values: ['order'] }),
    node('q', 'ask', { prompt: 'Which soup?', saveAs: 'soup' }, 300),
    node('p', 'ask', { prompt: 'A photo?', saveAs: 'photo', validate: { type: 'media' } }, 600),
    node('d', 'ask', { prompt: 'A document?', saveAs: 'paper', validate: { type: 'media' } }, 900),
    node(
      'c',
      'condition',
      { cases: [{ id: 'red', all: [{ left: '{{ vars.soup }}', op: 'contains', right: 'tomato' }] }] },
      1200,
    ),
    node(
      'h',
      'http',
      {
        ...{ method: 'POST', url, bodyType: 'json', body: '{"soup": "{{ vars.soup }}"}' },
        headers: [{ name: 'Authorization', value: 'Bearer {{ secrets.shop }}' }],
        secretRefs: ['shop'],
      },
      1500,
    ),
    node('s', 'send.text', { text: 'Ordered: {{ vars.soup }}' }, 1800),
  ],
  edges: [
    edge('t', 'out', 'q'),
    edge('q', 'reply', 'p'),
    edge('p', 'reply', 'd'),
    edge('d', 'reply', 'c'),
    edge('c', 'case:red', 'h'),
    edge('h', 'ok', 's'),
  ],
})

interface Talk {
  /** Acts as the contact's phone; answers the id of what it sent. */
  act(route: string, body: object): Promise<string>
  sees(text: string): Promise<void>
}

function openTalk({ place }: DashboardService, account: string): Talk {
  const contact = newContact(place.dataDir)
  const who = { contact: contact.number, account, name: 'Ana' }
  return {
    act: async (route, body) =>
      (await callSandbox<{ id: string }>(place.dataDir, route, { ...who, ...body })).id,
    sees: (text) =>
      expect.poll(async () => (await contact.read(0)).map((message) => message.text), SLOW).toContain(text),
  }
}

/** The file is opened where the story shows that it came, and what the browser gets are its bytes. */
async function openFile(page: Page, name: string, bytes: Buffer): Promise<void> {
  const timeline = page.getByRole('list').filter({ hasText: 'Message received' }).first()
  await timeline.getByRole('button', { name: `Open the file: ${name}` }).click()
  const link = timeline.getByRole('link', { name: `Download: ${name}` })
  await expect(link).toBeVisible(SLOW)
  const answer = await page.request.get((await link.getAttribute('href')) ?? '')
  expect(await answer.body()).toEqual(bytes)
}

/** Ana answers every question and changes an answer meanwhile; answers the id of her photo. */
async function order({ act, sees }: Talk): Promise<string> {
  await act('/say', { text: 'order' })
  await sees('Which soup?')
  const soup = await act('/say', { text: 'tomato' })
  await sees('A photo?')
  const photo = await act('/media/send', {
    kind: 'image',
    base64: PIXEL.toString('base64'),
    mimetype: 'image/png',
  })
  await sees('A document?')
  await act('/edit', { id: soup, text: 'tomato with bread' })
  const paper = { base64: MENU.toString('base64'), mimetype: 'application/pdf', fileName: 'menu.pdf' }
  await act('/media/send', { kind: 'document', ...paper })
  await sees('Ordered: tomato')
  return photo
}

/** The second conversation becomes a test that begins with the first one. */
async function saveBothAsTest(page: Page, { act }: Talk): Promise<void> {
  await act('/say', { text: 'order' })
  await page.goto('/runs')
  const rows = page.getByRole('row', { name: /Orders/ })
  await expect(rows).toHaveCount(2, SLOW)
  await rows.filter({ hasNotText: 'Completed' }).getByRole('link').click()
  await page.getByRole('button', { name: 'Save as test' }).click(SLOW)
  const dialog = page.getByRole('dialog', { name: 'Save as test' })
  await dialog.getByLabel('Begin with the conversation of').selectOption({ index: 1 })
  await dialog.getByLabel('What it shows').fill('Who ordered may order again')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The conversation is saved as a test.')).toBeVisible(SLOW)
  await expect(page.getByText('Who ordered may order again')).toBeVisible(SLOW)
}

test('a run shows the files it was sent, what was compared and called, and what the contact changed afterwards', async ({
  page,
  dashboard,
}) => {
  const account = await beginAtNumber(page, dashboard, 'Corner shop')
  const { server, tokens, url } = await openShop()
  await call(page, dashboard, 'secrets/set', { name: 'shop', value: SECRET, hosts: ['127.0.0.1'] })
  const [client] = await call<{ id: string }[]>(page, dashboard, 'clients/list', {})
  const { id } = await call<{ id: string }>(page, dashboard, 'flows/import', toFlow(client?.id ?? '', url))
  await call(page, dashboard, 'flows/publish', { id })

  const talk = openTalk(dashboard, account)
  const photo = await order(talk)
  expect(tokens).toEqual([`Bearer ${SECRET}`])

  await page.goto('/runs')
  await page
    .getByRole('row', { name: /Orders/ })
    .getByRole('link')
    .click(SLOW)
  await expect(page).toHaveURL(/\/runs\/[^/]+$/)
  // The list, which is left only when the page of the run is loaded, has a filter of the same name.
  await expect(page.getByText('“tomato” contains “tomato”: holds')).toBeVisible(SLOW)
  await expect(page.getByText('Completed', { exact: true })).toBeVisible(SLOW)
  const request = page.locator('code', { hasText: `POST ${url}` })
  await expect(request).toContainText('{"soup":"tomato"}')
  await expect(request).toContainText(/Authorization: Bearer (?!correct)/)
  expect(await page.content()).not.toContain(SECRET)
  await expect(
    page.getByText('The contact edited this message: "tomato" → "tomato with bread"'),
  ).toBeVisible()

  await openFile(page, 'Image', PIXEL)
  await expect
    .poll(() =>
      page
        .getByRole('img', { name: 'Image' })
        .first()
        .evaluate((image) => 'naturalWidth' in image && image.naturalWidth),
    )
    .toBe(1)
  await page.route('**/chat/downloadMedia', (route) => route.abort())
  await page.getByRole('button', { name: 'Open the file: menu.pdf' }).first().click()
  await expect(page.getByRole('alert').first()).toContainText('The service cannot be reached')
  await page.unroute('**/chat/downloadMedia')
  await openFile(page, 'menu.pdf', MENU)
  await checkPage(page, 'run-files')

  await talk.act('/revoke', { id: photo })
  await expect(page.getByText('This message was deleted: Image')).toBeVisible(SLOW)
  await expect(page.getByText('Completed', { exact: true })).toBeVisible()
  await saveBothAsTest(page, talk)
  server.closeAllConnections()
  server.close()
})
