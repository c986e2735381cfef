import { test as base, type LaunchOptions } from '@playwright/test'
import { findBrowser } from './browser.ts'

export { expect } from '@playwright/test'

/** A test in a real browser. The browser is looked for when the first test needs it, not when the tests are listed. */
export const test = base.extend<object, { launchOptions: LaunchOptions }>({
  launchOptions: [
    // Playwright reads what a fixture needs from this pattern, and this one needs nothing.
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use) => {
      await use(await findBrowser())
    },
    { scope: 'worker' },
  ],
})
