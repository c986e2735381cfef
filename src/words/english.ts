import type { Refusal } from '../core/errors.ts'
import type { Issue } from '../core/flow/index.ts'
import { findings } from './en/findings.ts'
import { refusals } from './en/refusals.ts'
import { describeIssue as describe } from './findings.ts'
import { findRefusalSentence } from './refusals.ts'

/** A finding in English, which the interface answers and the command line prints. */
export const describeIssue = (issue: Issue): string => describe(findings, issue)

/** What is wrong and what to do next, in English, which the interface answers and the command line prints. */
export const describeRefusal = (refusal: Refusal): string =>
  findRefusalSentence(refusals, refusal) ?? refusal.message
