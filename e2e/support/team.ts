import type { Browser, Page } from '@playwright/test'
import { type DashboardService, expect, PASSWORD } from './dashboard.ts'
import { call, edge, node } from './flow-calls.ts'

/** Somebody answers for the number too, in a browser of their own, and has the inbox open. Closing its context ends it. */
export async function joinAsAgent(
  page: Page,
  browser: Browser,
  dashboard: DashboardService,
  name: string,
): Promise<Page> {
  const [first = ''] = name.toLowerCase().split(' ')
  const { path } = await call<{ path: string }>(page, dashboard, 'workspaces/invitations/create', {
    email: dashboard.addressOf(first),
    role: 'agent',
  })
  const context = await browser.newContext({ baseURL: dashboard.service.url, reducedMotion: 'reduce' })
  const other = await context.newPage()
  await other.goto(path)
  await other.getByLabel('Your name').fill(name)
  await other.getByLabel('Password').fill(PASSWORD)
  await other.getByRole('button', { name: 'Create account' }).click()
  await expect(other.getByRole('navigation', { name: 'Main', exact: true })).toBeVisible()
  await other.goto('/inbox')
  return other
}

const HELP = {
  version: 1,
  name: 'Help desk',
  nodes: [
    node('t', 'trigger.keyword', { values: ['help'] }),
    node('h', 'handoff', { text: 'One moment', durationSec: 600 }, 300),
  ],
  edges: [edge('t', 'out', 'h')],
}

/** A flow of the first number that hands over whoever writes "help". */
export async function publishHelpDesk(page: Page, dashboard: DashboardService): Promise<void> {
  const [client] = await call<{ id: string }[]>(page, dashboard, 'clients/list', {})
  const flow = { ...HELP, clientId: client?.id }
  const { id } = await call<{ id: string }>(page, dashboard, 'flows/import', flow)
  await call(page, dashboard, 'flows/publish', { id })
}
