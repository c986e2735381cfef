import { parseVersion } from '../../src/features/flows/index.ts'

type Row = Parameters<typeof parseVersion>[0]

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
  const kept = new Map<string, { row: Row; parsed: ReturnType<typeof parseVersion> }>()
  return (row) => {
    const known = kept.get(row.id)
    if (known && isSame(known.row, row)) return known.parsed
    const parsed = parseVersion(row)
    kept.set(row.id, { row, parsed })
    return parsed
  }
}

const isSame = (a: Row, b: Row): boolean => a.flowId === b.flowId && a.n === b.n && a.doc === b.doc
