import type { Page } from '@playwright/test'
import { begin } from './support/begin.ts'
import { type DashboardService, expect } from './support/dashboard.ts'
import { call, edge, node } from './support/flow-calls.ts'
import { checkPage } from './support/page-check.ts'
import { test } from './support/shared.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const PRICES = {
  version: 1,
  name: 'Prices',
  nodes: [
    node('t', 'trigger.api', { inputs: [{ name: 'what', type: 'string' }] }),
    node(
      'q',
      'ask',
      { prompt: 'How many {{ vars.what }}?', saveAs: 'n', validate: { type: 'integer' } },
      300,
    ),
    node(
      's',
      'set',
      {
        assign: [
          { var: 'sum', value: '{{ vars.n | times: 3 }}' },
          { scope: 'contact', var: 'bought', value: '{{ vars.n }}', as: 'number' },
        ],
      },
      600,
    ),
  ],
  edges: [edge('t', 'out', 'q'), edge('q', 'reply', 's')],
}

const order = (called: string) => ({
  version: 1,
  name: 'Order',
  nodes: [
    node('t', 'trigger.keyword', { values: ['order'] }),
    node('c', 'code', { source: 'return message.text.toUpperCase() + " soup"', saveAs: 'what' }, 300),
    node(
      'p',
      'subflow',
      { flowId: called, inputs: { what: '{{ vars.what }}' }, outputs: { total: 'sum' } },
      600,
    ),
    node('e', 'send.text', { text: 'That is {{ vars.total }}' }, 900),
    node('m', 'send.media', { kind: 'image', url: '' }, 1200),
  ],
  edges: [edge('t', 'out', 'c'), edge('c', 'ok', 'p'), edge('p', 'done', 'e'), edge('e', 'out', 'm')],
})

/** Imports a recipe with its secret as a flow that others call, and publishes it; answers its id. */
async function bringRecipe(page: Page, dashboard: DashboardService): Promise<string> {
  await call(page, dashboard, 'clients/create', { name: 'Salon' })
  await page.goto('/flows')
  const open = async () => {
    await page.getByRole('button', { name: 'Recipes' }).click()
    await page.getByRole('button', { name: /^Cal\.com: free times/ }).click()
    return page.getByRole('dialog', { name: 'Cal.com: free times' })
  }
  const guide = await open()
  await expect(guide.getByText('missing', { exact: true })).toBeVisible()
  await checkPage(page, 'recipe')
  await call(page, dashboard, 'secrets/set', { name: 'calcom', value: 'cal_test', hosts: ['api.cal.com'] })
  await page.reload()
  await open()
  await expect(guide.getByText('stored', { exact: true })).toBeVisible()
  await guide.getByRole('button', { name: 'Import as sub-flow' }).click()
  await expect(page).toHaveURL(/\/flows\/[^/]+\/edit$/)
  const id = new URL(page.url()).pathname.split('/')[2] ?? ''
  await page.goto('/flows')
  await page.getByRole('button', { name: 'Publish: Cal.com: free times' }).click()
  await expect(page.getByRole('row', { name: /Cal\.com: free times/ })).toContainText('Published')
  return id
}

const times = (called: string) => ({
  version: 1,
  name: 'Times',
  nodes: [
    node('t', 'trigger.keyword', { values: ['times'] }),
    node('c', 'subflow', {
      flowId: called,
      inputs: { eventType: 7, day: '2026-10-01' },
      outputs: { free: 'slots' },
    }),
    node('s', 'send.text', { text: 'First: {{ vars.free[0].start }}' }),
  ],
  edges: [edge('t', 'out', 'c'), edge('c', 'done', 's')],
})

