import { listReads } from '../expressions/liquid.ts'

/** Why a translation says something else than its text: it inserts other values, or does not insert one. Null when it is as good. */
export function findPlaceholderProblem(
  text: string,
  translation: string,
): { lost: string[]; added: string[] } | null {
  const [before, after] = [readNames(text), readNames(translation)]
  const lost = [...before].filter((name) => !after.has(name))
  const added = [...after].filter((name) => !before.has(name))
  return lost.length + added.length === 0 ? null : { lost, added }
}

/** The values a template reads, `vars.name` and `name` being one. */
function readNames(text: string): Set<string> {
  const reads = listReads(text, 'template') ?? []
  return new Set(
    reads.map(({ path: [root, name] }) => {
      if (name === null || name === undefined) return root
      return root === 'vars' ? name : `${root}.${name}`
    }),
  )
}
