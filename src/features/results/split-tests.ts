import type { CallContext, Handlers } from '../../contract/handlers.ts'
import type { FlowNode } from '../../core/flow/index.ts'
import { probabilitiesToBeBest, sampleNeeded, wilsonInterval } from '../../core/flow/results/proportions.ts'
import type { AnswersDeps } from './answers.ts'
import { type ArmRow, MAX_MARKS, markStore } from './mark-store.ts'
import { resultStore } from './store.ts'

type ResultHandlers = Handlers['flows']['results']
type SplitTest = Awaited<ReturnType<ResultHandlers['tests']>>[number]
type Arm = SplitTest['arms'][number]
type Caller = Pick<CallContext, 'owner' | 'principal'>

const rangeOf = (
  { from, to }: { from?: string | undefined; to?: string | undefined },
  { principal }: Caller,
) => ({ from, to, clientIds: principal.clientIds ?? null })

/** Goals that runs of a flow reached, and what the ways of its splits came to. */
export class SplitTests {
  readonly #deps: AnswersDeps

  constructor(deps: AnswersDeps) {
    this.#deps = deps
  }

  async readGoals({ id, ...range }: Parameters<ResultHandlers['goals']>[0], caller: Caller) {
    const flow = await this.#deps.flows.read(id, caller.owner)
    return markStore.readGoals(this.#deps.db, flow.id, rangeOf(range, caller))
  }

  /** Each split of the newest version, and those of earlier ones that contacts came by. */
  async readTests(
    { id, goal, ...given }: Parameters<ResultHandlers['tests']>[0],
    caller: Caller,
  ): Promise<SplitTest[]> {
    const { db, flows } = this.#deps
    const { id: flowId } = await flows.read(id, caller.owner)
    const range = rangeOf(given, caller)
    const nodes = await this.#readSplits(flowId)
    const passed = await markStore.readSplitIds(db, flowId)
    const nodeIds = [...new Set([...nodes.keys(), ...passed])]
    const judged = goal ?? (await markStore.readGoals(db, flowId, range))[0]?.name ?? null
    const rows = await markStore.readArms(db, flowId, { ...range, nodeIds, goal: judged })
    const byNode = Map.groupBy(rows, ({ nodeId }) => nodeId)
    return nodeIds.map((nodeId) => toTest(nodeId, nodes.get(nodeId), byNode.get(nodeId) ?? [], judged))
  }

  async #readSplits(flowId: string): Promise<ReadonlyMap<string, FlowNode>> {
    const { db, catalog } = this.#deps
    const [newest] = await resultStore.readVersionIds(db, flowId, null, 1)
    const snapshot = newest === undefined ? undefined : (await catalog.load(db, [newest])).get(newest)
    const splits = snapshot?.definition.nodes.filter(({ type }) => type === 'split') ?? []
    return new Map(splits.map((node) => [node.id, node]))
  }
}

function toTest(
  nodeId: string,
  node: FlowNode | undefined,
  rows: readonly ArmRow[],
  goal: string | null,
): SplitTest {
  const arms = toArms(readWeights(node), rows)
  const { label, winner } = node?.data ?? {}
  return {
    nodeId,
    label: typeof label === 'string' && label.trim() !== '' ? label : nodeId,
    winner: typeof winner === 'string' && winner !== '' ? winner : null,
    goal,
    isPartial: (rows[0]?.draws ?? 0) >= MAX_MARKS,
    arms,
    ...compare(arms),
  }
}

function readWeights(node: FlowNode | undefined): Map<string, number> {
  const arms = Array.isArray(node?.data.arms) ? (node.data.arms as { id?: unknown; weight?: unknown }[]) : []
  return new Map(arms.map(({ id, weight }) => [String(id), Number(weight)]))
}

function toArms(weights: ReadonlyMap<string, number>, rows: readonly ArmRow[]): Arm[] {
  const byArm = new Map(rows.map((row) => [row.arm, row]))
  const ids = [...new Set([...weights.keys(), ...byArm.keys()])]
  const counted = ids.map((id) => {
    const { runs = 0, people = 0, reached = 0 } = byArm.get(id) ?? {}
    return { id, runs, people, reached }
  })
  const best = probabilitiesToBeBest(counted.map(({ reached, people }) => ({ reached, of: people })))
  return counted.map((arm, index) => ({
    ...arm,
    weight: weights.get(arm.id) ?? null,
    ...wilsonInterval({ reached: arm.reached, of: arm.people }),
    probability: best[index] ?? 0,
  }))
}

/** Which way is ahead, and how many more people it takes until that says something. */
function compare(arms: readonly Arm[]): Pick<SplitTest, 'leader' | 'peopleNeeded'> {
  const [first, second] = arms.filter(({ people }) => people > 0).sort((a, b) => b.rate - a.rate)
  const needed = first && second ? sampleNeeded(first.rate, second.rate) : null
  if (!first || !second || needed === null) return { leader: null, peopleNeeded: null }
  const missing = [first, second].reduce((sum, { people }) => sum + Math.max(0, needed - people), 0)
  return { leader: first.id, peopleNeeded: missing }
}
