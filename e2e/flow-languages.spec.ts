import { readFile } from 'node:fs/promises'
import { begin } from './support/begin.ts'
import { expect } from './support/dashboard.ts'
import { call, edge, node } from './support/flow-calls.ts'
import { checkPage } from './support/page-check.ts'
import { test } from './support/shared.ts'

const FLOW = {
  version: 1,
  name: 'Recepção',
  nodes: [
    node('t', 'trigger.keyword', { values: ['oi'] }),
    node(
      'm',
      'menu',
      {
        prompt: 'Em que podemos ajudar?',
        options: [
          { id: 'order', label: 'Meu pedido' },
          { id: 'human', label: 'Falar com uma pessoa' },
        ],
      },
      300,
    ),
    node('s', 'send.text', { text: 'Seu pedido está a caminho.' }, 600),
  ],
  edges: [edge('t', 'out', 'm'), edge('m', 'opt:order', 's')],
}

test('a flow gets a second language by hand and from a file, and is shown and tried in it', async ({
  page,
  dashboard,
}) => {
  await begin(page, dashboard)
  const { id } = await call<{ id: string }>(page, dashboard, 'flows/import', FLOW)
  await page.goto(`/flows/${id}/edit`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Settings of the flow' }).click()
  const main = page.getByLabel('Main language')
  await main.fill('pt_br')
  await main.blur()
  await page.getByLabel('Add a language').first().fill('en')
  await page.getByLabel('Add a language').first().press('Enter')
  await expect(page.getByRole('button', { name: 'Remove English and its texts' })).toBeVisible()
  await checkPage(page, 'flow-languages-settings')

  await page.getByRole('button', { name: 'Texts in all languages' }).last().click()
  const texts = page.getByRole('region', { name: 'Texts in all languages' })
  await texts.getByLabel('English: Em que podemos ajudar?').fill('How can we help?')
  await texts.getByLabel('English: Meu pedido').fill('My order')
  await checkPage(page, 'flow-languages-table')

  const download = page.waitForEvent('download')
  await texts.getByRole('button', { name: 'CSV for spreadsheets' }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv.startsWith('\ufeffKey,Place,Kind,pt-BR,en\r\n')).toBe(true)
  const back = csv.replace(
    'Seu pedido está a caminho.,',
    'Seu pedido está a caminho.,Your order is on its way.',
  )
  const file = { name: 'texts.csv', mimeType: 'text/csv', buffer: Buffer.from(`${back}gone.text,,,x,y\r\n`) }
  await page.getByLabel('Read a CSV file').setInputFiles(file)
  const report = page.getByRole('dialog')
  await expect(report.getByText('One translation was taken over.')).toBeVisible()
  await expect(report.getByText('gone.text')).toBeVisible()
  await checkPage(page, 'flow-languages-report')
  await report.getByRole('button', { name: 'Close' }).last().click()
  await texts.getByRole('button', { name: 'Close' }).click()

  await page.getByLabel('Language of the texts').selectOption('en')
  await expect(page.getByText('Your order is on its way.')).toBeVisible()
  await page.getByText('How can we help?').click()
  await expect(page.getByRole('heading', { name: 'In English' })).toBeVisible()
  await checkPage(page, 'flow-languages-node')

  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Contact', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Language').selectOption('en')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  const composer = page.getByLabel(/as the contact/i)
  await composer.fill('oi')
  await composer.press('Enter')
  await expect(page.getByText('How can we help?').last()).toBeVisible()
  await expect(page.getByText('1. My order')).toBeVisible()
})
