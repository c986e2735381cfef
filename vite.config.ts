import {
  type AnyContractRouter,
  ContractProcedure,
  isContractProcedure,
  minifyContractRouter,
} from '@orpc/contract'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { contract } from './src/contract/index.ts'
import { API_PREFIX } from './src/contract/operation.ts'
import { EVENT_NAMES } from './src/contract/resources.ts'
import { LANGUAGE_CODES } from './src/words/languages.ts'

const CONTRACT_MODULE = 'virtual:contract'

/** What the browser's client has to know of an operation: not what it says of itself, which is three quarters of a contract. */
function keepRoutes(part: AnyContractRouter): AnyContractRouter {
  if (!isContractProcedure(part))
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, keepRoutes(inner)]))
  const { tags: _tags, summary: _summary, description: _description, ...route } = part['~orpc'].route
  return new ContractProcedure({ errorMap: {}, meta: {}, route })
}

/** The paths of the contract's operations and the names of its events as plain data, so that the browser loads no schema. */
function contractPaths(): Plugin {
  const id = `\0${CONTRACT_MODULE}`
  return {
    name: 'contract-paths',
    resolveId: (source) => (source === CONTRACT_MODULE ? id : undefined),
    load: (loaded) =>
      loaded === id
        ? `export const contract = ${JSON.stringify(minifyContractRouter(keepRoutes(contract)))}
           export const API_PREFIX = ${JSON.stringify(API_PREFIX)}
           export const EVENT_NAMES = ${JSON.stringify(EVENT_NAMES)}`
        : undefined,
  }
}

/** Strings in one language. */
const TEXT_FILE = /[\\/](?:i18n|words)[\\/]([a-z]+)[\\/]/

const INBOX_PAGE = 'features/conversations/inbox-page.tsx'

/** Tells the document which files its pages are made of, for `public/begin.js`: the inbox's own, and by languages the texts. */
function firstFiles(): Plugin {
  return {
    name: 'first-files',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunks = new Map(
          Object.values(bundle ?? {}).flatMap((file) =>
            file.type === 'chunk' ? [[file.fileName, file]] : [],
          ),
        )
        const withImports = (names: readonly (string | undefined)[]): Set<string> => {
          const files = new Set(names.filter((name) => name !== undefined))
          for (const file of files)
            for (const imported of chunks.get(file)?.imports ?? []) files.add(imported)
          return files
        }
        const nameOf = (isIt: (file: Rolldown.OutputChunk) => boolean) =>
          [...chunks.values()].find(isIt)?.fileName
        const begun = withImports([nameOf(({ isEntry }) => isEntry)])
        const inbox = withImports([
          nameOf(({ facadeModuleId }) => facadeModuleId?.endsWith(INBOX_PAGE) === true),
        ])
        const further = (files: ReadonlySet<string>) =>
          [...files].filter((file) => !html.includes(file)).map((file) => `/${file}`)
        const textsOf = (files: ReadonlySet<string>) =>
          Object.fromEntries(
            LANGUAGE_CODES.map((language) => {
              const isText = (name: string) =>
                chunks.get(name)?.facadeModuleId?.match(TEXT_FILE)?.[1] === language
              const texts = [...files]
                .flatMap((file) => chunks.get(file)?.dynamicImports ?? [])
                .filter(isText)
              return [language, further(withImports(texts))]
            }),
          )
        const texts = JSON.stringify({ all: textsOf(begun), inbox: textsOf(inbox) }).replaceAll('"', '&quot;')
        return html.replace(
          'src="/begin.js"',
          `src="/begin.js" data-inbox="${further(inbox).join(' ')}" data-texts="${texts}"`,
        )
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
  plugins: [react(), tailwindcss(), contractPaths(), firstFiles()],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups: SHARED_PARTS } } },
  },
  worker: { format: 'es' },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})
