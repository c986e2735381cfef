import { pino } from 'pino'
import { createApp } from '../src/api/index.ts'
import { API_PREFIX } from '../src/contract/operation.ts'
import { type Served, serve } from '../test/support/http.ts'
import { expect, test } from './support/journey.ts'

let served: Served

test.beforeAll(async () => {
  const callers = {
    checkKey: async () => ({ kind: 'unknown' }) as const,
    checkSession: async () => null,
    isLiveKey: async () => false,
  }
  served = await serve(createApp({ handlers: {}, callers, log: pino({ level: 'silent' }) }))
})

test.afterAll(() => served.close())

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

  await page.goto(served.origin + API_PREFIX)

  await page.getByRole('link', { name: 'chat', exact: true }).click()
  await expect(page.getByText('/chat/sendMessage', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'flows', exact: true }).click()
  await expect(page.getByText('/flows/publish', { exact: true })).toBeVisible()
  expect(elsewhere).toEqual([])
  expect(broken).toEqual([])
})
