import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cruise } from './cruise.ts'
import { type CruiseResult, findUnseenFiles, formatViolations } from './import-coverage.ts'

/** Imports that must be refused: importing file, imported path, rule. */
const FORBIDDEN: [from: string, to: string, rule: string][] = [
  ['src/core/reads-db.ts', '../db/client.ts', 'matrix-core'],
  ['src/core/reads-files.ts', 'node:fs', 'browser-safe'],
  ['src/contract/reads-platform.ts', '../platform/config.ts', 'matrix-contract'],
  ['src/words/reads-platform.ts', '../platform/config.ts', 'matrix-words'],
  ['src/words/reads-files.ts', 'node:fs', 'browser-safe'],
  ['src/platform/reads-db.ts', '../db/client.ts', 'matrix-platform'],
  ['src/db/reads-feature.ts', '../features/conversations/index.ts', 'matrix-db'],
  ['src/network/reads-db.ts', '../db/client.ts', 'matrix-network'],
  ['src/bus/reads-network.ts', '../network/port.ts', 'matrix-bus'],
  ['src/features/flows/reads-inside.ts', '../conversations/store.ts', 'matrix-features'],
  ['src/features/flows/reads-bus.ts', '../../bus/nats.ts', 'matrix-features'],
  ['src/features/flows/reads-words.ts', '../../words/english.ts', 'matrix-features'],
  ['src/core/reads-words.ts', '../words/english.ts', 'matrix-core'],
  ['src/features/flows/reads-worker.ts', '../../worker/host.ts', 'matrix-features'],
  ['src/features/conversations/receive/sends.ts', '../send/sender.ts', 'room-receive'],
  ['src/features/conversations/send/decides.ts', 'TYPE ../decide/decide.ts', 'room-send'],
  ['src/features/conversations/records/reads-top.ts', '../conversations.ts', 'room-records'],
  ['src/worker/reads-api.ts', '../api/app.ts', 'matrix-worker'],
  ['src/worker/reads-inside.ts', '../features/conversations/store.ts', 'matrix-worker'],
  ['src/api/reads-db.ts', '../db/client.ts', 'matrix-api'],
  ['src/web/reads-api.ts', '../api/app.ts', 'matrix-web'],
  ['src/network/sandbox.ts', '../../sandbox/server.ts', 'matrix-network'],
  ['src/network/names-library.ts', 'baileys', 'baileys-only-in-its-folder'],
  ['src/worker/names-connector.ts', '../network/baileys/connect.ts', 'baileys-behind-the-port'],
  ['src/bin/names-fastify.ts', 'fastify', 'fastify-stays-inside'],
  ['packages/client/reads-core.ts', '../../src/core/errors.ts', 'matrix-packages'],
  ['packages/client/reads-files.ts', 'node:fs', 'packages-need-nothing'],
  ['packages/client/uses-tool.ts', 'devtool', 'packages-need-nothing'],
  ['sandbox/reads-core.ts', '../src/core/errors.ts', 'matrix-sandbox'],
  ['sandbox/reads-library.ts', 'baileys', 'sandbox-is-not-baileys'],
  ['src/core/reads-type.ts', 'TYPE ../db/client.ts', 'matrix-core'],
  ['src/db/leads-nowhere.ts', './absent.ts', 'no-unresolved'],
  ['src/db/reads-test.ts', '../../test/support/server.ts', 'no-tests-in-the-product'],
  ['src/db/uses-dev-tool.ts', 'devtool', 'no-dev-dependencies-in-the-product'],
  ['src/platform/one.ts', './two.ts', 'no-cycles'],
  ['src/platform/asks-type.ts', 'TYPE ./gives-type.ts', 'no-cycles'],
  ['test/support/one.ts', 'TYPE ./two.ts', 'no-cycles'],
]

