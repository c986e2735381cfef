import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { SandboxContact } from '../src/bin/demo/sandbox-contact.ts'
import { API_PREFIX } from '../src/contract/operation.ts'
import { newContact } from '../test/support/account.ts'
import { begin, beginAtNumber } from './support/begin.ts'
import { expect, openPage } from './support/dashboard.ts'
import { checkPage } from './support/page-check.ts'
import { test } from './support/shared.ts'

const ORDER_STATUS = join(import.meta.dirname, '..', 'examples', 'flows', 'order-status.json')
const MENU = { version: 1, name: 'Menu' }
const line = (text: string) => ({ richText: [{ type: 'p', children: [{ text }] }] })
/** A Typebot of three groups; nothing leads to the third. */
const TYPEBOT = {
  version: '6.1',
  name: 'Paths',
  events: [{ id: 'ev', type: 'start', outgoingEdgeId: 'e1' }],
  variables: [],
  groups: [
    {
      id: 'a',
      title: 'First',
      blocks: [{ id: 'a1', type: 'text', content: line('Good day.'), outgoingEdgeId: 'e2' }],
    },
    { id: 'b', title: 'Second', blocks: [{ id: 'b1', type: 'text', content: line('Come in.') }] },
    { id: 'c', title: 'Third', blocks: [{ id: 'c1', type: 'text', content: line('Nobody gets here.') }] },
  ],
  edges: [
    { id: 'e1', from: { eventId: 'ev' }, to: { groupId: 'a' } },
    { id: 'e2', from: { blockId: 'a1' }, to: { groupId: 'b' } },
  ],
}
const HOSTILE = '<img src=x onerror=alert(1)>'

/** The list of runs is narrowed by each of its controls, and shows the run again. */
async function narrowRuns(page: Page, run: Locator, number: string): Promise<void> {
  await page.getByLabel('State').selectOption('Completed')
  await expect(page.getByText('No run fits this choice.')).toBeVisible()
  await page.getByLabel('State').selectOption('All states')
  const search = page.getByLabel('Contact: name or number')
  await search.fill('nobody at all')
  await expect(page.getByText('No run fits this choice.')).toBeVisible()
  await search.fill(`${number.slice(0, 5)} ${number.slice(5)}`)
  await expect(run).toContainText('Corner shop')
  await page.getByLabel('Tests', { exact: true }).selectOption('Tests only')
  await expect(run).toHaveCount(0)
  await page.getByLabel('Tests', { exact: true }).selectOption('Without tests')
  await expect(run).toBeVisible()
  await page.getByLabel('Why it failed').selectOption({ index: 1 })
  await expect(run).toHaveCount(0)
  await page.getByLabel('Why it failed').selectOption('Failed or not')
}

/** What people answered stands in a table; what the menu did not take becomes a name of an option. */
async function readResults(page: Page): Promise<void> {
  await openPage(page, 'Flows')
  await page.getByRole('button', { name: 'More actions for Order status' }).click()
  await page.getByRole('menuitem', { name: 'Results' }).click()
  await expect(page.getByRole('cell', { name: 'return', exact: true })).toBeVisible()
  await checkPage(page, 'results')
  await page.getByRole('link', { name: 'Open in the editor' }).click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'What was not understood' }).click()
  const missed = page.getByRole('listitem').filter({ hasText: '“my parcel is late”' })
  await checkPage(page, 'editor-missed')
  await missed.getByRole('button', { name: 'Add as a name of…' }).click()
  await page.getByRole('menuitem', { name: 'Order status' }).click()
  await expect(missed).toHaveCount(0)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
}

test('a flow is imported, its problems are listed, it is published, and its run can be read', async ({
  page,
  dashboard,
}) => {
  const account = await beginAtNumber(page, dashboard, 'Corner shop')

  await openPage(page, 'Flows')
  await page.getByRole('button', { name: 'Import flow' }).click()
  await page.getByLabel('JSON').fill('{"version": 1,')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('This is no JSON.')).toBeVisible()
  await page.getByLabel('JSON').fill(JSON.stringify({ version: 1, name: HOSTILE }))
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect.poll(() => page.title()).toContain(HOSTILE)
  await page.goto('/flows')
  await page.getByRole('button', { name: `Publish: ${HOSTILE}` }).click()
  const problems = page.getByRole('dialog', { name: /cannot be published yet/ })
  await expect(problems).toContainText('NO_TRIGGER')
  await checkPage(page, 'flow-problems')
  await problems.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Import flow' }).click()
  await page.getByLabel('File').setInputFiles(ORDER_STATUS)
  await expect(page.getByLabel('JSON')).toHaveValue(/Order status/)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page).toHaveURL(/\/flows\/[^/]+\/edit$/)
  await page.goto('/flows')
  await page.getByRole('button', { name: 'Publish: Order status' }).click()
  await expect(page.getByRole('row', { name: /Order status/ })).toContainText('Published')
  await checkPage(page, 'flows')

  const contact = newContact(dashboard.place.dataDir)
  await contact.sendText(account, 'My ORDER, please')
  await openPage(page, 'Runs')
  const run = page.getByRole('row', { name: /Order status/ })
  await expect(run).toContainText('Waiting for an answer')
  await expect(run).toContainText(contact.number)
  await checkPage(page, 'runs')
  await narrowRuns(page, run, contact.number)
  await run.getByRole('link').click()
  await expect(page.getByText('text "My ORDER, please"')).toBeVisible()
  await expect(page.getByText(/ · Order status · Corner shop$/)).toBeVisible()
  await expect(page.getByRole('listitem').getByText('Keyword', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(/^(Delivered|Read)$/).first()).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('heading', { name: 'Version 1' })).toBeVisible()
  await checkPage(page, 'run')
  await contact.sendText(account, 'my parcel is late')
  await expect(page.getByText('text "my parcel is late"')).toBeVisible()
  await contact.sendText(account, 'return')
  await expect(page.getByText('text "return"')).toBeVisible()
  await cancelRun(page)

  await readResults(page)
  await exportAndUnpublish(page)
  await takeTemplate(page)
  await contact.sendText(account, 'a takeaway, please')
  await expect.poll(() => readTexts(contact), { timeout: 60_000 }).toContain('Square Kitchen')
})

