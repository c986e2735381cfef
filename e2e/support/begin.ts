import type { Page } from '@playwright/test'
import { type DashboardService, expect, PASSWORD } from './dashboard.ts'
import { call } from './flow-calls.ts'

/**
 * An account, signed in before a page is open: the administrator of a fresh service. The form for it is the journey of
 * `first-minute.spec.ts`.
 */
export async function begin(page: Page, { service, addressOf }: DashboardService): Promise<void> {
  const answer = await page.request.post('/api/auth/sign-up/email', {
    data: { name: 'Ada', email: addressOf('ada'), password: PASSWORD },
    headers: { origin: service.url },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** The same, with the page of numbers open. */
export async function beginAtNumbers(page: Page, dashboard: DashboardService): Promise<void> {
  await begin(page, dashboard)
  await page.goto('/clients')
  await expect(page.getByRole('heading', { name: 'Numbers', level: 1 })).toBeVisible()
}

/** The same with a number that is connected on the test network; answers the account's number. */
export async function beginConnected(page: Page, dashboard: DashboardService, name: string): Promise<string> {
  await begin(page, dashboard)
  return (await connectNumber(page, dashboard, name)).phoneNumber
}

/** The same, with the page of the number open. */
export async function beginAtNumber(page: Page, dashboard: DashboardService, name: string): Promise<string> {
  await begin(page, dashboard)
  const { clientId, phoneNumber } = await connectNumber(page, dashboard, name)
  await page.goto(`/clients/${clientId}`)
  await expect(page.getByText('The number is connected.', { exact: true })).toBeVisible()
  return phoneNumber
}

/** A number of whoever is signed in, connected on the test network. */
export async function connectNumber(
  page: Page,
  dashboard: DashboardService,
  name: string,
): Promise<{ clientId: string; phoneNumber: string }> {
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
  return { clientId, phoneNumber: scanned.phoneNumber }
}
