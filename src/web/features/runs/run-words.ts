import { wordFor } from '../../../words/run-story.ts'
import type { RunWords } from '../../i18n/run-words/run-words.ts'
import { createTextHook } from '../../i18n/text-hook.ts'

export type { RunWords }

/** Words for what the service wrote down about a run; with the pages of runs only. */
export const useRunWords = createTextHook(
  {
    en: () => import('../../i18n/run-words/en.ts'),
    pt: () => import('../../i18n/run-words/pt.ts'),
    es: () => import('../../i18n/run-words/es.ts'),
  },
  ({ runWords }) => runWords,
)

/** A node as far as it has a name. */
export interface NamedNode {
  id: string
  type: string
  data: Readonly<Record<string, unknown>>
}

/**
 * What the nodes of a flow are called, by their ids: by their labels, else by their types; where two would be called the
 * same, with the id. A node that is not known keeps its id.
 */
export function createNodeNames(
  nodes: readonly NamedNode[],
  { nodeTypes }: RunWords,
): (nodeId: string) => string {
  const names = new Map(
    nodes.map(({ id, type, data: { label } }) => {
      const own = typeof label === 'string' ? label.trim() : ''
      return [id, own || (nodeTypes[type]?.name ?? type)]
    }),
  )
  const counts = new Map<string, number>()
  for (const name of names.values()) counts.set(name, (counts.get(name) ?? 0) + 1)
  return (nodeId) => {
    const name = names.get(nodeId)
    if (name === undefined) return nodeId
    return counts.get(name) === 1 ? name : `${name} (${nodeId})`
  }
}

/** Why a run failed: the words for its code, and the sentence that follows a code as in `NODE_ERROR: why`. */
export function describeError(error: string, { runErrors }: RunWords): { what: string; why: string } {
  const [, code = error, why = ''] = /^([A-Z_]+): (.*)$/s.exec(error) ?? []
  return { what: wordFor(runErrors, code), why }
}

/** What a move did, as its history has it. */
export interface RunAction {
  k: string
  type?: string
  var?: string
  /** Of a comparison. */
  left?: string
  op?: string
  right?: string
  holds?: boolean
  /** Of a model's answer: what it took. */
  model?: string
  inputTokens?: number | null
  outputTokens?: number | null
  cost?: number | null
  durationMs?: number
  attempts?: number
  /** Of a search: why it was by words alone. */
  problem?: string | null
  /** Of a goal, and of a split. */
  name?: string
  arm?: string
  /** Of an exit. */
  handle?: string
  tool?: string
  input?: string
  output?: string
  found?: readonly FoundPiece[]
}

/** A piece of a document that a tool found. */
interface FoundPiece {
  number: number
  title: string
  heading: string | null
  page: number | null
  row: number | null
  text: string
}

/** Each row of a condition that was looked at, with the values that its sides had. */
export const describeComparisons = (actions: readonly RunAction[], words: RunWords): string[] =>
  actions
    .filter(({ k }) => k === 'compare')
    .map(({ left = '', op = '', right = '', holds = false }) =>
      words.compared(left, wordFor(words.ops, op), right, holds),
    )

/** What each answer of a model took. */
export const describeUsage = (actions: readonly RunAction[], words: RunWords): string[] =>
  actions
    .filter(({ k }) => k === 'ai_usage')
    .map(({ model = '', inputTokens, outputTokens, durationMs = 0, cost, attempts = 1 }) => {
      const seconds = (durationMs / 1_000).toFixed(1)
      const took = words.usage(model, String(inputTokens ?? '?'), String(outputTokens ?? '?'), seconds)
      const paid = cost === null || cost === undefined ? [] : [words.cost(String(cost))]
      return [took, ...paid, ...(attempts > 1 ? [words.askedTimes(attempts)] : [])].join(', ')
    })

/** What looking in documents by meaning took, or why it was by words alone. */
export const describeSearches = (actions: readonly RunAction[], words: RunWords): string[] =>
  actions
    .filter(({ k }) => k === 'search_usage')
    .map(({ model = '', inputTokens, durationMs = 0, cost, problem }) => {
      if (problem != null) return words.searchedByWords(model, wordFor(words.effectErrors, problem))
      const took = words.searched(model, String(inputTokens ?? '?'), (durationMs / 1_000).toFixed(1))
      return [took, ...(cost == null ? [] : [words.cost(String(cost))])].join(', ')
    })

/** What each tool that a model called was given, and gave. */
export const describeTools = (actions: readonly RunAction[], words: RunWords): string[] =>
  actions.flatMap(({ k, tool = '', input = '', output = '', found = [], durationMs = 0 }) => {
    const seconds = (durationMs / 1_000).toFixed(1)
    if (k === 'tool_call') return [words.toolCalled(tool, input)]
    if (k === 'tool_found') {
      return [
        words.toolFound(tool, found.length, seconds),
        ...found.map((piece) => describePiece(piece, words)),
      ]
    }
    return k === 'tool_result' ? [words.toolGave(tool, output, seconds)] : []
  })

function describePiece({ number, title, heading, page, row, text }: FoundPiece, words: RunWords): string {
  const places = [
    ...[title, heading],
    ...[page === null ? null : words.foundPage(page), row === null ? null : words.foundRow(row)],
  ]
  return words.foundPiece(number, places.filter(Boolean).join(', '), text)
}

const TOLD_APART: ReadonlySet<string> = new Set([
  'compare',
  'ai_usage',
  'search_usage',
  'tool_call',
  'tool_result',
  'tool_found',
])

/** What a move did besides sending and comparing, in a few words. */
export const describeActions = (actions: readonly RunAction[], words: RunWords): string =>
  actions
    .filter(({ k }) => !TOLD_APART.has(k))
    .map(({ k, type, var: variable, name, arm, handle }) => {
      const what = type === undefined ? (variable ?? name ?? arm ?? handle) : wordFor(words.messages, type)
      return [wordFor(words.actions, k), what].filter(Boolean).join(' ')
    })
    .join(', ')

/** What kind of node was left; `flow` stands for the flow as a whole. */
export const nameNodeType = (type: string, { nodeTypes }: RunWords): string => nodeTypes[type]?.name ?? type
