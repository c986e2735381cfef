import type { CaseFailure } from '../../../core/flow/index.ts'
import { renderCaseFailure } from '../../case-failures.ts'
import { describeIssue } from '../../findings.ts'
import { caseFailures } from '../case-failures.ts'
import { findings } from '../findings.ts'
import { describeRunFailure } from './run-failure.ts'

/** A way in which a case fell short, as the interface answers it. */
export const describeCaseFailure = (failure: CaseFailure): string =>
  renderCaseFailure(caseFailures, failure, {
    renderIssue: (issue) => describeIssue(findings, issue),
    renderRunFailure: describeRunFailure,
  })
