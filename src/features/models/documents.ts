import type { AnswerSource, FoundText, SearchUsage } from '../../core/conversation/flow-event.ts'
import type { KnowledgeQuestion } from '../../core/flow/index.ts'
import type { AskedKnowledge, FoundKnowledge, FoundPiece } from '../knowledge/index.ts'
import type { ShownDocument } from './prompt.ts'

/** Looks in the documents of one account. */
export interface KnowledgePort {
  search(asked: AskedKnowledge): Promise<FoundKnowledge>
  /** A model was set up, changed or deleted, by which documents may be found. */
  modelChanged?(userId: string, model: string): Promise<void>
}

/** What was found for a question: as the model is shown it, and as it is kept with the answer. */
export interface ShownPieces {
  documents: ShownDocument[]
  sources: AnswerSource[]
  /** What looking for it by meaning took; absent: it was looked for by words alone, as no model is set for it. */
  search?: SearchUsage
}

/** In what conversation it is asked, and what ends the search. */
export type SearchPlace = Pick<AskedKnowledge, 'askedIn' | 'signal'>

/** Null where no documents are looked in. */
export async function findDocuments(
  knowledge: KnowledgePort | undefined,
  userId: string,
  asked: KnowledgeQuestion | null | undefined,
  place: SearchPlace = {},
): Promise<ShownPieces | null> {
  if (!asked) return null
  const { pieces, meaning } = await search(knowledge, userId, asked, place)
  const shown = { documents: pieces.map(toDocument), sources: pieces.map(toSource) }
  return meaning === null ? shown : { ...shown, search: meaning }
}

export interface FoundTexts {
  found: FoundText[]
  search?: SearchUsage
}

/** What a search that a model asked for finds. */
export async function findTexts(
  knowledge: KnowledgePort | undefined,
  userId: string,
  asked: KnowledgeQuestion,
  place: SearchPlace = {},
): Promise<FoundTexts> {
  const { pieces, meaning } = await search(knowledge, userId, asked, place)
  const found = pieces.map((piece) => ({ ...toSource(piece), text: piece.body }))
  return meaning === null ? { found } : { found, search: meaning }
}

async function search(
  knowledge: KnowledgePort | undefined,
  userId: string,
  { question, collections, maxPieces: limit }: KnowledgeQuestion,
  place: SearchPlace,
): Promise<FoundKnowledge> {
  const found = await knowledge?.search({ userId, question, collections, limit, ...place })
  return found ?? { pieces: [], meaning: null }
}

function toDocument({ title, heading, page, row, body }: FoundPiece): ShownDocument {
  const places = [heading, page !== null && `page ${page}`, row !== null && `row ${row}`]
  return { title, place: places.filter(Boolean).join(', '), text: body }
}

const toSource = ({ documentId, title, url, heading, page, row }: FoundPiece): AnswerSource => ({
  ...{ documentId, title, url, heading, page, row },
})
