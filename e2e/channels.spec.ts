import { callSandbox } from '../src/bin/demo/sandbox-contact.ts'
import { drawPicture } from '../test/support/draw-picture.ts'
import { beginAtNumber } from './support/begin.ts'
import { expect, openPage } from './support/dashboard.ts'
import { checkPage } from './support/page-check.ts'
import { test } from './support/shared.ts'

const SLOW = { timeout: 60_000 }

interface Made {
  jid: string
  link: string
}

test('a channel is made and posted in with a picture, and another is followed by its link', async ({
  page,
  dashboard,
}) => {
  const { dataDir } = dashboard.place
  await beginAtNumber(page, dashboard, 'Corner shop')
  await openPage(page, 'Numbers')
  await page.getByRole('link', { name: 'Corner shop' }).click()
  await page.getByRole('tab', { name: 'Channels' }).click()
  await expect(page.getByText('No channels yet')).toBeVisible(SLOW)
  await checkPage(page, 'channels-empty')

  await page.getByRole('button', { name: 'New channel' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Shop news')
  await page.getByRole('button', { name: 'Make channel' }).click()
  await page.getByRole('button', { name: 'Open Shop news' }).click(SLOW)
  await expect(page.getByText('No posts yet')).toBeVisible(SLOW)
  await page.getByLabel('Text', { exact: true }).fill('We open at nine')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'We open at nine' })).toBeVisible(SLOW)
  const buffer = Buffer.from(await drawPicture('png'), 'base64')
  await page.getByLabel('Add a file').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
  await page.getByLabel('Caption (optional)').fill('The new shelf')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByRole('img', { name: 'The new shelf' })).toBeVisible(SLOW)
  await page
    .getByRole('listitem')
    .filter({ hasText: 'We open at nine' })
    .getByRole('button', { name: 'Edit' })
    .click()
  await page.getByRole('dialog').getByLabel('Text').fill('We open at ten')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('We open at ten')).toBeVisible(SLOW)
  const first = page.getByRole('listitem').filter({ hasText: 'We open at ten' })
  await first.getByRole('button', { name: 'React' }).click()
  await page.getByRole('menuitem', { name: '👍' }).click()
  await expect(first.getByText('👍 1')).toBeVisible(SLOW)
  await first.getByRole('button', { name: 'React' }).click()
  await page.getByRole('menuitem', { name: 'Remove my reaction' }).click()
  await expect(first.getByText('👍 1')).toBeHidden(SLOW)
  await checkPage(page, 'channel')

  const owner = '+447700900777'
  const other = await callSandbox<Made>(dataDir, '/channel/create', { name: 'Town hall', owner })
  await page.getByRole('button', { name: 'All channels' }).click()
  await page.getByRole('button', { name: 'Follow by link' }).click()
  await page.getByLabel('Link of the channel').fill(other.link)
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await page.getByRole('button', { name: 'Open Town hall' }).click(SLOW)
  await expect(page.getByText('Nothing was posted in this channel so far.')).toBeVisible(SLOW)
  await callSandbox(dataDir, '/channel/post', { channel: other.jid, text: 'Market on Monday' })
  await expect(page.getByText('Market on Monday')).toBeVisible(SLOW)
  await page.getByRole('button', { name: 'Mute' }).click()
  await expect(page.getByRole('button', { name: 'Unmute' })).toBeVisible(SLOW)
  await page.setViewportSize({ width: 390, height: 844 })
  await checkPage(page, 'channel-phone')
})
