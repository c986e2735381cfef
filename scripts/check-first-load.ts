import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { type BundleManifest, listScripts } from './first-load.ts'

/** What the pages that people open first may load of script, compressed; the editor is loaded when it is opened. */
const MAX_FIRST_LOAD_BYTES = 250_000
const ENTRY = 'index.html'
const FIRST_PAGES = ['features/users/sign-in-page.tsx', 'features/chat/inbox-page.tsx']
const ALL_PAGES = [...FIRST_PAGES, 'flow-editor/editor-page.tsx']

const outDir = mkdtempSync(join(tmpdir(), 'parley-web-'))
try {
  await build({ logLevel: 'error', build: { outDir, emptyOutDir: true, manifest: true } })
  const manifest = JSON.parse(readFileSync(join(outDir, '.vite', 'manifest.json'), 'utf8')) as BundleManifest
  for (const page of ALL_PAGES) {
    const bytes = listScripts(manifest, [ENTRY, page])
      .map((file) => gzipSync(readFileSync(join(outDir, file))).length)
      .reduce((sum, size) => sum + size, 0)
    const isFirst = FIRST_PAGES.includes(page)
    console.log(`${page}: ${Math.round(bytes / 1000)} kB of script, compressed`)
    if (!isFirst || bytes <= MAX_FIRST_LOAD_BYTES) continue
    console.error(
      `${page} loads more than ${MAX_FIRST_LOAD_BYTES / 1000} kB; load what it does not show at once later`,
    )
    process.exitCode = 1
  }
} finally {
  rmSync(outDir, { recursive: true, force: true })
}
