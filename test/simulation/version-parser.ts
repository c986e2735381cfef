import { parseVersion } from '../../src/features/flows/index.ts'

const parsers = new WeakMap<object, typeof parseVersion>()

/**
 * Reads stored versions for all processes of one history. Each of them would parse the same flows anew, which took an eighth of
 * the processor time of all histories; what is parsed is never changed, and depends on nothing but the row.
 */
export function versionParserOf(history: object): typeof parseVersion {
  const parser = parsers.get(history) ?? createVersionParser()
  parsers.set(history, parser)
  return parser
}

function createVersionParser(): typeof parseVersion {
  const kept = new Map<string, ReturnType<typeof parseVersion>>()
  return (row) => {
    const key = JSON.stringify([row.id, row.flowId, row.n, row.doc])
    const known = kept.get(key) ?? parseVersion(row)
    kept.set(key, known)
    return known
  }
}
