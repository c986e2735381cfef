import type { Log } from '../../platform/logger.ts'

/** What the connector needs of a logger. */
export type ConnectorLog = Pick<Log, 'debug' | 'info' | 'warn' | 'error'>

/** The logger shape the library asks for. */
export interface LibraryLog {
  level: string
  child(): LibraryLog
  trace(): void
  debug(): void
  info(): void
  warn(fields: unknown, message?: string): void
  error(fields: unknown, message?: string): void
}

/** Leaves the last four digits of long numbers: the library writes addresses into its sentences. */
const maskNumbers = (text: string): string => text.replace(/\d{3,}(?=\d{4})/g, '…')

const nothing = (): void => {}

/**
 * Takes the library's warnings and errors, and of those only the sentence and the error's own message: its fields hold
 * whole stanzas, keys and texts. Everything below is dropped before it is built.
 */
export function createLibraryLog(log: ConnectorLog, clientId: string): LibraryLog {
  const report =
    (level: 'debug' | 'warn') =>
    (fields: unknown, message?: string): void => {
      const given = fields as { err?: Error; error?: Error } | string | null
      const error = typeof given === 'object' ? (given?.err ?? given?.error) : undefined
      const sentence = message ?? (typeof given === 'string' ? given : 'no message')
      const fieldsOut = { clientId, cause: error?.message ? maskNumbers(error.message) : undefined }
      log[level](fieldsOut, `library: ${maskNumbers(sentence)}`)
    }
  const libraryLog: LibraryLog = {
    level: 'warn',
    child: () => libraryLog,
    trace: nothing,
    debug: nothing,
    info: nothing,
    warn: report('debug'),
    error: report('warn'),
  }
  return libraryLog
}
