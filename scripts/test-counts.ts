/** How many tests of one tier ended how. */
export interface TestCounts {
  passed: number
  failed: number
  skipped: number
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

/** A file that broke before its first test has no test to fail; it counts as one failure. */
export function countVitest(text: string): TestCounts {
  const report = JSON.parse(text) as VitestReport
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** A test that passed only when tried again counts as failed. */
export function countPlaywright(text: string): TestCounts {
  const { stats, errors } = JSON.parse(text) as PlaywrightReport
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }
}

/**
 * What to say against a tier besides its failed tests, or null. A runner that exits non-zero, or that ran nothing,
 * has not shown that the tier works.
 */
export function findTierProblem(counts: TestCounts | null, exitCode: number | null): string | null {
  if (exitCode === null) return 'was stopped: it took too long'
  if (counts === null) return `wrote no report (exit code ${exitCode})`
  if (counts.failed > 0) return null
  if (counts.passed === 0) return 'ran no tests'
  if (exitCode !== 0) return `ended with exit code ${exitCode} although no test failed: see its output above`
  return null
}

/** The last line of a run. */
export function formatTotal(tiers: readonly TestCounts[]): string {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const tier of tiers) {
    total.passed += tier.passed
    total.failed += tier.failed
    total.skipped += tier.skipped
  }
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  return `${total.passed} passed, ${total.failed} failed${skipped}`
}
