import { applyMergePatch } from '../../../../core/flow/index.ts'
import type { Marks, NodeMark } from '../canvas/marks.ts'

/** A move of a run as the service tells it; JSON texts are parsed here. */
export interface RecordedMove {
  fromNodeId: string | null
  toNodeId: string | null
  outcome: string
  edgeId: string | null
  actions: string
  contextPatch: string
}

type Vars = Readonly<Record<string, unknown>>

/** What a move did, as far as it is recorded. */
export interface ReplayAction {
  k: string
  type?: string
  var?: string
}

/** One move with what the run knew before and after it. */
export interface ReplayFrame {
  before: Vars
  after: Vars
  /** Names of variables this move changed. */
  changed: readonly string[]
  actions: readonly ReplayAction[]
  marks: Marks
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const varsOf = (context: unknown): Vars => {
  const { vars } = (context ?? {}) as { vars?: unknown }
  return typeof vars === 'object' && vars !== null ? (vars as Vars) : {}
}

/** Plays the moves of a run in order: each frame has the variables around its move, and the way that led up to it. */
export function buildReplay(moves: readonly RecordedMove[]): ReplayFrame[] {
  let context: Record<string, unknown> = {}
  const visited = new Set<string>()
  const taken = new Set<string>()
  return moves.map(({ fromNodeId, toNodeId, outcome, edgeId, actions, contextPatch }) => {
    const before = varsOf(context)
    context = applyMergePatch(context, toRecord(parseJson(contextPatch)))
    const after = varsOf(context)
    if (fromNodeId !== null) visited.add(fromNodeId)
    if (edgeId !== null) taken.add(edgeId)
    const nodes = new Map<string, NodeMark>([...visited].map((id) => [id, 'visited']))
    const here = toNodeId ?? fromNodeId
    if (here !== null) nodes.set(here, outcome === 'failed' ? 'failed' : 'current')
    if (toNodeId !== null) visited.add(toNodeId)
    const list = parseJson(actions)
    return {
      before,
      after,
      changed: listChanged(before, after),
      actions: Array.isArray(list) ? (list as ReplayAction[]) : [],
      marks: { nodes, edges: new Map([...taken].map((id) => [id, 'taken' as const])) },
    }
  })
}

function listChanged(before: Vars, after: Vars): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name])).sort()
}
