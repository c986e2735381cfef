import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium, type LaunchOptions, type Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { EXTENSION_PATH } from '../../src/web/features/clients/passkey/passkey-extension-file.ts'
import { test as base, expect } from './dashboard.ts'
import { createExtensionHost, type Extension } from './extension-host.ts'

interface Fixtures {
  /** The files of the extension, as the service gives them to download. */
  extensionFiles: ReadonlyMap<string, Uint8Array>
  extension: Extension
}

const withFiles = base.extend<Pick<Fixtures, 'extensionFiles'>>({
  extensionFiles: async ({ dashboard }, use) => {
    const answer = await fetch(`${dashboard.service.url}${EXTENSION_PATH}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
    await use(new Map(Object.entries(unzipSync(new Uint8Array(await answer.arrayBuffer())))))
  },
})

/** For every browser: the extension's scripts run in a stand-in of the browser's system for extensions. */
export const standInTest = withFiles.extend<Pick<Fixtures, 'extension'>>({
  extension: async ({ context, extensionFiles }, use) => {
    await use(await createExtensionHost(context, extensionFiles))
  },
})

function unpack(files: ReadonlyMap<string, Uint8Array>): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'parley-extension-'))
  for (const [name, bytes] of files) {
    const file = path.join(directory, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, bytes)
  }
  return directory
}

/** What a page is a part of; the browser's toolbar belongs to that. */
async function findTab(context: BrowserContext, page: Page) {
  const browser = context.browser()
  if (!browser) throw new Error('this context has no browser')
  const devtools = await browser.newBrowserCDPSession()
  const { targetInfos } = await devtools.send('Target.getTargets', { filter: [{ type: 'tab' }] })
  const tab = targetInfos.find(({ url }) => url === page.url())
  if (!tab) throw new Error(`no tab shows ${page.url()}`)
  return { devtools, targetId: tab.targetId }
}

/** Every browser but those without a window, such as the one among the packages, has a system for extensions. */
function hasExtensions({ executablePath = '' }: LaunchOptions): boolean {
  return !executablePath.includes(`${path.sep}.runtime${path.sep}`) && !/headless.shell/.test(executablePath)
}

/** For a whole Chromium: the extension is loaded as a developer loads it, and its button is really pressed. */
export const wholeBrowserTest = withFiles.extend<Pick<Fixtures, 'extension'> & { folder: string }>({
  // Of all that a test is given this comes first, so that nothing is started for one that is skipped.
  serviceEnv: async ({ launchOptions }, use, testInfo) => {
    testInfo.skip(
      !hasExtensions(launchOptions),
      'set CHROME to a Chromium that is not the one among the packages',
    )
    await use({})
  },
  folder: async ({ extensionFiles }, use) => {
    const folder = unpack(extensionFiles)
    await use(folder)
    rmSync(folder, { recursive: true, force: true })
  },
  context: async ({ baseURL, folder, launchOptions }, use) => {
    const { args = [], ...launch } = launchOptions
    const profile = mkdtempSync(path.join(tmpdir(), 'parley-profile-'))
    const context = await chromium.launchPersistentContext(profile, {
      ...launch,
      ...(baseURL && { baseURL }),
      // Chromium gives the toolbar to the devtools only with the last one.
      args: [
        ...args,
        `--disable-extensions-except=${folder}`,
        `--load-extension=${folder}`,
        '--enable-unsafe-extension-debugging',
      ],
    })
    await use(context)
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  },
  extension: async ({ context }, use) => {
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
    const id = new URL(worker.url()).host
    await use({
      async press(page) {
        await page.bringToFront()
        const { devtools, targetId } = await findTab(context, page)
        await devtools.send('Extensions.triggerAction', { id, targetId })
        await devtools.detach()
      },
    })
  },
})
