import { minifyContractRouter } from '@orpc/contract'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { contract } from './src/contract/index.ts'
import { API_PREFIX } from './src/contract/operation.ts'
import { EVENT_NAMES } from './src/contract/resources.ts'

const CONTRACT_MODULE = 'virtual:contract'

/** The paths of the contract's operations and the names of its events as plain data, so that the browser loads no schema. */
function contractPaths(): Plugin {
  const id = `\0${CONTRACT_MODULE}`
  return {
    name: 'contract-paths',
    resolveId: (source) => (source === CONTRACT_MODULE ? id : undefined),
    load: (loaded) =>
      loaded === id
        ? `export const contract = ${JSON.stringify(minifyContractRouter(contract))}
           export const API_PREFIX = ${JSON.stringify(API_PREFIX)}
           export const EVENT_NAMES = ${JSON.stringify(EVENT_NAMES)}`
        : undefined,
  }
}

const INBOX_PAGE = 'features/conversations/inbox-page.tsx'

/** Tells the document which files the inbox is made of beyond those of every page, for `public/begin.js`. */
function inboxFiles(): Plugin {
  return {
    name: 'inbox-files',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk')
        const importsOf = (name: string): string[] =>
          chunks.find((chunk) => chunk.fileName === name)?.imports ?? []
        const page = chunks.find((chunk) => chunk.facadeModuleId?.endsWith(INBOX_PAGE))
        const files = new Set(page ? [page.fileName] : [])
        for (const file of files) for (const imported of importsOf(file)) files.add(imported)
        const further = [...files].filter((file) => !html.includes(file)).map((file) => `/${file}`)
        return html.replace('src="/begin.js"', `src="/begin.js" data-inbox="${further.join(' ')}"`)
      },
    },
  }
}

/**
 * What several pages use comes in a few files instead of one for each icon and part: a browser asks for six at a time, and
 * the inbox would wait for forty.
 */
const SHARED_PARTS = [
  { name: 'icons', test: /node_modules[\\/]lucide-react/, minShareCount: 3 },
  { name: 'parts', test: /src[\\/]web[\\/](?:ui|shell)[\\/]/, minShareCount: 2 },
  { name: 'base', test: /node_modules[\\/](?:@tanstack|use-sync-external-store)[\\/]/, minShareCount: 2 },
]

/** The dashboard. `npx vite` serves it while it is changed, beside a service on port 3000. */
export default defineConfig({
  root: 'src/web',
  plugins: [react(), tailwindcss(), contractPaths(), inboxFiles()],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups: SHARED_PARTS } } },
  },
  worker: { format: 'es' },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})
