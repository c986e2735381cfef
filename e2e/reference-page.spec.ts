import type { Page } from '@playwright/test'
import { pino } from 'pino'
import { createApp } from '../src/api/index.ts'
import { OPERATIONS } from '../src/contract/index.ts'
import { API_PREFIX } from '../src/contract/operation.ts'
import { fillHandlers } from '../test/support/fill-handlers.ts'
import { type Served, serve } from '../test/support/http.ts'
import { expect, test } from './support/journey.ts'

const operations = OPERATIONS.map(({ path, procedure }) => ({
  path: `/${path.join('/')}`,
  meta: procedure['~orpc'].meta,
  input: procedure['~orpc'].inputSchema,
}))
const ofInterface = operations.filter(({ meta }) => !meta.extension)
const paths = (listed: typeof operations) => listed.map(({ path }) => path).toSorted()

let served: Served
/**
 * One for all journeys: to show all operations takes the browser three seconds of processor time. Each journey leaves it as it found
 * it; after one that failed the next has a new one.
 */
let page: Page
const elsewhere: string[] = []
const broken: string[] = []

test.beforeAll(async ({ browser }) => {
  const findOwner = async () => null
  const callers = {
    checkKey: async () => ({ kind: 'unknown' }) as const,
    checkSession: async () => null,
    isLiveKey: async () => false,
  }
  served = await serve(
    createApp({ handlers: fillHandlers({}), callers, findOwner, log: pino({ level: 'silent' }) }),
  )
  page = await browser.newPage()
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol !== 'data:' && origin !== served.origin) elsewhere.push(request.url())
  })
  page.on('pageerror', (error) => broken.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') broken.push(message.text())
  })
  await page.goto(served.origin + API_PREFIX)
  await expect(summary('/chat/sendMessage')).toBeVisible()
})

test.afterAll(async () => {
  await page?.close()
  await served.close()
})

const summary = (path: string) => page.locator(`.opblock-summary-path[data-path="${path}"]`)
const groupLink = (name: string) => page.getByRole('link', { name, exact: true })
const searchField = () => page.getByRole('searchbox', { name: 'Search operations' })

/** The paths of the operations that can be seen now. What webhooks post has a list of its own below them. */
async function listShown(): Promise<(string | null)[]> {
  const shown = page.locator('.opblock-summary-path:visible')
  const found = await shown.evaluateAll((all) =>
    all.filter((one) => !one.closest('.webhooks')).map((one) => one.getAttribute('data-path')),
  )
  return found.toSorted()
}

test('the reference page lists the operations and asks no other host for anything', async () => {
  await groupLink('flows').click()
  await expect(summary('/flows/publish')).toBeHidden()
  await groupLink('flows').click()
  await expect(summary('/flows/publish')).toBeVisible()
  expect(elsewhere).toEqual([])
  expect(broken).toEqual([])
})

test('the reference page shows the interface first, and what goes beyond it apart', async () => {
  expect(await listShown()).toEqual(paths(ofInterface))
  const groups = await page.locator('.opblock-tag').evaluateAll((all) => all.map((one) => one.id))
  const firstExtension = groups.findIndex((id) => id.includes('Extensions'))
  expect(firstExtension).toBeGreaterThan(0)
  expect(groups.slice(firstExtension).every((id) => id.includes('Extensions'))).toBe(true)

  await groupLink('Extensions: chat').click()
  await expect(summary('/chat/deleteMessage')).toBeVisible()
  await groupLink('Extensions: chat').click()
  await expect(summary('/chat/deleteMessage')).toBeHidden()
})

test('the search finds operations by any words of theirs, wherever they are', async () => {
  await searchField().fill('pairing STRING')
  await expect.poll(() => listShown()).toEqual(['/server/qr'])

  await searchField().fill('take back everybody')
  await expect.poll(() => listShown()).toEqual(['/chat/deleteMessage'])
  // Whoever folded the group before sees what is found in it; here it can be folded for this search.
  await groupLink('Extensions: chat').click()
  await expect(summary('/chat/deleteMessage')).toBeHidden()

  await searchField().fill('no such words')
  await expect(page.getByText('No operation has all of these words.')).toBeVisible()
  expect(await listShown()).toEqual([])

  await searchField().fill('')
  await expect.poll(() => listShown()).toEqual(paths(ofInterface))
})

test('what the reference page fills in can be sent as it is, and does no more than it says', async () => {
  // Of every operation `examples.test.ts` looks at what the page is given; these show that the page fills that in.
  const some = ['/chat/sendMessage', '/chat/readMessages', '/flows/import', '/clients/setContactFlag']
  for (const { path, input } of ofInterface.filter((operation) => some.includes(operation.path))) {
    const block = page.locator('.opblock').filter({ has: summary(path) })
    await summary(path).click()
    await block.getByRole('button', { name: 'Try it out' }).click()
    const text = await block.locator('textarea').inputValue()
    const filled: unknown = JSON.parse(text)
    expect(text, path).not.toMatch(/"string"|asHuman|idempotencyKey/)
    expect(await input?.['~standard'].validate(filled), path).not.toHaveProperty('issues')
    await block.getByRole('button', { name: 'Cancel' }).click()
    await summary(path).click()
  }
  await expect(page.locator('.errors-wrapper')).toHaveCount(0)
})

test('a message of each type can be chosen and is filled in', async () => {
  const block = page.locator('.opblock').filter({ has: summary('/chat/sendMessage') })
  await summary('/chat/sendMessage').click()
  await block.getByRole('button', { name: 'Try it out' }).click()
  const body = block.locator('textarea')
  expect(JSON.parse(await body.inputValue())).toMatchObject({ message: { text: 'Hello' } })

  await block.locator('.examples-select select').first().selectOption('poll')

  await expect
    .poll(async () => JSON.parse(await body.inputValue()) as unknown)
    .toMatchObject({ message: { poll: { name: 'Which day?' } } })
  await block.getByRole('button', { name: 'Cancel' }).click()
  await summary('/chat/sendMessage').click()
})
