import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { newContact } from '../test/support/account.ts'
import { beginAtNumber, beginAtNumbers } from './support/begin.ts'
import { expect, openPage } from './support/dashboard.ts'
import { call, edge, node } from './support/flow-calls.ts'
import { checkPage } from './support/page-check.ts'
import { test } from './support/shared.ts'

const SLOW = { timeout: 60_000 }

/** A system of somebody's that knows a price. */
async function openShop() {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"price": 7}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/price` }
}

test('a conversation in the simulator calls other systems only when it is switched to real calls', async ({
  page,
  dashboard,
}) => {
  page.setDefaultTimeout(15_000)
  await beginAtNumbers(page, dashboard)
  const { server, asked, url } = await openShop()
  const { id } = await call<{ id: string }>(page, dashboard, 'flows/import', {
    version: 1,
    name: 'Prices',
    nodes: [
      node('t', 'trigger.keyword', { values: ['price'] }),
      node('h', 'http', { method: 'GET', url, map: [{ path: 'price', var: 'price' }] }, 300),
      node('s', 'send.text', { text: 'It is {{ vars.price }}.' }, 600),
    ],
    edges: [edge('t', 'out', 'h'), edge('h', 'ok', 's')],
  })
  await page.goto(`/flows/${id}/edit`)
  await page.getByRole('button', { name: 'Try it out' }).click()
  const talk = page.getByRole('log')
  const composer = page.getByLabel('Write as the contact')
  await composer.fill('price')
  await composer.press('Enter')
  await page.getByLabel('Body (JSON or text)').fill('{"price": 5}')
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(talk).toContainText('It is 5.')
  expect(asked).toEqual([])

  await page.getByLabel('Calls of other systems').selectOption('For real')
  await expect(page.getByText('Other systems are really called')).toBeVisible()
  await composer.fill('price')
  await composer.press('Enter')
  await expect(talk).toContainText('The other system answered 200.', SLOW)
  await expect(talk).toContainText('It is 7.')
  expect(asked).toEqual(['/price'])
  await checkPage(page, 'editor-simulator-live')

  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await composer.fill('price')
  await composer.press('Enter')
  await expect(talk).toContainText('The call failed:', SLOW)
})

const order = (clientId: string | undefined) => ({
  version: 1,
  name: 'Order',
  clientId,
  nodes: [
    node('t', 'trigger.keyword', { values: ['order'] }),
    node('q', 'ask', { prompt: 'Which soup?', saveAs: 'soup' }, 300),
    node('s', 'send.text', { text: 'Noted: {{ vars.soup }}' }, 600),
  ],
  edges: [edge('t', 'out', 'q'), edge('q', 'reply', 's')],
})

/** The account's own number is refused; another takes its place. */
async function choosePhone(page: Page, { own, other }: { own: string; other: string }): Promise<void> {
  await page.getByLabel('Phone number').fill(own)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('radio', { name: own })).toBeChecked()
  await page.getByRole('button', { name: 'Test on my phone' }).click()
  await expect(page.getByRole('alert')).toContainText('the number itself')
  await page.getByRole('button', { name: `Remove ${own}` }).click()
  await page.getByLabel('Phone number').fill(other)
  await page.getByLabel('Phone number').press('Enter')
  await expect(page.getByRole('radio', { name: other })).toBeChecked()
}

/** A person has the chat: the next test says so, and goes on once the chat is given back. */
async function takeChatBack(page: Page): Promise<void> {
  const last = page.getByRole('region', { name: 'Last test' })
  await expect(last).toContainText('With a person', SLOW)
  await page.getByRole('button', { name: 'Test again' }).click()
  await expect(page.getByRole('alert')).toContainText('A person has the chat with this number.')
  await checkPage(page, 'editor-phone-refused')
  await page.getByRole('button', { name: 'Give the chat back to the flow' }).click()
  await expect(last).toContainText('Waiting for an answer', SLOW)
  await expect(page.getByRole('alert')).toBeHidden()
}

test('a draft is tested on a phone, where only its owner gets it', async ({ page, dashboard }) => {
  page.setDefaultTimeout(15_000)
  const account = await beginAtNumber(page, dashboard, 'Corner shop')
  const owner = newContact(dashboard.place.dataDir)
  await owner.sendText(account, 'hello')
  const received = async () => (await owner.read(0)).map(({ text }) => text)
  const [client] = await call<{ id: string }[]>(page, dashboard, 'clients/list', {})
  const { id } = await call<{ id: string }>(page, dashboard, 'flows/import', order(client?.id))
  await page.goto(`/flows/${id}/edit`)
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('tab', { name: 'Phone' }).click()
  const start = page.getByRole('button', { name: 'Test on my phone' })
  await expect(start).toBeDisabled()
  await choosePhone(page, { own: account, other: owner.number })

  await start.click()
  const last = page.getByRole('region', { name: 'Last test' })
  await expect(last).toContainText('Waiting for an answer', SLOW)
  await expect.poll(received, SLOW).toEqual(['Which soup?'])
  await checkPage(page, 'editor-phone-test')
  await last.getByRole('button', { name: 'Stop the test' }).click()
  await expect(last).toContainText('Cancelled')
  await page.getByRole('button', { name: 'Test again' }).click()
  await expect(last).toContainText('Waiting for an answer', SLOW)

  const tests = await call<{ states: { id: string }[] }>(page, dashboard, 'flows/states/list', { flowId: id })
  await call(page, dashboard, 'flows/states/pause', { id: tests.states[0]?.id })
  await takeChatBack(page)

  const stranger = newContact(dashboard.place.dataDir, 'Bea')
  await stranger.sendText(account, 'order')
  await owner.sendText(account, 'carrot')
  await expect(last).toContainText('Completed', SLOW)
  await expect.poll(received, SLOW).toEqual([...Array(3).fill('Which soup?'), 'Noted: carrot'])
  expect(await stranger.read(0)).toEqual([])

  await last.getByRole('link', { name: 'Open the run' }).click()
  await expect(page.getByText('Test of the draft')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The draft as it was tested' })).toBeVisible()
  await checkPage(page, 'run-test')
  await openPage(page, 'Runs')
  const runs = page.getByRole('row', { name: /Order/ })
  await expect(runs).toHaveCount(3)
  await expect(runs.getByText('Test', { exact: true })).toHaveCount(3)
})
