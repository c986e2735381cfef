import type { Page } from '@playwright/test'
import { newContact } from '../test/support/account.ts'
import { ModelServer } from '../test/support/model-server.ts'
import { beginConnected } from './support/begin.ts'
import { type DashboardService, expect } from './support/dashboard.ts'
import { call, edge, node } from './support/flow-calls.ts'
import { checkPage } from './support/page-check.ts'
import { test } from './support/shared.ts'

const SLOW = { timeout: 60_000 }
const FLOW = {
  version: 1,
  name: 'Bakery',
  nodes: [
    node('t', 'trigger.keyword', { values: ['bread'], mode: 'word' }),
    node('a', 'ai', { mode: 'reply', system: 'You answer for a bakery.' }, 300),
    node('e', 'send.text', { text: 'A person will answer.' }, 600),
  ],
  edges: [edge('t', 'out', 'a'), edge('a', 'error', 'e')],
}

/** From now on a person decides about what the model says. */
async function publishWithApproval(page: Page, dashboard: DashboardService, id: string): Promise<void> {
  const nodes = FLOW.nodes.map((item) => ({
    ...item,
    data: { ...item.data, ...(item.type === 'ai' && { approval: true }) },
  }))
  await call(page, dashboard, 'flows/update', { id, nodes })
  await call(page, dashboard, 'flows/publish', { id })
  await page.goto(`/flows/${id}/edit`)
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByLabel('Calls of other systems').selectOption('Made up')
  const say = page.getByLabel('Write as the contact')
  await say.fill('any bread?')
  await say.press('Enter')
  await page.getByLabel('Reply').fill('Rye.')
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  const card = page.getByRole('region', { name: 'This answer waits for a person. What do they decide?' })
  await expect(card).toBeVisible()
  await checkPage(page, 'editor-simulator-approval')
  await card.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('log')).toContainText('Rye.')
}

/** Two answers wait in the inbox: one is changed and sent, the other declined. */
async function decideInInbox(
  page: Page,
  { place: { dataDir } }: DashboardService,
  { account, server }: { account: string; server: ModelServer },
): Promise<void> {
  const [ana, bea] = [newContact(dataDir, 'Ana'), newContact(dataDir, 'Bea')]
  server.next({ kind: 'say', content: 'We have rye and wheat.' })
  await ana.sendText(account, 'Which bread is there?')
  await page.goto('/inbox')
  await page.getByRole('button', { name: 'Waiting for approval (1)' }).click(SLOW)
  server.next({ kind: 'say', content: 'Bread is free today!' })
  await bea.sendText(account, 'What does bread cost?')
  const answers = page.getByRole('list', { name: 'Answers that wait for approval' })
  await expect(answers.getByRole('listitem')).toHaveCount(2, SLOW)
  await answers.getByRole('button', { name: /rye and wheat/ }).click()
  const card = page.getByRole('region', { name: 'An answer waits for your approval' })
  await expect(card).toContainText('We have rye and wheat.')
  await checkPage(page, 'inbox-approval')
  await card.getByRole('button', { name: 'Edit' }).click()
  await card.getByLabel('Answer').fill('We have rye, and wheat until noon.')
  await card.getByRole('button', { name: 'Approve as changed' }).click()
  await expect(card).toBeHidden()
  await expect
    .poll(async () => (await ana.read(0)).map(({ text }) => text), SLOW)
    .toEqual(['We have rye, and wheat until noon.'])
  await expect(answers.getByRole('listitem')).toHaveCount(1)
  await answers.getByRole('button', { name: /free today/ }).click()
  await card.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('Nothing waits for approval')).toBeVisible()
  expect((await bea.read(0)).map(({ text }) => text)).toEqual([])
}

