import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { createAdmin, createPerson, expect, signIn, test } from './support/dashboard.ts'

test.describe.configure({ timeout: 240_000 })

/** What a first visit may cost: the mark of the design, scripts only, compressed. */
const MOST_BYTES = 250_000

/** Opens a page with nothing kept from before, and answers how much script came with it. */
async function weigh(page: Page, path: string, isThere: () => Promise<unknown>): Promise<number> {
  const scripts: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body())
  })
  await page.goto(path)
  await isThere()
  await page.waitForLoadState('networkidle')
  const sizes = (await Promise.all(scripts)).map((body) => gzipSync(body).byteLength)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  test.info().annotations.push({ type: 'figure', description: `${path}: ${total} bytes of script, gzip` })
  console.log(`${path}: ${total} bytes of script, gzip`)
  return total
}

test('the sign-in page and the inbox come with less script than the design allows', async ({
  page,
  browser,
  dashboard,
}) => {
  await createAdmin(page)
  await createPerson(dashboard, 'grace@example.org')
  const context = await browser.newContext({ baseURL: dashboard.service.url })
  const fresh = await context.newPage()
  const heading = fresh.getByRole('heading', { name: 'Sign in' })
  expect(await weigh(fresh, '/sign-in', () => expect(heading).toBeVisible())).toBeLessThan(MOST_BYTES)
  await signIn(fresh, 'grace@example.org')
  await expect(fresh.getByRole('heading', { name: 'Connect your first account' })).toBeVisible()
  const cookies = await context.storageState()
  await context.close()

  const again = await browser.newContext({ baseURL: dashboard.service.url, storageState: cookies })
  const inbox = await again.newPage()
  const empty = inbox.getByText('Connect a client first')
  expect(await weigh(inbox, '/inbox', () => expect(empty).toBeVisible())).toBeLessThan(MOST_BYTES)
  await again.close()
})
