import { describe, expect, it } from 'vitest'
import { countPlaywright, countVitest, findTierProblem, formatTotal } from './test-counts.ts'

const GREEN = { passed: 3, failed: 0, skipped: 0 }

describe('counting a tier', () => {
  it('adds a file that broke before its first test to the failures', () => {
    const report = {
      numPassedTests: 2,
      numFailedTests: 1,
      numPendingTests: 1,
      numTodoTests: 1,
      testResults: [
        { status: 'failed', assertionResults: [] },
        { status: 'failed', assertionResults: [{}] },
        { status: 'passed', assertionResults: [{}, {}] },
      ],
    }
    expect(countVitest(JSON.stringify(report))).toEqual({ passed: 2, failed: 2, skipped: 2 })
  })

  it('adds flaky tests and errors outside of tests to the failures of the browser tier', () => {
    const report = { stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 }, errors: [{}] }
    expect(countPlaywright(JSON.stringify(report))).toEqual({ passed: 4, failed: 3, skipped: 2 })
  })
})

describe('judging a tier', () => {
  it('has nothing against one whose tests passed', () => {
    expect(findTierProblem(GREEN, 0)).toBeNull()
  })

  it('is not satisfied by a tier that ran nothing, wrote nothing, was stopped or ended badly', () => {
    expect(findTierProblem({ passed: 0, failed: 0, skipped: 5 }, 0)).toBe('ran no tests')
    expect(findTierProblem(null, 1)).toContain('wrote no report')
    expect(findTierProblem(GREEN, null)).toContain('too long')
    expect(findTierProblem(GREEN, 1)).toContain('exit code 1')
  })
})

describe('the last line', () => {
  it('adds the tiers up and mentions skipped tests only when there are some', () => {
    expect(formatTotal([GREEN, { passed: 1, failed: 2, skipped: 0 }])).toBe('4 passed, 2 failed')
    expect(formatTotal([GREEN, { passed: 0, failed: 0, skipped: 1 }])).toBe('3 passed, 0 failed, 1 skipped')
  })
})