/** The answers of the model are judged, twice, and what changed is seen. */
async function evaluateTwice(
  page: Page,
  dashboard: DashboardService,
  { id, server }: { id: string; server: ModelServer },
): Promise<void> {
  await page.goto(`/flows/${id}/evaluations`)
  await expect(page.getByText('No conversations yet')).toBeVisible()
  const script = [{ text: 'any bread?' }]
  await call(page, dashboard, 'flows/testCases/save', { id, case: { title: 'Asks for bread', script } })
  await page.reload()
  await expect(page.getByText('No evaluations yet')).toBeVisible()
  await page.getByRole('button', { name: 'Change the checks of Asks for bread' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add a check' }).click()
  await dialog.getByLabel('Text').fill('rye')
  await checkPage(page, 'evaluation-checks')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('paragraph').filter({ hasText: 'The answers contain' })).toBeVisible()
  const list = page.getByRole('table', { name: 'Evaluations' })
  for (const [content, result, done] of [
    ['We have rye and wheat.', '1 of 1', 1],
    ['We have wheat.', '0 of 1', 2],
  ] as const) {
    server.next({ kind: 'say', content })
    await page.getByRole('button', { name: 'Evaluate' }).click()
    await dialog.getByRole('button', { name: 'Evaluate' }).click()
    await expect(list.getByText(result)).toBeVisible(SLOW)
    await expect(list.getByText('Done')).toHaveCount(done, SLOW)
  }
  const result = page.locator('summary').filter({ hasText: 'Asks for bread' })
  await result.filter({ hasText: 'Failed' }).click()
  await expect(page.getByText('Expected: rye')).toBeVisible()
  await page.getByLabel('Compare with').selectOption({ index: 1 })
  await result.filter({ hasText: 'Worse' }).click()
  await expect(page.locator('del')).toContainText('rye')
  await checkPage(page, 'evaluation-comparison')
}

test('a model is set up where a flow lacks it, answers in the simulator for real or as made up, its answers are approved and evaluated, and it is deleted', async ({
  page,
  dashboard,
}) => {
  const server = new ModelServer()
  await server.listen()
  const account = await beginConnected(page, dashboard, 'Bakery')
  const [client] = await call<{ id: string }[]>(page, dashboard, 'clients/list', {})
  const clientId = client?.id
  const { id } = await call<{ id: string }>(page, dashboard, 'flows/import', { ...FLOW, clientId })
  await page.goto(`/flows/${id}/edit`)
  await page.getByRole('button', { name: /^Problems/ }).click()
  await expect(page.getByText('there is no model "default"')).toBeVisible(SLOW)
  await page.getByRole('link', { name: 'Set up models' }).click()
  await expect(page.getByText('No models yet')).toBeVisible()
  await checkPage(page, 'first-model')

  await page.getByRole('button', { name: 'New model' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name in flows')).toHaveValue('default')
  await dialog.getByRole('button', { name: 'Save model' }).click()
  await expect(dialog.getByText('Give the name of the model.')).toBeVisible()
  await checkPage(page, 'create-model')
  await dialog.getByLabel('Address of its server').fill(server.url)
  await dialog.getByLabel('Model, as its server calls it').fill('test-model')
  await dialog.getByRole('button', { name: 'Save model' }).click()
  const row = page.getByRole('row', { name: /default/ })
  await expect(row).toContainText('0 questions, 0 tokens')
  await checkPage(page, 'models')

  await page.goto(`/flows/${id}/edit`)
  await page.getByRole('button', { name: 'Try it out' }).click()
  const say = page.getByLabel('Write as the contact')
  const talk = page.getByRole('log')
  await say.fill('any bread?')
  await say.press('Enter')
  await expect(page.getByText('The flow asks a model. What does it answer?')).toBeVisible()
  await page.getByLabel('Reply').fill('Made up bread.')
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(talk).toContainText('Made up bread.')
  await page.getByLabel('Calls of other systems').selectOption('For real')
  server.next({ kind: 'say', content: 'Real bread.' })
  await say.fill('more bread?')
  await say.press('Enter')
  await expect(talk).toContainText('Real bread.', SLOW)
  await expect(talk).toContainText('The model answered')
  expect(server.asked).toHaveLength(1)
  await publishWithApproval(page, dashboard, id)
  await decideInInbox(page, dashboard, { account, server })
  await evaluateTwice(page, dashboard, { id, server })

  await page.goto('/models')
  await expect(row).toContainText('5 questions')
  await page.getByRole('button', { name: 'Actions for default' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No models yet')).toBeVisible()
  await server.close()
})