async function exportAndUnpublish(page: Page): Promise<void> {
  await page.goto('/flows')
  await page.getByRole('button', { name: 'More actions for Order status' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export' }).click()
  expect((await download).suggestedFilename()).toBe('Order-status.json')
  await page.getByRole('button', { name: 'Unpublish: Order status' }).click()
  await expect(page.getByRole('row', { name: /Order status/ })).toContainText('Draft')
}

async function cancelRun(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cancel run' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel run' }).click()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
}

const readTexts = async (contact: SandboxContact) =>
  (await contact.read(0)).map(({ text }) => text).join('\n')

/** From the list of flows: a template is looked at, taken with its tables and published as it is. */
async function takeTemplate(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Templates' }).click()
  await expect(page.getByRole('link', { name: /^Clinic: appointments/ })).toBeVisible()
  await checkPage(page, 'templates')
  await page.getByRole('link', { name: /^Restaurant: order with a bag/ }).click()
  await expect(page.getByRole('region', { name: 'A conversation with it' })).toContainText(
    'Which one would you like?',
  )
  await expect(page.getByText('The table “menu_items” with 3 rows to begin with')).toBeVisible()
  await checkPage(page, 'template')
  await page.getByRole('button', { name: 'Use this template' }).click()
  await expect(page).toHaveURL(/\/flows\/[^/]+\/edit$/)
  await page.goto('/flows')
  await page.getByRole('button', { name: /^Publish: Restaurant/ }).click()
  await expect(page.getByRole('row', { name: /Restaurant/ })).toContainText('Published')
}

/** From the list of flows: what is pasted is imported. */
async function importText(page: Page, document: unknown): Promise<void> {
  await page.getByRole('button', { name: 'Import flow' }).first().click()
  await page.getByLabel('JSON').fill(JSON.stringify(document))
  await page.getByRole('button', { name: 'Import', exact: true }).click()
}

test('a Typebot is imported from the list of flows, and opens without the groups that nothing leads to', async ({
  page,
  dashboard,
}) => {
  await begin(page, dashboard)
  await page.goto('/flows')
  await importText(page, TYPEBOT)
  const report = page.getByRole('dialog', { name: 'What became of the Typebot' })
  await expect(report).toContainText('“Third”')
  await checkPage(page, 'typebot-report')
  await report.getByRole('button', { name: 'Remove them' }).click()
  await expect(report).not.toContainText('“Third”')
  await report.getByRole('button', { name: 'Done' }).click()
  await expect(page).toHaveURL(/\/flows\/[^/]+\/edit$/)
  const cards = page.locator('.react-flow__node')
  await expect(cards.filter({ hasText: 'Come in.' })).toBeVisible()
  await expect(cards.filter({ hasText: 'Nobody gets here.' })).toHaveCount(0)
})

test('flows that are made, copied or imported under a name that is taken get one of their own', async ({
  page,
  dashboard,
}) => {
  // What a browser may say and the service does not know.
  await page.addInitScript(() => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype
    Intl.DateTimeFormat.prototype.resolvedOptions = function () {
      return { ...resolvedOptions.call(this), timeZone: 'Mars/Olympus' }
    }
    Object.defineProperty(navigator, 'language', { get: () => 'en-US@posix' })
  })
  await begin(page, dashboard)
  for (const name of ['New flow', 'New flow (2)']) {
    await page.goto('/flows')
    await page.getByRole('button', { name: 'New flow', exact: true }).first().click()
    await expect.poll(() => page.title()).toContain(name)
  }
  await page.getByRole('complementary', { name: 'Nodes' }).getByRole('button', { name: 'Hand off' }).click()
  const textField = page.getByRole('combobox', { name: 'Text', exact: true })
  await expect(textField).toHaveValue('One moment please, a person takes over from here.')
  await page.goto('/flows')
  await importText(page, { ...MENU, bundle: [{ version: 1, name: 'Prices' }] })
  await expect(page.getByText('These flows are imported as drafts: Menu, Prices.')).toBeVisible()
  await importText(page, MENU)
  await expect(page.getByText('Menu (2) is imported as a draft.')).toBeVisible()
  await page.goto('/flows')
  const schedule = { cron: '0 9 * * *', timezone: 'Mars/Olympus' }
  const nodes = [{ id: 't', type: 'trigger.schedule', position: { x: 0, y: 0 }, data: schedule }]
  await importText(page, { version: 1, name: 'Far', nodes })
  const faulty = page.getByRole('dialog', { name: '“Far” cannot be published yet' })
  await expect(faulty).toContainText('timezone: use an IANA')
  await expect(faulty).toContainText('Mend these before you publish it.')
  await faulty.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/flows\/[^/]+\/edit$/)
  await page.goto('/flows')
  await page.getByRole('button', { name: 'More actions for Prices' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(page.getByRole('link', { name: 'Prices (2)', exact: true })).toBeVisible()

  const made = await page.request.post(`${API_PREFIX}/flows/import`, {
    data: { version: 1, name: 'Prices' },
    headers: { origin: dashboard.service.url },
  })
  const { id } = (await made.json()) as { id: string }
  await page.reload()
  await expect(page.getByRole('link', { name: `Prices #${id.slice(-4)}`, exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Prices #/ })).toHaveCount(2)
})
