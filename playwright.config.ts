import { defineConfig } from '@playwright/test'
import { findBrowser } from './e2e/support/browser.ts'

/** Journeys in a real browser. Each spec starts what it needs and closes it. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  workers: 1,
  retries: 0,
  timeout: 60_000,
  forbidOnly: Boolean(process.env.CI),
  use: {
    browserName: 'chromium',
    launchOptions: await findBrowser(),
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
})
