import type { NewFlowEvent } from '../../src/core/conversation/flow-event.ts'
import type { RunContext } from '../../src/core/flow/index.ts'
import type { Random } from './random.ts'
import type { FlowDocument } from './random-flows.ts'
import type { MemoryStorage } from './storage/memory-storage.ts'

/** What somebody may ask of a contact's conversation: of its last run, and of the first flow. */
export function drawRequest(
  random: Random,
  storage: MemoryStorage,
  { flows, contactJid, eventId }: { flows: readonly FlowDocument[]; contactJid: string; eventId: string },
): NewFlowEvent {
  const run = storage.rows('flowState').findLast((row) => row.contactJid === contactJid)
  const runId = run?.id ?? ''
  const { approval } = run ? (JSON.parse(run.context) as RunContext) : {}
  if (approval && random.chance(0.7)) return drawDecision(random, { runId, approvalId: approval.id, eventId })
  const flowId = storage.rows('flow')[0]?.id ?? ''
  const nodes = flows[0]?.nodes ?? []
  const nodeId = nodes.find(({ type }) => type === 'trigger.schedule')?.id ?? 'n0'
  const anyId = nodes.length > 0 ? random.pick(nodes).id : 'n0'
  return random.pick<NewFlowEvent>([
    { type: 'api_start', eventId, flowId, inputs: {} },
    { type: 'manual_start', eventId, flowId, nodeId: anyId, replaces: random.chance(0.5), endsPause: true },
    { type: 'schedule_start', eventId, flowId, nodeId },
    { type: 'cancel_requested', eventId, runId },
    { type: 'api_resume', eventId, runId },
    { type: 'api_resume', eventId, runId, nodeId: anyId, replaces: random.chance(0.5) },
    { type: 'flag_changed', eventId, flag: 'favourite', value: true },
  ])
}

/** A person decides about the text that waits, as far as it still does. */
function drawDecision(
  random: Random,
  place: { runId: string; approvalId: string; eventId: string },
): NewFlowEvent {
  const decision = random.pick([
    { as: 'approved' as const },
    { as: 'changed' as const, text: 'as the person wants it' },
    { as: 'declined' as const },
  ])
  return { type: 'approval_decided', ...place, decision, by: { id: 'person', name: 'Person' } }
}
