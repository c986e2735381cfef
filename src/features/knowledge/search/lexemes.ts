import { sha256 } from '../../../platform/secrets.ts'
import type { Piece } from './pieces.ts'
import { readWords } from './words.ts'

/** PostgreSQL keeps no more positions of a word, and none beyond this one. */
const MAX_POSITIONS_A_WORD = 32
const MAX_POSITION = 16_383

/**
 * What stands before each word in the index. Without it a word that one account uses in a million pieces would cost every other
 * account the time to leave them out. It is no fence: rows are always kept to their owner as well.
 */
export const ownerMark = (userId: string): string => sha256(userId).toString('base64url').slice(0, 4)

/** Words in the index are in quotes; they are letters and digits, so none needs an escape. */
export const toLexeme = (mark: string, word: string): string => `'${mark}:${word}'`

export interface IndexedPiece extends Piece {
  /** The text of a `tsvector`: words of headings weigh A, of the title B, of the text D. */
  vector: string
  words: string[]
}

/** How a piece is found. */
export function indexPiece(piece: Piece, title: string, mark: string): IndexedPiece {
  const positions = new Map<string, string[]>()
  let at = 0
  const add = (text: string, weight: 'A' | 'B' | '') => {
    for (const word of readWords(text)) {
      at = Math.min(at + 1, MAX_POSITION)
      const known = positions.get(word)
      if (!known) positions.set(word, [`${at}${weight}`])
      else if (known.length < MAX_POSITIONS_A_WORD) known.push(`${at}${weight}`)
    }
  }
  add(piece.heading ?? '', 'A')
  add(title, 'B')
  add(piece.body, '')
  const vector = [...positions]
    .map(([word, places]) => `${toLexeme(mark, word)}:${places.join(',')}`)
    .join(' ')
  return { ...piece, vector, words: [...positions.keys()] }
}
