import { AsyncLocalStorage } from 'node:async_hooks'

/** A process of the simulation, as far as its timers go. They run when the simulation lets them, and die with it. */
export interface TimerOwner {
  setTimer(run: () => void, ms: number, everyMs: number | null): VirtualTimer
  clearTimer(timer: VirtualTimer): void
  /** Runs it in a turn of its own, whenever the simulation comes to it. */
  setTurn(run: () => void): void
}

export class VirtualTimer {
  readonly owner: TimerOwner
  readonly run: () => void
  readonly everyMs: number | null
  dueMs: number
  isCleared = false

  constructor(owner: TimerOwner, run: () => void, dueMs: number, everyMs: number | null) {
    this.owner = owner
    this.run = run
    this.dueMs = dueMs
    this.everyMs = everyMs
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }
}

const current = new AsyncLocalStorage<TimerOwner>()
/** Runs `work`, and all that follows from it, as part of that process. */
export function runIn<T>(owner: TimerOwner, work: () => T): T {
  return current.run(owner, work)
}

/**
 * Resolves when everything that can go on without the simulation has done so: a tick asked for by a promise's reaction
 * comes when no reaction is left.
 */
export function settleTurn(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve))
}

type Callback = (...args: unknown[]) => void

/**
 * While it is installed, timers asked for within a process of a simulation are that process's own; everybody else's
 * are as they were. Answers how to undo it.
 */
export function installVirtualTimers(): () => void {
  const { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval } = globalThis
  const set =
    (real: typeof setTimeout | typeof setInterval, repeats: boolean) =>
    (run: Callback, ms = 0, ...args: unknown[]) => {
      const owner = current.getStore()
      if (!owner) return real(run, ms, ...args)
      return owner.setTimer(() => run(...args), ms, repeats ? ms : null)
    }
  const clear = (real: (timer?: NodeJS.Timeout) => void) => (timer?: NodeJS.Timeout | VirtualTimer) => {
    if (timer instanceof VirtualTimer) timer.owner.clearTimer(timer)
    else real(timer)
  }
  const setTurn = (run: Callback, ...args: unknown[]) => {
    const owner = current.getStore()
    return owner ? owner.setTurn(() => run(...args)) : setImmediate(run, ...args)
  }
  Object.assign(globalThis, {
    setTimeout: set(setTimeout, false),
    setInterval: set(setInterval, true),
    setImmediate: setTurn,
    clearTimeout: clear(clearTimeout),
    clearInterval: clear(clearInterval),
  })
  return () =>
    void Object.assign(globalThis, { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval })
}
