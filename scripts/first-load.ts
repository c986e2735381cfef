interface BundleEntry {
  file: string
  /** Keys of the entries that are loaded with it; those it loads later are not among them. */
  imports?: string[]
}

/** The part of Vite's manifest that tells what a page loads. */
export type BundleManifest = Record<string, BundleEntry>

/** Every script that is loaded together with some entries, once. An entry that is not there is a mistake of the caller. */
export function listScripts(manifest: BundleManifest, keys: readonly string[]): string[] {
  const files = new Set<string>()
  const open = [...keys]
  const seen = new Set<string>()
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (seen.has(key)) continue
    seen.add(key)
    const entry = manifest[key]
    if (!entry) throw new Error(`the bundle has no ${key}; correct its path`)
    if (entry.file.endsWith('.js')) files.add(entry.file)
    open.push(...(entry.imports ?? []))
  }
  return [...files]
}
