import { type ResolveHookContext, registerHooks } from 'node:module'

/** What a resolve hook answers when nobody else is to be asked. */
interface Resolved {
  url: string
  format: 'module'
  shortCircuit: true
}

const DRIZZLE_MODULE = /\/node_modules\/drizzle-orm\/.*\.js$/

/** Where a module of drizzle-orm finds another one of it; null for every other import. */
export function findWithinDrizzle(specifier: string, parentURL: string | undefined): Resolved | null {
  if (!specifier.startsWith('.') || parentURL === undefined || !DRIZZLE_MODULE.test(parentURL)) return null
  return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
}

/**
 * Node 26 parses the whole package.json of a package again for each of its files (`getPackageScopeConfig` in
 * lib/internal/modules/package_json_reader.js reads all of its getters). That of drizzle-orm is 180 kB long and has to be
 * parsed for more than a hundred files, which took half of the processor time of a short command.
 */
export function shortenImports(): void {
  registerHooks({
    resolve: (specifier: string, context: ResolveHookContext, nextResolve) =>
      findWithinDrizzle(specifier, context.parentURL) ?? nextResolve(specifier, context),
  })
}
