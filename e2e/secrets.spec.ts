import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { beginAtNumbers } from './support/begin.ts'
import { expect, openPage } from './support/dashboard.ts'
import { call, edge, node } from './support/flow-calls.ts'
import { checkPage } from './support/page-check.ts'
import { test } from './support/shared.ts'

const SLOW = { timeout: 60_000 }
const VALUE = 'sesame-4711-open'
const NEW_VALUE = 'sesame-4712-open'

/** A system of somebody's that takes a token and answers it back, as careless ones do. */
async function openShop(): Promise<{ server: Server; tokens: (string | undefined)[]; url: string }> {
  const tokens: (string | undefined)[] = []
  const server = createServer(({ headers: { authorization } }, response) => {
    tokens.push(authorization)
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ price: 7, authorization }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, tokens, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/price` }
}

/** A flow that asks the shop for a price with the secret `shop_token`. */
const flowOf = (url: string) => ({
  version: 1,
  name: 'Prices',
  nodes: [
    node('t', 'trigger.keyword', { values: ['price'] }),
    node(
      'h',
      'http',
      {
        method: 'GET',
        url,
        headers: [{ name: 'Authorization', value: 'Bearer {{ secrets.shop_token }}' }],
        map: [{ path: 'price', var: 'price' }],
      },
      300,
    ),
    node('s', 'send.text', { text: 'It is {{ vars.price }}.' }, 600),
  ],
  edges: [edge('t', 'out', 'h'), edge('h', 'ok', 's')],
})

/** Has the draft that is open really call the shop; answers what its simulator shows then. */
async function askPrice(page: Page) {
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByLabel('Calls of other systems').selectOption('For real')
  const composer = page.getByLabel('Write as the contact')
  await composer.fill('price')
  await composer.press('Enter')
  return page.getByRole('log')
}

async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions for shop_token' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Tries what is refused, then stores the secret for the host of the shop. */
async function storeSecret(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: 'Store secret' })
  await expect(dialog.getByLabel('Name')).toHaveValue('shop_token')
  await dialog.getByLabel('Name').fill('4 shops')
  await dialog.getByLabel('Hosts it may go to').fill('127.0.0.1:8080')
  await submit.click()
  await expect(dialog.getByText('Use letters, digits and _, and begin with no digit.')).toBeVisible()
  await expect(dialog.getByText('Give the value.')).toBeVisible()
  await expect(dialog.getByText(/127\.0\.0\.1:8080: write only the name of the host/)).toBeVisible()
  await checkPage(page, 'create-secret')
  await dialog.getByLabel('Name').fill('shop_token')
  await expect(dialog.getByLabel('Value', { exact: true })).toHaveAttribute('type', 'password')
  await dialog.getByLabel('Value', { exact: true }).fill(VALUE)
  await dialog.getByLabel('Hosts it may go to').fill('http://127.0.0.1:8080/price')
  await submit.click()
  await expect(page.getByText('shop_token is stored.')).toBeVisible()
}

/** Gives it another value, and other hosts than that of the shop. */
async function changeSecret(page: Page): Promise<void> {
  await choose(page, 'Replace the value')
  await page.getByLabel('Value', { exact: true }).fill(NEW_VALUE)
  await page.getByRole('button', { name: 'Replace value' }).click()
  await expect(page.getByText('The value of shop_token is replaced.')).toBeVisible()
  await choose(page, 'Change the hosts')
  await page.getByLabel('Hosts it may go to', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Save hosts' }).click()
  await expect(page.getByText('Name at least one host.')).toBeVisible()
  await page.getByLabel('Hosts it may go to', { exact: true }).fill('shop.example')
  await checkPage(page, 'secret-hosts')
  await page.getByRole('button', { name: 'Save hosts' }).click()
  await expect(page.getByRole('row', { name: /shop_token/ })).toContainText('shop.example')
}

/** Shows the secret as one that was stored before hosts were asked for, of which the service tells no hosts, until it has some. */
async function showAsOld(page: Page): Promise<void> {
  let isOld = true
  await page.route(/secrets\/list/, async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    await route.fulfill({ response, body: isOld ? text.replace(/"hosts":\[[^\]]*\]/, '"hosts":null') : text })
  })
  page.on('request', (request) => {
    if (request.url().includes('secrets/set')) isOld = false
  })
  await page.reload()
}

test('a secret that goes anywhere is pointed out, and is given hosts with one press', async ({
  page,
  dashboard,
}) => {
  await beginAtNumbers(page, dashboard)
  await call(page, dashboard, 'secrets/set', { name: 'crm', value: VALUE, hosts: ['crm.example'] })
  await page.goto('/secrets')
  await showAsOld(page)
  const row = page.getByRole('row', { name: /crm/ })
  await expect(row).toContainText('Goes anywhere')
  await expect(page.getByText('One secret may still go to any host.')).toBeVisible()
  await checkPage(page, 'secret-anywhere')
  await row.getByRole('button', { name: 'Set hosts of crm' }).click()
  await page.getByLabel('Hosts it may go to', { exact: true }).fill('api.crm.example')
  await page.getByRole('button', { name: 'Save hosts' }).click()
  await expect(row).toContainText('api.crm.example')
  await expect(page.getByText('may still go to any host')).toHaveCount(0)
})

test('a secret is stored where a flow lacks it, goes along, is held back elsewhere, and is deleted', async ({
  page,
  dashboard,
}) => {
  const { server, tokens, url } = await openShop()
  await beginAtNumbers(page, dashboard)
  await openPage(page, 'Secrets')
  await expect(page.getByText('No secrets yet')).toBeVisible()
  await checkPage(page, 'first-secret')

  const { id: clientId } = await call<{ id: string }>(page, dashboard, 'clients/create', {
    name: 'Corner shop',
  })
  const { id } = await call<{ id: string }>(page, dashboard, 'flows/import', { ...flowOf(url), clientId })
  await page.goto(`/flows/${id}/edit`)
  await page.getByRole('button', { name: /^Problems/ }).click()
  await expect(page.getByText('There is no secret "shop_token"; store it first')).toBeVisible(SLOW)
  await page.getByRole('link', { name: 'Store the secret shop_token' }).click()
  await storeSecret(page)

  await page.goto(`/flows/${id}/edit`)
  const talk = await askPrice(page)
  await expect(talk).toContainText('The other system answered 200.', SLOW)
  await expect(talk).toContainText('It is 7.')
  expect(tokens).toEqual([`Bearer ${VALUE}`])
  expect(await page.content()).not.toContain(VALUE)
  await call(page, dashboard, 'flows/publish', { id })

  await page.goto('/secrets')
  const row = page.getByRole('row', { name: /shop_token/ })
  await expect(row).toContainText('127.0.0.1')
  await expect(row.getByRole('link', { name: 'Prices' })).toBeVisible()
  await checkPage(page, 'secrets')
  await changeSecret(page)

  await page.goto(`/flows/${id}/edit`)
  await expect(await askPrice(page)).toContainText('The call failed: a secret may not go to this host', SLOW)
  expect(tokens).toHaveLength(1)
  await page.getByRole('button', { name: /^Problems/ }).click()
  await page.getByRole('link', { name: 'Let it go to 127.0.0.1' }).click()
  await expect(page.getByLabel('Hosts it may go to', { exact: true })).toHaveValue('shop.example\n127.0.0.1')
  await page.getByRole('button', { name: 'Save hosts' }).click()
  await expect(row).toContainText('127.0.0.1')

  await page.goto(`/flows/${id}/edit`)
  await expect(await askPrice(page)).toContainText('The other system answered 200.', SLOW)
  expect(tokens.at(-1)).toBe(`Bearer ${NEW_VALUE}`)
  await page.goto('/secrets')
  await choose(page, 'Delete')
  await expect(page.getByRole('dialog')).toContainText('These published flows use it, and their calls fail')
  await expect(page.getByRole('dialog')).toContainText('Prices')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No secrets yet')).toBeVisible()
  server.closeAllConnections()
  server.close()
})
