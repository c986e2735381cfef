import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The version of this program, from its package file. */
export function readVersion(): string {
  const text = readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
