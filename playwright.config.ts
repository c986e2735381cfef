import { defineConfig } from '@playwright/test'

/** Journeys in a real browser. Each takes `test` from `e2e/support`: `shared.ts` with a service of many, `dashboard.ts` with one of its own. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: ['./test/support/made-cluster.ts', './test/support/built-programs.ts'],
  outputDir: 'test-results',
  // A journey waits half of its time for its service.
  workers: 2,
  retries: 0,
  // For what hangs: other tiers run at the same time.
  timeout: 480_000,
  // A machine with other work needs seconds for what takes milliseconds alone; what is waited for is a state, not a time.
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    browserName: 'chromium',
    screenshot: 'only-on-failure',
    // What moves costs pictures that nobody looks at: 3 % of all processor time.
    contextOptions: { reducedMotion: 'reduce' },
    // A picture and a description of the page where a journey failed are kept by themselves; all else costs a twentieth of all
    // processor time, and is had by TRACE=1.
    trace: process.env.TRACE === '1' ? 'retain-on-failure' : 'off',
  },
})
