import type { Page } from '@playwright/test'
import { callSandbox } from '../src/bin/demo/sandbox-contact.ts'
import { beginAtNumbers } from './support/begin.ts'
import { type DashboardService, expect } from './support/dashboard.ts'
import { checkPage } from './support/page-check.ts'
import { beAskedForPasskey } from './support/passkey-request.ts'
import { test } from './support/shared.ts'

/** An account for each journey. */
const [SAME, OTHER] = ['447700900195', '447700900199']

/** Has the phone's owner sign elsewhere, and hands over what was signed. */
async function handOver(page: Page, dataDir: string, account: string): Promise<void> {
  const script = page.getByLabel('Script for the console')
  if (!(await script.isVisible())) await page.getByText('Without the extension', { exact: true }).click()
  await expect(script).toHaveValue(/"challenge":/)
  const [, challenge] = /"challenge":"([^"]+)"/.exec(await script.inputValue()) ?? []
  const signed = await callSandbox(dataDir, '/phone/sign-passkey', { account, challenge })
  await page.getByLabel('What the page showed').fill(JSON.stringify(signed))
  await page.getByRole('button', { name: 'Hand it over' }).click()
}

const codeOnPhone = async (dataDir: string, account: string): Promise<string | null> =>
  (await callSandbox<{ code: string | null }>(dataDir, '/phone/passkey-code', { account })).code

const listDevices = async (dataDir: string, account: string): Promise<unknown[]> => {
  const { accounts } = await callSandbox<{ accounts: { number: string; devices: unknown[] }[] }>(
    dataDir,
    '/accounts',
    {},
  )
  return accounts.filter(({ number }) => number === account).flatMap(({ devices }) => devices)
}

/** The proof that spares the comparison serves once: it is used up when the phone was away and the network asks again. */
async function reachComparison(page: Page, dashboard: DashboardService, account: string): Promise<void> {
  const { dataDir } = dashboard.place
  await beginAtNumbers(page, dashboard)
  await beAskedForPasskey(page, dataDir, account)
  await callSandbox(dataDir, '/offline', { account, offline: true })
  await handOver(page, dataDir, account)
  await expect(page.getByText(/^The passkey was taken\. Keep WhatsApp open/)).toBeVisible()
  await callSandbox(dataDir, '/phone/ask-passkey-again', { account })
  await expect(page.getByRole('heading', { name: 'With the browser extension, in two clicks' })).toBeVisible()
  await handOver(page, dataDir, account)
  await expect(page.getByText(/^The passkey was taken\. Keep WhatsApp open/)).toBeVisible()
  await callSandbox(dataDir, '/offline', { account, offline: false })
  const shown = page.getByRole('status', { name: /^Code to compare with the phone’s/ })
  await expect(shown).toHaveText(/^\w{4}-\w{4}$/)
  expect(await shown.innerText()).toBe(await codeOnPhone(dataDir, account))
  expect(await listDevices(dataDir, account)).toEqual([])
}

test('a client is linked when a person says that the phone shows the same code', async ({
  page,
  dashboard,
}) => {
  await reachComparison(page, dashboard, SAME)
  await checkPage(page, 'passkey-compare')
  await page.reload()
  await page.getByRole('button', { name: 'The phone shows the same code' }).click()
  await expect(page.getByText('The number is connected.', { exact: true })).toBeVisible()
  expect(await listDevices(dashboard.place.dataDir, SAME)).toHaveLength(1)
})

test('a client is stopped and not linked when a person says that the phone shows another code', async ({
  page,
  dashboard,
}) => {
  await reachComparison(page, dashboard, OTHER)
  await page.getByRole('button', { name: 'The phone shows another code' }).click()
  await expect(page.getByText('Nothing was linked, and the number is paused.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Confirm with the passkey of the account' })).toBeHidden()
  await expect.poll(() => codeOnPhone(dashboard.place.dataDir, OTHER)).toBeNull()
  expect(await listDevices(dashboard.place.dataDir, OTHER)).toEqual([])
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Link with phone number instead' })).toBeVisible()
})
