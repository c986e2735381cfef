import type { BusReply } from './port.ts'
import type { AnswerFrame } from './wire.ts'

/** How often open requests are looked through. */
const LOOK_EVERY_MS = 500

export interface PendingTimes {
  /** An owner that works on a command says so every two seconds; after this much silence it is asked. */
  silenceMs: number
  /** Asked this long without a sign, the owner counts as gone and the outcome as unknown. */
  goneMs: number
  /** How long another process may still answer after one said that it is not the owner. */
  otherOwnerMs: number
}

export const PENDING_TIMES: PendingTimes = { silenceMs: 5_000, goneMs: 6_000, otherOwnerMs: 300 }

export interface PendingOptions {
  isUp(): boolean
  /** Asks what became of a command that was given; the answer comes to the same token. */
  poll(token: string, clientId: string, commandId: string): void
  times: PendingTimes
}

interface Pending {
  clientId: string
  commandId: string
  untilMs: number
  /** When the owner was last known to be at it, by the clock of this process. */
  lastSignMs: number
  wasAsked: boolean
  refusedAtMs: number | null
  resolve(reply: BusReply): void
  reject(error: Error): void
}

const now = (): number => performance.now()

/** Requests that wait for the owner's answer, and how each of them ends in every case. */
export class PendingRequests {
  readonly #open = new Map<string, Pending>()
  readonly #options: PendingOptions
  #timer: NodeJS.Timeout | null = null
  #count = 0

  constructor(options: PendingOptions) {
    this.#options = options
  }

  add(clientId: string, commandId: string, timeoutMs: number): { token: string; reply: Promise<BusReply> } {
    this.#count += 1
    const token = this.#count.toString(36)
    const reply = new Promise<BusReply>((resolve, reject) => {
      this.#open.set(token, {
        clientId,
        commandId,
        untilMs: now() + timeoutMs,
        lastSignMs: now(),
        wasAsked: false,
        refusedAtMs: null,
        resolve,
        reject,
      })
    })
    const limit = setTimeout(() => this.#settle(token, { kind: 'unknown' }), timeoutMs)
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS)
    return { token, reply: reply.finally(() => clearTimeout(limit)) }
  }

  /** Nobody listens on the client's subject. Certain for the command itself; after a poll it means the owner went away. */
  handleNoOwner(token: string): void {
    if (this.#open.get(token)?.wasAsked === false) this.#settle(token, { kind: 'no_owner' })
  }

  handleAnswer(token: string, frame: AnswerFrame): void {
    const pending = this.#open.get(token)
    if (!pending) return
    switch (frame.state) {
      case 'done':
        this.#settle(token, frame.reply)
        return
      case 'busy':
        pending.lastSignMs = now()
        pending.refusedAtMs = null
        return
      case 'not_owner':
        this.#awaitOtherOwner(token, pending)
        return
      case 'broken':
        this.#open.delete(token)
        pending.reject(new Error(`the owner of client ${pending.clientId} failed: ${frame.message}`))
        return
      case 'not_known':
        return
    }
  }

  /** The process ends: what is still open stays unknown. */
  close(): void {
    for (const token of [...this.#open.keys()]) this.#settle(token, { kind: 'unknown' })
    this.#stopLooking()
  }

  #awaitOtherOwner(token: string, pending: Pending): void {
    pending.refusedAtMs ??= now()
    setTimeout(() => {
      if (pending.refusedAtMs !== null) this.#settle(token, { kind: 'no_owner' })
    }, this.#options.times.otherOwnerMs)
  }

  #settle(token: string, reply: BusReply): void {
    const pending = this.#open.get(token)
    this.#open.delete(token)
    pending?.resolve(reply)
  }

  #look(): void {
    if (this.#open.size === 0) return this.#stopLooking()
    const { times } = this.#options
    const isUp = this.#options.isUp()
    for (const [token, pending] of this.#open) {
      // While this process is cut off itself, silence says nothing about the owner.
      if (!isUp) pending.lastSignMs = Math.max(pending.lastSignMs, now() - times.silenceMs)
      const silentMs = now() - pending.lastSignMs
      if (silentMs > times.silenceMs + times.goneMs) this.#settle(token, { kind: 'unknown' })
      else if (isUp && silentMs > times.silenceMs) {
        pending.wasAsked = true
        this.#options.poll(token, pending.clientId, pending.commandId)
      }
    }
  }

  #stopLooking(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }
}
