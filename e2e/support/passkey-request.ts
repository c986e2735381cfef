import type { Page } from '@playwright/test'
import { callSandbox } from '../../src/bin/demo/sandbox-contact.ts'
import { expect } from './journey.ts'

/** From the page of clients to one called “Shop” that the network asks for the passkey of `account`, after a typed code. */
export async function beAskedForPasskey(page: Page, dataDir: string, account: string): Promise<void> {
  await callSandbox(dataDir, '/faults', { account, askPasskey: true })
  await page.getByRole('button', { name: /Try it with a test phone/ }).click()
  await page.getByLabel('Name').fill('Shop')
  await page.getByRole('button', { name: 'Add and connect' }).click()
  await page.getByRole('button', { name: 'Link with phone number instead' }).click()
  await page.getByLabel('Phone number of the account').fill(`+${account}`)
  await page.getByRole('button', { name: 'Get a code' }).click()
  const shown = page.getByRole('status', { name: /^Code to type into the phone/ })
  await expect(shown).toHaveText(/^\w{4}-\w{4}$/)
  const code = await shown.innerText()
  await callSandbox(dataDir, '/phone/enter-code', { account, code })
  await expect(page.getByRole('heading', { name: 'Confirm with the passkey of the account' })).toBeVisible()
}
