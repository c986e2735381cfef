import { newContact } from '../test/support/account.ts'
import { beginConnected } from './support/begin.ts'
import { expect } from './support/dashboard.ts'
import { checkPage } from './support/page-check.ts'
import { openPushes, readShown, startServiceWorker } from './support/service-worker.ts'
import { test } from './support/shared.ts'

test('a person chooses what they are told of, and the service worker shows a push unless it is before their eyes', async ({
  page,
  dashboard,
}) => {
  const { url: origin } = dashboard.service
  const account = await beginConnected(page, dashboard, 'Corner shop')
  const ana = newContact(dashboard.place.dataDir, 'Ana')
  await ana.sendText(account, 'When do you open?')

  await page.goto('/account')
  await page
    .getByLabel('Tell me of', { exact: true })
    .selectOption({ label: 'Every conversation that waits for a person' })
  const saved = page.waitForResponse(
    (response) =>
      response.url().endsWith('/notifications/set') &&
      response.request().postData()?.includes('"contents":true') === true,
  )
  await page.getByLabel('Show the name of the contact').check()
  await saved
  await page.reload()
  await expect(page.getByLabel('Tell me of', { exact: true })).toHaveValue('all')
  await expect(page.getByLabel('Show the name of the contact')).toBeChecked()
  await expect(page.getByRole('region', { name: 'This device' })).toContainText(
    'does not allow notifications',
  )
  await checkPage(page, 'notifications')

  await page.goto('/inbox')
  await page.getByRole('button', { name: /When do you open/ }).click()
  await expect(page).toHaveURL(/chat=/)
  const { pathname, search } = new URL(page.url())
  const worker = await startServiceWorker(page)
  const push = await openPushes(page, origin)
  const other = `${pathname}?client=00000000-0000-4000-8000-000000000000&chat=nobody`
  await push({ title: 'Ana', body: 'When do you open?', url: other })
  const shown = () => readShown(worker)
  await expect.poll(shown).toEqual([`Ana | When do you open? | ${other}`])
  await page.bringToFront()
  await push({ title: 'Corner shop', body: 'Open on this page', url: `${pathname}${search}` })
  await push({ title: 'Corner shop', body: 'Elsewhere', url: other })
  await expect
    .poll(shown)
    .toEqual([`Ana | When do you open? | ${other}`, `Corner shop | Elsewhere | ${other}`])
})

/**
 * Notes what a page shows and sounds. The browser of tests has no screen and refuses notifications whatever it is allowed: what stands
 * here in their place is made and closed as the standard has it (Notifications API, 2.8).
 */
const NOTE_SHOWN = () => {
  const noted: string[] = []
  Reflect.set(globalThis, 'noted', noted)
  class Shown extends EventTarget {
    static readonly permission = 'granted'
    static readonly requestPermission = async () => 'granted'
    constructor(title: string, { body = '' }: { body?: string } = {}) {
      super()
      noted.push(`${title} | ${body}`)
    }
    close() {}
  }
  Reflect.set(globalThis, 'Notification', Shown)
  const { prototype } = Reflect.get(globalThis, 'OscillatorNode')
  const start = prototype.start
  prototype.start = function begin(...of: unknown[]) {
    noted.push('sound')
    return start.apply(this, of)
  }
}

test('pages that are open tell of what waits: one sound for all of them, and a notification while nobody looks', async ({
  page,
  context,
  dashboard,
}) => {
  await context.addInitScript(NOTE_SHOWN)
  const account = await beginConnected(page, dashboard, 'Corner shop')
  const ana = newContact(dashboard.place.dataDir, 'Ana')
  await page.goto('/account')
  // The first look is at what there was before.
  const first = page.waitForResponse(/notifications\/waiting$/)
  await page.getByRole('button', { name: 'Only while Parley is open' }).click()
  await expect(page.getByRole('region', { name: 'This device' })).toContainText(
    'while a page of Parley is open',
  )
  await first
  await page.getByLabel('Play a sound in this browser').check()
  await checkPage(page, 'notifications-here')
  const other = await context.newPage()
  await other.goto('/flows')
  await other.getByRole('link', { name: 'Runs', exact: true }).click()

  const pages = [page, other]
  const countNoted = async () => {
    const each = pages.map((one) => one.evaluate(() => Reflect.get(globalThis, 'noted') as string[]))
    const noted = (await Promise.all(each)).flat()
    const shown = noted.filter((one) => one !== 'sound')
    return { notes: noted.length - shown.length, shown }
  }
  // A sound has two notes.
  await ana.sendText(account, 'When do you open?')
  await expect.poll(countNoted).toEqual({ notes: 2, shown: [] })
  // Pages of tests take themselves for looked at.
  for (const one of pages) await one.evaluate(`document.hasFocus = () => false`)
  await newContact(dashboard.place.dataDir, 'Ben').sendText(account, 'Anybody there?')
  await expect.poll(countNoted).toEqual({ notes: 4, shown: ['Corner shop | A conversation waits for you.'] })
})
