import type { Page } from '@playwright/test'
import { beginAtNumber } from './support/begin.ts'
import { expect, openPage } from './support/dashboard.ts'
import { checkPage } from './support/page-check.ts'
import { test } from './support/shared.ts'

const SLOW = { timeout: 60_000 }
const GRACE = 'Grace'

async function letOnlineWhileWatching(page: Page): Promise<void> {
  await openPage(page, 'Numbers')
  await page.getByRole('link', { name: 'Corner shop' }).click()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByLabel('Online', { exact: true }).selectOption('While somebody looks at a conversation')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The settings are saved.')).toBeVisible(SLOW)
}

async function writeAs(page: Page, text: string) {
  await openPage(page, 'Test phone')
  await page.getByRole('button', { name: 'New contact' }).first().click()
  await page.getByLabel('Name').fill(GRACE)
  await page.getByRole('button', { name: 'Make the contact' }).click()
  const phone = page.getByRole('region', { name: `Phone of ${GRACE}` })
  await phone.getByRole('textbox').fill(text)
  await phone.getByRole('textbox').press('Enter')
  await expect(phone.getByRole('img', { name: /Delivered|Read/ })).toBeVisible(SLOW)
  return phone
}

test('while a conversation is open, it and its row say that the contact is online, types, stopped, and was last seen', async ({
  page,
  dashboard,
}) => {
  await beginAtNumber(page, dashboard, 'Corner shop')
  await letOnlineWhileWatching(page)
  const phone = await writeAs(page, 'Is anybody there?')
  const inbox = await page.context().newPage()
  await inbox.goto('/inbox')
  const row = inbox.getByRole('button', { name: /Is anybody there/ })
  await row.click(SLOW)
  const header = inbox.getByRole('heading', { name: GRACE, exact: true }).locator('..')
  await expect(header.getByText('online', { exact: true })).toBeVisible(SLOW)

  await phone.getByRole('textbox').pressSequentially('Hel', { delay: 50 })
  await expect(header.getByRole('status')).toHaveText('typing…', SLOW)
  await expect(row).toContainText('typing…')
  // Nothing more is typed, so it ends.
  await expect(header.getByText('online', { exact: true })).toBeVisible(SLOW)
  await expect(row).not.toContainText('typing…')
  await checkPage(inbox, 'contact-online')

  // The phone is put away.
  await openPage(page, 'Numbers')
  await expect(header.getByText(/^last seen /)).toBeVisible(SLOW)
  await checkPage(inbox, 'contact-last-seen')
  await inbox.setViewportSize({ width: 390, height: 844 })
  await expect(header.getByText(/^last seen /)).toBeInViewport()
  await inbox.close()
})
