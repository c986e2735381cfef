import type { ContactFieldType } from '../contact/contact-fields.ts'
import { type Coded, type CodedAs, type GivenParams, type NoParams, toCoded } from '../conversation/coded.ts'

/** What a flow is told of a value that cannot be had: `node.ID.error` at the exit `error`. */
export type ValueErrorCode =
  | 'DIVISION_BY_ZERO'
  | 'NOT_A_NUMBER'
  | 'NOT_A_DATE'
  | 'NOT_A_LIST'
  | 'NOT_A_CHOICE'
  | 'NOT_JSON'
  | 'ARGUMENT_INVALID'
  | 'TOO_LARGE'

/** Why a value cannot be had, with what varies. `shown` is the value that does not do, as people would write it. */
export interface ValueProblems {
  VARIABLE_NO_NUMBER: NoParams
  AMOUNT_NO_NUMBER: NoParams
  NO_NUMBER: { shown: string }
  NO_WHOLE_NUMBER: { shown: string }
  NO_DATE: { shown: string }
  NO_LIST: { shown: string }
  NO_JSON: NoParams
  JSON_TOO_DEEP: { most: number }
  JSON_TOO_WIDE: { most: number }
  // Of defined fields of contacts
  NO_CHOICE: { shown: string; choices: string }
  NO_FIELD_VALUE: { shown: string; type: ContactFieldType }
  // Of formulas
  DIVIDED_BY_ZERO: NoParams
  FORMULA_TOO_COSTLY: NoParams
  NUMBER_TOO_LARGE: NoParams
  LIST_TOO_LONG: { most: number }
  TEXT_TOO_LONG: { most: number }
  RANGE_TOO_LONG: { most: number }
  NO_ORDER: NoParams
  NO_RANGE_TO_DRAW_FROM: { least: number; most: number }
  NO_PLACES: { most: number }
  NO_TIME_ZONE: { shown: string }
  NO_TIME_UNIT: { units: string }
  YEAR_OUTSIDE: NoParams
}

export type ValueProblemCode = keyof ValueProblems

export type ValueProblem = Coded<ValueProblems>

export const valueProblem = <Code extends ValueProblemCode>(
  code: Code,
  ...[params]: GivenParams<ValueProblems, Code>
): CodedAs<ValueProblems, Code> => toCoded<ValueProblems, Code>(code, params)

const CODES: Readonly<Record<ValueProblemCode, ValueErrorCode>> = {
  VARIABLE_NO_NUMBER: 'NOT_A_NUMBER',
  AMOUNT_NO_NUMBER: 'NOT_A_NUMBER',
  NO_NUMBER: 'NOT_A_NUMBER',
  NO_WHOLE_NUMBER: 'ARGUMENT_INVALID',
  NO_DATE: 'NOT_A_DATE',
  NO_LIST: 'NOT_A_LIST',
  NO_JSON: 'NOT_JSON',
  JSON_TOO_DEEP: 'NOT_JSON',
  JSON_TOO_WIDE: 'NOT_JSON',
  NO_CHOICE: 'NOT_A_CHOICE',
  NO_FIELD_VALUE: 'ARGUMENT_INVALID',
  DIVIDED_BY_ZERO: 'DIVISION_BY_ZERO',
  FORMULA_TOO_COSTLY: 'TOO_LARGE',
  NUMBER_TOO_LARGE: 'TOO_LARGE',
  LIST_TOO_LONG: 'TOO_LARGE',
  TEXT_TOO_LONG: 'TOO_LARGE',
  RANGE_TOO_LONG: 'TOO_LARGE',
  NO_ORDER: 'ARGUMENT_INVALID',
  NO_RANGE_TO_DRAW_FROM: 'ARGUMENT_INVALID',
  NO_PLACES: 'ARGUMENT_INVALID',
  NO_TIME_ZONE: 'ARGUMENT_INVALID',
  NO_TIME_UNIT: 'ARGUMENT_INVALID',
  YEAR_OUTSIDE: 'TOO_LARGE',
}

export const toValueErrorCode = ({ code }: ValueProblem): ValueErrorCode => CODES[code]

/** A value, or why it cannot be had. */
export type Computed = { ok: true; value: unknown } | { ok: false; problem: ValueProblem }
