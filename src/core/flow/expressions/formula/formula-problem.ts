import type { Finding } from '../../findings.ts'

/** A formula that cannot be read. */
export class FormulaProblem extends Error {
  override readonly name = 'FormulaProblem'
  readonly finding: Finding

  constructor(found: Finding) {
    super(found.reason)
    this.finding = found
  }
}

/** Why a formula has no value, by codes that a flow can tell apart. */
export type FormulaErrorCode =
  | 'DIVISION_BY_ZERO'
  | 'NOT_A_NUMBER'
  | 'NOT_A_DATE'
  | 'NOT_A_LIST'
  | 'ARGUMENT_INVALID'
  | 'TOO_LARGE'

/** A formula that has no value for what stands in its variables. */
export class FormulaError extends Error {
  override readonly name = 'FormulaError'
  readonly code: FormulaErrorCode

  constructor(code: FormulaErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
