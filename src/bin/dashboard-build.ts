import { build } from 'vite'

/**
 * Builds the dashboard into the folder given. Its own process, so that what a build needs of memory is gone afterwards.
 */
const outDir = process.argv[2]
if (outDir === undefined) throw new Error('say where the dashboard is to be built')
await build({
  configFile: new URL('../../vite.config.ts', import.meta.url).pathname,
  logLevel: 'warn',
  build: { outDir, emptyOutDir: true },
})
