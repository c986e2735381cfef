import type { Page } from '@playwright/test'
import { callSandbox } from '../src/bin/demo/sandbox-contact.ts'
import { API_PREFIX } from '../src/contract/operation.ts'
import { newContact } from '../test/support/account.ts'
import { begin, beginAtNumber, beginConnected } from './support/begin.ts'
import { expect, openPage } from './support/dashboard.ts'
import { checkPage } from './support/page-check.ts'
import { test } from './support/shared.ts'

/** One blue pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADBwIAMCbHYQAAAABJRU5ErkJggg==',
  'base64',
)
const HOSTILE = '<script>alert(1)</script><img src=x onerror=alert(2)>'

/** Beside the conversation: a favourite with a tag. */
async function noteOfContact(page: Page): Promise<void> {
  const panel = page.getByRole('complementary', { name: 'Contact' })
  await expect(panel).toHaveCount(await page.evaluate<number>('innerWidth >= 1280 ? 1 : 0'))
  await panel.getByRole('button', { name: 'Favourite' }).click()
  await expect(panel.getByRole('button', { name: 'Favourite' })).toHaveAttribute('aria-pressed', 'true')
  await panel.getByLabel('Add a tag').fill('regular')
  await panel.getByLabel('Add a tag').press('Enter')
  await expect(panel.getByText('regular', { exact: true })).toBeVisible()
}

/** What is written is shown as it is, whatever it looks like. README shows the picture from before this. */
async function answerHostile(page: Page, write: () => Promise<void>): Promise<void> {
  await write()
  await page.getByRole('button', { name: /alert\(1\)/ }).click()
  const thread = page.getByRole('region', { name: 'Messages' })
  await expect(thread.getByText(HOSTILE)).toBeVisible()
  await page.getByLabel('Write a message').fill('<b>This one</b>')
  await page.getByLabel('Write a message').press('Enter')
  await expect(thread.getByText('<b>This one</b>')).toBeVisible()
}

/** What waits is counted beside the inbox and in the title, and goes to who takes it. */
async function takeWaiting(page: Page): Promise<void> {
  await expect(page.getByRole('link', { name: 'Inbox 1 waits for a person' })).toBeVisible()
  await expect(page).toHaveTitle(/^\(1\) /)
  await page.getByRole('button', { name: 'Assign' }).click()
  await page.getByRole('menuitem', { name: 'To me' }).click()
  await expect(page.getByRole('button', { name: /Great, I come by at five/ })).toContainText('Waiting · Ada')
}

