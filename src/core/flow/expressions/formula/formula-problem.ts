import type { Finding } from '../../findings.ts'
import type { ValueProblem } from '../../value-problem.ts'

/** A formula that cannot be read. */
export class FormulaProblem extends Error {
  override readonly name = 'FormulaProblem'
  readonly finding: Finding

  constructor(found: Finding) {
    super(found.reason)
    this.finding = found
  }
}

/** A formula that has no value for what stands in its variables. */
export class FormulaError extends Error {
  override readonly name = 'FormulaError'
  readonly problem: ValueProblem

  constructor(problem: ValueProblem) {
    super(problem.code)
    this.problem = problem
  }
}
