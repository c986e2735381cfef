import { newContact } from '../test/support/account.ts'
import { connectClient, createAdmin, expect, test } from './support/dashboard.ts'
import { checkPage } from './support/page-check.ts'

const HOSTILE = '<script>alert(1)</script><img src=x onerror=alert(2)>'

test('a person reads what contacts write and answers them', async ({ page, dashboard }) => {
  test.setTimeout(120_000)
  await createAdmin(page)
  const account = await connectClient(page, 'Corner shop')
  const ana = newContact(dashboard.place.dataDir, 'Ana')
  const hostile = newContact(dashboard.place.dataDir, HOSTILE)
  await ana.say(account, 'Is the blue one in stock?')
  await hostile.say(account, HOSTILE)

  await page.getByRole('link', { name: 'Inbox' }).click()
  await expect(page.getByText('Choose a conversation')).toBeVisible()
  const entry = page.getByRole('button', { name: /Is the blue one in stock/ })
  await expect(entry).toContainText('1 unread', { timeout: 20_000 })
  await expect(page.getByRole('button', { name: /alert\(1\)/ })).toBeVisible()
  await entry.click()
  const thread = page.getByRole('region', { name: 'Messages' })
  await expect(thread.getByText('Is the blue one in stock?')).toBeVisible()
  await expect(entry).not.toContainText('unread')

  await page.getByLabel('Write a message').fill('Yes, three of them.')
  await page.getByLabel('Write a message').press('Enter')
  const answer = thread.getByRole('listitem').filter({ hasText: 'Yes, three of them.' })
  await expect(answer).toContainText(/Sent|Delivered|Read/)
  await expect(page.getByLabel('Write a message')).toHaveValue('')
  await expect.poll(async () => (await ana.read(0)).map(({ text }) => text)).toEqual(['Yes, three of them.'])

  await ana.say(account, 'Great, I come by at five.')
  await expect(thread.getByText('Great, I come by at five.')).toBeVisible({
    timeout: 20_000,
  })
  await checkPage(page, 'inbox')

  await page.getByRole('button', { name: /alert\(1\)/ }).click()
  await expect(page.getByRole('region', { name: 'Messages' }).getByText(HOSTILE)).toBeVisible()
})
