/** Made by vite.config.ts: the contract's operations with their paths, without their schemas. */
declare module 'virtual:contract' {
  export const contract: import('../contract/index.ts').Contract
  export const API_PREFIX: string
}

declare module '*.css'
