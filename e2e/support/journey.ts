import { test as base, expect as baseExpect, type LaunchOptions, type Locator } from '@playwright/test'
import { findBrowser } from './browser.ts'

/**
 * Playwright's own, but what is to be visible is waited for without a description of the whole page at each look, which is a
 * fifteenth of the browser's processor time. It is made once, when what was waited for did not come.
 */
export const expect = baseExpect.extend({
  async toBeVisible(locator: Locator, options: { timeout?: number } = {}) {
    if (this.isNot) throw new Error('what is to go is waited for by toBeHidden')
    const timeout = options.timeout ?? this.timeout
    try {
      await locator.waitFor({ timeout })
    } catch {
      try {
        await baseExpect(locator).toBeVisible({ timeout: 1 })
      } catch (error) {
        const { message } = error as Error
        return { pass: false, message: () => message.replaceAll(' 1ms', ` ${timeout}ms`) }
      }
    }
    return { pass: true, message: () => 'it is visible' }
  },
})

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
