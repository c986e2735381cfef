import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { LANGUAGE_CODES } from '../src/words/languages.ts'
import { type BundleManifest, listScripts } from './first-load.ts'

/** What a page that people open first may load of script, compressed; the editor is loaded when it is opened. */
const MAX_FIRST_LOAD_BYTES = 250_000
const ENTRY = 'index.html'
const FIRST_PAGES = ['features/users/sign-in-page.tsx', 'features/conversations/inbox-page.tsx']
/** Strings of every page, which come in one language. */
const textsIn = (language: string): string => `i18n/${language}/index.ts`
const TEXTS = new RegExp(`/(?:i18n|words)/(${LANGUAGE_CODES.join('|')})/`)
const EDITOR = 'flow-editor/editor-page.tsx'

let chunks: readonly Rolldown.OutputChunk[] = []
const outDir = mkdtempSync(join(tmpdir(), 'parley-web-'))
afterAll(() => rmSync(outDir, { recursive: true, force: true }))
beforeAll(async () => {
  // Tests run in a mode of their own, in which React is larger.
  vi.stubEnv('NODE_ENV', 'production')
  const built = await build({ logLevel: 'error', build: { outDir, emptyOutDir: true, manifest: true } })
  chunks = ('output' in built ? [...built.output] : []).filter(
    (file): file is Rolldown.OutputChunk => file.type === 'chunk',
  )
  vi.unstubAllEnvs()
}, 120_000)

function listFirstScripts(page: string, language = 'en'): string[] {
  const manifest = JSON.parse(readFileSync(join(outDir, '.vite', 'manifest.json'), 'utf8')) as BundleManifest
  return listScripts(manifest, [ENTRY, page, textsIn(language)])
}

const measureFirstLoad = (page: string, language?: string): number =>
  listFirstScripts(page, language)
    .map((file) => gzipSync(readFileSync(join(outDir, file))).length)
    .reduce((sum, size) => sum + size, 0)

test.each(FIRST_PAGES.flatMap((page) => LANGUAGE_CODES.map((language) => [page, language] as const)))(
  '%s loads no more script than it may in %s',
  (page, language) => {
    expect(measureFirstLoad(page, language)).toBeLessThanOrEqual(MAX_FIRST_LOAD_BYTES)
  },
)

test('what is loaded counts: the editor, with its canvas, is larger than any first page', () => {
  expect(measureFirstLoad(EDITOR)).toBeGreaterThan(MAX_FIRST_LOAD_BYTES)
})

test.each(LANGUAGE_CODES)(
  'whoever reads %s loads no strings of another language with a first page',
  (language) => {
    const first = new Set(FIRST_PAGES.flatMap((page) => listFirstScripts(page, language)))
    const strings = chunks
      .filter(({ fileName }) => first.has(fileName))
      .flatMap(({ moduleIds }) => moduleIds.filter((id) => TEXTS.test(id)))
    expect(strings).not.toEqual([])
    expect(strings.filter((id) => TEXTS.exec(id)?.[1] !== language)).toEqual([])
  },
)
