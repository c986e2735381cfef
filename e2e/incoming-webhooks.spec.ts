import { begin } from './support/begin.ts'
import { expect } from './support/dashboard.ts'
import { call, edge, node } from './support/flow-calls.ts'
import { checkPage } from './support/page-check.ts'
import { test } from './support/shared.ts'

test('an address of a flow is made, called and looked into, and a call that came in is tried out', async ({
  page,
  dashboard,
}) => {
  page.setDefaultTimeout(30_000)
  await begin(page, dashboard)
  const client = await call<{ id: string }>(page, dashboard, 'clients/create', { name: 'Shop' })
  const inputs = [{ name: 'order', path: 'body.order', type: 'string' }]
  const { id } = await call<{ id: string }>(page, dashboard, 'flows/import', {
    version: 1,
    name: 'Paid',
    clientId: client.id,
    nodes: [
      node('t', 'trigger.webhook', { inputs }),
      node('s', 'send.text', { text: 'Order {{ vars.order }} is paid.' }, 300),
    ],
    edges: [edge('t', 'out', 's')],
  })
  await page.goto(`/flows/${id}/edit`)
  await page.locator('.react-flow__node[data-id="t"]').dblclick()
  await page.getByRole('button', { name: 'Make the address' }).click()
  const address = page.getByText(/\/api\/hooks\/[\w-]{43}$/)
  await expect(address).toBeVisible()
  const url = (await address.textContent()) ?? ''
  await expect(page.getByText('Nothing came in yet.')).toBeVisible()
  await call(page, dashboard, 'flows/publish', { id })
  const answer = await page.request.post(url, { data: { phone: '+5511988887777', order: 17 } })
  expect(answer.status()).toBe(202)
  const cameIn = page.getByText('Started', { exact: true })
  await expect(cameIn).toBeVisible()
  await cameIn.click()
  await expect(page.getByText('"order": 17')).toBeVisible()
  await checkPage(page, 'editor-incoming')
  await page.getByRole('button', { name: 'Use this as sample' }).click()
  await expect(page.getByText('The simulator begins with this call.')).toBeVisible()
  await page.getByRole('button', { name: 'Try it out' }).click()
  // The list of steps has such a button too, and is there before the simulator.
  await page.getByRole('tabpanel').getByRole('button', { name: 'Call from outside' }).click()
  const dialog = page.getByRole('dialog', { name: 'A call comes in' })
  await expect(dialog.getByRole('textbox')).toHaveValue(/"order": 17/)
  await dialog.getByRole('button', { name: 'Call', exact: true }).click()
  await expect(page.getByRole('log')).toContainText('Order 17 is paid.')
})
