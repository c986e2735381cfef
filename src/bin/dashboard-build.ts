import { build } from 'vite'

/**
 * Builds the dashboard into the folder given. Its own process, so that what a build needs of memory is gone afterwards.
 */
const outDir = process.argv[2]
if (outDir === undefined) throw new Error('say where the dashboard is to be built')
await build({
  configFile: new URL('../../vite.config.ts', import.meta.url).pathname,
  // Node reads the configuration as it is; bundling it would write beside the packages, which may belong to somebody else.
  configLoader: 'native',
  logLevel: 'warn',
  build: { outDir, emptyOutDir: true },
})