/** A resolved conversation is among the resolved ones, and open again as soon as the contact writes. */
async function resolveUntilWritten(page: Page, write: () => Promise<unknown>): Promise<void> {
  await page.getByRole('button', { name: 'Resolve', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Open again' })).toBeVisible()
  await page.getByLabel('Which conversations').selectOption('Resolved')
  const entry = page.getByRole('button', { name: /Resolved · Ada/ })
  await expect(entry).toBeVisible()
  await write()
  await expect(page.getByRole('button', { name: 'Resolve', exact: true })).toBeVisible()
  await expect(entry).toBeHidden()
  await page.getByLabel('Which conversations').selectOption('All conversations')
}

/** What is not translated has its name and its text, and all of it for whoever wants to look. */
async function readOrder(
  page: Page,
  dataDir: string,
  from: { contact: string; account: string },
): Promise<void> {
  const content = { orderMessage: { message: 'Two, please', orderTitle: HOSTILE } }
  await callSandbox(dataDir, '/content', { ...from, content })
  const order = page
    .getByRole('region', { name: 'Messages' })
    .getByRole('listitem')
    .filter({ hasText: 'Two, please' })
  await expect(order).toContainText('A message of kind “Order” that Parley does not show.')
  await order.getByRole('button', { name: 'Show as it came' }).click()
  await expect(order).toContainText('"orderTitle": "<script>alert(1)</script>')
  await order.getByRole('button', { name: 'Hide' }).click()
  await expect(order).not.toContainText('orderTitle')
}

test('a person reads what contacts write and answers them', async ({ page, dashboard }) => {
  const account = await beginAtNumber(page, dashboard, 'Corner shop')
  const ana = newContact(dashboard.place.dataDir, 'Ana')
  const hostile = newContact(dashboard.place.dataDir, HOSTILE)
  await ana.sendText(account, 'Is the blue one in stock?')

  await openPage(page, 'Inbox')
  await expect(page.getByText('Choose a conversation')).toBeVisible()
  const entry = page.getByRole('button', { name: /Is the blue one in stock/ })
  await expect(entry).toContainText('1 unread')
  await entry.click()
  const thread = page.getByRole('region', { name: 'Messages' })
  await expect(thread.getByText('Is the blue one in stock?')).toBeVisible()
  await expect(entry).not.toContainText('unread')
  await expect(thread.getByText('No flow is active on this number. Publish a flow')).toBeVisible()

  await page.getByLabel('Write a message').fill('Yes, three of them.')
  await page.getByLabel('Write a message').press('Enter')
  const answer = thread.getByRole('listitem').filter({ hasText: 'Yes, three of them.' })
  await expect(answer).toContainText(/Sent|Delivered|Read/)
  await expect(page.getByLabel('Write a message')).toHaveValue('')
  await expect.poll(async () => (await ana.read(0)).map(({ text }) => text)).toEqual(['Yes, three of them.'])

  await ana.sendText(account, 'Great, I come by at five.')
  await expect(thread.getByText('Great, I come by at five.')).toBeVisible()
  await takeWaiting(page)
  await expect(thread.getByText(/^Flows are paused because a person took the chat at/)).toBeVisible()
  await thread.getByRole('button', { name: 'Give back now' }).click()
  await expect(thread.getByRole('button', { name: 'Give back now' })).toBeHidden()
  await expect(page.getByText(/^Flows stay silent until/)).toBeHidden()

  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'blue.png', mimeType: 'image/png', buffer: PNG })
  await page.getByLabel('Write a message').fill('This one')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const picture = thread.getByRole('listitem').filter({ hasText: 'This one' })
  await expect(picture).toContainText(/Sent|Delivered|Read/)
  await expect.poll(async () => (await ana.read(0)).length).toBe(2)
  await resolveUntilWritten(page, () => ana.sendText(account, 'One more thing.'))

  const question = thread.getByRole('listitem').filter({ hasText: 'Is the blue one in stock?' })
  await question.hover()
  await question.getByRole('button', { name: 'What to do with this message' }).click()
  await page.getByRole('menuitem', { name: '👍' }).click()
  await expect(question.getByRole('list', { name: 'Reactions' })).toContainText('👍')
  await question.getByRole('button', { name: 'What to do with this message' }).click()
  await page.getByRole('menuitem', { name: 'Reply' }).click()
  await page.getByLabel('Write a message').fill('We keep one for you.')
  await page.getByLabel('Write a message').press('Enter')
  const reply = thread.getByRole('listitem').filter({ hasText: 'We keep one for you.' })
  await expect(reply.getByRole('blockquote')).toContainText('Is the blue one in stock?')

  await readOrder(page, dashboard.place.dataDir, { contact: ana.number, account })
  await noteOfContact(page)
  await checkPage(page, 'inbox')

  await answerHostile(page, () => hostile.sendText(account, HOSTILE))
})

