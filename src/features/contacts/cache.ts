import type { ContactRow } from './store.ts'

/**
 * Contacts by any of their addresses, of the clients this process owns; the least recently used go first.
 * Only the owner of a client may use it: nobody else merges or renames its contacts unseen.
 */
export interface ContactCache {
  get(clientId: string, address: string): ContactRow | undefined
  /** Not when any contact of the client was forgotten since `readAt`, an earlier `version`: it may be one of them. */
  set(clientId: string, contact: ContactRow, readAt?: number): void
  version(clientId: string): number
  forget(clientId: string, addresses: readonly (string | null)[]): void
  forgetClient(clientId: string): void
}

export function createContactCache(maxEntries = 50_000): ContactCache {
  const entries = new Map<string, ContactRow>()
  const versions = new Map<string, number>()
  const versionOf = (clientId: string) => versions.get(clientId) ?? 0
  const keyOf = (clientId: string, address: string) => `${clientId}/${address}`
  return {
    get(clientId, address) {
      const key = keyOf(clientId, address)
      const found = entries.get(key)
      if (found) {
        entries.delete(key)
        entries.set(key, found)
      }
      return found
    },
    version: versionOf,
    set(clientId, contact, readAt = versionOf(clientId)) {
      if (readAt !== versionOf(clientId)) return
      for (const address of new Set([contact.id, contact.phone, contact.lid])) {
        if (address !== null) entries.set(keyOf(clientId, address), contact)
      }
      for (const key of entries.keys()) {
        if (entries.size <= maxEntries) break
        entries.delete(key)
      }
    },
    forget(clientId, addresses) {
      versions.set(clientId, versionOf(clientId) + 1)
      for (const address of addresses) if (address !== null) entries.delete(keyOf(clientId, address))
    },
    forgetClient(clientId) {
      for (const key of entries.keys()) if (key.startsWith(`${clientId}/`)) entries.delete(key)
    },
  }
}
