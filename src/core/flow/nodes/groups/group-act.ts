import { isGroup } from '../../../addresses.ts'
import type { GroupActEffect, GroupErrorCode } from '../../effects.ts'
import { finding } from '../../findings.ts'
import type { TriggerRecord } from '../../run.ts'
import { hasTemplate, readGroup } from '../fields/group-fields.ts'
import { optionalText } from '../fields/text-field.ts'
import {
  fail,
  type HandleSpec,
  type NodeProblem,
  type Signal,
  type StepContext,
  type StepResult,
} from '../node-type.ts'

/** The group of a node; empty: the one whose event began the run, or the one it runs in. */
export const groupField = optionalText

/** Whether the account may do it is known to the network alone: `error` tells why not. */
export const GROUP_HANDLES: HandleSpec[] = [
  { id: 'ok', label: 'ok', optional: false, unconnected: 'complete' },
  { id: 'error', label: 'error', optional: true, unconnected: 'fail' },
]

export function checkGroup(group: string | undefined): NodeProblem[] {
  if (group === undefined || group.trim() === '' || hasTemplate(group) || readGroup(group) !== null) return []
  return [{ path: 'group', ...finding('NO_GROUP') }]
}

/** What began the run, as far as it is known. */
export const triggerOf = (step: StepContext): Partial<TriggerRecord> =>
  step.readRoot('trigger') as Partial<TriggerRecord>

/** The group that the node means; null for none. */
export function findGroup(group: string | undefined, step: StepContext): string | null {
  const given = group === undefined ? '' : step.render(group).trim()
  if (given !== '') return readGroup(given)
  return triggerOf(step).group ?? (isGroup(step.contact.jid) ? step.contact.jid : null)
}

export type GroupAsk = Pick<GroupActEffect, 'act' | 'group' | 'people' | 'text'>

export function askGroup(step: StepContext, asked: GroupAsk): StepResult {
  return { kind: 'wait_effect', effect: { kind: 'group_act', effectId: step.newEffectId(), ...asked } }
}

export function leaveByError(
  step: StepContext,
  error: GroupErrorCode | (string & {}),
  body: unknown = null,
): StepResult {
  step.setNodeResult({ status: null, body, error })
  return { kind: 'follow', handle: 'error', outcome: 'error' }
}

/** The answer of a group act; `keep` takes from it what the node keeps. */
export function takeAnswer(
  type: string,
  step: StepContext,
  signal: Signal,
  keep: (output: unknown) => void,
): StepResult {
  if (signal.kind === 'effect_failed') return leaveByError(step, signal.error.code)
  if (signal.kind !== 'effect') return fail('SIGNAL_UNEXPECTED', { type, signal: signal.kind })
  const { output = null } = signal.result
  const error = readError(output)
  if (error !== null) return leaveByError(step, error, output)
  step.setNodeResult({ status: null, body: output, error: null })
  keep(output)
  return { kind: 'follow', handle: 'ok', outcome: 'ok' }
}

/** Why it was not done for one of the people, beside what became of each. */
const readError = (output: unknown): string | null =>
  typeof output === 'object' && output !== null && 'error' in output ? String(output.error) : null
