import type { Locator, Page } from '@playwright/test'
import { newContact } from '../test/support/account.ts'
import { beginAtNumber, beginAtNumbers } from './support/begin.ts'
import { expect } from './support/dashboard.ts'
import { checkPage } from './support/page-check.ts'
import { test } from './support/shared.ts'

const card = (page: Page, name: string): Locator => page.locator('.react-flow__node', { hasText: name })

/** Draws a connection with the mouse, from the named exit of one card to another card. */
async function drawEdge(page: Page, from: Locator, exit: string, to: Locator): Promise<void> {
  const handle = from.getByRole('listitem').filter({ hasText: exit }).locator('.react-flow__handle')
  // Hovering waits until nothing moves any more.
  await handle.hover()
  const [start, end] = [
    await handle.boundingBox(),
    await to.locator('.react-flow__handle-left').boundingBox(),
  ]
  if (!start || !end) throw new Error('the ends of the connection are not on the screen')
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 })
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 4 })
  await page.mouse.up()
}

/** Drags an entry of the palette onto the middle of the first connection. */
async function dropOnEdge(page: Page, entry: Locator): Promise<void> {
  const middle = await page.evaluate<{ x: number; y: number }>(`(() => {
    const path = document.querySelector('.react-flow__edge path')
    const { x, y } = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM())
    return { x, y }
  })()`)
  await entry.hover()
  await page.mouse.down()
  await page.mouse.move(middle.x - 40, middle.y, { steps: 3 })
  await page.mouse.move(middle.x, middle.y, { steps: 3 })
  await page.mouse.up()
}

/** Drags the ground until nothing of the flow is in sight. */
async function panAway(page: Page): Promise<void> {
  const box = await page.getByRole('application').boundingBox()
  if (!box) throw new Error('the canvas is not on the screen')
  const { x, y } = { x: box.x + box.width / 2, y: box.y + box.height - 120 }
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y - 1_000, { steps: 4 })
  await page.mouse.move(x, y - 3_000, { steps: 4 })
  await page.mouse.up()
}

/** An empty flow in the editor. */
async function createFlow(page: Page): Promise<void> {
  page.setDefaultTimeout(30_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/flows')
  await page.getByRole('button', { name: 'New flow' }).first().click()
  await expect(page.getByText('A flow begins with a trigger')).toBeVisible()
}

/** Keyword, greeting, menu: dropped on the canvas, connected, and dropped on a connection. */
async function drawFlow(page: Page): Promise<void> {
  const canvas = page.getByRole('application')
  const palette = page.getByRole('complementary', { name: 'Nodes' })
  const close = page.getByRole('button', { name: 'Close' })
  await page.getByRole('textbox', { name: 'Name of the flow' }).fill('Opening hours')
  await palette
    .getByRole('button', { name: 'Keyword' })
    .dragTo(canvas, { targetPosition: { x: 150, y: 120 } })
  // Whoever adds a node types on: without the focus in its form the letters would be shortcuts.
  await expect(page.getByLabel('Keywords')).toBeFocused()
  await page.keyboard.type('hours')
  await page.keyboard.press('Enter')
  await close.click()
  await palette
    .getByRole('button', { name: 'Menu', exact: true })
    .dragTo(canvas, { targetPosition: { x: 560, y: 90 } })
  await page.getByRole('combobox', { name: 'Question', exact: true }).fill('Which shop?')
  await page.getByLabel('Option', { exact: true }).first().fill('Lisbon')
  await page.getByLabel('Option', { exact: true }).nth(1).fill('Porto')
  await close.click()
  await page.getByRole('button', { name: 'Show all' }).click()
  await drawEdge(page, card(page, 'Keyword'), 'next', card(page, 'Which shop?'))
  await expect(page.locator('.react-flow__edge')).toHaveCount(1)

  await dropOnEdge(page, palette.getByRole('button', { name: 'Send text' }))
  const text = page.getByRole('combobox', { name: 'Text', exact: true })
  await text.fill('Hi {{ cont')
  await page.getByRole('option', { name: /contact\.name/ }).click()
  await expect(text).toHaveValue('Hi {{ contact.name }}')
  await expect(page.locator('.react-flow__edge')).toHaveCount(2)
  await close.click()
  await panAway(page)
  await expect(card(page, 'Which shop?')).not.toBeInViewport()
  await page.getByRole('button', { name: 'Tidy up' }).click()
  await expect(card(page, 'Which shop?')).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Show all' }).click()
  await card(page, 'Which shop?').click()
}

/** Talks with the draft, and keeps the conversation as a test. */
async function tryOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try it out' }).click()
  const composer = page.getByLabel('Write as the contact')
  await composer.fill('hours')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('log')).toContainText('1. Lisbon')
  await checkPage(page, 'editor-simulator')
  await composer.fill('lisbon')
  await composer.press('Enter')
  await expect(page.getByRole('log')).toContainText('The run is completed')
  await page.getByRole('button', { name: 'Save as test' }).click()
  await page.getByLabel('Name of the test').fill('Lisbon is open')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The test is saved.')).toBeVisible({ timeout: 60_000 })
}