test('a conversation with the draft runs its scripts and the flows it calls, a recipe among them, and begins where it is asked to', async ({
  page,
  dashboard,
}) => {
  page.setDefaultTimeout(30_000)
  await begin(page, dashboard)
  await call(page, dashboard, 'contacts/fields/set', { name: 'bought', label: 'Bought', type: 'number' })
  const { id: called } = await call<{ id: string }>(page, dashboard, 'flows/import', PRICES)
  const { id } = await call<{ id: string }>(page, dashboard, 'flows/import', order(called))
  await page.goto(`/flows/${id}/edit`)
  await page.getByRole('button', { name: 'Try it out' }).click()
  await expect(page.getByText('Never published, so its draft is played: Prices')).toBeVisible()
  const talk = page.getByRole('log')
  const composer = page.getByLabel('Write as the contact')
  await composer.fill('order')
  await composer.press('Enter')
  await expect(talk).toContainText('The script returned ORDER soup')
  await expect(talk).toContainText('How many ORDER soup?')
  await expect(page.getByText('in “Prices”')).toBeVisible()
  await checkPage(page, 'editor-simulator-called')
  await composer.fill('4')
  await composer.press('Enter')
  await expect(talk).toContainText('That is 12')
  await expect(talk).toContainText('Field of the contact: bought is now 4')

  await page.getByRole('button', { name: 'Contact', exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill('Bea')
  await page.getByLabel('Tags, separated by commas').fill('vip, new')
  await page.getByLabel('Bought').fill('2,5')
  await checkPage(page, 'editor-simulator-contact')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(talk).not.toContainText('That is 12')
  await page.getByRole('tab', { name: 'Variables' }).click()
  await expect(page.getByText('vip, new')).toBeVisible()
  await expect(page.getByRole('term').filter({ hasText: 'contact.fields.bought' })).toBeVisible()
  await expect(page.getByText('2.5', { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Conversation' }).click()

  await page.locator('.react-flow__node', { hasText: 'That is' }).click()
  await page.getByRole('button', { name: 'Play from here' }).click()
  await expect(talk).toContainText('That is')
  await expect(page.getByText('Begins at “Send text”.')).toBeVisible()
  await page.getByRole('button', { name: 'From the start' }).click()
  await expect(page.getByText('Write what a contact would write.')).toBeVisible()

  const recipe = await bringRecipe(page, dashboard)
  const { id: caller } = await call<{ id: string }>(page, dashboard, 'flows/import', times(recipe))
  await page.goto(`/flows/${caller}/edit`)
  await page.getByRole('button', { name: 'Try it out' }).click()
  await composer.fill('times')
  await composer.press('Enter')
  const answer = { data: { '2026-10-01': [{ start: '2026-10-01T09:00:00Z' }] } }
  await page.getByLabel('Body (JSON or text)').fill(JSON.stringify(answer))
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(talk).toContainText('First: 2026-10-01T09:00:00Z')
})

test('a file is given to a node, refused when it does not fit, and is there after a reload and in an export', async ({
  page,
  dashboard,
}) => {
  page.setDefaultTimeout(30_000)
  await begin(page, dashboard)
  const { id } = await call<{ id: string }>(page, dashboard, 'flows/import', order('nobody'))
  await page.goto(`/flows/${id}/edit`)
  await page.locator('.react-flow__node', { hasText: 'Send file' }).click()
  const picker = page.locator('input[type="file"]')
  await picker.setInputFiles({
    name: 'menu.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n'),
  })
  await expect(page.getByRole('alert')).toContainText('application/pdf and cannot be sent as: Image')
  await page.getByRole('button', { name: 'Send it as: Document' }).click()
  await expect(page.getByRole('link', { name: /menu\.pdf/ })).toBeVisible()
  await expect(page.getByLabel('Kind', { exact: true })).toHaveValue('document')

  await page.getByRole('button', { name: 'Take the file out' }).click()
  await page.getByLabel('Kind', { exact: true }).selectOption('Image')
  await picker.setInputFiles({ name: 'menu.png', mimeType: 'image/png', buffer: PNG })
  await expect(page.getByRole('link', { name: /menu\.png/ })).toBeVisible()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await checkPage(page, 'editor-file')
  await page.reload()
  await page.locator('.react-flow__node', { hasText: 'Send file' }).click()
  await expect(page.getByRole('link', { name: /menu\.png/ })).toBeVisible()
  const listFiles = async () => {
    const exported = await call<{ requires: { assets: object[] } }>(page, dashboard, 'flows/export', { id })
    return exported.requires.assets
  }
  await expect.poll(listFiles).toMatchObject([{ fileName: 'menu.png', mimeType: 'image/png' }])

  await page.getByRole('button', { name: 'Choose a kept file' }).click()
  const kept = page.getByRole('dialog', { name: 'Kept files' })
  await expect(kept.getByRole('button', { name: /^menu\.pdf/ })).toBeDisabled()
  await checkPage(page, 'editor-files')
  await kept.getByRole('button', { name: 'Remove menu.png' }).click()
  await expect(page.getByText('The flow "Order" sends this file.')).toBeVisible()
  await kept.getByRole('button', { name: /^menu\.png/ }).click()
  await expect(kept).toBeHidden()
})
