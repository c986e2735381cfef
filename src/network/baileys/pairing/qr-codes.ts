/** The web client shows the first QR for a minute and each further one for twenty seconds; the network gives six. */
const [FIRST_QR_MS, NEXT_QR_MS] = [60_000, 20_000]

export interface QrCodesParts {
  /** The text of the QR for a reference, with the secret as it is now. */
  draw(ref: string): string
  show(qr: string, expiresAtMs: number): void
  onUsedUp(): void
  now(): number
}

/** The QR codes of one connection: one of the network's references after the other. */
export class QrCodes {
  private readonly parts: QrCodesParts
  private waiting: string[] = []
  private current: string | undefined
  private expiresAtMs = 0
  private timer: NodeJS.Timeout | undefined

  constructor(parts: QrCodesParts) {
    this.parts = parts
  }

  /** When the last of the references ends, in milliseconds of the clock; 0 before there are any. */
  get endsAtMs(): number {
    return this.expiresAtMs === 0 ? 0 : this.expiresAtMs + this.waiting.length * NEXT_QR_MS
  }

  begin(refs: readonly string[]): void {
    this.stop()
    this.waiting = [...refs]
    this.showNext(FIRST_QR_MS)
  }

  /** Shows the QR of the same reference again, after the secret in it was replaced. */
  redraw(): void {
    if (this.current !== undefined) this.parts.show(this.parts.draw(this.current), this.expiresAtMs)
  }

  stop(): void {
    clearTimeout(this.timer)
    this.current = undefined
    this.waiting = []
  }

  private showNext(shownMs: number): void {
    this.current = this.waiting.shift()
    if (this.current === undefined) return this.parts.onUsedUp()
    this.expiresAtMs = this.parts.now() + shownMs
    this.timer = setTimeout(() => this.showNext(NEXT_QR_MS), shownMs)
    this.redraw()
  }
}
