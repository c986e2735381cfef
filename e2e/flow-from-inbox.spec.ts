import type { Page } from '@playwright/test'
import { newContact } from '../test/support/account.ts'
import { beginConnected } from './support/begin.ts'
import { type DashboardService, expect } from './support/dashboard.ts'
import { call, edge, node } from './support/flow-calls.ts'
import { checkPage } from './support/page-check.ts'
import { test } from './support/shared.ts'

const MENU = 'Which shop is nearest, Ana?\n1. North\n2. South'

const shops = (clientId: string | undefined) => ({
  version: 1,
  name: 'Shops',
  clientId,
  nodes: [
    node('t', 'trigger.keyword', { values: ['shops'] }),
    node(
      'm',
      'menu',
      {
        ...{ label: 'Which shop?', prompt: 'Which shop is nearest, {{ vars.name }}?', saveAs: 'shop' },
        options: [
          { id: 'north', label: 'North' },
          { id: 'south', label: 'South' },
        ],
      },
      300,
    ),
    node('q', 'ask', { label: 'The day', prompt: 'When do you come, {{ vars.name }}?', saveAs: 'day' }, 600),
  ],
  edges: [
    edge('t', 'out', 'm'),
    { ...edge('m', 'opt:north', 'q'), id: 'north' },
    edge('m', 'opt:south', 'q'),
  ],
})

async function publishShops(page: Page, dashboard: DashboardService): Promise<void> {
  const [client] = await call<{ id: string }[]>(page, dashboard, 'clients/list', {})
  const { id } = await call<{ id: string }>(page, dashboard, 'flows/import', shops(client?.id))
  await call(page, dashboard, 'flows/publish', { id })
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByLabel('Write a message').fill(text)
  await page.getByLabel('Write a message').press('Enter')
}

/** What is said, and what comes of it, stands in the dialog before anything leaves. */
async function sendMenu(page: Page): Promise<void> {
  await page.getByLabel('Write a message').press('Control+/')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Which shop\? Shops/ }).click()
  await dialog.getByLabel('name').fill('Ana')
  await expect(dialog.getByRole('region', { name: 'The contact will see' })).toContainText('nearest, Ana?')
  await expect(dialog).toContainText('Flows answer this contact again from then on')
  await checkPage(page, 'send-menu')
  await dialog.getByRole('button', { name: 'Send', exact: true }).dblclick()
  await expect(dialog).toBeHidden()
}

/** What `/` finds has flows beside canned replies; one that is chosen opens where it is started, and what was typed to find it goes. */
async function findFlow(page: Page): Promise<void> {
  const field = page.getByLabel('Write a message')
  await field.pressSequentially('/sho')
  const flows = page.getByRole('group', { name: 'Flows' })
  await expect(flows.getByRole('option', { name: 'Shops', exact: true })).toBeVisible()
  await checkPage(page, 'flows-behind-slash')
  await field.press('Enter')
  const dialog = page.getByRole('dialog', { name: '“Shops”' })
  await expect(dialog).toBeVisible()
  await expect(field).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

test('who took a conversation over sends a menu, has the flow go on at a step, and gives it back', async ({
  page,
  dashboard,
}) => {
  const account = await beginConnected(page, dashboard, 'Corner shop')
  const ana = newContact(dashboard.place.dataDir, 'Ana')
  const shown = async () => (await ana.read(0)).map(({ text }) => text)
  await publishShops(page, dashboard)
  await ana.sendText(account, 'Where are you?')
  await page.goto('/inbox')
  await page.getByRole('button', { name: /Where are you/ }).click()
  const line = page.getByRole('region', { name: 'The flow' })
  await write(page, 'Let me see')
  await expect(line).toContainText(/^Taken over by Ada since .*; flows answer again from/)

  await findFlow(page)
  await sendMenu(page)
  await expect(line).toContainText('“Shops” waits for an answer at “Which shop?”')
  await expect.poll(shown).toEqual(['Let me see', MENU])
  // What the flow did stands between the messages of its time.
  const thread = page.getByRole('listitem')
  await expect(thread.filter({ hasText: 'A person started “Shops” at “Which shop?”' })).toHaveCount(1)
  await ana.sendText(account, '2')
  await expect(line).toContainText('waits for an answer at “The day”')
  await expect.poll(shown).toEqual(['Let me see', MENU, 'When do you come, Ana?'])

  await write(page, 'One moment')
  await expect(line).toContainText('“Shops” is paused at “The day”')
  await line.getByRole('button', { name: 'What to do with the flow' }).click()
  await page.getByRole('menuitem', { name: 'Go on at a step…' }).click()
  await page.getByRole('radio', { name: /^Which shop\?/ }).check()
  await page.getByRole('button', { name: 'Go on there' }).click()
  await expect(line).toContainText('waits for an answer at “Which shop?”')
  await write(page, 'Or tell me')
  await line.getByRole('button', { name: 'Give back now' }).click()
  await expect(line).toContainText('waits for an answer at “Which shop?”')
  await checkPage(page, 'flow-line')
  await expect
    .poll(shown)
    .toEqual(['Let me see', MENU, 'When do you come, Ana?', 'One moment', MENU, 'Or tell me', MENU])

  await line.getByRole('button', { name: 'What to do with the flow' }).click()
  await page.getByRole('menuitem', { name: 'Answer for them…' }).click()
  await page.getByLabel('The answer').fill('North')
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(line).toContainText('waits for an answer at “The day”')
  await line.getByRole('link', { name: '“The day”' }).click()
  await expect(page).toHaveURL(/\/runs\/[^/]+$/)
  // The run shows the version that it is in.
  await expect(page.getByText('When do you come, {{ vars.name }}?').first()).toBeVisible()
})
