import { type Coded, type CodedAs, type GivenParams, type NoParams, toCoded } from '../conversation/coded.ts'
import type { EffectError } from '../conversation/flow-event.ts'
import type { SendError } from '../conversation/send-error.ts'
import type { Finding } from './findings.ts'
import type { ValueProblem } from './value-problem.ts'

/** What kind of failure ended a run: runs are listed by it. */
export type RunErrorCode = 'LOOP_LIMIT' | 'NODE_ERROR' | 'DATA_TOO_LARGE'

/** It did more than one run may; what its last event planned is taken back. */
interface LoopFailures {
  STEPS_OF_EVENT: { most: number }
  STEPS_OF_DAY: { most: number }
  EVENTS_OF_DAY: { most: number }
  SENDS_OF_EVENT: { most: number }
  SWITCHES_OF_EVENT: { most: number }
  SUBFLOWS_TOO_DEEP: { most: number }
  /** Without a message of the contact or a wait between them. */
  CALLS_IN_ROW: { most: number }
  SENDS_FAILED_IN_ROW: { count: number; node: string; error: SendError }
}

/** Its variables are more than one run may keep. */
interface SizeFailures {
  VARIABLES_TOO_LARGE: { size: number; most: number }
}

/** A node could not be carried out. Ids are those of nodes, `flow` of flows, `variable` is a name. */
interface NodeFailures {
  NODE_UNKNOWN: { node: string }
  NODE_NOT_EXECUTED: { type: string }
  NODE_NOT_WAITING: { type: string }
  /** `signal` is what the node was woken with, of which it knows nothing. */
  SIGNAL_UNEXPECTED: { type: string; signal: string }
  NO_QUESTION: NoParams
  NO_TOOL_CALLED: NoParams
  /** `effect` is what the call or script came to that the run waited for, where that is why. */
  EXIT_LEADS_NOWHERE: { exit: string; node: string; effect: EffectError | null }
  SEND_FAILED: { node: string; error: SendError }
  CALLER_GONE: NoParams
  FLOW_NOT_CALLABLE: { flow: string }
  INPUT_MISSING: { name: string }
  INPUT_INVALID: { name: string; type: string }
  NEVER_OPEN: NoParams
  NO_MOMENT: NoParams
  MOMENT_TOO_FAR: NoParams
  /** Of a variable that is to be set. */
  NO_VALUE: { variable: string; problem: ValueProblem }
  /** A template, expression, formula or pattern that cannot be read. */
  TEXT_UNREADABLE: { problem: Finding }
  OUTPUT_TOO_LONG: { most: number }
  LOOP_TOO_LONG: { most: number }
  /** All loops of one text together. */
  LOOPS_TOO_LONG: { most: number }
  /** `why` is what the language of templates says itself. */
  TEMPLATE_FAILED: { why: string }
  /** The service could not process an event; its log says why, under the reference. */
  SERVICE_FAILED: { reference: string }
  /** A sentence that was stored without a code. */
  OTHER: { sentence: string }
}

/** Why a run failed, with what varies. The sentences are in `words`. */
export interface RunFailureParams extends LoopFailures, SizeFailures, NodeFailures {}

export type RunFailureCode = keyof RunFailureParams

export type RunFailure = Coded<RunFailureParams>

/** The parameters of a code as an argument that is left out where there are none. */
export type FailureParams<Code extends RunFailureCode> = GivenParams<RunFailureParams, Code>

export function runFailure<Code extends RunFailureCode>(
  code: Code,
  ...[params]: FailureParams<Code>
): CodedAs<RunFailureParams, Code> {
  return toCoded<RunFailureParams, Code>(code, params)
}

const KINDS: Readonly<Record<keyof LoopFailures | keyof SizeFailures, RunErrorCode>> = {
  STEPS_OF_EVENT: 'LOOP_LIMIT',
  STEPS_OF_DAY: 'LOOP_LIMIT',
  EVENTS_OF_DAY: 'LOOP_LIMIT',
  SENDS_OF_EVENT: 'LOOP_LIMIT',
  SWITCHES_OF_EVENT: 'LOOP_LIMIT',
  SUBFLOWS_TOO_DEEP: 'LOOP_LIMIT',
  CALLS_IN_ROW: 'LOOP_LIMIT',
  SENDS_FAILED_IN_ROW: 'LOOP_LIMIT',
  VARIABLES_TOO_LARGE: 'DATA_TOO_LARGE',
}

/** The kind of a failure: of all that are not listed, a node's. */
export const kindOfFailure = ({ code }: RunFailure): RunErrorCode =>
  (KINDS as Partial<Record<RunFailureCode, RunErrorCode>>)[code] ?? 'NODE_ERROR'
