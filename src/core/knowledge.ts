/** What a shelf of documents is called that flows and searches name. */
export const COLLECTION_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/

const MIB = 1024 ** 2

/** The largest file that is taken, and the largest page. A PDF of 16 MiB can take a reader half a gigabyte. */
export const MAX_KNOWLEDGE_FILE_BYTES = 16 * MIB
export const MAX_KNOWLEDGE_QUESTION_CHARS = 2_000
export const MAX_KNOWLEDGE_RESULTS = 20

/** How much one account keeps. More pieces than these are not searched exactly within a tenth of a second. */
export interface KnowledgeLimits {
  documents: number
  bytes: number
  pieces: number
}

export const KNOWLEDGE_LIMITS: Readonly<Record<'free' | 'pro', KnowledgeLimits>> = {
  free: { documents: 100, bytes: 100 * MIB, pieces: 5_000 },
  pro: { documents: 2_000, bytes: 2_048 * MIB, pieces: 50_000 },
}

/** `waiting` to be read; `failed` keeps what was read before, when there is any. */
export const KNOWLEDGE_STATES = ['waiting', 'reading', 'ready', 'failed'] as const
export type KnowledgeState = (typeof KNOWLEDGE_STATES)[number]

/** Why nothing could be read from a document. */
export const KNOWLEDGE_PROBLEMS = [
  'ENCRYPTED',
  'NO_TEXT',
  'TOO_LARGE',
  'TOO_MUCH_MEMORY',
  'TOO_SLOW',
  'UNREADABLE',
  'UNKNOWN_TYPE',
  'LIMIT_PIECES',
  'FILE_MISSING',
  'INTERRUPTED',
  'ADDRESS_REFUSED',
  'HOST_NOT_FOUND',
  'CONNECTION_FAILED',
  'PAGE_TOO_SLOW',
  'PAGE_REFUSED',
  'REDIRECT_REFUSED',
] as const
export type KnowledgeProblem = (typeof KNOWLEDGE_PROBLEMS)[number]

/** By what a piece was found: words it shares with the question, its meaning, or both. */
export const FOUND_BY = ['words', 'meaning', 'both'] as const
export type FoundBy = (typeof FOUND_BY)[number]
