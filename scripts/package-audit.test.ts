import { describe, expect, it } from 'vitest'
import { judgeAudit } from './package-audit.ts'

const report = (vulnerabilities: unknown) => JSON.stringify({ auditReportVersion: 2, vulnerabilities })

describe('judging the audit of packages', () => {
  it('has nothing against packages of which no weakness is known', () => {
    expect(judgeAudit(report({}))).toEqual({
      counts: { passed: 1, failed: 0, skipped: 0 },
      lines: ['no weakness is known'],
    })
  })

  it.each(['high', 'critical'])('fails over one that is %s', (severity) => {
    const verdict = judgeAudit(report({ left: { severity: 'low', fixAvailable: true }, pad: { severity } }))
    expect(verdict.counts).toEqual({ passed: 0, failed: 1, skipped: 0 })
    expect(verdict.lines).toEqual(['left: low', `pad: ${severity}`])
  })

  it('tells of lesser ones, and that nothing mends them yet', () => {
    expect(judgeAudit(report({ pad: { severity: 'moderate', fixAvailable: false } }))).toEqual({
      counts: { passed: 1, failed: 0, skipped: 0 },
      lines: ['pad: moderate, and no mended version yet'],
    })
  })

  it.each([
    ['has no such answer', '{"message":"405 Method Not Allowed","statusCode":405}', '405 Method Not Allowed'],
    ['cannot be reached', '', 'npm gave no report'],
  ])('does not call packages safe when the registry %s', (_why, text, reason) => {
    const { counts, lines } = judgeAudit(text)
    expect(counts).toEqual({ passed: 0, failed: 0, skipped: 1 })
    expect(lines).toEqual([expect.stringContaining(reason)])
  })
})
