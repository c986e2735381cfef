import { build } from 'vite'
import { buildExtension } from './extension-build.ts'

/**
 * Builds the dashboard into the folder given, and beside it the browser extension that its pages offer. Its own process, so that what a build needs of memory is gone afterwards.
 */
const outDir = process.argv[2]
if (outDir === undefined) throw new Error('say where the dashboard is to be built')
await build({
  configFile: new URL('../../../vite.config.ts', import.meta.url).pathname,
  // Node reads the configuration as it is; bundling it would write beside the packages, which may belong to somebody else.
  configLoader: 'native',
  logLevel: 'warn',
  build: { outDir, emptyOutDir: true },
})
await buildExtension(outDir)
