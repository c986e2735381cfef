import type { ApprovalDecision } from '../../conversation/flow-event.ts'
import type { CaseStep } from './case-format.ts'
import type { Simulation } from './simulate.ts'

type ApprovalStep = NonNullable<CaseStep['approval']>

/** Who decides in cases and in the simulator. */
export const DECIDER = { id: 'person', name: 'Person' }

export function readDecision(step: ApprovalStep): ApprovalDecision {
  if (step === 'approve') return { as: 'approved' }
  if (step === 'decline' || step.decline) return { as: 'declined' }
  return step.text === undefined ? { as: 'approved' } : { as: 'changed', text: step.text }
}

/** A person's decision about the text that the contact's last run keeps, or about one that is over. */
export function submitDecision(simulation: Simulation, jid: string, step: ApprovalStep): void {
  const run = simulation.runsOf(jid).at(-1)
  const given = typeof step === 'string' ? undefined : step.id
  simulation.submit(jid, {
    type: 'approval_decided',
    runId: run?.id ?? '',
    approvalId: given ?? run?.context.approval?.id ?? '',
    decision: readDecision(step),
    by: DECIDER,
  })
}
