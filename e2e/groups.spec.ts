import type { Page } from '@playwright/test'
import { callSandbox } from '../src/bin/demo/sandbox-contact.ts'
import { drawPicture } from '../test/support/draw-picture.ts'
import { beginAtNumber } from './support/begin.ts'
import { type DashboardService, expect, openPage } from './support/dashboard.ts'
import { call, edge, node } from './support/flow-calls.ts'
import { checkPage } from './support/page-check.ts'
import { test } from './support/shared.ts'

const SLOW = { timeout: 60_000 }
const BOB = '+447700900202'

interface ListedGroups {
  groups: { jid: string; subject: string }[]
}

type PictureFile = { name: string; mimeType: string; buffer: Buffer }

/** How the number itself is seen stands beside its groups. */
async function changeProfile(page: Page, file: PictureFile): Promise<void> {
  await expect(page.getByText('This number has no picture.')).toBeVisible(SLOW)
  await page.getByLabel('About', { exact: true }).fill('Open from 9 to 18')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('The profile is changed.')).toBeVisible(SLOW)
  await page.getByLabel('Picture', { exact: true }).setInputFiles(file)
  await expect(page.getByRole('link', { name: 'See the picture' })).toBeVisible(SLOW)
  const face = page.getByRole('tabpanel').locator('img')
  const width = () => face.evaluate(({ naturalWidth }: { naturalWidth: number }) => naturalWidth)
  await expect.poll(width, SLOW).toBeGreaterThan(0)
  await page.getByLabel('Who sees when it was last there').selectOption('Nobody')
  await page.getByRole('button', { name: 'Save privacy' }).click()
  await expect(page.getByText('The privacy is changed.')).toBeVisible(SLOW)
  await expect(page.getByLabel('Who sees when it was last there')).toHaveValue('nobody')
  await checkPage(page, 'profile')
}

/** A flow that greets in the group whoever comes in. */
async function publishWelcome(page: Page, dashboard: DashboardService, group: string): Promise<void> {
  const [client] = await call<{ id: string }[]>(page, dashboard, 'clients/list', {})
  const { id } = await call<{ id: string }>(page, dashboard, 'flows/import', {
    ...{ version: 1, name: 'Welcome', clientId: client?.id },
    nodes: [
      node('t', 'trigger.group', { changes: ['added', 'joined'], groups: [group], answerIn: 'group' }),
      node('s', 'send.text', { text: 'Welcome {{ trigger.person.phone }}, water on Mondays.' }, 300),
    ],
    edges: [edge('t', 'out', 's')],
  })
  await call(page, dashboard, 'flows/publish', { id })
}

test('a group is made, somebody is let in who asked to join, and becomes an admin', async ({
  page,
  dashboard,
}) => {
  const { dataDir } = dashboard.place
  await beginAtNumber(page, dashboard, 'Corner shop')
  await openPage(page, 'Numbers')
  await page.getByRole('link', { name: 'Corner shop' }).click()
  await page.getByRole('tab', { name: 'Groups' }).click()
  await expect(page.getByText('This number is in no group')).toBeVisible(SLOW)
  await page.getByRole('button', { name: 'New group' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Neighbours')
  await page.getByLabel('Phone numbers, one a line').fill('+44 7700 900201')
  await page.getByRole('button', { name: 'Make it' }).click()
  await page.getByRole('button', { name: 'Open the group Neighbours' }).click(SLOW)
  await expect(page.getByRole('row', { name: /This number.*Made it/ })).toBeVisible(SLOW)
  await expect(page.getByRole('img', { name: 'Invite link as a QR code' })).toBeVisible(SLOW)
  await expect(page.getByText('Nobody is waiting.')).toBeVisible(SLOW)
  await checkPage(page, 'groups')

  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByLabel('Description', { exact: true }).fill('Who waters what')
  await page.getByLabel('Who comes by the link').selectOption('waits until an admin lets them in')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toBeHidden(SLOW)
  await expect(page.getByText('Who waters what')).toBeVisible(SLOW)

  const { groups } = await callSandbox<ListedGroups>(dataDir, '/groups', {})
  const group = groups.find(({ subject }) => subject === 'Neighbours')?.jid ?? ''
  await expect(page).toHaveURL(new RegExp(`tab=groups&group=${encodeURIComponent(group)}`))
  await publishWelcome(page, dashboard, group)

  await callSandbox(dataDir, '/group/join', { group, number: BOB })
  await page.getByRole('button', { name: 'Let in', exact: true }).click(SLOW)
  await expect(page.getByText('Nobody is waiting.')).toBeVisible(SLOW)
  await page.getByRole('button', { name: `Actions for ${BOB}` }).click(SLOW)
  await page.getByRole('menuitem', { name: 'Make an admin' }).click()
  await expect(page.getByRole('row', { name: new RegExp(`\\${BOB}.*Admin`) })).toBeVisible(SLOW)

  const file = {
    name: 'front.png',
    mimeType: 'image/png',
    buffer: Buffer.from(await drawPicture('png'), 'base64'),
  }
  await page.getByLabel('Picture', { exact: true }).setInputFiles(file)
  await expect(page.getByText('The picture is changed.')).toBeVisible(SLOW)

  // The group stays open over a reload, and the way back leads to the list.
  await page.reload()
  await expect(page.getByText('Who waters what')).toBeVisible(SLOW)
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Open the group Neighbours' })).toBeVisible(SLOW)

  await page.getByRole('tab', { name: 'Profile' }).click()
  await changeProfile(page, file)
  await openPage(page, 'Inbox')
  await page.getByRole('button', { name: /Welcome \+447700900202/ }).click(SLOW)
  await expect(page.getByText(`Welcome ${BOB}, water on Mondays.`).last()).toBeVisible(SLOW)
})
