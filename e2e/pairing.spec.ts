import { callSandbox } from '../src/bin/demo/sandbox-contact.ts'
import { beginAtNumbers } from './support/begin.ts'
import { expect } from './support/journey.ts'
import { checkPage } from './support/page-check.ts'
import { test } from './support/shared.ts'

const PHONE = '447700900194'

test('a client is linked by a code typed into the phone, which is still there after a reload, and renewed on demand', async ({
  page,
  dashboard,
}) => {
  const { place } = dashboard
  await beginAtNumbers(page, dashboard)
  await page.getByRole('button', { name: /Try it with a test phone/ }).click()
  await page.getByRole('button', { name: 'Add and connect' }).click()
  await page.getByRole('button', { name: 'Link with phone number instead' }).click()
  await page.getByRole('button', { name: 'Get a code' }).click()
  await expect(page.getByText('Write its 7 to 15 digits, the country code first.')).toBeVisible()

  await callSandbox(place.dataDir, '/faults', { account: PHONE, refuseCodes: { code: 429, count: 1 } })
  await page.getByLabel('Phone number of the account').fill(`+${PHONE}`)
  await page.getByRole('button', { name: 'Get a code' }).click()
  await expect(page.getByText(/too many were asked for/)).toBeVisible()

  await page.getByRole('button', { name: 'Get a code' }).click()
  const shown = page.getByRole('status', { name: /^Code to type into the phone/ })
  await expect(shown).toHaveText(/^\w{4}-\w{4}$/)
  await expect(page.getByText(/Counts for another \d+ s/)).toBeVisible()
  await checkPage(page, 'pairing-code')
  const first = await shown.innerText()
  await page.reload()
  await expect(shown).toHaveText(first)

  await page.getByRole('button', { name: 'Get another code' }).click()
  await expect(shown).not.toHaveText(first)
  await page.getByRole('button', { name: 'Scan a QR code instead' }).click()
  await expect(page.getByRole('img', { name: 'QR code to link this number' })).toBeVisible()
  await page.getByRole('button', { name: 'Link with phone number instead' }).click()

  const code = await shown.innerText()
  await callSandbox(place.dataDir, '/phone/enter-code', { account: PHONE, code })
  await expect(page.getByText('The number is connected.', { exact: true })).toBeVisible()
})
