import type { Browser, Page } from '@playwright/test'
import { newContact } from '../test/support/account.ts'
import { beginAtNumber } from './support/begin.ts'
import { type DashboardService, expect } from './support/dashboard.ts'
import { checkPage } from './support/page-check.ts'
import { test } from './support/shared.ts'
import { joinAsAgent } from './support/team.ts'

const fieldOf = (page: Page) => page.getByLabel('Write a message')
const askedOn = (page: Page) => page.getByRole('alert').filter({ hasText: /answered at .*: send anyway\?/ })
const threadOf = (page: Page) => page.getByRole('region', { name: 'Messages' })

/** Sends of these pages wait until all of them have asked, so that none has seen what another sent. */
async function meet(pages: readonly Page[]): Promise<void> {
  const all = Promise.withResolvers<void>()
  let waiting = 0
  for (const page of pages)
    await page.route(
      '**/chat/sendMessage',
      async (route) => {
        waiting += 1
        if (waiting === pages.length) all.resolve()
        await all.promise
        await route.continue()
      },
      { times: 1 },
    )
}

interface Somebody {
  name: string
  page: Page
}

/** The second send of a page whose first one is refused waits until `until`; must be called before `meet`. */
async function holdSecond(page: Page, until: Promise<void>): Promise<void> {
  const first = page.waitForResponse('**/chat/sendMessage')
  await page.route(
    '**/chat/sendMessage',
    async (route) => {
      if (!(await first).ok()) await until
      await route.continue()
    },
    { times: 1 },
  )
}

/** The same with two files each, of which none leaves twice and none is lost. Who says so once for a press is not asked again. */
async function sendFilesAtOnce(
  people: readonly [Somebody, Somebody],
  ana: ReturnType<typeof newContact>,
): Promise<void> {
  const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })
  for (const one of people) {
    const chosen = ['1', '2'].map((n) => file(`${one.name} ${n}.txt`))
    await one.page.locator('form input[type=file]').setInputFiles(chosen)
    await expect(one.page.getByText(`${one.name} 2.txt`)).toBeVisible()
  }
  const anyway = Promise.withResolvers<void>()
  for (const one of people) await holdSecond(one.page, anyway.promise)
  await meet(people.map((one) => one.page))
  await Promise.all(people.map((one) => one.page.getByRole('button', { name: 'Send', exact: true }).click()))
  await expect
    .poll(async () => (await Promise.all(people.map((one) => askedOn(one.page).count()))).toSorted())
    .toEqual([0, 1])
  const left = (await askedOn(people[0].page).isVisible()) ? people[0] : people[1]
  const gone = left === people[0] ? people[1] : people[0]
  const filesOf = async () => (await ana.read(0)).slice(2).map((one) => JSON.stringify(one))
  await expect.poll(async () => (await filesOf()).length).toBe(2)
  for (const [i, one] of (await filesOf()).entries()) expect(one).toContain(`${gone.name} ${i + 1}.txt`)
  await askedOn(left.page).getByRole('button', { name: 'Send anyway' }).click()
  anyway.resolve()
  await expect.poll(async () => (await filesOf()).length).toBe(4)
  for (const [i, one] of (await filesOf()).slice(2).entries())
    expect(one).toContain(`${left.name} ${i + 1}.txt`)
}

/** A contact asks a number that Ada, who is at the inbox, and Grace answer. */
async function askBoth(page: Page, browser: Browser, dashboard: DashboardService) {
  const account = await beginAtNumber(page, dashboard, 'Corner shop')
  const ana = newContact(dashboard.place.dataDir, 'Ana')
  await ana.sendText(account, 'Is the blue one in stock?')
  const grace = await joinAsAgent(page, browser, dashboard, 'Grace Hopper')
  await page.goto('/inbox')
  return { ana, account, grace }
}

test('two people who answer at the same moment: one answer leaves, each sees the other’s, and the slower one may send theirs anyway', async ({
  page,
  browser,
  dashboard,
}) => {
  const { ana, grace } = await askBoth(page, browser, dashboard)
  const people: [Somebody & { says: string }, Somebody & { says: string }] = [
    { name: 'Ada', page, says: 'Yes, it is' },
    { name: 'Grace Hopper', page: grace, says: 'It is, shall I set it aside?' },
  ]
  for (const one of people) {
    await one.page.getByRole('button', { name: /Is the blue one in stock/ }).click()
    // What a page has not read yet it cannot say it has seen.
    await expect(threadOf(one.page)).toContainText('Is the blue one in stock?')
    await fieldOf(one.page).fill(one.says)
  }

  await meet(people.map((one) => one.page))
  await Promise.all(people.map((one) => fieldOf(one.page).press('Enter')))
  await expect
    .poll(async () => (await Promise.all(people.map((one) => askedOn(one.page).count()))).toSorted())
    .toEqual([0, 1])
  const isSlower = await askedOn(page).isVisible()
  const [slower, faster] = isSlower ? [people[0], people[1]] : [people[1], people[0]]
  await expect(askedOn(slower.page)).toContainText(faster.name)
  await expect(fieldOf(slower.page)).toHaveValue(slower.says)
  await expect(threadOf(slower.page).getByRole('listitem').filter({ hasText: faster.says })).toContainText(
    faster.name,
  )
  await checkPage(slower.page, 'answered-meanwhile')
  expect((await ana.read(0)).map(({ text }) => text)).toEqual([faster.says])

  await askedOn(slower.page).getByRole('button', { name: 'Send anyway' }).click()
  await expect
    .poll(async () => (await ana.read(0)).map(({ text }) => text))
    .toEqual([faster.says, slower.says])
  await expect(threadOf(faster.page).getByRole('listitem').filter({ hasText: slower.says })).toContainText(
    slower.name,
  )
  await expect(fieldOf(slower.page)).toHaveValue('')

  await sendFilesAtOnce(people, ana)
})

