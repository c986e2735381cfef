import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const BESIDE_THE_SOURCE = ['src', 'sandbox', 'packages/*/src', 'scripts', 'bench']

/**
 * One process for many files, which load what is common to them once. Not for what uses the connection library: a client that
 * is cut off in the middle holds up whoever writes to the same number in its process.
 */
const isolate = false

/** How long `expect.poll` looks for what has to come: a limit for what hangs, as no test is about how soon something comes. */
const longPoll = { expect: { poll: { timeout: 45_000, interval: 20 } } }

const unit = {
  ...longPoll,
  include: [...BESIDE_THE_SOURCE.map((folder) => `${folder}/**/*.test.ts`), 'test/golden/**/*.test.ts'],
  exclude: ['part', 'db', 'net', 'prop'].map((kind) => `**/*.${kind}.test.ts`),
  // A limit for what hangs: a machine whose cores are all busy needs seconds for what takes a tenth of one alone.
  testTimeout: 60_000,
  isolate,
}

/** Tiers that need PostgreSQL share one throwaway server; see test/support/database.ts. */
const globalSetup = ['test/support/database-server.ts']

/** The test tiers of the project; `vitest --project 'NAME*'` runs one of them. */
export default defineConfig({
  test: {
    // By itself vitest leaves one core free, which on two cores means one file at a time.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      // Node loads its own sources faster than Vite does it for Node. The dashboard's have JSX and modules that only Vite knows.
      {
        test: {
          name: 'unit',
          ...unit,
          exclude: [...unit.exclude, 'src/web/**'],
          experimental: { viteModuleRunner: false },
        },
      },
      { test: { name: 'unit-web', ...unit, include: ['src/web/**/*.test.ts'] } },
      {
        test: {
          name: 'part',
          ...longPoll,
          isolate,
          include: BESIDE_THE_SOURCE.map((folder) => `${folder}/**/*.part.test.ts`),
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'simulation',
          ...longPoll,
          include: ['test/simulation/**/*.test.ts', 'src/**/*.prop.test.ts'],
          testTimeout: 540_000,
        },
      },
      {
        test: {
          name: 'db',
          ...longPoll,
          isolate,
          globalSetup,
          include: ['src/**/*.db.test.ts', 'test/db/**/*.db.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'net',
          ...longPoll,
          globalSetup,
          setupFiles: ['sandbox/testing/print-seed.ts'],
          include: ['src/**/*.net.test.ts', 'sandbox/**/*.net.test.ts', 'test/net/**/*.net.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'system',
          ...longPoll,
          globalSetup,
          include: ['test/system/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
