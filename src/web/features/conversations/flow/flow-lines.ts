import type { api } from '../../../app/api.ts'

export type HistoryRun = Awaited<ReturnType<typeof api.flows.states.history>>['runs'][number]

/** What a flow did, at its time in a thread. */
export interface FlowAct {
  id: string
  at: string
  run: HistoryRun
  what: 'began' | 'ended'
}

/** A run that was over so soon is told in one line, unless something went wrong. */
const AT_ONCE_MS = 60_000

const isWholeAtOnce = ({ state, began, endedAt }: HistoryRun): boolean =>
  state === 'completed' && endedAt !== null && Date.parse(endedAt) - Date.parse(began.at) < AT_ONCE_MS

/** The beginnings and ends of runs, newest first. */
export function listActs(runs: readonly HistoryRun[]): FlowAct[] {
  const acts = runs.flatMap((run): FlowAct[] => [
    { id: `${run.flowStateId} began`, at: run.began.at, run, what: 'began' },
    ...(run.endedAt === null || isWholeAtOnce(run)
      ? []
      : [{ id: `${run.flowStateId} ended`, at: run.endedAt, run, what: 'ended' as const }]),
  ])
  // Both of one moment: what ended made way for what began.
  return acts.sort((a, b) => Date.parse(b.at) - Date.parse(a.at) || (a.what === 'began' ? -1 : 1))
}

/** What made a run begin, as far as people tell it apart. */
export type Beginning =
  | 'contact'
  | 'person'
  | 'api'
  | 'call'
  | 'schedule'
  | 'group'
  | 'phone'
  | 'flow'
  | 'other'

export function readBeginning({ began: { eventType, step } }: HistoryRun): Beginning {
  switch (eventType) {
    case 'manual_start':
      return 'person'
    case 'schedule_start':
      return 'schedule'
    case 'group_changed':
      return 'group'
    case 'phone_call':
      return 'phone'
    case 'api_start':
      return step?.type === 'trigger.webhook' ? 'call' : 'api'
    case 'message_received':
    case 'poll_vote_received':
      // What contacts write begins no trigger.api: another flow switched to it.
      return step?.type === 'trigger.api' ? 'flow' : 'contact'
    default:
      return eventType === null ? 'other' : 'flow'
  }
}
