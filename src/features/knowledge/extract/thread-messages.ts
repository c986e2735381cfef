import type { KnowledgeProblem } from '../../../core/knowledge.ts'
import type { IndexedPiece } from '../search/lexemes.ts'
import type { Stated } from './extract.ts'

/** What the thread is given; the bytes are its own from then on. */
export interface ReadTask extends Stated {
  bytes: Uint8Array<ArrayBuffer>
  /** As its owner calls it; null: as the document calls itself. */
  title: string | null
  fallbackTitle: string
  mark: string
}

export type ReadResult =
  | { ok: true; title: string; chars: number; pieces: IndexedPiece[] }
  | { ok: false; problem: KnowledgeProblem }
