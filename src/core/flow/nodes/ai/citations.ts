import type { AnswerSource } from '../../../conversation/flow-event.ts'

/** `[1]`, `[1, 3]` and `[1][3]`, with the space before it. */
const CITATION = /\s?\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\]/g

/**
 * Takes the numbers out by which a model names what it was shown: they mean nothing to the contact. A number of nothing that it was
 * shown goes as well, and names no source.
 */
export function takeCitations(
  said: string,
  sources: readonly (AnswerSource | null)[],
): { text: string; named: AnswerSource[] } {
  const numbers = new Set<number>()
  const text = said.replace(CITATION, (_, list: string) => {
    for (const number of list.split(',')) numbers.add(Number(number))
    return ''
  })
  const named = sources.filter((source, index) => source !== null && numbers.has(index + 1))
  return { text, named: dropRepeated(named) }
}

/** A place that was found twice is one source. */
const dropRepeated = (sources: readonly (AnswerSource | null)[]): AnswerSource[] => [
  ...new Map(sources.flatMap((source) => (source ? [[JSON.stringify(source), source]] : []))).values(),
]
