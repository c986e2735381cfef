import type { RunFailure, RunFailureCode, RunFailureParams, ValueProblem } from '../../core/flow/index.ts'
import { describeRunFailure } from '../en/lines/run-failure.ts'
import { type Read, readSendError, readShape } from './sends-and-events.ts'

type LimitCode =
  | 'STEPS_OF_EVENT'
  | 'STEPS_OF_DAY'
  | 'EVENTS_OF_DAY'
  | 'SENDS_OF_EVENT'
  | 'SWITCHES_OF_EVENT'
  | 'SUBFLOWS_TOO_DEEP'
  | 'OUTPUT_TOO_LONG'
  | 'LOOP_TOO_LONG'

const failed = <Code extends RunFailureCode>(code: Code, params: RunFailureParams[Code]) =>
  ({ code, params }) as RunFailure

const limit =
  (code: LimitCode) =>
  (most: string | undefined): RunFailure => ({ code, params: { most: Number(most) } })

const noValue = (variable: string, problem: ValueProblem): RunFailure =>
  failed('NO_VALUE', { variable, problem })

const readLost = (node: string | undefined, why: string | undefined) => ({
  node: node ?? '',
  error: readSendError(why ?? ''),
})

/**
 * Why runs failed that ended before there were codes for it. They are deleted after 30 days: this file goes with the last of
 * them.
 */
const RUN_FAILURES: Read<RunFailure> = [
  [/^more than (\d+) steps for one event$/, limit('STEPS_OF_EVENT')],
  [/^more than (\d+) steps of one run in a day$/, limit('STEPS_OF_DAY')],
  [/^more than (\d+) events of one run in a day$/, limit('EVENTS_OF_DAY')],
  [/^more than (\d+) messages for one event$/, limit('SENDS_OF_EVENT')],
  [/^more than (\d+) switches for one event$/, limit('SWITCHES_OF_EVENT')],
  [/^sub-flows are nested deeper than (\d+)$/, limit('SUBFLOWS_TOO_DEEP')],
  [/^the text became longer than (\d+) characters$/, limit('OUTPUT_TOO_LONG')],
  [/^a for loop runs over at most (\d+) items;/, limit('LOOP_TOO_LONG')],
  [
    /^the run's variables take (\d+) bytes, more than (\d+)$/,
    (size, most) => failed('VARIABLES_TOO_LARGE', { size: Number(size), most: Number(most) }),
  ],
  [
    /^(\d+) messages in a row: the message of "(.+?)" could not be delivered: (.*)$/s,
    (count, node, why) => failed('SENDS_FAILED_IN_ROW', { count: Number(count), ...readLost(node, why) }),
  ],
  [
    /^the message of "(.+?)" could not be delivered: (.*)$/s,
    (node, why) => failed('SEND_FAILED', readLost(node, why)),
  ],
  [
    /^"(.+?)" of "(.+?)" was taken but leads nowhere(?:: (\w+), (.*))?$/s,
    (exit = '', node = '', code = '', message = '') =>
      failed('EXIT_LEADS_NOWHERE', { exit, node, effect: code === '' ? null : { code, message } }),
  ],
  [
    /^the node "(.+)" cannot be run in this version of the flow$/s,
    (node = '') => failed('NODE_UNKNOWN', { node }),
  ],
  [
    /^the flow "(.+)" is not published with a connected trigger\.api$/s,
    (flow = '') => failed('FLOW_NOT_CALLABLE', { flow }),
  ],
  [/^the input "(.+)" is required$/s, (name = '') => failed('INPUT_MISSING', { name })],
  [/^the input "(.+)" is no (\w+)$/s, (name = '', type = '') => failed('INPUT_INVALID', { name, type })],
  [
    /^set (\w+): the variable does not hold a number$/,
    (variable = '') => noValue(variable, { code: 'VARIABLE_NO_NUMBER', params: {} }),
  ],
  [
    /^set (\w+): the amount is not a number$/,
    (variable = '') => noValue(variable, { code: 'AMOUNT_NO_NUMBER', params: {} }),
  ],
  [
    /^set (\w+): (".*") is not a number$/s,
    (variable = '', shown = '') => noValue(variable, { code: 'NO_NUMBER', params: { shown } }),
  ],
  [
    /^set (\w+): (".*") is not a date$/s,
    (variable = '', shown = '') => noValue(variable, { code: 'NO_DATE', params: { shown } }),
  ],
  [
    /^set (\w+): the value is not valid JSON$/,
    (variable = '') => noValue(variable, { code: 'NO_JSON', params: {} }),
  ],
  [
    /^Something failed inside the service, not in the flow\. Its log says what, under (.+)\.$/,
    (reference = '') => failed('SERVICE_FAILED', { reference }),
  ],
]

const PLAIN = ['NO_QUESTION', 'CALLER_GONE', 'NEVER_OPEN', 'NO_MOMENT', 'MOMENT_TOO_FAR'] as const

/** What would not be rendered in the same words today stays as it is. */
export function readRunFailure(sentence: string): RunFailure {
  for (const code of PLAIN) {
    const plain: RunFailure = { code, params: {} }
    if (describeRunFailure(plain) === sentence) return plain
  }
  const read = readShape(RUN_FAILURES, sentence)
  return read !== null && describeRunFailure(read) === sentence ? read : failed('OTHER', { sentence })
}
