import type { RunStateName } from '../../../core/flow/index.ts'
import type { FlowDocument } from './graph.ts'

interface PartCount {
  id: string
  times: number
  runs: number
}

/** What `flows.statistics` tells. */
interface Statistics {
  runs: number
  edges: readonly PartCount[]
  entered: readonly PartCount[]
  left: readonly PartCount[]
  timedOut: readonly PartCount[]
  failed: readonly PartCount[]
  resting: readonly { id: string; state: RunStateName; runs: number }[]
  stays: readonly { id: string; times: number; medianMs: number }[]
}

export interface NodeFigures {
  nodeId: string
  /** Runs that were here. */
  runs: number
  /** Of all runs, between 0 and 1. */
  share: number
  /** How often runs came here, going round counted each time. */
  visits: number
  /** Runs that are here now, and may go on. */
  waiting: number
  /** Runs that ended here without being completed, or were parked. */
  lost: number
  timedOut: number
  failed: number
  /** Half of the stays were shorter; null where none has ended. */
  medianMs: number | null
}

interface EdgeFigures {
  runs: number
  /** Of the runs that were at the node it leaves, between 0 and 1. */
  share: number
}

export interface VersionFigures {
  nodes: NodeFigures[]
  edges: ReadonlyMap<string, EdgeFigures>
}

/** How much of those who reached a node left there: `low` is up to a tenth, `high` three tenths and more. */
export type DropLevel = 'none' | 'low' | 'some' | 'high'

export function dropLevel({ lost, runs }: Pick<NodeFigures, 'lost' | 'runs'>): DropLevel {
  const share = lost / Math.max(runs, 1)
  if (lost === 0) return 'none'
  return share >= 0.3 ? 'high' : share > 0.1 ? 'some' : 'low'
}

/** Ended without having come to an end of the flow, or parked and perhaps never taken up again. */
const LOST: ReadonlySet<RunStateName> = new Set(['dormant', 'expired', 'cancelled', 'failed'])

/** What the runs of a version did, by the parts of its graph; where most were lost comes first. */
export function buildFigures({ definition }: FlowDocument, statistics: Statistics): VersionFigures {
  const runsOf = (counts: readonly PartCount[]) => new Map(counts.map(({ id, runs }) => [id, runs]))
  const timesOf = (counts: readonly PartCount[]) => new Map(counts.map(({ id, times }) => [id, times]))
  const entered = runsOf(statistics.entered)
  const left = runsOf(statistics.left)
  const timedOut = timesOf(statistics.timedOut)
  const failed = timesOf(statistics.failed)
  const restingAt = (nodeId: string, isWanted: (state: RunStateName) => boolean): number =>
    statistics.resting
      .filter(({ id, state }) => id === nodeId && isWanted(state))
      .reduce((sum, { runs }) => sum + runs, 0)
  const [comings, goings] = [timesOf(statistics.entered), timesOf(statistics.left)]
  const medians = new Map(statistics.stays.map(({ id, medianMs }) => [id, medianMs]))
  // Nothing leads to a trigger: as many were there as left it.
  const reached = (nodeId: string): number => Math.max(entered.get(nodeId) ?? 0, left.get(nodeId) ?? 0)
  const nodes = definition.nodes
    .filter(({ type }) => type !== 'note')
    .map(
      ({ id }): NodeFigures => ({
        nodeId: id,
        runs: reached(id),
        share: reached(id) / Math.max(statistics.runs, 1),
        visits: Math.max(comings.get(id) ?? 0, goings.get(id) ?? 0),
        waiting: restingAt(id, (state) => state !== 'completed' && !LOST.has(state)),
        lost: restingAt(id, (state) => LOST.has(state)),
        timedOut: timedOut.get(id) ?? 0,
        failed: failed.get(id) ?? 0,
        medianMs: medians.get(id) ?? null,
      }),
    )
    .sort((a, b) => b.lost - a.lost || b.timedOut - a.timedOut || b.runs - a.runs)
  const passed = runsOf(statistics.edges)
  const edges = definition.edges.map(({ id, source }): [string, EdgeFigures] => {
    const runs = passed.get(id) ?? 0
    return [id, { runs, share: runs / Math.max(reached(source), runs, 1) }]
  })
  return { nodes, edges: new Map(edges) }
}
