import { callSandbox } from '../src/bin/demo/sandbox-contact.ts'
import { beginAtNumber } from './support/begin.ts'
import { expect, openPage } from './support/dashboard.ts'
import { checkPage } from './support/page-check.ts'
import { test } from './support/shared.ts'

const SLOW = { timeout: 60_000 }
const ANA = '447700900211'
const MESSAGE = 'We do not take calls here. Please write to us.'

interface ListedCalls {
  calls: { id: string; state: string }[]
}

test('every call to a number is refused with a message to the caller, and stands in their conversation', async ({
  page,
  dashboard,
}) => {
  const { dataDir } = dashboard.place
  const account = (await beginAtNumber(page, dashboard, 'Corner shop')).slice(1)
  await openPage(page, 'Numbers')
  await page.getByRole('link', { name: 'Corner shop' }).click()
  await page.getByRole('tab', { name: 'Calls and blocked' }).click()
  await expect(page.getByText('No calls yet')).toBeVisible(SLOW)
  await page.getByLabel('Refuse every call').check()
  await page.getByLabel('Message to who called (optional)').fill(MESSAGE)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  const { id } = await callSandbox<{ id: string }>(dataDir, '/call', { contact: ANA, account, name: 'Ana' })
  const row = page.getByRole('row', { name: /Refused.*got the message/ })
  await expect(row).toBeVisible(SLOW)
  await checkPage(page, 'calls')
  const { calls } = await callSandbox<ListedCalls>(dataDir, '/calls', {})
  expect(calls).toMatchObject([{ id, state: 'rejected' }])

  await page.goto('/inbox')
  await page.getByRole('button', { name: /We do not take calls here/ }).click(SLOW)
  await expect(page.getByText('Parley refused a call')).toBeVisible(SLOW)
  await expect(page.getByText(MESSAGE).last()).toBeVisible()

  // Who calls again is refused again, and gets no second message.
  await callSandbox(dataDir, '/call', { contact: ANA, account, video: true })
  await expect(page.getByText('Parley refused a video call')).toBeVisible(SLOW)
  const { messages } = await callSandbox<{ messages: unknown[] }>(dataDir, '/read', { contact: ANA })
  expect(messages).toHaveLength(1)

  await page.getByRole('button', { name: 'Block on WhatsApp', exact: true }).click(SLOW)
  await expect(page.getByText(/nothing they send arrives/)).toBeVisible(SLOW)
  await openPage(page, 'Numbers')
  await page.getByRole('link', { name: 'Corner shop' }).click()
  await page.getByRole('tab', { name: 'Calls and blocked' }).click()
  await page.getByRole('button', { name: 'Unblock on WhatsApp' }).click(SLOW)
  await expect(page.getByText('Nobody is blocked.')).toBeVisible(SLOW)
})
