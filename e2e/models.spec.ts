import { ModelServer } from '../test/support/model-server.ts'
import { createAdmin, expect, test } from './support/dashboard.ts'
import { call, edge, node } from './support/flow-calls.ts'
import { checkPage } from './support/page-check.ts'

test.describe.configure({ timeout: 300_000 })
test.use({ serviceEnv: { OUTBOUND_ALLOW: '127.0.0.1' } })

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

test('a model is set up where a flow lacks it, answers in the simulator for real or as made up, and is deleted', async ({
  page,
  dashboard,
}) => {
  const server = new ModelServer()
  await server.listen()
  await createAdmin(page)
  const { id: clientId } = await call<{ id: string }>(page, dashboard, 'clients/create', { name: 'Bakery' })
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
  await call(page, dashboard, 'flows/publish', { id })

  await page.goto('/models')
  await expect(row).toContainText('1 questions')
  await page.getByRole('button', { name: 'Actions for default' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No models yet')).toBeVisible()
  await server.close()
})