/** Holds the first answers with the messages of a conversation back. */
async function holdThread(page: Page): Promise<{ release: (how: 'answer' | 'fail') => void }> {
  const held = Promise.withResolvers<'answer' | 'fail'>()
  await page.route('**/chat/listMessages**', async (route) => {
    if ((await held.promise) === 'answer') return route.continue()
    return route.fulfill({ status: 500, contentType: 'application/json', body: '{}' })
  })
  return { release: held.resolve }
}

const waitsOn = (page: Page) => page.getByText('It goes out as soon as the conversation is loaded.')

/** It cannot be read: the text and the file stay, the person is told, and may try again. */
async function failToRead(page: Page, ana: ReturnType<typeof newContact>): Promise<void> {
  await page.unrouteAll()
  await page.goto('/inbox')
  const third = await holdThread(page)
  await page.getByRole('button', { name: /Sold out/ }).click()
  await fieldOf(page).fill('See the list')
  const list = { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('blue, green') }
  await page.locator('form input[type=file]').setInputFiles(list)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(waitsOn(page)).toBeVisible()
  third.release('fail')
  const told = page.getByRole('alert').filter({ hasText: 'The conversation could not be loaded' })
  await expect(told).toBeVisible()
  await expect(fieldOf(page)).toHaveValue('See the list')
  await expect(page.getByText('list.txt')).toBeVisible()
  await page.unrouteAll()
  await told.getByRole('button', { name: 'Try again' }).click()
  await expect(fieldOf(page)).toHaveValue('')
  await expect.poll(async () => JSON.stringify((await ana.read(0)).slice(3))).toContain('list.txt')
  expect(await ana.read(0)).toHaveLength(4)
}

test('what is sent before its conversation was read waits for it: it goes once, asks where somebody answered, and stays where it cannot be read', async ({
  page,
  browser,
  dashboard,
}) => {
  const { ana, account, grace } = await askBoth(page, browser, dashboard)
  const open = async (on: Page, question: RegExp) => on.getByRole('button', { name: question }).click()
  const heard = async () => (await ana.read(0)).map(({ text }) => text)

  // Nobody else answered: it goes by itself, once, however often Enter is pressed.
  const first = await holdThread(page)
  await open(page, /Is the blue one/)
  await fieldOf(page).fill('Yes, it is')
  await fieldOf(page).press('Enter')
  await fieldOf(page).press('Enter')
  await expect(waitsOn(page)).toBeVisible()
  await expect(fieldOf(page)).toHaveValue('Yes, it is')
  await checkPage(page, 'waits-for-conversation')
  expect(await heard()).toEqual([])
  first.release('answer')
  await expect(fieldOf(page)).toHaveValue('')
  await expect(waitsOn(page)).toHaveCount(0)
  await expect.poll(heard).toEqual(['Yes, it is'])

  // Somebody answered after it was opened: they are asked, and nothing goes out.
  await page.unrouteAll()
  await ana.sendText(account, 'And the red one?')
  await page.goto('/inbox')
  const second = await holdThread(page)
  await open(page, /And the red one/)
  await fieldOf(page).fill('Sold out')
  await fieldOf(page).press('Enter')
  await expect(waitsOn(page)).toBeVisible()
  await grace.goto('/inbox')
  await open(grace, /And the red one/)
  await expect(threadOf(grace)).toContainText('And the red one?')
  await fieldOf(grace).fill('Two are left')
  await fieldOf(grace).press('Enter')
  await expect.poll(heard).toEqual(['Yes, it is', 'Two are left'])
  second.release('answer')
  await expect(askedOn(page)).toContainText('Grace Hopper')
  await expect(fieldOf(page)).toHaveValue('Sold out')
  await expect(threadOf(page)).toContainText('Two are left')
  await askedOn(page).getByRole('button', { name: 'Send anyway' }).click()
  await expect.poll(heard).toEqual(['Yes, it is', 'Two are left', 'Sold out'])
  await failToRead(page, ana)
})
