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

test.beforeAll(async () => {
  const findOwner = async () => null
  const callers = {
    checkKey: async () => ({ kind: 'unknown' }) as const,
    checkSession: async () => null,
    isLiveKey: async () => false,
  }
  served = await serve(
    createApp({ handlers: fillHandlers({}), callers, findOwner, log: pino({ level: 'silent' }) }),
  )
})

test.afterAll(() => served.close())

const summary = (page: Page, path: string) => page.locator(`.opblock-summary-path[data-path="${path}"]`)
const groupLink = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const searchField = (page: Page) => page.getByRole('searchbox', { name: 'Search operations' })

/** The paths of the operations that can be seen now. What webhooks post has a list of its own below them. */
async function listShown(page: Page): Promise<(string | null)[]> {
  const shown = page.locator('.opblock-summary-path:visible')
  const found = await shown.evaluateAll((all) =>
    all.filter((one) => !one.closest('.webhooks')).map((one) => one.getAttribute('data-path')),
  )
  return found.toSorted()
}

async function open(page: Page): Promise<void> {
  await page.goto(served.origin + API_PREFIX)
  await expect(summary(page, '/chat/sendMessage')).toBeVisible()
}

test('the reference page lists the operations and asks no other host for anything', async ({ page }) => {
  const elsewhere: string[] = []
  const broken: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol !== 'data:' && origin !== served.origin) elsewhere.push(request.url())
  })
  page.on('pageerror', (error) => broken.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') broken.push(message.text())
  })

  await open(page)

  await groupLink(page, 'flows').click()
  await expect(summary(page, '/flows/publish')).toBeHidden()
  await groupLink(page, 'flows').click()
  await expect(summary(page, '/flows/publish')).toBeVisible()
  expect(elsewhere).toEqual([])
  expect(broken).toEqual([])
})

test('the reference page shows the interface first, and what goes beyond it apart', async ({ page }) => {
  await open(page)

  expect(await listShown(page)).toEqual(paths(ofInterface))
  const groups = await page.locator('.opblock-tag').evaluateAll((all) => all.map((one) => one.id))
  const firstExtension = groups.findIndex((id) => id.includes('Extensions'))
  expect(firstExtension).toBeGreaterThan(0)
  expect(groups.slice(firstExtension).every((id) => id.includes('Extensions'))).toBe(true)

  await groupLink(page, 'Extensions: chat').click()
  await expect(summary(page, '/chat/deleteMessage')).toBeVisible()
})

test('the search finds operations by any words of theirs, wherever they are', async ({ page }) => {
  await open(page)

  await searchField(page).fill('pairing STRING')
  await expect.poll(() => listShown(page)).toEqual(['/server/qr'])

  await searchField(page).fill('take back everybody')
  await expect.poll(() => listShown(page)).toEqual(['/chat/deleteMessage'])

  await searchField(page).fill('no such words')
  await expect(page.getByText('No operation has all of these words.')).toBeVisible()
  expect(await listShown(page)).toEqual([])

  await searchField(page).fill('')
  await expect.poll(() => listShown(page)).toEqual(paths(ofInterface))
})

test('what the reference page fills in can be sent as it is, and does no more than it says', async ({
  page,
}) => {
  await open(page)

  // Of every operation `examples.test.ts` looks at what the page is given; these show that the page fills that in.
  const some = ['/chat/sendMessage', '/chat/readMessages', '/flows/import', '/clients/setContactFlag']
  for (const { path, input } of ofInterface.filter((operation) => some.includes(operation.path))) {
    const block = page.locator('.opblock').filter({ has: summary(page, path) })
    await summary(page, path).click()
    await block.getByRole('button', { name: 'Try it out' }).click()
    const text = await block.locator('textarea').inputValue()
    const filled: unknown = JSON.parse(text)
    expect(text, path).not.toMatch(/"string"|asHuman|idempotencyKey/)
    expect(await input?.['~standard'].validate(filled), path).not.toHaveProperty('issues')
    await summary(page, path).click()
  }
  await expect(page.locator('.errors-wrapper')).toHaveCount(0)
})

test('a message of each type can be chosen and is filled in', async ({ page }) => {
  await open(page)
  const block = page.locator('.opblock').filter({ has: summary(page, '/chat/sendMessage') })
  await summary(page, '/chat/sendMessage').click()
  await block.getByRole('button', { name: 'Try it out' }).click()
  const body = block.locator('textarea')
  expect(JSON.parse(await body.inputValue())).toMatchObject({ message: { text: 'Hello' } })

  await block.locator('.examples-select select').first().selectOption('poll')

  await expect
    .poll(async () => JSON.parse(await body.inputValue()) as unknown)
    .toMatchObject({ message: { poll: { name: 'Which day?' } } })
})
