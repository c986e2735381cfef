export { Knowledge, type KnowledgeDeps } from './knowledge.ts'
export type { AskedKnowledge, FoundPiece } from './search/search.ts'
