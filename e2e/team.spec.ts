import type { Page } from '@playwright/test'
import { newContact } from '../test/support/account.ts'
import { PushDevice, PushService } from '../test/support/push-service.ts'
import { beginConnected } from './support/begin.ts'
import { type DashboardService, expect } from './support/dashboard.ts'
import { call } from './support/flow-calls.ts'
import { checkPage } from './support/page-check.ts'
import { openPushes, readShown, startServiceWorker } from './support/service-worker.ts'
import { test } from './support/shared.ts'
import { joinAsAgent, publishHelpDesk } from './support/team.ts'

// The push service of this test is on this machine.
/**
 * A browser of tests has no push service of its own. This one is reached by the service as any other is; what it takes is
 * decrypted with the keys of the subscription, as a browser does, and handed to the service worker of the page.
 */
async function subscribe(page: Page, dashboard: DashboardService, publicKey: string) {
  const worker = await startServiceWorker(page)
  const deliver = await openPushes(page, dashboard.service.url)
  const device = new PushDevice()
  const service = new PushService(
    () => publicKey,
    ({ body }) => void deliver(device.read(body)),
  )
  await service.listen()
  const endpoint = `${service.origin}/grace`
  await call(page, dashboard, 'notifications/subscribe', { endpoint, keys: device.keys, language: 'en' })
  return { service, worker }
}

/** When a page shows words for the first time, in milliseconds of this machine's clock. */
const noteShown = (page: Page, words: string): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    const look = () => {
      if (!document.body.innerText.includes(${JSON.stringify(words)})) return
      seen.disconnect()
      resolve(Date.now())
    }
    const seen = new MutationObserver(look)
    seen.observe(document.body, { subtree: true, childList: true, characterData: true })
    look()
  })`)

/** The choice of what is listed, as each page counts it. */
const optionOf = (page: Page, name: string) =>
  page.getByLabel('Which conversations').getByRole('option', { name: new RegExp(`^${name}`) })

test('a flow that needs a person reaches a service worker, one of three answers, and the pages of all show it at once', async ({
  page,
  browser,
  dashboard,
}) => {
  const account = await beginConnected(page, dashboard, 'Corner shop')
  await publishHelpDesk(page, dashboard)
  const grace = await joinAsAgent(page, browser, dashboard, 'Grace Hopper')
  const linus = await joinAsAgent(page, browser, dashboard, 'Linus Pauling')
  const { publicKey } = await call<{ publicKey: string }>(page, dashboard, 'notifications/get', {})
  const { service, worker } = await subscribe(grace, dashboard, publicKey)
  await page.goto('/inbox')

  const ana = newContact(dashboard.place.dataDir, 'Ana')
  const readPhone = async () => (await ana.read(0)).map(({ text }) => text)
  await ana.sendText(account, 'help')
  await expect.poll(readPhone).toEqual(['One moment'])
  await expect.poll(() => readShown(worker)).toHaveLength(1)
  const [shown = ''] = await readShown(worker)
  const [title, body, url = ''] = shown.split(' | ')
  expect([title, body]).toEqual(['Corner shop', 'A conversation waits for you.'])
  for (const one of [page, grace, linus])
    await expect(optionOf(one, 'Waiting for a person')).toHaveText('Waiting for a person (1)')

  // Where the notification leads.
  await grace.goto(url)
  await page.getByRole('button', { name: /One moment/ }).click()
  await grace.getByLabel('Write a message').fill('Grace here, how can I help?')
  const others = [page, linus].map((one) => noteShown(one, 'Grace here, how can I help?'))
  const pressedAt = Date.now()
  await grace.getByLabel('Write a message').press('Enter')
  const seenAt = await Promise.all(others)
  const took = seenAt.map((at) => `${at - pressedAt} ms`)
  console.log(`an answer stood on the pages of the two others after ${took.join(' and ')}`)
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Grace Hopper took over')
  for (const one of [page, grace, linus])
    await expect(optionOf(one, 'Waiting for a person')).toHaveText('Waiting for a person')
  await expect.poll(readPhone).toEqual(['One moment', 'Grace here, how can I help?'])
  await service.close()
  for (const one of [grace, linus]) await one.context().close()
})

test('a conversation is taken by one, handed over to another and resolved, before the eyes of both', async ({
  page,
  browser,
  dashboard,
}) => {
  const account = await beginConnected(page, dashboard, 'Corner shop')
  const grace = await joinAsAgent(page, browser, dashboard, 'Grace Hopper')
  await newContact(dashboard.place.dataDir, 'Ana').sendText(account, 'My parcel is lost')
  await page.goto('/inbox')
  for (const one of [page, grace]) await one.getByRole('button', { name: /My parcel is lost/ }).click()
  const threads = [page, grace].map((one) => one.getByRole('region', { name: 'Messages' }))
  const [ofAda, ofGrace] = threads as [(typeof threads)[0], (typeof threads)[0]]

  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await page.getByRole('menuitem', { name: 'To me' }).click()
  await expect(ofGrace).toContainText('Ada took the conversation')
  await expect(grace.getByRole('button', { name: 'Assign: With Ada' })).toBeVisible()

  await page.getByRole('button', { name: 'Assign: With Ada' }).click()
  await page.getByRole('menuitem', { name: 'Grace Hopper' }).click()
  await expect(ofGrace).toContainText('Ada assigned it to you')
  const mine = optionOf(grace, 'Mine')
  await expect(mine).toHaveText('Mine (1)')

  await grace.getByRole('button', { name: 'Resolve' }).click()
  await expect(ofAda).toContainText('Grace Hopper resolved it')
  await expect(page.getByRole('button', { name: 'Open again' })).toBeVisible()
  await expect(mine).toHaveText('Mine')
  await checkPage(page, 'resolved')
  await grace.context().close()
})