/** A change that the saved test does not expect is published all the same, looked at, and taken back. */
async function changeAndRollBack(page: Page): Promise<void> {
  const again = page.getByRole('button', { name: 'Publish changes' })
  await expect(page.getByRole('banner').getByText('Published', { exact: true })).toBeVisible()
  await expect(again).toHaveCount(0)
  await card(page, 'Nine to six.').click()
  await page.getByRole('combobox', { name: 'Text', exact: true }).fill('Ten to six.')
  await expect(again).toBeVisible()
  await page.getByRole('combobox', { name: 'Text', exact: true }).fill('Nine to six.')
  await expect(again).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Text', exact: true }).fill('Ten to six.')
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await expect(page.getByText('One saved test fails.')).toBeVisible()
  await page.getByRole('button', { name: 'Publish anyway' }).click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Versions' }).click()
  await expect(page.getByRole('heading', { name: 'Version 2' })).toBeVisible()
  await expect(page.getByText('First words')).toBeVisible()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Version 1' })
    .getByRole('button', { name: 'Compare with the draft' })
    .click()
  await expect(page.getByText('0 added, 0 removed, 1 changed.')).toBeVisible()
  await expect(page.getByText('Opening hours is published.')).toHaveCount(0)
  await checkPage(page, 'editor-versions')
  await page.getByRole('button', { name: 'Roll back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click()
  await expect(page.getByRole('heading', { name: 'Version 3' })).toBeVisible()
  await expect(card(page, 'Nine to six.')).toBeVisible()
}

test('a flow is drawn with the mouse, tried out, published and held to its tests, and its run is read', async ({
  page,
  dashboard,
}) => {
  const account = await beginAtNumber(page, dashboard, 'Corner shop')
  await createFlow(page)
  await drawFlow(page)
  await checkPage(page, 'editor')
  await page.getByLabel('Menu: Lisbon').selectOption('A new node…')
  await page.getByRole('option', { name: /Send text/ }).click()
  await page.getByRole('combobox', { name: 'Text', exact: true }).fill('Nine to six.')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Problems/ }).click()
  await expect(page.getByText('Open exit').first()).toBeVisible()

  await tryOut(page)
  await page.getByRole('button', { name: 'More ways to publish' }).click()
  await page.getByRole('menuitem', { name: 'Publish with a note…' }).click()
  await page.getByLabel('Note', { exact: true }).fill('First words')
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Opening hours is published.')).toBeVisible()
  await changeAndRollBack(page)

  const editor = page.url()
  const contact = newContact(dashboard.place.dataDir)
  await contact.sendText(account, 'hours')
  await page.goto('/runs')
  await page
    .getByRole('row', { name: /Opening hours/ })
    .getByRole('link')
    .click()
  await expect(page.getByRole('heading', { name: 'Version 3' })).toBeVisible()
  await expect(page.getByText(/^Step (\d) of \1$/)).toBeVisible()
  await checkPage(page, 'run-graph')
  await resizeGraph(page)
  await page.getByRole('button', { name: 'Step back' }).click()
  await page.getByRole('button', { name: 'Hand off' }).click()
  await expect(page.getByText('With a person', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText('Waiting for an answer', { exact: true })).toBeVisible()

  await lookBack(page, editor)
})

/**
 * The step a run is at stays within its graph when the window becomes that of a phone, and again when it is wide. Boxes are
 * compared, and nothing is scrolled: scrolling a node into view would move the canvas itself.
 */
async function resizeGraph(page: Page): Promise<void> {
  const canvas = page.locator('.react-flow')
  const present = page.locator('.react-flow__node', { hasText: 'Which shop?' })
  const isWithin = async () => {
    const [outer, inner] = await Promise.all([canvas.boundingBox(), present.boundingBox()])
    if (!outer || !inner) return false
    const isBeside = inner.x < outer.x || inner.x + inner.width > outer.x + outer.width
    return !isBeside && inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height
  }
  await expect.poll(isWithin).toBe(true)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(async () => (await canvas.boundingBox())?.width).toBeLessThan(width)
    await expect.poll(isWithin, { message: `within the graph at ${width} px` }).toBe(true)
  }
}

