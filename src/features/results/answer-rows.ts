import type { FlowNode, FlowSnapshot, StepAction } from '../../core/flow/index.ts'
import { type RecordedStep, type RunAnswer, readRunAnswers } from '../../core/flow/results/run-answers.ts'
import type { Executor } from '../../db/transaction.ts'
import type { FlowCatalog } from '../flows/index.ts'
import { type Column, nameQuestion, questionId, toQuestion, toVariable, variableId } from './columns.ts'
import { type LookedRun, resultStore, type StepRow } from './store.ts'

export interface AnsweredValue {
  value: unknown
  /** What the column was called in the version in which it was answered. */
  label: string
}

export interface AnswerRow {
  run: LookedRun
  result: 'success' | 'failure' | null
  values: Map<string, AnsweredValue>
}

interface Deps {
  db: Executor
  catalog: FlowCatalog
}

/** Reads what flow states answered, and notes each column that comes up. Made anew for each request. */
export class AnswerReader {
  readonly columns = new Map<string, Column>()
  readonly #deps: Deps
  readonly #nodes = new Map<string, ReadonlyMap<string, FlowNode>>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** In the order given. */
  async read(runs: readonly LookedRun[]): Promise<AnswerRow[]> {
    const ids = runs.map(({ id }) => id)
    const steps = Map.groupBy(await resultStore.readSteps(this.#deps.db, ids), ({ runId }) => runId)
    const read = runs.map((run) => ({
      run,
      ...readRunAnswers((steps.get(run.id) ?? []).map(toStep), run.versionId),
    }))
    const versions = new Set(read.flatMap(({ answers }) => answers.map(({ versionId }) => versionId)))
    const snapshots = await this.#deps.catalog.load(this.#deps.db, [...versions])
    return read.map(({ run, answers, hasFailed }) => ({
      run,
      result: run.state !== 'completed' ? null : hasFailed ? 'failure' : 'success',
      values: this.#place(answers, snapshots),
    }))
  }

  /** The newest answer of each column. */
  #place(
    answers: readonly RunAnswer[],
    snapshots: ReadonlyMap<string, FlowSnapshot>,
  ): Map<string, AnsweredValue> {
    const values = new Map<string, AnsweredValue>()
    for (const answer of answers) {
      const snapshot = snapshots.get(answer.versionId)
      const { column, value } =
        answer.kind === 'variable' ? this.#ofVariable(answer) : this.#ofQuestion(answer, snapshot)
      values.set(column.id, { value, label: column.label })
      if (!this.columns.has(column.id)) this.columns.set(column.id, column)
    }
    return values
  }

  #ofVariable({ variable, value }: RunAnswer): { column: Column; value: unknown } {
    const name = variable ?? ''
    return { column: this.columns.get(variableId(name)) ?? toVariable(name), value }
  }

  #ofQuestion(
    { nodeId, isSub, variable, edgeId, value }: RunAnswer,
    snapshot: FlowSnapshot | undefined,
  ): { column: Column; value: unknown } {
    // A version is deleted with its flow alone, and the id of a sub-flow that was deleted is not known any more.
    const flowId = isSub ? (snapshot?.flowId ?? 'deleted') : null
    const node = snapshot && this.#nodesOf(snapshot).get(nodeId)
    if (!snapshot || !node) {
      const id = questionId(nodeId, flowId)
      const label = variable ?? nodeId
      return { column: { id, kind: 'question', nodeId, flowId, variable, label, type: 'any' }, value }
    }
    const column = { ...toQuestion(node, flowId), label: nameQuestion(node) }
    return { column, value: variable === null ? (nameChoice(snapshot, node, edgeId) ?? value) : value }
  }

  #nodesOf({ versionId, definition }: FlowSnapshot): ReadonlyMap<string, FlowNode> {
    const known = this.#nodes.get(versionId)
    if (known) return known
    const nodes = new Map(definition.nodes.map((node) => [node.id, node]))
    this.#nodes.set(versionId, nodes)
    return nodes
  }
}

const toStep = ({ actions, contextPatch, ...row }: StepRow): RecordedStep => ({
  ...row,
  // Only what the engine records was ever stored.
  actions: JSON.parse(actions) as StepAction[],
  contextPatch: JSON.parse(contextPatch) as Record<string, unknown>,
})

/** The option whose way a choice took, where the menu keeps it in no variable. */
function nameChoice({ definition }: FlowSnapshot, node: FlowNode, edgeId: string | null): string | null {
  const handle = definition.edges.find(({ id }) => id === edgeId)?.sourceHandle
  if (handle === undefined || !handle.startsWith('opt:') || !Array.isArray(node.data.options)) return null
  const options = node.data.options as { id?: unknown; label?: unknown }[]
  const label = options.find(({ id }) => `opt:${String(id)}` === handle)?.label
  return typeof label === 'string' ? label : null
}
