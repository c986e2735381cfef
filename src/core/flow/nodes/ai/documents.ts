import { z } from 'zod'
import type { AnswerSource, FoundText } from '../../../conversation/flow-event.ts'
import { COLLECTION_NAME, MAX_KNOWLEDGE_QUESTION_CHARS } from '../../../knowledge.ts'
import type { KnowledgeQuestion, ToolOutput } from '../../effects.ts'
import { finding, findingText } from '../../findings.ts'
import { MAX_AI_PIECES, MAX_TOOL_OUTPUT_CHARS } from '../../limits.ts'
import type { AiThinking } from '../../run.ts'
import type { NodeProblem } from '../node-type.ts'

/** In which documents of the flow's owner is looked, and how many pieces are shown. */
export const documentsSchema = z.strictObject({
  from: z.enum(['all', 'collections']),
  collections: z
    .array(z.string().regex(COLLECTION_NAME, findingText('NO_COLLECTION_NAME')))
    .max(20)
    .default([]),
  maxPieces: z.number().int().min(1).max(MAX_AI_PIECES).default(4),
})
export type DocumentsData = z.output<typeof documentsSchema>

export function checkDocuments({ from, collections }: DocumentsData): NodeProblem[] {
  const isNamed = from === 'all' || collections.length > 0
  return isNamed ? [] : [{ path: 'knowledge.collections', ...finding('COLLECTIONS_MISSING') }]
}

export const toSearch = (
  { from, collections, maxPieces }: DocumentsData,
  question: string,
): KnowledgeQuestion => ({
  question: question.slice(0, MAX_KNOWLEDGE_QUESTION_CHARS).toWellFormed(),
  collections: from === 'all' ? null : collections,
  maxPieces,
})

/** Of an agent: the numbers before those that tools find are of what a question itself is shown. */
interface Numbering {
  knowledge?: Pick<DocumentsData, 'maxPieces'> | undefined
}

/** A piece as the model is told of it. */
interface NumberedText {
  number: number
  title: string
  place: string
  text: string
}

export interface KeptFound {
  output: ToolOutput
  sources: readonly AnswerSource[]
  pieces: readonly (FoundText & { number: number })[]
}

const MAX_PLACE_CHARS = 400
/** Longer than any piece that documents are cut into. */
const MAX_PIECE_CHARS = 2_500

/** Numbers what a tool found, as many pieces as one output holds, behind all that were shown to the model before. */
export function numberFound(
  { knowledge }: Numbering,
  { sources: before = [] }: Pick<AiThinking, 'sources'>,
  found: readonly FoundText[],
): KeptFound {
  const first = (knowledge?.maxPieces ?? 0) + before.length + 1
  const pieces: (FoundText & { number: number })[] = []
  const documents: NumberedText[] = []
  let left = MAX_TOOL_OUTPUT_CHARS - JSON.stringify({ documents: [] }).length
  for (const piece of found) {
    const number = first + pieces.length
    const shown = toNumbered(piece, number)
    const size = JSON.stringify(shown).length + 1
    if (size > left) continue
    left -= size
    documents.push(shown)
    pieces.push({ ...piece, text: shown.text, number })
  }
  return { output: { value: { documents } }, sources: [...before, ...pieces.map(toSource)], pieces }
}

function toNumbered({ title, heading, page, row, text }: FoundText, number: number): NumberedText {
  const places = [heading, page !== null && `page ${page}`, row !== null && `row ${row}`]
  const place = places.filter(Boolean).join(', ').slice(0, MAX_PLACE_CHARS).toWellFormed()
  const isLong = text.length > MAX_PIECE_CHARS
  const shown = isLong ? `${text.slice(0, MAX_PIECE_CHARS).toWellFormed()}… (cut)` : text
  return { number, title, place, text: shown }
}

const toSource = ({ documentId, title, url, heading, page, row }: FoundText): AnswerSource => ({
  ...{ documentId, title, url, heading, page, row },
})

/** All that the model was shown, by number from 1; null where a number was free. */
export function listShown(
  { knowledge }: Numbering,
  thinking: Pick<AiThinking, 'sources'> | null,
  shown: readonly AnswerSource[],
): (AnswerSource | null)[] {
  const own = Array.from({ length: knowledge?.maxPieces ?? 0 }, (_, index) => shown[index] ?? null)
  return [...own, ...(thinking?.sources ?? [])]
}
