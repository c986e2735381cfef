import { runSchedule, type ScheduleOptions, type ScheduleResult } from './schedule.ts'
import { installVirtualTimers } from './virtual-time.ts'

export interface RunTotals {
  schedules: number
  steps: number
  messages: number
  shown: number
  kills: number
  takeovers: number
  crashes: number
  /** Those in which something did not hold. */
  failed: ScheduleResult[]
}

export const NO_TOTALS: RunTotals = {
  ...{ schedules: 0, steps: 0, messages: 0, shown: 0, kills: 0, takeovers: 0, crashes: 0 },
  failed: [],
}

export function addTotals(a: RunTotals, b: RunTotals): RunTotals {
  return {
    schedules: a.schedules + b.schedules,
    steps: a.steps + b.steps,
    messages: a.messages + b.messages,
    shown: a.shown + b.shown,
    kills: a.kills + b.kills,
    takeovers: a.takeovers + b.takeovers,
    crashes: a.crashes + b.crashes,
    failed: [...a.failed, ...b.failed],
  }
}

/** Schedules of the seeds `from`, `from + by`, …, `count` of them; ends early when `isEnough` says so. */
export async function runMany(
  seeds: { from: number; count: number; by?: number },
  options: Omit<ScheduleOptions, 'seed'> & {
    isEnough?(totals: RunTotals): boolean
    onProgress?(totals: RunTotals): void
  } = {},
): Promise<RunTotals> {
  const { from, count, by = 1 } = seeds
  const { isEnough, onProgress, ...rest } = options
  const uninstall = installVirtualTimers()
  let totals = NO_TOTALS
  try {
    for (let at = 0; at < count && !isEnough?.(totals); at += 1) {
      const result = await runSchedule({ ...rest, seed: from + at * by })
      const { seed: _seed, violations, ...counts } = result
      totals = addTotals(totals, { ...counts, schedules: 1, failed: violations.length > 0 ? [result] : [] })
      onProgress?.(totals)
      // Within a schedule nothing waits for the outside, which is given its turn here.
      await new Promise((resolve) => setImmediate(resolve))
    }
  } finally {
    uninstall()
  }
  return totals
}

/** How to see a failed schedule again. */
export function describeFailed({ seed, violations }: ScheduleResult): string {
  return `seed ${seed}: ${violations.slice(0, 3).join('; ')}\n  again: npm run simulate -- --seed ${seed} --show`
}
