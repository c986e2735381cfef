import { describe, expect, it } from 'vitest'
import type { CaseFailure, CaseProblem } from '../core/flow/index.ts'
import { renderCaseFailure } from './case-failures.ts'
import { describeCaseFailure } from './english.ts'
import { caseFailures as pt } from './pt/case-failures.ts'

const STEP = { part: 'step', number: 2, step: '{"text":"go"}' } as const

/** Each with the line that the interface has always answered. */
const PROBLEMS: readonly [CaseProblem, string][] = [
  [
    {
      code: 'FLOW_REFUSED',
      params: { issue: { code: 'NO_TRIGGER', severity: 'error', reason: 'NO_TRIGGER_LEADS', params: {} } },
    },
    'NO_TRIGGER No trigger leads anywhere; add a trigger node and connect it.',
  ],
  [{ code: 'FLOW_UNREADABLE', params: { words: 'nodes: no list' } }, 'nodes: no list'],
  [{ code: 'TIME_PAST', params: { at: 4 } }, '"at" 4 is in the past; the clock only runs forward'],
  [
    { code: 'DIFFERS', params: { name: 'state', expected: '"completed"', found: '"failed"' } },
    'state: expected "completed", got "failed"',
  ],
  [
    { code: 'TRANSITIONS_TOO_MANY', params: { most: 2, count: 3 } },
    'maxTransitions: at most 2 expected, 3 recorded',
  ],
  [
    { code: 'RUN_FAILED', params: { failure: { code: 'NO_MOMENT', params: {} } } },
    'the run failed: delay: "at" is not a date and time',
  ],
  [{ code: 'NOT_BEGUN', params: { withinMs: 5 } }, 'could not be begun within 5 ms'],
  [{ code: 'NOT_ENDED', params: { withinMs: 5 } }, 'was not played to its end within 5 ms'],
  [{ code: 'NOT_ENDED', params: { withinMs: null } }, 'was not played to its end'],
  [{ code: 'NOT_PLAYED', params: { why: 'no memory' } }, 'could not be played: no memory'],
]

describe('how a test case fell short', () => {
  it.each(PROBLEMS)('is in English what the interface has always answered: $code', (problem, line) => {
    expect(describeCaseFailure({ ...problem, places: [] })).toBe(line)
  })

  it('says where, from the outside in', () => {
    const [problem] = PROBLEMS[1] ?? []
    const at = (places: CaseFailure['places']) => describeCaseFailure({ ...(problem as CaseProblem), places })
    expect(at([{ part: 'flows' }, { part: 'node', flow: 'A', node: 't' }])).toBe(
      'flows: A node t: nodes: no list',
    )
    expect(at([STEP, { part: 'publish' }, { part: 'flow', flow: 'A' }])).toBe(
      'step 2 ({"text":"go"}): publish: A: nodes: no list',
    )
  })

  it('is said in Portuguese with all that varies', () => {
    const renderers = { renderIssue: () => 'sem gatilho', renderRunFailure: () => 'não é data' }
    const said = PROBLEMS.filter(([{ code }]) => code !== 'FLOW_UNREADABLE').map(([problem, line]) => ({
      line,
      rendered: renderCaseFailure(pt, { ...problem, places: [STEP] }, renderers),
    }))
    const wrong = ({ line, rendered }: { line: string; rendered: string }) =>
      rendered.endsWith(line) || !rendered.startsWith('passo 2 (') || /undefined|\[object/.test(rendered)
    expect(said.filter(wrong)).toEqual([])
  })
})
