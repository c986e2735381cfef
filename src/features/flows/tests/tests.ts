import { refusal } from '../../../core/errors.ts'
import {
  type CaseFailure,
  type CaseFlow,
  type FlowCase,
  type FlowDefinition,
  type FlowSnapshot,
  findCalls,
  MAX_TEST_CASES,
  parseCase,
  readEvaluationChecks,
  TESTED_FLOW,
  toCaseFlow,
} from '../../../core/flow/index.ts'
import type { RefusalParams } from '../../../core/refusal-reasons.ts'
import type { Executor } from '../../../db/transaction.ts'
import { type Stored, toDefinition } from '../document.ts'
import type { CaseRunner } from './case-runner.ts'
import { type TestCaseRow, testStore } from './test-store.ts'

const MAX_CASE_CHARS = 65_536
const MAX_STEPS = 200

export interface TestResult {
  caseId: string | null
  title: string
  ok: boolean
  /** As the interface says them. */
  failures: string[]
  problems: CaseFailure[]
}

/** A flow as cases play it: its draft, with the flows of its client that run. */
export interface TestedFlow {
  id: string | undefined
  userId: string
  name: string
  stored: Stored
  activeFlows: readonly FlowSnapshot[]
}

type Json = Record<string, unknown>

/** Refuses what no engine could play, with the field that is wrong. The id in it means nothing beside others. */
export function checkCase(document: Json): FlowCase {
  const { flows, ...rest } = document
  const { [TESTED_FLOW]: _tested, ...others } = (flows ?? {}) as Record<string, unknown>
  const text = JSON.stringify(document)
  if (text.length > MAX_CASE_CHARS) throw badCase({ why: 'characters', most: MAX_CASE_CHARS })
  const parsed = parseCase({ id: 'case', ...rest, flows: others })
  if (!parsed.ok) throw badCase({ why: 'form', words: parsed.message })
  const checks = readEvaluationChecks(document)
  if (!checks.ok) throw badCase({ why: 'form', words: checks.message })
  if (parsed.value.script.length > MAX_STEPS) throw badCase({ why: 'steps', most: MAX_STEPS })
  return parsed.value
}

const badCase = (params: RefusalParams['TEST_CASE_UNREADABLE']) =>
  refusal('BAD_REQUEST', 'TEST_CASE_UNREADABLE', params, { path: 'case' })

/** Saves at most so many with a flow; somebody else's flow was refused before. */
export async function saveCase(
  tx: Executor,
  flowId: string,
  given: { id: string; isNew: boolean; document: Json },
): Promise<TestCaseRow> {
  checkCase(given.document)
  const doc = JSON.stringify(given.document)
  if (given.isNew && (await testStore.list(tx, flowId)).length >= MAX_TEST_CASES) {
    throw refusal('CONFLICT', 'TOO_MANY_TEST_CASES', { most: MAX_TEST_CASES })
  }
  const save = given.isNew ? testStore.insert : testStore.update
  const row = await save(tx, given.id, flowId, doc)
  if (!row) throw missingCase()
  return row
}

export const missingCase = () => refusal('NOT_FOUND', 'TEST_CASE_UNKNOWN', {})

export const titleOf = (document: Json): string => (typeof document.title === 'string' ? document.title : '')

export interface PlayDeps {
  runCases: CaseRunner
  /** What a failure says in the language of the interface. */
  describeFailure(failure: CaseFailure): string
}

/** Plays saved cases, or one that was given, on a flow; nothing leaves. */
export async function playCases(
  { runCases, describeFailure }: PlayDeps,
  flow: TestedFlow,
  cases: readonly { caseId: string | null; document: Json }[],
): Promise<TestResult[]> {
  if (cases.length === 0) return []
  const flows = gatherFlows(flow)
  const ready = cases.map(({ document }) => {
    const flowCase = checkCase(document)
    return { ...flowCase, flows: { ...flows, ...flowCase.flows } }
  })
  const outcomes = await runCases(flow.userId, ready)
  return cases.map(({ caseId, document }, index) => {
    const { ok = false, failures = [] } = outcomes[index] ?? {}
    const lines = failures.map(describeFailure)
    return { caseId, title: titleOf(document), ok, failures: lines, problems: failures }
  })
}

/** A saved case, ready to be played elsewhere than before a publish. */
export interface EvaluatedCase {
  caseId: string
  title: string
  document: Json
  flowCase: FlowCase
}

/** What an evaluation plays: the flow, those it calls, and the cases that are saved with it, or those of them that are named. */
export function gatherEvaluated(
  flow: TestedFlow,
  rows: readonly TestCaseRow[],
  caseIds: readonly string[] | undefined,
): { flows: Record<string, CaseFlow>; cases: EvaluatedCase[] } {
  const unknown = caseIds?.some((id) => !rows.some((row) => row.id === id))
  if (unknown) throw missingCase()
  const chosen = rows.filter(({ id }) => caseIds === undefined || caseIds.includes(id))
  const cases = chosen.map(({ id, doc }) => {
    const document = JSON.parse(doc) as Json
    return { caseId: id, title: titleOf(document), document, flowCase: checkCase(document) }
  })
  return { flows: gatherFlows(flow), cases }
}

/** The flow and, by their ids, the running flows it calls, and those they call. */
function gatherFlows({ id, name, stored, activeFlows }: TestedFlow): Record<string, CaseFlow> {
  const own = toDefinition(stored)
  const found: Record<string, CaseFlow> = { [TESTED_FLOW]: toPlayed(name, own, id) }
  const waiting = findCalls(own.nodes)
  for (let call = waiting.shift(); call !== undefined; call = waiting.shift()) {
    const called = activeFlows.find((flow) => flow.flowId === call)
    if (!called || call === id || Object.hasOwn(found, call)) continue
    found[call] = toPlayed(called.name, called.definition, id)
    waiting.push(...findCalls(called.definition.nodes))
  }
  return found
}

/** Calls of the flow under test go to it under the name it has in cases. */
export function toPlayed(name: string, definition: FlowDefinition, testedId: string | undefined): CaseFlow {
  const nodes = definition.nodes.map((node) =>
    testedId !== undefined && node.data.flowId === testedId
      ? { ...node, data: { ...node.data, flowId: TESTED_FLOW } }
      : node,
  )
  return toCaseFlow(name, { ...definition, nodes })
}

/** The refusal of a publish whose saved cases fall short, in the form of a graph's problems. */
export function refuseFailed(results: readonly TestResult[], warnings: readonly object[]): void {
  const failed = results.filter((result) => !result.ok)
  if (failed.length === 0) return
  const errors = failed.map(({ caseId, title, failures }) => ({
    code: 'TEST_CASE_FAILED',
    severity: 'error',
    message: `The test case "${title}" falls short: ${failures.join('; ')}`,
    path: `testCases.${caseId}`,
  }))
  const count = { failed: failed.length, of: results.length }
  throw refusal('BAD_REQUEST', 'TEST_CASES_FALL_SHORT', count, { data: { errors, warnings } })
}
