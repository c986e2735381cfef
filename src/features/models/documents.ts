import type { AnswerSource, FoundText } from '../../core/conversation/flow-event.ts'
import type { KnowledgeQuestion } from '../../core/flow/index.ts'
import type { AskedKnowledge, FoundPiece } from '../knowledge/index.ts'
import type { ShownDocument } from './prompt.ts'

/** Looks in the documents of one account. */
export interface KnowledgePort {
  search(asked: AskedKnowledge): Promise<FoundPiece[]>
}

/** What was found for a question: as the model is shown it, and as it is kept with the answer. */
export interface ShownPieces {
  documents: ShownDocument[]
  sources: AnswerSource[]
}

/** Null where no documents are looked in. */
export async function findDocuments(
  knowledge: KnowledgePort | undefined,
  userId: string,
  asked: KnowledgeQuestion | null | undefined,
): Promise<ShownPieces | null> {
  if (!asked) return null
  const { question, collections, maxPieces: limit } = asked
  const found = (await knowledge?.search({ userId, question, collections, limit })) ?? []
  return { documents: found.map(toDocument), sources: found.map(toSource) }
}

/** What a search that a model asked for finds. */
export async function findTexts(
  knowledge: KnowledgePort | undefined,
  userId: string,
  { question, collections, maxPieces: limit }: KnowledgeQuestion,
): Promise<FoundText[]> {
  const found = (await knowledge?.search({ userId, question, collections, limit })) ?? []
  return found.map((piece) => ({ ...toSource(piece), text: piece.body }))
}

function toDocument({ title, heading, page, row, body }: FoundPiece): ShownDocument {
  const places = [heading, page !== null && `page ${page}`, row !== null && `row ${row}`]
  return { title, place: places.filter(Boolean).join(', '), text: body }
}

const toSource = ({ documentId, title, url, heading, page, row }: FoundPiece): AnswerSource => ({
  ...{ documentId, title, url, heading, page, row },
})
