import { hash } from 'node:crypto'
import { randomToken } from '../../platform/secrets.ts'

/** What every key begins with, so that people and secret scanners recognise one. */
export const KEY_PREFIX = 'parley_'

const KEY_BYTES = 32
const KEY_FORMAT = /^parley_[A-Za-z0-9_-]{43}$/

export function generateKey(): string {
  return KEY_PREFIX + randomToken(KEY_BYTES)
}

export const isKeyFormat = (key: string): boolean => KEY_FORMAT.test(key)

/**
 * Keys are random over 256 bits, so a plain hash keeps them as safe as a slow one would. Written as the database takes
 * bytes: one text to compare and to send, and no object made for every call.
 */
export const hashKey = (key: string): string => `\\x${hash('sha256', key)}`
