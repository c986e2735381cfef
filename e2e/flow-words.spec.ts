import type { Page } from '@playwright/test'
import { begin } from './support/begin.ts'
import { expect } from './support/dashboard.ts'
import { call, edge, node } from './support/flow-calls.ts'
import { checkPage } from './support/page-check.ts'
import { test } from './support/shared.ts'

const ORDERS = {
  version: 1,
  name: 'Orders',
  nodes: [
    node('t', 'trigger.keyword', { values: ['order'] }),
    node('q', 'ask', { prompt: 'Which city?', saveAs: 'city' }, 320),
    node('s', 'send.text', { text: 'To {{ city }}, {{ contact.name }}, for {{ prise }}.' }, 640),
    node('c', 'condition', { cases: [{ id: 'a', all: [{ left: '{{ vars.city }}', op: 'is_set' }] }] }, 960),
  ],
  edges: [edge('t', 'out', 'q'), edge('q', 'reply', 's'), edge('s', 'out', 'c')],
}

/** From one node to another, and to an action that takes the focus itself, by typing parts of their names. */
async function findByMenu(page: Page): Promise<void> {
  await page.getByRole('application').focus()
  await page.keyboard.press('Control+k')
  const menu = page.getByRole('dialog', { name: 'What do you want to do?' })
  await menu.getByRole('combobox').fill('which city')
  await expect(menu.getByRole('option')).toHaveText(['AskWhich city?'])
  await checkPage(page, 'editor-menu')
  await page.keyboard.press('Enter')
  const question = page.getByRole('combobox', { name: 'Question', exact: true })
  await expect(question).toHaveValue('Which city?')
  await question.fill('Which city? {{')
  await expect(page.getByRole('group', { name: 'Of this flow' })).toContainText('vars.city')
  await checkPage(page, 'editor-autocomplete')
  await question.fill('Which city?')
  await page.keyboard.press('Control+k')
  await menu.getByRole('combobox').fill('find in the flow')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('searchbox', { name: 'Find in the flow' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Close' }).click()
}

/** On the card of a node, and in the list of all problems. */
async function fixProblems(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show all' }).click()
  const choice = page.locator('.react-flow__node', { hasText: 'Condition' })
  await choice.getByRole('button', { name: '2 warnings' }).click()
  const popover = page.getByRole('dialog', { name: 'Problems of Condition' })
  await expect(popover.getByRole('button', { name: 'Add an end' })).toHaveCount(2)
  await checkPage(page, 'editor-fixes')
  await popover.getByRole('button', { name: 'Add an end' }).first().click()
  await expect(page.locator('.react-flow__node')).toHaveCount(5)
}

test('variables are renamed in the whole flow and created, and problems are mended where they are shown', async ({
  page,
  dashboard,
}) => {
  page.setDefaultTimeout(30_000)
  await begin(page, dashboard)
  const { id } = await call<{ id: string }>(page, dashboard, 'flows/import', ORDERS)
  await page.goto(`/flows/${id}/edit`)
  const canvas = page.getByRole('application')
  await findByMenu(page)
  await canvas.focus()
  await page.keyboard.press('v')
  const list = page.getByRole('complementary', { name: 'Variables' })
  await expect(list.getByRole('listitem').first()).toContainText('nothing sets it')
  await list.getByText('prise', { exact: true }).click()
  await list.getByRole('button', { name: 'Create “prise”' }).click()
  await expect(list.getByText('nothing sets it')).toHaveCount(0)
  await list.getByText('city', { exact: true }).click()
  await checkPage(page, 'editor-variables')

  await list.getByRole('button', { name: 'Rename city everywhere' }).click()
  await list.getByLabel('New name').fill('contact')
  await expect(list.getByText('This name has a meaning of its own.')).toBeVisible()
  await list.getByLabel('New name').fill('place')
  await page.keyboard.press('Enter')
  await expect(page.getByText('city is called place now')).toBeVisible()
  await list.getByText('place', { exact: true }).click()
  await list
    .getByRole('button', { name: /Send text · Text/ })
    .first()
    .click()
  const text = page.getByRole('combobox', { name: 'Text', exact: true })
  await expect(text).toHaveValue('To {{ place }}, {{ contact.name }}, for {{ prise }}.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(text).toHaveValue('To {{ city }}, {{ contact.name }}, for {{ prise }}.')

  await text.fill('To {{ cityy }}.')
  await page.getByRole('button', { name: 'Use “city” instead' }).click()
  await expect(text).toHaveValue('To {{ city }}.')
  await page.getByRole('button', { name: 'Close' }).click()

  await fixProblems(page)
})
