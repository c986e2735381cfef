import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

const ROOT = path.join(import.meta.dirname, '../..')

/** Builds `bench/page/desk-page.ts` with the dashboard's settings, for Node; answers its address. */
export async function buildDeskPage(outDir: string): Promise<string> {
  await build({
    root: ROOT,
    configFile: path.join(ROOT, 'vite.config.ts'),
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true },
    build: { ssr: path.join(ROOT, 'bench/page/desk-page.ts'), outDir, emptyOutDir: true },
  })
  return pathToFileURL(path.join(outDir, 'desk-page.js')).href
}
