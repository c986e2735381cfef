import { ORPCError, ValidationError } from '@orpc/server'
import { Refusal } from '../core/errors.ts'
import {
  type InputIssue,
  type InputProblem,
  inputProblem,
  toInputProblem,
} from '../core/input/input-problem.ts'
import type { Log } from '../platform/logger.ts'
import { describeInputProblem, describeRefusal } from '../words/english.ts'
import { fillData } from './refusal-body.ts'

/** A problem as it is answered: its field, in English, and by its reason. */
type AnsweredProblem = InputProblem & { path: string; message: string }

const MAX_PROBLEMS = 50

function toPath(path: InputIssue['path']): string[] {
  return (path ?? []).map((part) => String(typeof part === 'object' ? part.key : part))
}

const answer = (path: string[], problem: InputProblem): AnsweredProblem => ({
  path: path.join('.'),
  message: describeInputProblem(problem),
  ...problem,
})

/** Turns one validation issue into problems; an object with several unknown fields makes one for each. */
function toProblems(issue: InputIssue): AnsweredProblem[] {
  const path = toPath(issue.path)
  if (issue.code !== 'unrecognized_keys' || !Array.isArray(issue.keys))
    return [answer(path, toInputProblem(issue))]
  return issue.keys.map((key) => answer([...path, String(key)], inputProblem('FIELD_UNKNOWN')))
}

/** The refusal of an input that does not fit its operation; its message names the first field. */
export function describeInvalidInput(issues: readonly InputIssue[]): {
  message: string
  data: Record<string, unknown>
} {
  const errors = issues.slice(0, MAX_PROBLEMS).flatMap(toProblems).slice(0, MAX_PROBLEMS)
  const first = errors[0]
  const message = first?.path
    ? `${first.path}: ${first.message}`
    : (first?.message ?? describeInputProblem(inputProblem('INVALID')))
  return { message, data: { errors, warnings: [] } }
}

/** The input did not fit its operation. */
export const isInvalidInput = (
  error: unknown,
): error is ORPCError<string, unknown> & { cause: ValidationError } =>
  error instanceof ORPCError && error.code === 'BAD_REQUEST' && error.cause instanceof ValidationError

export interface CallFacts {
  requestId: string
  operation: string
}

/** Knows the failures of the parts a service is made of that are no bugs, such as a database that is away. */
export type ExplainError = (error: unknown) => Refusal | null

/**
 * Translates whatever an operation threw into the error that is answered. Refusals keep their words; anything else is
 * a bug: its cause goes to the log and the caller gets the request id only.
 */
export function toAnswerable(
  thrown: unknown,
  facts: CallFacts,
  { log, explain }: { log: Log; explain?: ExplainError | undefined },
): ORPCError<string, unknown> {
  const error = explain?.(thrown) ?? thrown
  if (error instanceof Refusal) {
    const { code, status, data } = error
    const message = describeRefusal(error)
    return new ORPCError(code, { status, message, data: fillData(code, data), cause: error })
  }
  if (isInvalidInput(error)) {
    return new ORPCError('BAD_REQUEST', { ...describeInvalidInput(error.cause.issues), cause: error })
  }
  log.error({ ...facts, err: toLoggable(error) }, 'operation failed unexpectedly')
  return new ORPCError('INTERNAL_SERVER_ERROR', {
    message: internalMessage(facts.requestId),
    data: { requestId: facts.requestId },
    cause: error,
  })
}

export function internalMessage(requestId: string): string {
  return `Something broke on our side. Try again; if it stays, tell the operator the request id ${requestId}.`
}

/** An answer that does not fit the contract is logged by the paths at fault, never by its values. */
function toLoggable(error: unknown): unknown {
  const cause = error instanceof ORPCError ? error.cause : undefined
  if (!(cause instanceof ValidationError)) return error
  const paths = cause.issues.map((issue) => `${toPath(issue.path).join('.')}: ${issue.message}`)
  return new Error(`the answer does not fit the contract: ${paths.slice(0, 10).join('; ')}`)
}
