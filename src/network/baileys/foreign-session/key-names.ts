import type { KeyName } from '../../port.ts'

/**
 * The types of keys the library stores (rc14, `Types/Auth.d.ts`), those that begin like another one first. Each file, row or
 * hash field is named `type-id`.
 */
const TYPES = [
  'pre-key',
  'session',
  'sender-key-memory',
  'sender-key',
  'app-state-sync-key',
  'app-state-sync-version',
  'lid-mapping',
  'device-list',
  'tctoken',
  'identity-key',
] as const

export type KeyType = (typeof TYPES)[number]

/** How a document with `creds` and `keys` in one names the types before `useMultiFileAuthState` (Baileys 4, `KEY_MAP`). */
const SINGLE_FILE_TYPES: Readonly<Record<string, KeyType>> = {
  preKeys: 'pre-key',
  sessions: 'session',
  senderKeys: 'sender-key',
  appStateSyncKeys: 'app-state-sync-key',
  appStateVersions: 'app-state-sync-version',
  senderKeyMemory: 'sender-key-memory',
}

const MAX_ID_LENGTH = 256
const PRINTABLE = /^[\x20-\x7e]+$/

export const toKeyType = (name: string): KeyType | null =>
  TYPES.find((type) => type === name) ??
  (Object.hasOwn(SINGLE_FILE_TYPES, name) ? (SINGLE_FILE_TYPES[name] ?? null) : null)

/** Ids are addresses, numbers and base64: what holds anything else was never written by the library. */
export const isKeyId = (id: string): boolean => id.length <= MAX_ID_LENGTH && PRINTABLE.test(id)

/**
 * File names cannot hold every character of an id: the library writes `__` for a slash and `-` for a colon
 * (`fixFileName`, rc14, Evolution API and WAHA alike). Slashes occur in base64 only, colons in the name of a sender key
 * only (`group::sender::device`), where two in a row stand between the parts.
 */
function restoreId(type: KeyType, id: string): string {
  if (type === 'app-state-sync-key') return id.replaceAll('__', '/')
  if (type !== 'sender-key') return id
  const parts = /^(.+)--(.+)--(\d+)$/.exec(id)
  return parts ? `${parts[1]}::${parts[2]}::${parts[3]}` : id
}

/** Reads `type-id`; null for whatever is the name of no key. */
export function parseKeyName(name: string): (KeyName & { type: KeyType }) | null {
  const type = TYPES.find((known) => name.startsWith(`${known}-`))
  if (!type) return null
  const id = restoreId(type, name.slice(type.length + 1))
  return isKeyId(id) ? { type, id } : null
}
