import { expect, type Page } from '@playwright/test'
import { type DashboardService, PASSWORD } from './dashboard.ts'
import { call } from './flow-calls.ts'

/**
 * The first account of a fresh service, signed in before a page is open: for journeys that go elsewhere by an address. Its form
 * is the journey of `first-minute.spec.ts`.
 */
export async function beginAsAdmin(page: Page, { service }: DashboardService): Promise<void> {
  const answer = await page.request.post('/api/auth/sign-up/email', {
    data: { name: 'Ada', email: 'ada@example.org', password: PASSWORD },
    headers: { origin: service.url },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** The same with a number that is connected on the test network; answers the account's number. */
export async function beginConnected(page: Page, dashboard: DashboardService, name: string): Promise<string> {
  await beginAsAdmin(page, dashboard)
  const { id: clientId } = await call<{ id: string }>(page, dashboard, 'clients/create', {
    name,
    network: 'sandbox',
  })
  await call(page, dashboard, 'worker/start', { clientId })
  const hasCode = async () => {
    const { data } = await call<{ data: unknown }>(page, dashboard, 'server/qr', { clientId })
    return typeof data === 'string'
  }
  await expect.poll(hasCode).toBe(true)
  const scanned = await call<{ phoneNumber: string }>(page, dashboard, 'sandbox/scan', { clientId })
  const readStatus = async () =>
    (await call<{ status: string }>(page, dashboard, 'worker/status', { clientId })).status
  await expect.poll(readStatus).toBe('connected')
  return scanned.phoneNumber
}
