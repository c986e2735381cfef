import { availableParallelism } from 'node:os'
import path from 'node:path'
import { defineConfig, type Plugin } from 'vitest/config'
import { EvenShards } from './test/support/even-shards.ts'

const BESIDE_THE_SOURCE = ['src', 'sandbox', 'packages/*/src', 'scripts', 'bench']

/** One process for many files, which load what is common to them once. */
const isolate = false

/**
 * Node loads its own sources faster than Vite does it for Node, and what it made of them is kept for the next file and process.
 * None of these tests replaces a module.
 */
const byNode = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  setupFiles: ['test/support/compiled-code.ts', 'test/support/equal-bytes.ts'],
}

/** How long `expect.poll` looks for what has to come: a limit for what hangs, as no test is about how soon something comes. */
const longPoll = { expect: { poll: { timeout: 90_000, interval: 20 } } }

/** Limits for what hangs: tests that only compute get what processor time the others leave, a tenth of a core at times. */
const patient = { testTimeout: 300_000, hookTimeout: 300_000 }

const unit = {
  ...longPoll,
  include: [...BESIDE_THE_SOURCE.map((folder) => `${folder}/**/*.test.ts`), 'test/golden/**/*.test.ts'],
  exclude: ['part', 'db', 'net', 'prop'].map((kind) => `**/*.${kind}.test.ts`),
  ...patient,
  isolate,
}

/** What finds files by a pattern is not kept: Vitest sees to that itself only where the pattern has no type (4.1). */
const freshPatterns: Plugin = {
  name: 'fresh-patterns',
  configureVitest({ experimental_defineCacheKeyGenerator: define }) {
    define(({ sourceCode }) => (/import\.meta\.glob\b/.test(sourceCode) ? false : undefined))
  },
}

/** Counts what its process has open, where others still close theirs. */
const COUNTS_SOCKETS = ['src/features/media/faults.net.test.ts']

const OF_SANDBOX = ['sandbox/**/*.net.test.ts']
/**
 * Each has a process of its own: after other files, a login of another client was waited for in vain once in six runs, and why is
 * not known.
 */
const OTHER_CLIENTS = ['sandbox/independent-*.net.test.ts']

const net = {
  ...longPoll,
  ...byNode,
  setupFiles: [...byNode.setupFiles, 'sandbox/testing/print-seed.ts'],
  isolate,
  ...patient,
}

/** Tiers that need PostgreSQL share one throwaway server; see test/support/database.ts. */
const globalSetup = ['test/support/database-server.ts']

/** The test tiers of the project; `vitest --project 'NAME*'` runs one of them. */
export default defineConfig({
  test: {
    // By itself vitest leaves one core free, which on two cores means one file at a time.
    maxWorkers: Math.max(2, availableParallelism()),
    sequence: { sequencer: EvenShards },
    projects: [
      // The dashboard's tests have JSX and modules that only Vite knows.
      {
        test: {
          name: 'unit',
          ...unit,
          ...byNode,
          exclude: [...unit.exclude, 'src/web/**'],
        },
      },
      {
        plugins: [freshPatterns],
        // A module that the bundler makes; which files of a worker put a stand-in in its place must not matter to the others.
        resolve: {
          alias: { 'virtual:contract': path.join(import.meta.dirname, 'test/support/virtual-contract.ts') },
        },
        test: { name: 'unit-web', ...unit, include: ['src/web/**/*.test.ts'] },
      },
      {
        test: {
          name: 'part',
          ...longPoll,
          ...byNode,
          isolate,
          include: BESIDE_THE_SOURCE.map((folder) => `${folder}/**/*.part.test.ts`),
          ...patient,
        },
      },
      {
        test: {
          name: 'simulation',
          ...longPoll,
          ...byNode,
          include: ['test/simulation/**/*.test.ts', 'src/**/*.prop.test.ts'],
          ...patient,
          testTimeout: 1_500_000,
        },
      },
      {
        test: {
          name: 'db',
          ...longPoll,
          ...byNode,
          isolate,
          globalSetup,
          include: ['src/**/*.db.test.ts', 'test/db/**/*.db.test.ts'],
          ...patient,
        },
      },
      {
        test: {
          name: 'net',
          ...net,
          globalSetup,
          include: ['src/**/*.net.test.ts', 'test/net/**/*.net.test.ts'],
          exclude: COUNTS_SOCKETS,
        },
      },
      { test: { name: 'net-alone', ...net, isolate: true, globalSetup, include: COUNTS_SOCKETS } },
      // Never in one process with the others: each makes the library itself trust its own sandbox, and nobody else then.
      { test: { name: 'net-sandbox', ...net, include: OF_SANDBOX, exclude: OTHER_CLIENTS } },
      { test: { name: 'net-others', ...net, isolate: true, include: OTHER_CLIENTS } },
      {
        test: {
          name: 'system',
          ...longPoll,
          ...byNode,
          isolate,
          globalSetup: ['test/support/made-cluster.ts', 'test/support/built-programs.ts'],
          include: ['test/system/**/*.test.ts'],
          ...patient,
          fileParallelism: false,
        },
      },
    ],
  },
})
