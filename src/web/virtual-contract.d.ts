/** Made by vite.config.ts: the contract's operations with their paths and its events' names, without their schemas. */
declare module 'virtual:contract' {
  export const contract: import('../contract/index.ts').Contract
  export const API_PREFIX: string
  export const EVENT_NAMES: typeof import('../contract/resources.ts').EVENT_NAMES
}

declare module '*.css'

/** Vite's: files that fit the pattern, each loaded when it is asked for. */
interface ImportMeta {
  glob<Module>(pattern: string, options: { import: 'default' }): Record<string, () => Promise<Module>>
  glob<Module>(patterns: readonly string[], options: { eager: true }): Record<string, Module>
}
