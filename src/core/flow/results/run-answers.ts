import type { Outcome, StepAction } from '../decision.ts'
import { applyMergePatch } from '../merge-patch.ts'

/** A step of a run as it was recorded. */
export interface RecordedStep {
  fromNodeId: string | null
  nodeType: string
  outcome: string
  edgeId: string | null
  actions: readonly StepAction[]
  contextPatch: Readonly<Record<string, unknown>>
}

/** What a run has of one question, or of one variable that something else saved. */
export interface RunAnswer {
  kind: 'question' | 'variable'
  nodeId: string
  /** A sub-flow asked. */
  isSub: boolean
  /** The version in which it was answered: that of the sub-flow, where one asked. */
  versionId: string
  /** The variable that keeps it; null for a question whose answer is kept nowhere. */
  variable: string | null
  /** The way that the answer took, where it led on. */
  edgeId: string | null
  /** As it was saved; what the contact wrote, where it was not. */
  value: unknown
}

/** Nodes at which the contact answers something. */
export const QUESTION_TYPES: ReadonlySet<string> = new Set(['ask', 'menu', 'menu.list'])

/** A question whose way on leads nowhere ends its flow with the answer. */
const ANSWERED: ReadonlySet<string> = new Set<Outcome>(['reply', 'option', 'completed', 'return'])

/** Moves between a flow and one that it calls: who made them stands where the run was before. */
const CROSSINGS: ReadonlySet<string> = new Set<Outcome>(['call', 'return'])

/** What is known of a run's context at one moment. */
interface Known {
  vars: Readonly<Record<string, unknown>>
  depth: number
  versionId: string
  last: unknown
  hasFailed: boolean
}

/**
 * What a run was told and what it saved, oldest first, read from its recorded steps alone: each answer of a question, and each
 * value that a node of the run's own flow saved otherwise. `hasFailed` tells that it came to an end that says so. `steps` come
 * oldest first; `versionId` is the version of the run.
 */
export function readRunAnswers(
  steps: readonly RecordedStep[],
  versionId: string,
): { answers: RunAnswer[]; hasFailed: boolean } {
  let context: Readonly<Record<string, unknown>> = {}
  const answers = steps.flatMap((step) => {
    const before = toKnown(context, versionId)
    context = applyMergePatch(context, pickPatch(step.contextPatch))
    const after = toKnown(context, versionId)
    return readStep(step, after, CROSSINGS.has(step.outcome) ? before : after)
  })
  return { answers, hasFailed: toKnown(context, versionId).hasFailed }
}

function readStep(step: RecordedStep, after: Known, place: Known): RunAnswer[] {
  const { fromNodeId: nodeId, edgeId } = step
  if (nodeId === null) return []
  const isSub = place.depth > 0
  const saved = step.actions.flatMap((action) =>
    action.k === 'set' && !action.var.startsWith('contact.') ? [action.var] : [],
  )
  const at = { nodeId, isSub, versionId: place.versionId, edgeId }
  // Leaving a sub-flow takes its variables away; what the contact wrote is still there.
  const readSaved = (name: string): unknown => (step.outcome === 'return' ? undefined : after.vars[name])
  if (QUESTION_TYPES.has(step.nodeType)) {
    if (!isAnswered(step, saved, after)) return []
    const variable = saved[0] ?? null
    const value = (variable === null ? undefined : readSaved(variable)) ?? after.last ?? null
    return [{ kind: 'question', ...at, variable, value }]
  }
  if (isSub) return []
  return [...new Set(saved)].map((name) => ({
    kind: 'variable',
    ...at,
    variable: name,
    value: readSaved(name) ?? null,
  }))
}

/** A flow that ends at a question because nothing was understood has no answer of it. */
function isAnswered({ outcome }: RecordedStep, saved: readonly string[], after: Known): boolean {
  if (!ANSWERED.has(outcome)) return false
  return outcome === 'reply' || outcome === 'option' || saved.length > 0 || !after.hasFailed
}

const READ_KEYS = ['vars', 'stack', 'flowVersionId', 'last', 'result'] as const

/** Only what is read here, so that little is copied for runs of many steps. */
function pickPatch(patch: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const picked: Record<string, unknown> = {}
  for (const key of READ_KEYS) if (key in patch) picked[key] = patch[key]
  return picked
}

function toKnown(context: Readonly<Record<string, unknown>>, versionId: string): Known {
  const { vars, stack, flowVersionId, last, result } = context
  return {
    vars: isObject(vars) ? vars : {},
    depth: Array.isArray(stack) ? stack.length : 0,
    versionId: typeof flowVersionId === 'string' ? flowVersionId : versionId,
    last: isObject(last) ? last.text : undefined,
    hasFailed: result === 'failure',
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
