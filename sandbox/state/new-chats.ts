/**
 * How many chats an account may begin with people who do not trust it, in one period. The names of the levels are rc14's
 * (`Types/State`), and WhatsApp Web's own (`WAWebUserPrefsTypes`).
 */
export interface NewChatLimit {
  total: number
  /** Chats that were begun before this limit was set. */
  used: number
  /** Milliseconds since 1970. Then a period of the same length begins, with nothing used. */
  cycleEndMs: number
}

export type NewChatLevel = 'NONE' | 'FIRST_WARNING' | 'SECOND_WARNING' | 'CAPPED'

/** At which part of the quota the network warns. Nobody wrote down where it does; these are a guess. */
const FIRST_WARNING_AT = 0.8
const SECOND_WARNING_AT = 0.9

/** The count of one account's new chats. */
export class NewChatCount {
  readonly total: number
  #used: number
  #cycleStartMs: number
  #cycleEndMs: number
  /** Whom it was begun with in this period: their numbers. */
  readonly #started = new Set<string>()

  constructor({ total, used, cycleEndMs }: NewChatLimit, nowMs: number) {
    this.total = total
    this.#used = used
    this.#cycleStartMs = nowMs
    this.#cycleEndMs = cycleEndMs
  }

  /** As the network tells it to clients: times in seconds, as text (rc14's `NewChatMessageCapInfo`). */
  describe(nowMs: number): Record<string, unknown> {
    this.#turn(nowMs)
    const toText = (ms: number): string => String(Math.floor(ms / 1000))
    return {
      total_quota: this.total,
      used_quota: this.#count(),
      cycle_start_timestamp: toText(this.#cycleStartMs),
      cycle_end_timestamp: toText(this.#cycleEndMs),
      server_sent_timestamp: toText(nowMs),
      ote_status: 'NOT_ELIGIBLE',
      mv_status: 'NOT_ELIGIBLE',
      capping_status: this.level(nowMs),
    }
  }

  level(nowMs: number): NewChatLevel {
    this.#turn(nowMs)
    const part = this.#count() / this.total
    if (part >= 1) return 'CAPPED'
    if (part >= SECOND_WARNING_AT) return 'SECOND_WARNING'
    return part >= FIRST_WARNING_AT ? 'FIRST_WARNING' : 'NONE'
  }

  /** Counts somebody who is written to; whoever was counted in this period is not again. */
  begin(number: string): void {
    this.#started.add(number)
  }

  #count(): number {
    return this.#used + this.#started.size
  }

  #turn(nowMs: number): void {
    if (nowMs < this.#cycleEndMs) return
    const lengthMs = Math.max(1000, this.#cycleEndMs - this.#cycleStartMs)
    const periods = Math.floor((nowMs - this.#cycleEndMs) / lengthMs)
    this.#cycleStartMs = this.#cycleEndMs + periods * lengthMs
    this.#cycleEndMs = this.#cycleStartMs + lengthMs
    this.#used = 0
    this.#started.clear()
  }
}