test('what was refused is given back to who wrote it, with the reason, and did not happen to flows', async ({
  page,
  dashboard,
}) => {
  const account = await beginConnected(page, dashboard, 'Corner shop')
  const ana = newContact(dashboard.place.dataDir, 'Ana')
  await ana.sendText(account, 'Is anybody there?')
  await page.goto('/inbox')
  await page.getByRole('button', { name: /Is anybody there/ }).click()
  const field = page.getByLabel('Write a message')
  const silent = page.getByText(/^Flows stay silent until/)

  await callSandbox(dashboard.place.dataDir, '/faults', { account, refuse: { code: 479, count: 1 } })
  await field.fill('Yes, I am.')
  await field.press('Enter')
  const notice = page.getByRole('alert').filter({ hasText: 'The message was not sent.' })
  await expect(notice).toContainText('The server could not read the message for this recipient')
  await expect(field).toHaveValue('Yes, I am.')
  await page.reload()
  await expect(field).toHaveValue('Yes, I am.')
  await expect(page.getByText('No flow is under way with this contact.')).toBeVisible()
  await expect(silent).toHaveCount(0)

  const clientId = new URL(page.url()).searchParams.get('client')
  const change = (operation: string) =>
    page.request.post(`${API_PREFIX}/worker/${operation}`, {
      data: { clientId },
      headers: { origin: dashboard.service.url },
    })
  expect((await change('stop')).status()).toBe(200)
  await field.press('Enter')
  await expect(notice).toContainText('The number is not connected, so nothing was sent.')
  await expect(field).toHaveValue('Yes, I am.')
  await expect(silent).toHaveCount(0)
  expect((await change('start')).status()).toBe(200)
  await expect.poll(async () => await (await change('status')).json()).toMatchObject({ status: 'connected' })

  await callSandbox(dashboard.place.dataDir, '/faults', { account, refuse: { code: 479, count: 1 } })
  await field.press('Enter')
  await expect(notice).toContainText('The server could not read the message for this recipient')
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(async () => (await ana.read(0)).map(({ text }) => text)).toEqual(['Yes, I am.'])
  await expect(notice).toHaveCount(0)
  await expect(field).toHaveValue('')
  await expect(silent).toBeVisible()
})

test('several messages that are refused at once come back each for itself, outlive a reload and go out in their order', async ({
  page,
  dashboard,
}) => {
  const account = await beginConnected(page, dashboard, 'Corner shop')
  const ana = newContact(dashboard.place.dataDir, 'Ana')
  await ana.sendText(account, 'Is anybody there?')
  await page.goto('/inbox')
  await page.getByRole('button', { name: /Is anybody there/ }).click()
  const clientId = new URL(page.url()).searchParams.get('client')
  const change = (operation: string) =>
    page.request.post(`${API_PREFIX}/worker/${operation}`, {
      data: { clientId },
      headers: { origin: dashboard.service.url },
    })
  expect((await change('stop')).status()).toBe(200)
  const written = Promise.withResolvers<void>()
  await page.route('**/chat/sendMessage', async (route) => {
    await written.promise
    await route.continue()
  })
  const field = page.getByLabel('Write a message')
  for (const words of ['One', 'Two', 'Three']) {
    await field.fill(words)
    await field.press('Enter')
  }
  written.resolve()
  const noticeOf = (words: string) => page.getByRole('alert').filter({ hasText: words })
  await expect(noticeOf('Three')).toBeVisible()
  await expect(noticeOf('The number is not connected')).toHaveCount(1)
  await expect(noticeOf('Two')).toBeVisible()
  await expect(field).toHaveValue('One')
  await checkPage(page, 'inbox-refused')

  await page.reload()
  await expect(noticeOf('Three')).toBeVisible()
  await expect(field).toHaveValue('One')
  expect((await change('start')).status()).toBe(200)
  await expect.poll(async () => await (await change('status')).json()).toMatchObject({ status: 'connected' })
  await field.press('Enter')
  await page.getByRole('button', { name: 'Send all 2 again' }).click()
  await expect.poll(async () => (await ana.read(0)).map(({ text }) => text)).toEqual(['One', 'Two', 'Three'])
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(field).toHaveValue('')
})

test('a message that is stored before its call ends is shown once', async ({ page, dashboard }) => {
  const account = await beginConnected(page, dashboard, 'Corner shop')
  const ana = newContact(dashboard.place.dataDir, 'Ana')
  await ana.sendText(account, 'Do you deliver?')
  await page.goto('/inbox')
  await page.getByRole('button', { name: /Do you deliver/ }).click()
  const answered = Promise.withResolvers<void>()
  await page.route('**/chat/sendMessage', async (route) => {
    const response = await route.fetch()
    await answered.promise
    await route.fulfill({ response })
  })
  await page.getByLabel('Write a message').fill('Yes, every day.')
  await page.getByLabel('Write a message').press('Enter')
  const answer = page
    .getByRole('region', { name: 'Messages' })
    .getByRole('listitem')
    .filter({ hasText: 'Yes, every day.' })
  await expect(answer.filter({ hasText: /Sent|Delivered|Read/ })).toBeVisible()
  await expect(answer).toHaveCount(1)
  answered.resolve()
  await expect(answer).toHaveCount(1)
})

