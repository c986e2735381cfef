import type { Random } from './random.ts'
import { settleTurn, type TimerOwner, VirtualTimer } from './virtual-time.ts'

/** Something that may happen next. `owner` null: the outside world. */
export interface Op {
  owner: TimerOwner | null
  what: string
  run(): void
}

/** Decides, by chance, what happens next of all that may, and moves the time on when nothing does. */
export class Scheduler {
  nowMs: number
  readonly random: Random
  steps = 0
  /** Called with each thing that happens; for those who want to read what a seed does. */
  onStep: (what: string) => void = () => {}
  private readonly ready: Op[] = []
  private timers: VirtualTimer[] = []

  constructor(nowMs: number, random: Random) {
    this.nowMs = nowMs
    this.random = random
  }

  add(op: Op): void {
    this.ready.push(op)
  }

  get readyCount(): number {
    return this.ready.length
  }

  setTimer(owner: TimerOwner, run: () => void, ms: number, everyMs: number | null): VirtualTimer {
    const timer = new VirtualTimer(owner, run, this.nowMs + Math.max(0, ms), everyMs)
    this.timers.push(timer)
    return timer
  }

  clearTimer(timer: VirtualTimer): void {
    timer.isCleared = true
    this.timers = this.timers.filter((other) => other !== timer)
  }

  /** The process is no more: nothing of it happens. */
  drop(owner: TimerOwner): void {
    this.timers = this.timers.filter((timer) => timer.owner !== owner)
    for (let at = this.ready.length - 1; at >= 0; at -= 1)
      if (this.ready[at]?.owner === owner) this.ready.splice(at, 1)
  }

  nextDueMs(): number | null {
    let next: number | null = null
    for (const { dueMs } of this.timers) if (next === null || dueMs < next) next = dueMs
    return next
  }

  /** Timers that fell due take their place among what may happen, in no order. */
  moveTo(ms: number): void {
    this.nowMs = Math.max(this.nowMs, ms)
    for (const timer of [...this.timers]) {
      if (timer.dueMs > this.nowMs) continue
      if (timer.everyMs === null) this.timers = this.timers.filter((other) => other !== timer)
      else timer.dueMs = this.nowMs + Math.max(1, timer.everyMs)
      this.add({ owner: timer.owner, what: 'timer', run: () => timer.isCleared || timer.run() })
    }
  }

  /** Lets one thing happen, then all that follows from it of itself. False when there was nothing. */
  async step(): Promise<boolean> {
    const { ready, random } = this
    if (ready.length === 0) return false
    const at = random.chance(0.5) ? 0 : random.int(0, ready.length - 1)
    const [op] = ready.splice(at, 1)
    if (!op) return false
    this.steps += 1
    this.onStep(op.what)
    op.run()
    await settleTurn()
    return true
  }
}
