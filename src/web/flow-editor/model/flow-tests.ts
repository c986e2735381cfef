import {
  type CaseResult,
  type CaseStep,
  type FlowDefinition,
  parseCase,
  runCase,
} from '../../../core/flow/index.ts'
import { SIMULATED_FLOW } from './flow-simulator.ts'

/** A conversation that is to go the same way each time: kept with the flow, played against its draft. */
export interface FlowTest {
  id: string
  title: string
  startAt: string
  contactName: string
  script: readonly CaseStep[]
}

export interface FlowTestResult {
  test: FlowTest
  ok: boolean
  failures: readonly string[]
}

/** Plays saved tests against a draft; one that cannot be read fails with the reason. */
export function playTests(tests: readonly FlowTest[], definition: FlowDefinition): FlowTestResult[] {
  return tests.map((test) => {
    const parsed = parseCase(toCase(test, definition))
    const result: Pick<CaseResult, 'ok' | 'failures'> = parsed.ok
      ? runCase(parsed.value)
      : { ok: false, failures: [parsed.message] }
    return { test, ok: result.ok, failures: result.failures }
  })
}

/** The test as a case of the flow it is played against: what the command line runs, too. */
export function toCase(
  { id, title, startAt, contactName, script }: FlowTest,
  definition: FlowDefinition,
): unknown {
  return {
    id,
    title,
    startAt,
    contacts: { u1: { name: contactName } },
    flows: { [SIMULATED_FLOW]: definition },
    script,
  }
}
