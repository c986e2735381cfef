import type { CurrentFlow } from './flow-data.ts'

type Run = NonNullable<CurrentFlow['run']>
type Handoff = NonNullable<CurrentFlow['handoffBy']>
type LastRun = NonNullable<CurrentFlow['lastRun']>

/** How long an error stands over the composer; later it is in the list of runs alone. */
const ERROR_SHOWN_MS = 24 * 3_600_000

/** What a flow does in a conversation now, as far as a person should know. */
export type FlowStanding =
  | {
      kind: 'paused'
      by: Handoff['kind'] | null
      at: string | null
      name: string | null
      until: string
      run: Run | null
    }
  | { kind: 'under_way'; run: Run }
  | { kind: 'left'; run: LastRun }
  | { kind: 'failed'; run: LastRun }

/** Null where no flow has anything to do with the contact now. */
export function readStanding(
  { blacklist, handoffUntil, handoffBy, run, lastRun }: CurrentFlow,
  nowMs: number,
): FlowStanding | null {
  if (blacklist) return null
  // Who ended the pause is told by the stream; a pause that ran out by itself is not.
  if (handoffUntil !== null && Date.parse(handoffUntil) > nowMs) {
    const { kind: by = null, at = null, name = null } = handoffBy ?? {}
    return { kind: 'paused', by, at, name, until: handoffUntil, run }
  }
  if (run) return { kind: 'under_way', run }
  if (lastRun?.state === 'dormant') return { kind: 'left', run: lastRun }
  const isRecent = lastRun !== null && nowMs - Date.parse(lastRun.at) < ERROR_SHOWN_MS
  return lastRun?.state === 'failed' && isRecent ? { kind: 'failed', run: lastRun } : null
}
