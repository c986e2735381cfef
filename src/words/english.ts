import type { Issue } from '../core/flow/index.ts'
import { findings } from './en/findings.ts'
import { describeIssue as describe } from './findings.ts'

/** A finding in English, which the interface answers and the command line prints. */
export const describeIssue = (issue: Issue): string => describe(findings, issue)