/** Imports that must pass. */
const ALLOWED: [from: string, to: string][] = [
  ['src/api/reads-words.ts', '../words/english.ts'],
  ['src/words/reads-core.ts', '../core/errors.ts'],
  ['src/features/flows/store.ts', '../../db/client.ts'],
  ['src/features/flows/calls.ts', '../conversations/index.ts'],
  ['src/features/flows/sends.ts', '../../bus/port.ts'],
  ['src/features/conversations/send/keeps.ts', '../records/refusals.ts'],
  ['src/features/conversations/conversations.ts', './send/sender.ts'],
  ['src/worker/drives.ts', '../features/conversations/index.ts'],
  ['src/core/reads-db.test.ts', '../db/client.ts'],
  ['src/network/baileys/socket.ts', 'baileys'],
  ['src/api/http/server.ts', 'fastify'],
  ['sandbox/codec.ts', 'baileys/lib/WABinary/index.js'],
  ['src/bin/parley.ts', '../network/baileys/connect.ts'],
]

const TARGETS = [
  'src/db/client.ts',
  'src/platform/config.ts',
  'src/features/conversations/index.ts',
  'src/features/conversations/store.ts',
  'src/features/conversations/send/sender.ts',
  'src/features/conversations/decide/decide.ts',
  'src/features/conversations/records/refusals.ts',
  'src/network/port.ts',
  'src/network/baileys/connect.ts',
  'src/bus/port.ts',
  'src/bus/nats.ts',
  'src/worker/host.ts',
  'src/api/app.ts',
  'src/core/errors.ts',
  'src/words/english.ts',
  'sandbox/server.ts',
  'test/support/server.ts',
]

let project = ''
let result: CruiseResult

function plant(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), text)
}

function buildImport(to: string): string {
  return to.startsWith('TYPE ')
    ? `import type { a } from '${to.slice(5)}'\nexport type A = typeof a\n`
    : `import '${to}'\n`
}

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'parley-imports-'))
  plant(
    'package.json',
    JSON.stringify({
      type: 'module',
      dependencies: { baileys: '1', fastify: '1' },
      devDependencies: { devtool: '1' },
    }),
  )
  for (const name of ['baileys', 'devtool', 'fastify']) {
    plant(
      `node_modules/${name}/package.json`,
      JSON.stringify({ name, version: '1.0.0', main: 'lib/index.js' }),
    )
    plant(`node_modules/${name}/lib/index.js`, 'export const a = 1\n')
  }
  plant('node_modules/baileys/lib/WABinary/index.js', 'export const a = 1\n')
  for (const path of TARGETS) plant(path, 'export const a = 1\n')
  for (const [from, to] of [...FORBIDDEN, ...ALLOWED]) plant(from, buildImport(to))
  plant('src/platform/two.ts', "import './one.ts'\n")
  plant('src/platform/gives-type.ts', "export const a = 1\nimport './asks-type.ts'\n")
  plant('test/support/two.ts', "export const a = 1\nimport './one.ts'\n")
  result = await cruise(project, ['src', 'sandbox', 'packages', 'test'])
}, 60_000)

afterAll(() => rmSync(project, { recursive: true, force: true }))

describe('the import matrix', () => {
  it.each(FORBIDDEN)('refuses %s importing %s', (from, _to, rule) => {
    expect(
      result.summary.violations.filter((found) => found.from === from).map((found) => found.rule.name),
    ).toContain(rule)
  })

  it.each(ALLOWED)('lets %s import %s', (from) => {
    expect(formatViolations(result).filter((line) => line.includes(` ${from} imports`))).toEqual([])
  })

  it('notices a file that the tool did not read', () => {
    expect(findUnseenFiles(result, ['src/db/client.ts', 'src/db/never-read.ts'])).toEqual([
      'src/db/never-read.ts',
    ])
    expect(findUnseenFiles({ modules: [], summary: { violations: [] } }, ['src/a.ts'])).toEqual(['src/a.ts'])
  })
})
