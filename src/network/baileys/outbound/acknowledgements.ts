import type { Address } from '../../../core/addresses.ts'
import type { WireOrder } from '../../../core/conversation/message.ts'
import type { SendOutcome } from '../../../core/conversation/send-outcome.ts'
import type { NetworkEvent } from '../../port.ts'
import { NOBODY } from '../../translate/people.ts'
import { type StanzaAttrs, toInteger } from '../../translate/wire.ts'

/** The account may not start new chats: asking again only makes it longer. */
const RESTRICTED = '463'

interface Pending {
  settle: (outcome: SendOutcome) => void
  timer: NodeJS.Timeout
}

/** As the library has it. */
interface TimeLock {
  isActive?: boolean | undefined
  timeEnforcementEnds?: Date | undefined
}

export interface AcknowledgementsOptions {
  /** A word that came after its sender stopped waiting. */
  onLate: (event: NetworkEvent) => void
  /** Asks the network until when writing to strangers is restricted; `restrictedUntil` is called before it resolves. */
  askRestriction: () => Promise<void>
  now: () => number
}

/** What devices that have a message say of it (whatsmeow, types/presence.go); `server-error` and the like prove nothing. */
const PROOFS = new Set(['', 'sender', 'inactive', 'retry', 'read', 'played'])

const MAX_LATE = 1000
/** How long the refusal of a message to a stranger waits for the network to say until when. */
const ASK_TIMEOUT_MS = 3_000

export class Acknowledgements {
  private readonly options: AcknowledgementsOptions
  private readonly pending = new Map<string, Pending[]>()
  private readonly late = new Map<string, Address>()
  private restrictedUntilMs: number | undefined

  constructor(options: AcknowledgementsOptions) {
    this.options = options
  }

  /** Waits for the server's word on a message that is about to go on the wire. */
  expect(
    id: string,
    chat: Address,
    timeoutMs: number,
  ): { outcome: Promise<SendOutcome>; cancel: () => void } {
    const { promise, resolve } = Promise.withResolvers<SendOutcome>()
    const timer = setTimeout(() => {
      this.noteLate(id, chat)
      this.settle(id, { kind: 'unknown', reason: 'ack_timeout', withinMs: timeoutMs })
    }, timeoutMs)
    const waiting = this.pending.get(id)
    if (waiting) waiting.push({ settle: resolve, timer })
    else this.pending.set(id, [{ settle: resolve, timer }])
    const cancel = (): void => {
      clearTimeout(timer)
      const left = (this.pending.get(id) ?? []).filter((entry) => entry.timer !== timer)
      if (left.length) this.pending.set(id, left)
      else this.pending.delete(id)
    }
    return { outcome: promise, cancel }
  }

  /** To be called with the attributes of every acknowledgement of a message. */
  handle(attrs: StanzaAttrs, order?: WireOrder): void {
    const id = attrs.id
    if (!id) return
    const atSec = toInteger(attrs.t) || Math.trunc(this.options.now() / 1000)
    if (this.pending.has(id)) {
      if (attrs.error === RESTRICTED) void this.settleRestricted(id)
      else this.settle(id, attrs.error ? this.toRefusal(attrs.error) : { kind: 'acked', atSec, order })
      return
    }
    const chat = this.late.get(id)
    if (!chat) return
    this.late.delete(id)
    const kind = attrs.error ? 'error' : 'server'
    this.options.onLate({ kind: 'receipt', receipt: { chat, ids: [id], kind, by: NOBODY, atSec } })
  }

  /**
   * To be called with the attributes of every receipt and the ids it lists besides. A device that has a message, or that
   * asks for it again, got it from the server: whoever waits for the server's word need not wait on.
   */
  handleReceipt(attrs: StanzaAttrs, listedIds: readonly string[]): void {
    if (!PROOFS.has(attrs.type ?? '')) return
    for (const id of [attrs.id, ...listedIds]) {
      if (!id || !this.pending.has(id)) continue
      this.settle(id, { kind: 'acked', atSec: toInteger(attrs.t) || Math.trunc(this.options.now() / 1000) })
    }
  }

  /** Nothing more will come: every message still waiting has an unknown outcome. */
  connectionLost(): void {
    for (const id of [...this.pending.keys()]) {
      this.settle(id, { kind: 'unknown', reason: 'connection_lost' })
    }
  }

  restrictedUntil(untilMs: number | undefined): void {
    this.restrictedUntilMs = untilMs
  }

  /** What the network says of writing to strangers, as an event. */
  takeTimeLock({ isActive, timeEnforcementEnds }: TimeLock): Extract<NetworkEvent, { kind: 'reach_out' }> {
    const isRestricted = isActive === true
    const untilMs = (isRestricted ? timeEnforcementEnds?.getTime() : undefined) ?? null
    this.restrictedUntil(untilMs ?? undefined)
    return { kind: 'reach_out', isRestricted, untilMs }
  }

  private take(id: string): Pending[] {
    const waiting = this.pending.get(id) ?? []
    this.pending.delete(id)
    for (const { timer } of waiting) clearTimeout(timer)
    return waiting
  }

  private settle(id: string, outcome: SendOutcome): void {
    for (const { settle: resolve } of this.take(id)) resolve(outcome)
  }

  /** The refusal is certain whatever comes now; only until when is still to be found out. */
  private async settleRestricted(id: string): Promise<void> {
    const waiting = this.take(id)
    if (this.restrictedUntilMs === undefined || this.restrictedUntilMs <= this.options.now()) {
      const tooLong = Promise.withResolvers<void>()
      const timer = setTimeout(tooLong.resolve, ASK_TIMEOUT_MS)
      await Promise.race([this.options.askRestriction().catch(() => {}), tooLong.promise])
      clearTimeout(timer)
    }
    for (const { settle: resolve } of waiting) resolve(this.toRefusal(RESTRICTED))
  }

  private toRefusal(code: string): SendOutcome {
    const refusal: SendOutcome = { kind: 'refused', code }
    if (code !== RESTRICTED || this.restrictedUntilMs === undefined) return refusal
    return { ...refusal, restrictedUntilMs: this.restrictedUntilMs }
  }

  private noteLate(id: string, chat: Address): void {
    this.late.set(id, chat)
    if (this.late.size <= MAX_LATE) return
    for (const oldest of this.late.keys()) {
      this.late.delete(oldest)
      break
    }
  }
}