test('an edit that was refused is still being edited, with its text and the reason, and can be tried again', async ({
  page,
  dashboard,
}) => {
  const account = await beginConnected(page, dashboard, 'Corner shop')
  const ana = newContact(dashboard.place.dataDir, 'Ana')
  await ana.sendText(account, 'Until when?')
  await page.goto('/inbox')
  await page.getByRole('button', { name: /Until when/ }).click()
  const field = page.getByLabel('Write a message')
  await field.fill('Until five.')
  await field.press('Enter')
  const thread = page.getByRole('region', { name: 'Messages' })
  const answer = thread.getByRole('listitem').filter({ hasText: 'Until five.' })
  await expect(answer).toContainText(/Sent|Delivered|Read/)
  await answer.hover()
  await answer.getByRole('button', { name: 'What to do with this message' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(field).toHaveValue('Until five.')

  await callSandbox(dashboard.place.dataDir, '/faults', { account, refuse: { code: 479, count: 1 } })
  await field.fill('Until six.')
  await field.press('Enter')
  const notice = page.getByRole('alert').filter({ hasText: 'The message was not changed.' })
  await expect(notice).toContainText('The server could not read the message for this recipient')
  await expect(field).toHaveValue('Until six.')
  await expect(page.getByText('Editing', { exact: true })).toBeVisible()
  await expect(answer).toBeVisible()

  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(thread.getByRole('listitem').filter({ hasText: 'Until six.' })).toContainText('edited')
  await expect(notice).toHaveCount(0)
  await expect(page.getByText('Editing', { exact: true })).toHaveCount(0)
  await expect(field).toHaveValue('')
  await expect(thread.getByRole('listitem')).toHaveCount(2)
})

test('what comes while the connection is cut is there when it is back, and a draft outlives a reload', async ({
  page,
  context,
  dashboard,
}) => {
  const account = await beginConnected(page, dashboard, 'Corner shop')
  const ana = newContact(dashboard.place.dataDir, 'Ana')
  await ana.sendText(account, 'First')
  await page.goto('/inbox')
  await page.getByRole('button', { name: /First/ }).click()
  const thread = page.getByRole('region', { name: 'Messages' })
  await expect(thread.getByText('First')).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('Connection lost. Trying again…')).toBeVisible()
  await ana.sendText(account, 'Second')
  await ana.sendText(account, 'Third')
  await context.setOffline(false)
  await expect(thread.getByText('Third')).toBeVisible()
  await expect(thread.getByText('Second')).toHaveCount(1)
  await expect(page.getByText('Connection lost. Trying again…')).toHaveCount(0)
  await page.getByLabel('Write a message').fill('Half a sent')
  await page.reload()
  await expect(page.getByLabel('Write a message')).toHaveValue('Half a sent')
})

test('an inbox that is opened by its address asks for everything at once', async ({ page, dashboard }) => {
  await begin(page, dashboard)
  const made = await page.request.post(`${API_PREFIX}/clients/create`, {
    data: { name: 'Corner shop', network: 'sandbox' },
    headers: { origin: dashboard.service.url },
  })
  expect(made.status()).toBe(200)
  await page.goto('/inbox')
  await expect(page.getByText('Choose a conversation')).toBeVisible()
  // Who is signed in is told only after the list was asked for: a page that waits for the one first stays empty.
  const asked = page.waitForRequest(/chat\/listConversations$/)
  await page.route('**/api/auth/get-session', async (route) => {
    await asked
    await route.continue()
  })
  await page.reload()
  await expect(page.getByText('Choose a conversation')).toBeVisible()
})
