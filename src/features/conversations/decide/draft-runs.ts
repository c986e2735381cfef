import type { FlowEvent } from '../../../core/conversation/flow-event.ts'
import type { Decision, FlowSnapshot, RunState } from '../../../core/flow/index.ts'
import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'
import type { CatalogSnapshot } from '../../flows/index.ts'

const MARK_TESTS = statement<never>(
  'runs_mark_tests',
  'update flow_state set is_test = true where id = any($1::uuid[])',
)

/** The draft that an event asks to be tested with this contact. */
export interface TestStart {
  flowId: string
  draftId: string
  /** Null: where a start by hand begins by itself. */
  triggerId: string | null
}

export function readTestStart(event: FlowEvent | undefined): TestStart | null {
  if (event?.type !== 'manual_start' || event.draftId === undefined) return null
  const { flowId, draftId, triggerId = null } = event
  return { flowId, draftId, triggerId }
}

interface ConversationFlows {
  /** The client's active flows. */
  active: readonly CatalogSnapshot[]
  /** The contact's live and parked runs. */
  runs: readonly RunState[]
  start: TestStart | null
  snapshots: ReadonlyMap<string, CatalogSnapshot>
}

/**
 * The flows of this contact. While a draft is tested with it, the draft stands in place of the published flow, also
 * while the test is parked. A test that is about to start comes before an earlier one.
 */
export function chooseFlows({ active, runs, start, snapshots }: ConversationFlows): readonly FlowSnapshot[] {
  const tested = runs.flatMap((run) => snapshots.get(run.versionId) ?? []).filter(({ isDraft }) => isDraft)
  if (tested.length === 0 && start === null) return active
  const flows = new Map<string, FlowSnapshot>(active.map((flow) => [flow.flowId, flow]))
  for (const draft of tested) flows.set(draft.flowId, draft)
  if (start) {
    flows.delete(start.flowId)
    const draft = snapshots.get(start.draftId)
    if (draft) flows.set(start.flowId, toStarting(draft, start.triggerId))
  }
  return [...flows.values()].sort((a, b) => (a.flowId < b.flowId ? -1 : 1))
}

/** A test always begins anew, whatever the flow does with contacts who had it before. It never ends a live run. */
function toStarting(draft: CatalogSnapshot, triggerId: string | null): FlowSnapshot {
  return {
    ...draft,
    definition: { ...draft.definition, retriggerBehavior: 'restart_if_dormant' },
    triggers: triggerId === null ? draft.triggers : draft.triggers.filter(({ id }) => id === triggerId),
  }
}

/** A test that began in this decision, on one of these drafts. */
function listTests({ runs }: Decision, drafts: ReadonlySet<string>): RunState[] {
  return runs.flatMap((change) =>
    change.op === 'create' && drafts.has(change.run.versionId) ? change.run : [],
  )
}

/** A decision about a contact with whom these drafts are tested. */
interface DecidedOfDrafts {
  decision: Decision
  conversation: { drafts: ReadonlySet<string> }
}

/** Marks new runs of tests, in the transaction that stores them. */
export async function markTests(tx: Executor, decided: readonly DecidedOfDrafts[]): Promise<void> {
  const ids = decided.flatMap(({ decision, conversation }) =>
    listTests(decision, conversation.drafts).map(({ id }) => id),
  )
  if (ids.length > 0) await tx.query(MARK_TESTS, [ids])
}

/** A test does not count as a start of its flow: cooldown and `once` are for published flows. */
export function forgetTestStarts(decision: Decision, drafts: ReadonlySet<string>): Decision {
  const tested = new Set(listTests(decision, drafts).map(({ flowId }) => flowId))
  if (tested.size === 0) return decision
  const starts = Object.entries(decision.contact.lastFlowAt ?? {}).filter(([flowId]) => !tested.has(flowId))
  return { ...decision, contact: { ...decision.contact, lastFlowAt: Object.fromEntries(starts) } }
}
