import type { Page } from '@playwright/test'
import { callSandbox } from '../src/bin/demo/sandbox-contact.ts'
import { drawPicture } from '../test/support/draw-picture.ts'
import { beginAtNumber } from './support/begin.ts'
import { type DashboardService, expect, openPage } from './support/dashboard.ts'
import { checkPage } from './support/page-check.ts'
import { test } from './support/shared.ts'

const SLOW = { timeout: 60_000 }
/** Ana's number: another one in each journey. */
const ANA = { seen: '447700900311', comes: '447700900312', written: '447700900313' }

interface Shown {
  statuses: { id: string; type: string; text: string | null }[]
}

/** A number with Ana in the address book of its phone, whose statuses are shown; answers the number. */
async function openStatuses(page: Page, dashboard: DashboardService, ana: string): Promise<string> {
  const { dataDir } = dashboard.place
  const account = (await beginAtNumber(page, dashboard, 'Corner shop')).slice(1)
  await callSandbox(dataDir, '/say', { contact: ana, name: 'Ana', account, text: 'Hello' })
  await callSandbox(dataDir, '/phone/contact', { account, number: ana, fullName: 'Ana Lima' })
  await openPage(page, 'Numbers')
  await page.getByRole('link', { name: 'Corner shop' }).click()
  await page.getByRole('tab', { name: 'Statuses' }).click()
  await expect(page.getByText('No statuses yet')).toBeVisible(SLOW)
  await expect(page.getByText('All contacts of the phone: 1')).toBeVisible(SLOW)
  return account
}

async function postPicture(page: Page, ana: string): Promise<void> {
  const buffer = Buffer.from(await drawPicture('png'), 'base64')
  const picture = { name: 'a.png', mimeType: 'image/png', buffer }
  await page.getByLabel('Add a picture, video or recording').setInputFiles(picture)
  await page.getByLabel('Caption (optional)').fill('The new shelf')
  await page.getByLabel('Who sees it').selectOption('named')
  await page.getByLabel('Phone numbers, one a line').fill(`+${ana}`)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  const shelf = page.getByRole('listitem').filter({ hasText: 'The new shelf' })
  await expect(shelf.getByText('Posted')).toBeVisible(SLOW)
  await expect(shelf.getByRole('img', { name: 'The new shelf' })).toBeVisible(SLOW)
}

test('a text and a picture are posted, and one is seen, liked, answered and deleted', async ({
  page,
  dashboard,
}) => {
  const { dataDir } = dashboard.place
  const ana = ANA.seen
  const shownTo = async () => (await callSandbox<Shown>(dataDir, '/statuses', { contact: ana })).statuses
  await openStatuses(page, dashboard, ana)
  await checkPage(page, 'statuses-empty')
  await page.getByLabel('Text', { exact: true }).fill('Soup today')
  await page.getByLabel('Font', { exact: true }).selectOption('bold')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  const soup = page.getByRole('listitem').filter({ hasText: 'Soup today' })
  await expect(soup.getByText('Posted')).toBeVisible(SLOW)
  await expect(soup.getByText('23 h left')).toBeVisible()
  await expect(soup.getByText('To 1 person')).toBeVisible()
  await postPicture(page, ana)

  await expect.poll(async () => (await shownTo()).length, SLOW).toBe(2)
  const [text] = await shownTo()
  const of = { contact: ana, id: text?.id }
  await callSandbox(dataDir, '/status/see', { contact: ana, ids: [text?.id] })
  await callSandbox(dataDir, '/status/like', { ...of, emoji: '💚' })
  await callSandbox(dataDir, '/status/answer', { ...of, text: 'Two please' })
  await soup.getByRole('button', { name: 'Seen by 1 · 1 reaction · 1 answer' }).click(SLOW)
  const viewers = page.getByRole('dialog', { name: 'Who saw it' })
  await expect(viewers.getByText('Ana Lima')).toBeVisible(SLOW)
  await expect(viewers.getByText('💚')).toBeVisible()
  await expect(viewers.getByRole('link', { name: 'Open the answer' })).toBeVisible()
  await checkPage(page, 'status-viewers')
  await page.keyboard.press('Escape')

  await soup.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete this status?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('The status was deleted')).toBeVisible(SLOW)
  const texts = async () => (await shownTo()).map(({ text: words }) => words)
  await expect.poll(texts, SLOW).toEqual(['The new shelf'])
})

test('a contact’s status comes by itself, and is seen once somebody opens it', async ({
  page,
  dashboard,
}) => {
  const { dataDir } = dashboard.place
  const ana = ANA.comes
  const account = await openStatuses(page, dashboard, ana)
  await expect(page.getByText('Nothing new')).toBeVisible(SLOW)
  await callSandbox(dataDir, '/status/post', { contact: ana, text: 'On holiday', to: [account] })
  await expect(page.getByText('1 not seen')).toBeVisible(SLOW)
  await page.getByRole('button', { name: 'Open the statuses of Ana Lima' }).click()
  const looked = page.getByRole('dialog', { name: 'Ana Lima' })
  await expect(looked.getByText('On holiday')).toBeVisible()
  await looked.getByRole('button', { name: 'React with 💚' }).click()
  await expect(looked.getByRole('button', { name: 'Take 💚 back' })).toBeVisible(SLOW)
  await checkPage(page, 'status-opened')
  await page.keyboard.press('Escape')
  await expect(page.getByText('All seen')).toBeVisible(SLOW)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('link', { name: 'Numbers' }).first().scrollIntoViewIfNeeded()
  await checkPage(page, 'statuses-phone')
})

test('what is written while a status is on its way stays, and one for people who are named goes to nobody else', async ({
  page,
  dashboard,
}) => {
  const { dataDir } = dashboard.place
  const ana = ANA.written
  const shownTo = async () => (await callSandbox<Shown>(dataDir, '/statuses', { contact: ana })).statuses
  const texts = async () => (await shownTo()).map(({ text }) => text)
  await openStatuses(page, dashboard, ana)
  const field = page.getByLabel('Text', { exact: true })
  const post = page.getByRole('button', { name: 'Post', exact: true })
  const posted = page.getByText('The status was posted')
  const written = Promise.withResolvers<void>()
  await page.route('**/status/post', async (route) => {
    await written.promise
    await route.continue()
  })
  await field.fill('Soup today')
  const asked = page.waitForRequest('**/status/post')
  await post.click()
  await asked
  await field.fill('Bread tomorrow')
  written.resolve()
  await expect(posted).toBeVisible(SLOW)
  await expect(field).toHaveValue('Bread tomorrow')

  const people = page.getByLabel('Phone numbers, one a line')
  await page.getByLabel('Who sees it').selectOption('named')
  await people.fill(' , ')
  const refused = page.waitForResponse('**/status/post')
  await post.click()
  expect((await refused).status()).toBe(400)
  await expect(field).toHaveValue('Bread tomorrow')
  await people.fill(`+${ana}`)
  await expect(post).toBeEnabled(SLOW)
  await post.click()
  await expect.poll(texts, SLOW).toEqual(['Soup today', 'Bread tomorrow'])
  await expect(field).toHaveValue('', SLOW)
  // What is chosen is what is seen.
  await expect(page.getByLabel('Who sees it')).toHaveValue('named')
  await expect(people).toBeVisible()
})
