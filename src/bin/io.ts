import type { Readable, Writable } from 'node:stream'

/** Where a command reads and writes; tests give their own. */
export interface CommandIo {
  stdin: Readable
  stdout: Writable
  stderr: Writable
  env: Readonly<Record<string, string | undefined>>
}

export const printLine = (to: Writable, line: string): void => void to.write(`${line}\n`)
