import { randomToken, sha256 } from '../../platform/secrets.ts'

/** What every key begins with, so that people and secret scanners recognise one. */
export const KEY_PREFIX = 'parley_'

const KEY_BYTES = 32
const KEY_FORMAT = /^parley_[A-Za-z0-9_-]{43}$/

export function generateKey(): string {
  return KEY_PREFIX + randomToken(KEY_BYTES)
}

export const isKeyFormat = (key: string): boolean => KEY_FORMAT.test(key)

/** Keys are random over 256 bits, so a plain hash keeps them as safe as a slow one would. */
export const hashKey = (key: string): Buffer => sha256(key)
