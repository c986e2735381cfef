import type { HandleSpec, Signal, StepContext, StepResult } from '../node-type.ts'
import type { AiData } from './ai-data.ts'

type Decided = Extract<Signal, { kind: 'decided' }>

/** Where nothing is connected a person gets the chat: what a contact waits for is never dropped in silence. */
const toPerson = (id: string, label: string): HandleSpec => ({
  ...{ id, label, optional: true, unconnected: 'handoff' },
})

export const approvalExits = ({ approval }: AiData): HandleSpec[] =>
  approval ? [toPerson('declined', 'declined'), toPerson('undecided', 'nobody decided')] : []

/** What a person made of the answer: it is said as they want it, or not at all. */
export function takeDecision(
  step: StepContext,
  { approval, decision }: Decided,
  say: (text: string) => StepResult,
): StepResult {
  switch (decision.as) {
    case 'approved':
      return say(approval.text)
    case 'changed':
      return say(decision.text)
    case 'declined':
      return leaveUnsent(step, 'declined')
  }
}

/** Leaves without having said anything. What the model did so far is forgotten. */
export function leaveUnsent(step: StepContext, why: 'declined' | 'undecided'): StepResult {
  step.thinking.set(null)
  step.setNodeResult({ status: null, body: null, error: why.toUpperCase() })
  return { kind: 'follow', handle: why, outcome: why === 'declined' ? why : 'timeout' }
}
