export { Knowledge, type KnowledgeDeps } from './knowledge.ts'
export type { FoundPiece } from './search/search.ts'
