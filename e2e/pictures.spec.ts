import type { Locator } from '@playwright/test'
import { callSandbox } from '../src/bin/demo/sandbox-contact.ts'
import { drawPicture } from '../test/support/draw-picture.ts'
import { beginAtNumber } from './support/begin.ts'
import { expect, openPage } from './support/dashboard.ts'
import { checkPage } from './support/page-check.ts'
import { test } from './support/shared.ts'

const SLOW = { timeout: 60_000 }
const ANA = '+447700900171'
const FIRST_WIDTH = 60
const SECOND_WIDTH = 30

/** How wide the picture beside a name is, once its bytes are there; 0 while there is none. */
const widthIn = (place: Locator) => (): Promise<number> =>
  place.locator('img').evaluateAll((faces: { naturalWidth: number }[]) => faces[0]?.naturalWidth ?? 0)

test('a contact is shown by their picture, by another one when they change it, and by initials when it is removed', async ({
  page,
  dashboard,
}) => {
  const { dataDir } = dashboard.place
  const account = await beginAtNumber(page, dashboard, 'Corner shop')
  const change = async (of: object, width: number | null) =>
    callSandbox(dataDir, '/picture', {
      ...of,
      base64: width === null ? '' : await drawPicture('jpeg', width, 30),
    })
  await change({ contact: ANA, name: 'Ana' }, FIRST_WIDTH)
  await callSandbox(dataDir, '/say', { contact: ANA, account, text: 'Are you open?' })

  await openPage(page, 'Inbox')
  const row = page.getByRole('button', { name: /Are you open/ })
  await expect.poll(widthIn(row), SLOW).toBe(FIRST_WIDTH)
  await checkPage(page, 'pictures-inbox')

  await change({ contact: ANA }, SECOND_WIDTH)
  await expect.poll(widthIn(row), SLOW).toBe(SECOND_WIDTH)

  // What is known is there at once after the page was opened anew, and on other pages.
  await page.reload()
  await expect.poll(widthIn(row), SLOW).toBe(SECOND_WIDTH)
  await page.goto('/contacts')
  const contact = page.getByRole('row', { name: /Ana/ })
  await expect.poll(widthIn(contact), SLOW).toBe(SECOND_WIDTH)

  await change({ contact: ANA }, null)
  await expect.poll(widthIn(contact), SLOW).toBe(0)
  await page.goto('/inbox')
  await expect(row).toBeVisible(SLOW)
  await expect.poll(widthIn(row), SLOW).toBe(0)

  // A group has one too.
  const { jid } = await callSandbox<{ jid: string }>(dataDir, '/group/create', {
    subject: 'Neighbours',
    participants: [account, ANA],
  })
  await change({ group: jid }, FIRST_WIDTH)
  await page.goto('/clients')
  await page.getByRole('link', { name: 'Corner shop' }).click()
  await page.getByRole('tab', { name: 'Groups' }).click()
  const group = page.getByRole('row', { name: /Neighbours/ })
  await expect.poll(widthIn(group), SLOW).toBe(FIRST_WIDTH)
  await checkPage(page, 'pictures-groups')
})
