import { describe, expect, it } from 'vitest'
import type {
  RunFailure,
  RunFailureCode,
  RunFailureParams,
  ValueProblem,
  ValueProblems,
} from '../core/flow/index.ts'
import { readRunFailure } from './before/run-failures.ts'
import { runFailures as en } from './en/run-failures.ts'
import { runWords } from './en/runs.ts'
import { describeRunFailure } from './english.ts'
import { runFailures as pt } from './pt/run-failures.ts'
import { type FailureRenderers, renderRunFailure } from './run-failures.ts'
import { describeEventError } from './run-story.ts'

const AWAY = 'NOT_CONNECTED: The client is not connected. Nothing was sent; send again once it is.'
const lost = { node: 'hi', error: { code: 'NOT_CONNECTED', params: {} } } as const

/** Each code with what the interface has answered from the first, word for word. */
const SAMPLES: {
  readonly [Code in RunFailureCode]: readonly [params: RunFailureParams[Code], line: string]
} = {
  STEPS_OF_EVENT: [{ most: 100 }, 'more than 100 steps for one event'],
  STEPS_OF_DAY: [{ most: 5_000 }, 'more than 5000 steps of one run in a day'],
  EVENTS_OF_DAY: [{ most: 500 }, 'more than 500 events of one run in a day'],
  SENDS_OF_EVENT: [{ most: 20 }, 'more than 20 messages for one event'],
  SWITCHES_OF_EVENT: [{ most: 5 }, 'more than 5 switches for one event'],
  SUBFLOWS_TOO_DEEP: [{ most: 3 }, 'sub-flows are nested deeper than 3'],
  CALLS_IN_ROW: [{ most: 100 }, 'more than 100 calls in a row without a message of the contact or a wait'],
  SENDS_FAILED_IN_ROW: [
    { count: 5, ...lost },
    `5 messages in a row: the message of "hi" could not be delivered: ${AWAY}`,
  ],
  VARIABLES_TOO_LARGE: [
    { size: 70_000, most: 65_536 },
    "the run's variables take 70000 bytes, more than 65536",
  ],
  NODE_UNKNOWN: [{ node: 'hi' }, 'the node "hi" cannot be run in this version of the flow'],
  NODE_NOT_EXECUTED: [{ type: 'note' }, 'note cannot be executed'],
  NODE_NOT_WAITING: [{ type: 'set' }, 'set does not wait for anything'],
  SIGNAL_UNEXPECTED: [{ type: 'menu.list', signal: 'elapsed' }, 'a menu cannot go on with elapsed'],
  NO_TOOL_CALLED: [{}, 'no tool was called'],
  NO_QUESTION: [{}, 'the run was not waiting for an answer'],
  EXIT_LEADS_NOWHERE: [
    { exit: 'error', node: 'call', effect: { code: 'TIMEOUT', message: 'No answer within 5 ms.' } },
    '"error" of "call" was taken but leads nowhere: TIMEOUT, No answer within 5 ms.',
  ],
  SEND_FAILED: [lost, `the message of "hi" could not be delivered: ${AWAY}`],
  CALLER_GONE: [{}, "the calling flow's version is gone"],
  FLOW_NOT_CALLABLE: [{ flow: 'b' }, 'the flow "b" is not published with a connected trigger.api'],
  INPUT_MISSING: [{ name: 'day' }, 'the input "day" is required'],
  INPUT_INVALID: [{ name: 'day', type: 'date' }, 'the input "day" is no date'],
  NEVER_OPEN: [{}, 'delay: the calendar does not open within 30 days'],
  NO_MOMENT: [{}, 'delay: "at" is not a date and time'],
  MOMENT_TOO_FAR: [{}, 'delay: the moment is more than 30 days away'],
  NO_VALUE: [
    { variable: 'n', problem: { code: 'NO_NUMBER', params: { shown: '"x"' } } },
    'set n: "x" is not a number',
  ],
  TEXT_UNREADABLE: [{ problem: { reason: 'EXPRESSION_EMPTY', params: {} } }, 'the expression is empty'],
  OUTPUT_TOO_LONG: [{ most: 9 }, 'the text became longer than 9 characters'],
  LOOPS_TOO_LONG: [{ most: 99 }, 'the for loops of one text run over at most 99 items in all'],
  LOOP_TOO_LONG: [{ most: 9 }, 'a for loop runs over at most 9 items; shorten the list first'],
  TEMPLATE_FAILED: [{ why: 'undefined filter: x' }, 'undefined filter: x'],
  SERVICE_FAILED: [
    { reference: 'r1' },
    'Something failed inside the service, not in the flow. Its log says what, under r1.',
  ],
  OTHER: [{ sentence: 'something of before' }, 'something of before'],
}

