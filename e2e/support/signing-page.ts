import { createPrivateKey, type webcrypto } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'

export const SIGNING_PAGE = 'https://web.whatsapp.com'

/** At least as strict as the network's own page may be: nothing but what the console and extensions run. */
const POLICY = "default-src 'none'; require-trusted-types-for 'script'"

/** An account's passkey, as the sandbox network's phone has it. */
export interface Passkey {
  id: string
  privateKey: webcrypto.JsonWebKey
}

const toBase64 = (base64url: string): string => Buffer.from(base64url, 'base64url').toString('base64')

/** Has the browser find a page of the network without leaving this machine. */
export async function serveSigningPage(context: BrowserContext): Promise<void> {
  await context.route(`${SIGNING_PAGE}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': POLICY },
      body: '<!doctype html><html lang="en"><title>The network</title>',
    }),
  )
}

/** Gives a page the passkey, on a device whose owner is there and agrees. */
export async function addPasskey(page: Page, passkey: Passkey): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const key = createPrivateKey({ key: passkey.privateKey, format: 'jwk' })
  await devtools.send('WebAuthn.addCredential', {
    authenticatorId,
    credential: {
      credentialId: toBase64(passkey.id),
      isResidentCredential: true,
      rpId: 'whatsapp.com',
      privateKey: key.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      userHandle: Buffer.from('owner').toString('base64'),
      signCount: 0,
    },
  })
}
