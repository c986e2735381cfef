import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CapException } from './caps.ts'

/** The one list of agreed exceptions, each with its reason. */
export const EXCEPTIONS_FILE = 'scripts/caps-exceptions.json'

export function readExceptions(): CapException[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'caps-exceptions.json'), 'utf8')) as CapException[]
}
