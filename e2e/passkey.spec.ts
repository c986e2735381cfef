import type { BrowserContext } from '@playwright/test'
import { callSandbox } from '../src/bin/demo/sandbox-contact.ts'
import { beginAtNumbers } from './support/begin.ts'
import { expect } from './support/journey.ts'
import { checkPage } from './support/page-check.ts'
import { beAskedForPasskey } from './support/passkey-request.ts'
import { test } from './support/shared.ts'
import { addPasskey, type Passkey, SIGNING_PAGE, serveSigningPage } from './support/signing-page.ts'

const PHONE = '447700900196'

/** Does in a page of the network what a person does there: runs the script in the console, signs, and copies the text. */
async function signInBrowser(context: BrowserContext, passkey: Passkey, script: string): Promise<string> {
  await serveSigningPage(context)
  const page = await context.newPage()
  await page.goto(SIGNING_PAGE)
  await addPasskey(page, passkey)
  const devtools = await context.newCDPSession(page)
  const { exceptionDetails } = await devtools.send('Runtime.evaluate', { expression: script })
  expect(exceptionDetails).toBeUndefined()
  await page.getByRole('button', { name: 'Sign with the passkey' }).click()
  const result = page.getByRole('textbox', { name: 'Copy all of this text and paste it in Parley:' })
  await expect(result).toHaveValue(/^\{.*\}$/)
  const text = await result.inputValue()
  await page.close()
  return text
}

test('a client of an account with a passkey is linked by what a browser signs on the page of the network', async ({
  page,
  context,
  dashboard,
}) => {
  const { place } = dashboard
  await beginAtNumbers(page, dashboard)
  await beAskedForPasskey(page, place.dataDir, PHONE)

  const heading = page.getByRole('heading', { name: 'Confirm with the passkey of the account' })
  const byHand = page.getByText('Without the extension', { exact: true })
  const script = page.getByLabel('Script for the console')
  await checkPage(page, 'passkey')
  const onlyPhone = page.getByText('Only a phone at hand?', { exact: true })
  await onlyPhone.click()
  await expect(page.getByText(/^Take a computer with Chrome, Edge or Firefox/)).toBeVisible()
  await checkPage(page, 'passkey-only-phone')
  await onlyPhone.click()
  await byHand.click()
  await expect(script).toHaveValue(/challenge/)
  await checkPage(page, 'passkey-by-hand')
  await page.reload()
  await expect(heading).toBeVisible()
  await byHand.click()

  const handOver = page.getByRole('button', { name: 'Hand it over' })
  const result = page.getByLabel('What the page showed')
  await result.fill('{"id": "cut off')
  await handOver.click()
  await expect(page.getByText(/^This is not the text that the page shows\./)).toBeVisible()

  const stranger = await callSandbox<Passkey>(place.dataDir, '/phone/passkey', { account: '447700900197' })
  const passkey = await callSandbox<Passkey>(place.dataDir, '/phone/passkey', { account: PHONE })
  const line = await script.inputValue()
  const signed = await signInBrowser(context, passkey, line)
  await result.fill(signed.replaceAll(passkey.id, stranger.id))
  await handOver.click()
  await expect(page.getByText(/^The network refused this passkey\./)).toBeVisible()

  await result.fill(signed)
  await handOver.click()
  await expect(page.getByText('The number is connected.', { exact: true })).toBeVisible()
})
