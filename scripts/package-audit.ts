import { findNpm } from './bootstrap/npm.mjs'
import { runStep } from './run-step.ts'
import type { TestCounts } from './test-counts.ts'

const TIMEOUT_MS = 60_000
/** What a known weakness must be at least, in a package that the service runs with, for the tests to fail. */
const GRAVE: readonly string[] = ['high', 'critical']

interface AuditReport {
  /** Absent where the registry gave no answer; `message` says why then. */
  vulnerabilities?: Record<string, { severity: string; fixAvailable: unknown }>
  message?: string
}

export interface AuditVerdict {
  counts: TestCounts
  lines: string[]
}

function readReport(text: string): AuditReport {
  try {
    return JSON.parse(text) as AuditReport
  } catch {
    return { message: 'npm gave no report' }
  }
}

/** Judges what `npm audit --json` printed. A registry that knows nothing of weaknesses is said, and fails nothing. */
export function judgeAudit(text: string): AuditVerdict {
  const { vulnerabilities, message } = readReport(text)
  if (!vulnerabilities) {
    return {
      counts: { passed: 0, failed: 0, skipped: 1 },
      lines: [`not audited: this registry does not tell (${message ?? 'no reason given'})`],
    }
  }
  const found = Object.entries(vulnerabilities)
  const isGrave = found.some(([, { severity }]) => GRAVE.includes(severity))
  return {
    counts: { passed: isGrave ? 0 : 1, failed: isGrave ? 1 : 0, skipped: 0 },
    lines:
      found.length === 0
        ? ['no weakness is known']
        : found.map(
            ([name, { severity, fixAvailable }]) =>
              `${name}: ${severity}${fixAvailable === false ? ', and no mended version yet' : ''}`,
          ),
  }
}

/** Asks the registry which weaknesses are known of the packages the service runs with. */
export async function auditPackages(): Promise<AuditVerdict> {
  const { cli } = findNpm()
  const args = [cli, 'audit', '--json', '--omit=dev', '--loglevel=silent']
  const { output } = await runStep({ name: 'audit', args, timeoutMs: TIMEOUT_MS })
  return judgeAudit(output)
}
