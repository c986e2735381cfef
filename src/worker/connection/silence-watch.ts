import type { NetworkConnection } from '../../network/port.ts'

/** A connection that was silent this long is asked for a sign of life, and replaced when it gives none in time. */
export interface Liveness {
  silenceMs: number
  probeTimeoutMs: number
  lookEveryMs: number
}

export interface SilenceWatchParts {
  liveness: Liveness
  now(): number
  /** The connection that is open now; null while none is, or none is to be. */
  current(): NetworkConnection | null
  /** The connection gave no sign of life in time, and is still the present one. */
  onSilent(silent: NetworkConnection, error: unknown): Promise<void>
}

/** A socket may stay open while the network no longer answers: only an answer proves that it lives. */
export class SilenceWatch {
  private readonly parts: SilenceWatchParts
  private lastFrameAtMs = 0
  private timer: NodeJS.Timeout | null = null
  private isAsking = false

  constructor(parts: SilenceWatchParts) {
    this.parts = parts
  }

  start(): void {
    this.noteFrame()
    this.timer ??= setInterval(() => void this.look(), this.parts.liveness.lookEveryMs)
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer)
    this.timer = null
  }

  /** The connection gave a sign of life. */
  noteFrame(): void {
    this.lastFrameAtMs = this.parts.now()
  }

  private async look(): Promise<void> {
    const { liveness, now, current, onSilent } = this.parts
    const suspect = current()
    if (!suspect || this.isAsking || now() - this.lastFrameAtMs < liveness.silenceMs) return
    this.isAsking = true
    try {
      await suspect.probe(liveness.probeTimeoutMs)
      this.noteFrame()
    } catch (error) {
      if (current() === suspect) await onSilent(suspect, error)
    } finally {
      this.isAsking = false
    }
  }
}
