import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type BundleManifest, listScripts } from './first-load.ts'

/** What a page that people open first may load of script, compressed; the editor is loaded when it is opened. */
const MAX_FIRST_LOAD_BYTES = 250_000
const ENTRY = 'index.html'
const FIRST_PAGES = ['features/users/sign-in-page.tsx', 'features/conversations/inbox-page.tsx']
const EDITOR = 'flow-editor/editor-page.tsx'

const outDir = mkdtempSync(join(tmpdir(), 'parley-web-'))
afterAll(() => rmSync(outDir, { recursive: true, force: true }))
beforeAll(async () => {
  // Tests run in a mode of their own, in which React is larger.
  vi.stubEnv('NODE_ENV', 'production')
  await build({ logLevel: 'error', build: { outDir, emptyOutDir: true, manifest: true } })
  vi.unstubAllEnvs()
}, 120_000)

function measureFirstLoad(page: string): number {
  const manifest = JSON.parse(readFileSync(join(outDir, '.vite', 'manifest.json'), 'utf8')) as BundleManifest
  return listScripts(manifest, [ENTRY, page])
    .map((file) => gzipSync(readFileSync(join(outDir, file))).length)
    .reduce((sum, size) => sum + size, 0)
}

test.each(FIRST_PAGES)('%s loads no more script than it may', (page) => {
  expect(measureFirstLoad(page)).toBeLessThanOrEqual(MAX_FIRST_LOAD_BYTES)
})

test('what is loaded counts: the editor, with its canvas, is larger than any first page', () => {
  expect(measureFirstLoad(EDITOR)).toBeGreaterThan(MAX_FIRST_LOAD_BYTES)
})
