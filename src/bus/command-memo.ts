import { deserialize, serialize } from 'node:v8'
import { Refusal, type RefusalCode } from '../core/errors.ts'
import { NotOwnedError } from './port.ts'

/** What a command came to, in plain data: of what threw only what callers are told. */
type Outcome =
  | { kind: 'ok'; result: unknown }
  | {
      kind: 'refused'
      code: RefusalCode
      message: string
      data: Readonly<Record<string, unknown>> | undefined
    }
  | { kind: 'not_owned'; message: string }
  | { kind: 'broken'; message: string }

/** Kept as text or bytes, so that nothing a command was made with (a connection, its credentials) stays alive with it. */
interface Kept {
  readonly outcome: string | Buffer
  readonly expiresAtMs: number
}

export interface CommandMemoOptions {
  now: () => number
  maxEntries?: number
  maxBytes?: number
  keepMs?: number
}

/** What an entry costs beside its bytes. */
const ENTRY_BYTES = 256

/**
 * Remembers what each command id did, so that a command asked twice takes effect once and answers alike.
 * Bounded in number, bytes and age; a command still running is shared by all who ask for it.
 */
export class CommandMemo {
  readonly #running = new Map<string, Promise<unknown>>()
  /** In the order they ended, so the oldest are first. */
  readonly #kept = new Map<string, Kept>()
  readonly #options: Required<CommandMemoOptions>
  readonly #sweeping: NodeJS.Timeout
  #keptBytes = 0

  constructor(options: CommandMemoOptions) {
    this.#options = { maxEntries: 10_000, maxBytes: 16_777_216, keepMs: 600_000, ...options }
    this.#sweeping = setInterval(() => this.sweep(), this.#options.keepMs / 10)
    this.#sweeping.unref()
  }

  /** How much is kept at present. */
  get size(): { entries: number; bytes: number } {
    return { entries: this.#kept.size, bytes: this.#keptBytes }
  }

  run(commandId: string, effect: () => Promise<unknown>): Promise<unknown> {
    const known = this.find(commandId)
    if (known) return known
    const result = effect()
    this.#running.set(commandId, result)
    const end = (outcome: Outcome): void => this.#keep(commandId, result, outcome)
    result.then(
      (value) => end({ kind: 'ok', result: value }),
      (error: unknown) => end(toOutcome(error)),
    )
    return result
  }

  /** What became of a command that was asked before; undefined when it is not known here. */
  find(commandId: string): Promise<unknown> | undefined {
    const running = this.#running.get(commandId)
    if (running) return running
    const kept = this.#kept.get(commandId)
    if (!kept || kept.expiresAtMs <= this.#options.now()) return undefined
    const { outcome } = kept
    return revive((typeof outcome === 'string' ? JSON.parse(outcome) : deserialize(outcome)) as Outcome)
  }

  /** For a command that turned out to have done nothing: asked again, it is tried again. */
  forget(commandId: string): void {
    this.#running.delete(commandId)
    this.#drop(commandId)
  }

  /** Drops what is too old; done by itself from time to time, whether or not anything is asked. */
  sweep(): void {
    for (const [id, { expiresAtMs }] of this.#kept) {
      if (expiresAtMs > this.#options.now()) return
      this.#drop(id)
    }
  }

  close(): void {
    clearInterval(this.#sweeping)
    this.#running.clear()
    this.#kept.clear()
    this.#keptBytes = 0
  }

  #keep(commandId: string, result: Promise<unknown>, outcome: Outcome): void {
    if (this.#running.get(commandId) !== result) return
    this.forget(commandId)
    const kept = { outcome: toKept(outcome), expiresAtMs: this.#options.now() + this.#options.keepMs }
    this.#kept.set(commandId, kept)
    this.#keptBytes += kept.outcome.length + ENTRY_BYTES
    this.sweep()
    for (const id of this.#kept.keys()) {
      if (this.#isWithinBounds() || id === commandId) return
      this.#drop(id)
    }
  }

  #isWithinBounds(): boolean {
    const { maxEntries, maxBytes } = this.#options
    return this.#kept.size <= maxEntries && this.#keptBytes <= maxBytes
  }

  #drop(commandId: string): void {
    const kept = this.#kept.get(commandId)
    if (!kept) return
    this.#kept.delete(commandId)
    this.#keptBytes -= kept.outcome.length + ENTRY_BYTES
  }
}

function toOutcome(error: unknown): Outcome {
  if (error instanceof NotOwnedError) return { kind: 'not_owned', message: error.message }
  if (error instanceof Refusal)
    return { kind: 'refused', code: error.code, message: error.message, data: error.data }
  return { kind: 'broken', message: error instanceof Error ? error.message : String(error) }
}

/** What a command answers is flat; deeper than this there may be a circle. */
const MAX_DEPTH = 16

/** Whether it comes back from JSON as it is. */
function isJson(value: unknown, depth = 0): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || depth === MAX_DEPTH) return false
  const isPart = (part: unknown) => isJson(part, depth + 1)
  if (Array.isArray(value)) return value.every(isPart)
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPart)
}

/**
 * It took effect in any case: when what it answered cannot be kept, that alone is lost. Nearly all outcomes are plain, and JSON is
 * made of them in a sixth of the time.
 */
function toKept(outcome: Outcome): Kept['outcome'] {
  if (isJson(outcome)) return JSON.stringify(outcome)
  try {
    return serialize(outcome)
  } catch {
    return serialize({ kind: 'broken', message: 'what this command answered cannot be told again' })
  }
}

async function revive(outcome: Outcome): Promise<unknown> {
  if (outcome.kind === 'ok') return outcome.result
  if (outcome.kind === 'broken') throw new Error(outcome.message)
  if (outcome.kind === 'not_owned') throw Object.assign(new NotOwnedError(''), { message: outcome.message })
  const { code, message, data } = outcome
  throw new Refusal(code, message, data ? { data } : {})
}