/** The same of values that cannot be had, behind the variable. */
const VALUES: {
  readonly [Code in keyof ValueProblems]: readonly [params: ValueProblems[Code], line: string]
} = {
  VARIABLE_NO_NUMBER: [{}, 'the variable does not hold a number'],
  AMOUNT_NO_NUMBER: [{}, 'the amount is not a number'],
  NO_NUMBER: [{ shown: '"x"' }, '"x" is not a number'],
  NO_WHOLE_NUMBER: [{ shown: '1.5' }, '1.5 is not a whole number'],
  NO_DATE: [{ shown: '"x"' }, '"x" is not a date'],
  NO_LIST: [{ shown: '"x"' }, '"x" is not a list'],
  NO_JSON: [{}, 'the value is not valid JSON'],
  JSON_TOO_DEEP: [{ most: 100 }, 'it nests deeper than 100 levels.'],
  JSON_TOO_WIDE: [{ most: 9 }, 'it holds more than 9 values and keys.'],
  NO_CHOICE: [{ shown: '"x"', choices: 'gold, silver' }, '"x" is none of gold, silver'],
  NO_FIELD_VALUE: [{ shown: '"x"', type: 'number' }, '"x" is nothing that a field of type number holds'],
  DIVIDED_BY_ZERO: [{}, 'a number is divided by zero'],
  FORMULA_TOO_COSTLY: [{}, 'the formula works too much'],
  NUMBER_TOO_LARGE: [{}, 'the number is too large to count with'],
  LIST_TOO_LONG: [{ most: 9 }, 'a list has more than 9 items'],
  TEXT_TOO_LONG: [{ most: 9 }, 'a text is longer than 9 characters'],
  RANGE_TOO_LONG: [{ most: 1_000 }, 'a range has at most 1,000 numbers'],
  NO_ORDER: [{}, 'a list is sorted "asc" or "desc"'],
  NO_RANGE_TO_DRAW_FROM: [{ least: 3, most: 1 }, 'a number cannot be drawn from 3 to 1'],
  NO_PLACES: [{ most: 9 }, 'a number is rounded to 0 to 9 places'],
  NO_TIME_ZONE: [{ shown: '"x"' }, '"x" is no time zone'],
  NO_TIME_UNIT: [{ units: 'days, hours' }, 'the unit of a time is one of days, hours'],
  YEAR_OUTSIDE: [{}, 'a date lies outside of the years 1000 to 9999'],
}

const values = Object.entries(VALUES).map(([code, [params, line]]) => {
  const problem = { code, params } as ValueProblem
  return {
    failure: { code: 'NO_VALUE', params: { variable: 'n', problem } } as RunFailure,
    line: `set n: ${line}`,
  }
})

const samples = Object.entries(SAMPLES).map(([code, [params, line]]) => ({
  failure: { code, params } as RunFailure,
  line,
}))

/** What rows of before cannot be read from, or never had. */
const NOT_READ: readonly string[] = [
  'LOOPS_TOO_LONG',
  'NODE_NOT_EXECUTED',
  'NODE_NOT_WAITING',
  'SIGNAL_UNEXPECTED',
  'TEXT_UNREADABLE',
  'TEMPLATE_FAILED',
  'CALLS_IN_ROW',
  'NO_TOOL_CALLED',
]

const RENDERERS: FailureRenderers = {
  renderSendError: () => 'não foi enviada',
  renderFinding: () => 'a expressão está vazia',
  renderEffectError: () => 'demorou demais',
}

describe('why a run failed', () => {
  it.each(samples)(
    '$failure.code is in English what the interface has always answered',
    ({ failure, line }) => {
      expect(describeRunFailure(failure)).toBe(line)
    },
  )

  it('is said in Portuguese with all that varies', () => {
    const said = [...samples, ...values]
      .filter(({ failure: { code } }) => code !== 'OTHER' && code !== 'TEMPLATE_FAILED')
      .map(({ failure, line }) => ({ line, rendered: renderRunFailure(pt, failure, RENDERERS) }))
    expect(
      said.filter(({ line, rendered }) => rendered === line || /undefined|\[object/.test(rendered)),
    ).toEqual([])
  })

  it('is a code of a newer service where there are no words for it', () => {
    const newer = { code: 'OF_TOMORROW', params: {} } as unknown as RunFailure
    expect(renderRunFailure(en, newer, RENDERERS)).toBe('OF_TOMORROW')
  })

  it('is read out of values that could not be had before there were formulas', () => {
    const read = values.slice(0, 7).filter(({ line }) => !/whole|list/.test(line))
    expect(read.map(({ line }) => readRunFailure(line))).toEqual(read.map(({ failure }) => failure))
  })

  it('is read out of the sentences of rows that have no code', () => {
    const read = samples.filter(({ failure: { code } }) => !NOT_READ.includes(code))
    expect(read.map(({ line }) => readRunFailure(line))).toEqual(read.map(({ failure }) => failure))
    const left = samples.filter(({ failure: { code } }) => NOT_READ.includes(code))
    expect(left.map(({ line }) => readRunFailure(line).code)).toEqual(left.map(() => 'OTHER'))
  })
})

describe('why an event came to nothing', () => {
  const describeError = (
    error: string,
    summary: Parameters<typeof describeEventError>[0]['summary'] = null,
  ) => describeEventError({ error, summary }, runWords, describeRunFailure)
  const given = 'Something failed inside the service, not in the flow. Its log says what, under r1.'

  it('is the word for its reason', () => {
    expect(describeError('no_match')).toBe('no trigger fits')
  })

  it('is where to look when the service could not process it, with a code or without', () => {
    expect(describeError(given)).toBe(given)
    const summary = { code: 'GIVEN_UP', params: { type: 'timeout', reference: 'r1' } }
    expect(describeError('a sentence of another language', summary)).toBe(given)
  })
})
