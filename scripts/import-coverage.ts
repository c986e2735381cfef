/** What a run of dependency-cruiser says, as far as we read it. */
export interface CruiseResult {
  /** Imports of types are among the dependencies. */
  modules: { source: string; dependencies: { resolved: string }[] }[]
  summary: { violations: { from: string; to: string; rule: { name: string; severity: string } }[] }
}

/**
 * Files that should have been cruised and were not. A tool that cannot read a language sees nothing in it and
 * reports no violations, so an empty answer is only worth something beside this one.
 */
export function findUnseenFiles(result: CruiseResult, files: readonly string[]): string[] {
  const seen = new Set(result.modules.map((module) => module.source))
  return files.filter((file) => !seen.has(file))
}

/** One line per violation: the rule, who imports, and what. */
export function formatViolations(result: CruiseResult): string[] {
  return result.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} imports ${to}`)
}
