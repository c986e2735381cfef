import type {
  FieldFindings,
  Finding,
  FindingParams,
  FindingReason,
  FlowFindings,
} from '../core/flow/index.ts'
import type { Sentences } from './sentences.ts'

/** What the checker of flows finds, in one language; a language without one of them does not compile. */
export interface FindingWords {
  /** About a flow, a node or an edge: whole sentences. */
  flow: Sentences<FlowFindings>
  /** About a field: what follows its path. */
  field: Sentences<FieldFindings>
}

const isFieldReason = (words: FindingWords, reason: string): reason is keyof FieldFindings =>
  Object.hasOwn(words.field, reason)

/** What is wrong, without its place. */
export function describeFinding(words: FindingWords, { reason, params }: Finding): string {
  const sentence = (isFieldReason(words, reason) ? words.field[reason] : words.flow[reason]) as
    | string
    | ((params: FindingParams[FindingReason]) => string)
  return typeof sentence === 'string' ? sentence : sentence(params)
}

/** A finding with the places that its sentence names. */
type PlacedFinding = Finding & { path?: string | undefined; flow?: string | undefined }

/** What is wrong and where: the path of a field stands before what is said of it. */
export function describeIssue(words: FindingWords, issue: PlacedFinding): string {
  const sentence = describeFinding(words, issue)
  const isOfField = issue.path !== undefined && isFieldReason(words, issue.reason)
  const placed = isOfField ? `${issue.path}: ${sentence}` : sentence
  return issue.flow === undefined ? placed : `${issue.flow}: ${placed}`
}

/** A problem as the interface answers it; only what the checker of flows found has a reason. */
interface AnsweredProblem {
  message: string
  reason?: unknown
  params?: unknown
}

/** The finding of an answered problem. One that has no reason, or one of a newer service, keeps its sentence. */
export function readFinding(words: FindingWords, { reason, params, message }: AnsweredProblem): Finding {
  const isKnown =
    typeof reason === 'string' && (Object.hasOwn(words.flow, reason) || Object.hasOwn(words.field, reason))
  if (!isKnown || typeof params !== 'object' || params === null)
    return { reason: 'OTHER', params: { sentence: message } }
  return { reason, params } as Finding
}
