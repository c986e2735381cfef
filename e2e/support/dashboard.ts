import type { Page } from '@playwright/test'
import { createWorkplace, type ServiceProcess, type Workplace } from '../../test/support/service-process.ts'
import { test as base, expect } from './journey.ts'

export { expect }

export const PASSWORD = 'correct horse battery'

const LOGGED_LINES = 12

export interface DashboardService {
  readonly place: Workplace
  readonly service: ServiceProcess
  /** The e-mail address of somebody in this journey; on a service with other journeys nobody else has it. */
  addressOf(name: string): string
}

interface Fixtures {
  /** Variables the service is started with, by `test.use`. */
  serviceEnv: Readonly<Record<string, string>>
  /** The service makes its database by itself. */
  isFirstStart: boolean
  dashboard: DashboardService
  /** What a page did that no page of ours may do: errors of scripts, and requests to other hosts. */
  misdeeds: string[]
  /** Says what the service logged last, where a journey failed. */
  serviceLog: null
}

/** A test on a fresh service of its own, with the sandbox network. */
export const test = base.extend<Fixtures>({
  serviceEnv: [{}, { option: true }],
  isFirstStart: [false, { option: true }],
  dashboard: [
    async ({ serviceEnv, isFirstStart }, use) => {
      const place = createWorkplace(serviceEnv)
      try {
        const service = await place.start({ isFirst: isFirstStart })
        await use({ place, service, addressOf: (name) => `${name}@example.org` })
      } finally {
        await place.remove()
      }
    },
    { timeout: 240_000 },
  ],
  baseURL: async ({ dashboard }, use) => {
    await use(dashboard.service.url)
  },
  misdeeds: [
    async ({ page, dashboard }, use) => {
      const misdeeds: string[] = []
      page.on('pageerror', (error) => misdeeds.push(error.message))
      page.on('request', (request) => {
        const { origin, protocol } = new URL(request.url())
        if (protocol.startsWith('http') && origin !== dashboard.service.url) misdeeds.push(request.url())
      })
      page.on('console', (message) => {
        if (/Content Security Policy|Warning:|Encountered/.test(message.text())) misdeeds.push(message.text())
      })
      await use(misdeeds)
      expect(misdeeds).toEqual([])
    },
    { auto: true },
  ],
  serviceLog: [
    async ({ dashboard }, use, testInfo) => {
      await use(null)
      const last = dashboard.service.readLog().trim().split('\n').slice(-LOGGED_LINES).join('\n')
      if (testInfo.errors.length > 0) throw new Error(`The last that the service logged:\n${last}`)
    },
    { auto: true },
  ],
})

/** The first account of a fresh service, by its form. */
export async function createAdmin(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Your name').fill('Ada')
  await page.getByLabel('E-mail address').fill('ada@example.org')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create the administrator' }).click()
  await expect(page.getByRole('heading', { name: 'Numbers', level: 1 })).toBeVisible()
}

/** An account made by an administrator, for journeys that begin after the first minute. */
export async function createPerson({ place }: DashboardService, email: string): Promise<void> {
  await place.parley('user', 'create', '--email', email, '--password', PASSWORD)
}

/** The sections of the navigation that hold several pages, by the names of their pages; another page is a section itself. */
const SECTION_OF: Readonly<Record<string, string>> = {
  Runs: 'Flows',
  Tables: 'Flows',
  Knowledge: 'Flows',
  'API keys': 'Connect',
  Webhooks: 'Connect',
  Secrets: 'Connect',
  Team: 'Settings',
  'Canned replies': 'Settings',
  Models: 'Settings',
  Account: 'Settings',
  Health: 'System',
  Accounts: 'System',
  Proxies: 'System',
  'Audit log': 'System',
}

/** Goes to a page by the navigation beside it, and within a section by its tabs; until it is there, the page before is in sight. */
export async function openPage(page: Page, name: string): Promise<void> {
  const section = SECTION_OF[name]
  const choose = (navigation: string, link: string) =>
    page
      .getByRole('navigation', { name: navigation, exact: true })
      .getByRole('link', { name: link, exact: true })
      .click()
  await choose('Main', section ?? name)
  if (section) await choose(section, name)
  await page.locator('main[aria-busy=true]').waitFor({ state: 'hidden' })
}

/** From the page of numbers to a connected one on the test network; answers the account's number. */
export async function connectClient(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: /Try it with a test phone/ }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Add and connect' }).click()
  await page.getByRole('button', { name: 'Scan with a test phone' }).click()
  await expect(page.getByText('The number is connected.', { exact: true })).toBeVisible()
  return await page.getByText(/^\+4477009000\d\d$/).innerText()
}

export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