/** What a name held in the run stands beside it when a text is about to insert it; the run's way is on the version's graph. */
async function lookBack(page: Page, editor: string): Promise<void> {
  await page.goto(editor)
  await card(page, 'Nine to six.').click()
  await page.getByRole('combobox', { name: 'Text', exact: true }).fill('You wrote {{ trig')
  await expect(page.getByRole('option', { name: 'trigger.text hours' })).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Versions' }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Version 3' })
    .getByRole('button', { name: 'What its runs did' })
    .click()
  const table = page.getByRole('region', { name: 'Runs by node' })
  await expect(table.getByRole('row', { name: /^Menu 1 \(100 %\) \d+ 1 0 0 0/ })).toBeVisible()
  await expect(page.locator('.react-flow__edgelabel-renderer').getByText('1 · 100 %')).toHaveCount(2)
  await expect(page.getByText('Nobody left here')).toBeVisible()
  await checkPage(page, 'editor-figures')
}

/** What is not saved yet is still there after a reload, also when the service could not be reached meanwhile. */
async function reloadUnsaved(page: Page): Promise<void> {
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.route('**/flows/update', (route) => route.abort())
  await page.keyboard.press('Escape')
  await page.keyboard.press('Alt+ArrowRight')
  await page.keyboard.press('Delete')
  await expect(page.getByText('No connection; kept in this browser')).toBeVisible()
  await page.reload()
  await expect(page.locator('.react-flow__node')).toHaveCount(2)
  await page.unroute('**/flows/update')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
}

test('a flow is drawn, connected, mended and tried out with the keyboard only, and survives a reload', async ({
  page,
  dashboard,
}) => {
  await beginAtNumbers(page, dashboard)
  await createFlow(page)
  const canvas = page.getByRole('application')
  const spoken = page.locator('[aria-live="polite"]').first()
  await canvas.focus()
  await page.keyboard.press('a')
  await page.keyboard.type('keyw')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Keywords')).toBeFocused()
  await page.keyboard.type('name')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(canvas).toBeFocused()
  await page.keyboard.press('+')
  await page.keyboard.type('ask')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Question', exact: true })).toBeFocused()
  await page.keyboard.type('Your name?')
  await page.keyboard.press('Escape')
  await expect(spoken).toContainText('Ask, node 2 of 2')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(spoken).toContainText('Keyword, node 1 of 2. next leads to Ask')
  await page.keyboard.press('a')
  await page.keyboard.type('end')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(spoken).toContainText('Keyword, node 1 of 3')
  await page.keyboard.press('Alt+ArrowRight')
  await page.keyboard.press('c')
  await page.getByLabel('Ask: answer').focus()
  // An arrow opens the list, with its focus on what is chosen.
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect(page.locator('.react-flow__edge')).toHaveCount(2)
  await page.getByRole('button', { name: 'Done' }).press('Enter')

  await canvas.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+c')
  await page.keyboard.press('Control+v')
  await expect(page.locator('.react-flow__node')).toHaveCount(6)
  await page.keyboard.press('Control+z')
  await expect(page.locator('.react-flow__node')).toHaveCount(3)

  await reloadUnsaved(page)
  await page.keyboard.press('o')
  await expect(page.getByRole('region', { name: 'Outline' })).toBeVisible()
  await checkPage(page, 'editor-outline')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Undo')
})
