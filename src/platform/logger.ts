import { type DestinationStream, type Logger, pino } from 'pino'
import { showStack } from './process/stacks.ts'

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'

/** What code writes its log to: values in fields, and a message in lower case that never changes. */
export interface Log {
  trace(fields: object, message: string): void
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  fatal(fields: object, message: string): void
  /** A log whose every line carries these fields too. */
  child(fields: Record<string, unknown>): Log
}

/** Fields that hold what people wrote or what opens something: their values never reach a log. */
const SECRET_FIELDS = new Set(
  [
    'text caption body content message reaction conversation plaintext bytes payload params parameters values',
    'password secret token authToken sessionToken apiKey key keys privateKey masterKey creds credentials',
    'authorization cookie set-cookie x-api-key qr pairingCode url databaseUrl pushName notify name email',
  ]
    .join(' ')
    .split(' ')
    .map((name) => name.toLowerCase()),
)

const MAX_DEPTH = 4
const MASKED = '[hidden]'
/** Seven digits and more with an optional plus: the shape of a phone number, also inside of an address. */
const PHONE = /\+?\d[\d -]{5,}\d/g
const UUID_OR_TIME =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\d{4}-\d{2}-\d{2}T[\d:.]+Z?/gi

/** Writes JSON lines to standard output, or to `destination`. */
export function createLogger(options: { level: LogLevel; destination?: DestinationStream }): Log {
  const settings = {
    level: options.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: object) => cleanFields(fields, 0),
    },
    // Errors are described by cleanFields; pino's own way would describe that description once more.
    serializers: { err: (value: unknown) => value },
  }
  return toLog(options.destination === undefined ? pino(settings) : pino(settings, options.destination))
}

/** pino cleans the fields of each line but takes those of a child as they are. */
function toLog(logger: Logger): Log {
  return {
    trace: (fields, message) => logger.trace(fields, message),
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    fatal: (fields, message) => logger.fatal(fields, message),
    child: (fields) => toLog(logger.child(cleanFields(fields, 0))),
  }
}

/** Discards everything. */
export const silentLog: Log = {
  trace() {},
  debug() {},
  info() {},
  warn() {},
  error() {},
  fatal() {},
  child: () => silentLog,
}

/** All but the last four digits hidden: `+49 170 1234567` and `491701234567@s.whatsapp.net` keep `…4567`. */
export function maskPhone(text: string): string {
  return text.replace(PHONE, (digits) => `…${digits.replace(/\D/g, '').slice(-4)}`)
}

/** Masks what looks like a phone number in free text, leaving ids and times whole. */
function maskText(text: string): string {
  let masked = ''
  let from = 0
  for (const kept of text.matchAll(UUID_OR_TIME)) {
    masked += maskPhone(text.slice(from, kept.index)) + kept[0]
    from = kept.index + kept[0].length
  }
  return masked + maskPhone(text.slice(from))
}

function cleanFields(fields: object, depth: number): Record<string, unknown> {
  const cleaned: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) cleaned[name] = cleanField(name, value, depth)
  return cleaned
}

function cleanField(name: string, value: unknown, depth: number): unknown {
  if (value === null || value === undefined || typeof value === 'boolean') return value
  if (SECRET_FIELDS.has(name.toLowerCase())) return MASKED
  return cleanValue(value, depth)
}

function cleanValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return maskText(value)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Error) return describeError(value)
  if (value instanceof Date) return value.toISOString()
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (depth >= MAX_DEPTH) return '[deep]'
  if (Array.isArray(value)) return value.slice(0, 20).map((item) => cleanValue(item, depth + 1))
  return cleanFields(value, depth + 1)
}

/**
 * Class, code, message and stack, and the same of its causes. Other properties are left out: a driver's error
 * carries the values of the failed statement, which may be somebody's message.
 */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? maskText(error) : typeof error
  const code = 'code' in error && (typeof error.code === 'string' || typeof error.code === 'number')
  return {
    type: error.name,
    ...(code ? { code: error.code } : {}),
    message: cleanErrorMessage(error.message),
    stack: readStack(error),
    ...(error.cause === undefined || depth >= MAX_DEPTH
      ? {}
      : { cause: describeError(error.cause, depth + 1) }),
  }
}

/** The query builder appends the values of a failed query after `params:`. */
function cleanErrorMessage(message: string): string {
  return maskText(message.replace(/\nparams:[\s\S]*$/, '').slice(0, 2_000))
}

/** Only the lines that name places in code; the head of a stack repeats the message. */
function readStack(error: Error): string {
  const lines = showStack(error).split('\n')
  return lines.filter((line) => /^\s+at /.test(line)).join('\n')
}
