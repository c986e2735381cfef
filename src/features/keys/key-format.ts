import { createHash, randomBytes } from 'node:crypto'

/** What every key begins with, so that people and secret scanners recognise one. */
export const KEY_PREFIX = 'parley_'

const KEY_BYTES = 32
const KEY_FORMAT = /^parley_[A-Za-z0-9_-]{43}$/

export function generateKey(): string {
  return KEY_PREFIX + randomBytes(KEY_BYTES).toString('base64url')
}

export const isKeyFormat = (key: string): boolean => KEY_FORMAT.test(key)

/** Keys are random over 256 bits, so a plain hash keeps them as safe as a slow one would. */
export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest()
