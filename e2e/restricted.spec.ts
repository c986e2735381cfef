import { callSandbox } from '../src/bin/demo/sandbox-contact.ts'
import { beginAtNumber } from './support/begin.ts'
import { expect } from './support/dashboard.ts'
import { call } from './support/flow-calls.ts'
import { checkPage } from './support/page-check.ts'
import { test } from './support/shared.ts'

const SLOW = { timeout: 60_000 }
const HOUR_MS = 3_600_000

test('a device taken off a restricted account says so in both languages, and is back without a new code', async ({
  page,
  dashboard,
}) => {
  const account = await beginAtNumber(page, dashboard, 'Corner shop')
  const { dataDir } = dashboard.place
  await callSandbox(dataDir, '/restrict', { account, untilMs: Date.now() + HOUR_MS })
  await expect(page.getByText(/^The network has restricted this account and taken this device/)).toBeVisible(
    SLOW,
  )
  await expect(page.getByText(/^Wait until the phone shows no restriction any more/)).toBeVisible()
  await checkPage(page, 'client-restricted')
  const latestEvent = async () => {
    const { events } = await call<{ events: { data: object }[] }>(page, dashboard, 'events/list', {
      names: ['client.status'],
      limit: 500,
    })
    return events.at(-1)?.data
  }
  const expected = { status: 'restricted', code: 'REMOVED_RESTRICTED', rawCode: 402 }
  await expect.poll(latestEvent, SLOW).toMatchObject(expected)
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByText(/logs in once more to learn which/).first()).toBeVisible(SLOW)

  await page.getByRole('button', { name: /ada-\d+@example\.org/ }).click()
  await page.getByRole('menuitemradio', { name: 'Português' }).click()
  await page.getByRole('tab', { name: 'Visão geral' }).click()
  await expect(page.getByText(/^A rede restringiu esta conta e retirou dela este aparelho/)).toBeVisible()
  await callSandbox(dataDir, '/restrict', { account })
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Reconectar' }).click()
  await expect(page.getByText('O número está conectado.', { exact: true })).toBeVisible(SLOW)
})
