export { Knowledge, type KnowledgeDeps } from './knowledge.ts'
export type {
  AskedIn,
  EmbeddingPort,
  EmbedFailure,
  EmbedOutcome,
  EmbedRequest,
} from './meaning/embedding-port.ts'
export type { AskedKnowledge, FoundKnowledge, FoundPiece } from './search/search.ts'
