/** Fewer letters are too few to tell a typing error from another word. */
export const SHORTEST_MENDED = 4
const LONG_WORD = 8

/** How many letters may be wrong. */
const allowedFor = (word: string): number => (word.length >= LONG_WORD ? 2 : 1)

export interface KnownWord {
  word: string
  pieces: number
}

/** The known word that a misspelt one most likely is: the nearest, and of those the one that is used most. Null: none is near. */
export function findNearestWord(typed: string, known: readonly KnownWord[]): KnownWord | null {
  const allowed = allowedFor(typed)
  let best: { word: KnownWord; distance: number } | null = null
  for (const word of known) {
    const distance = distanceOf(typed, word.word, allowed)
    if (distance > allowed) continue
    const isBetter =
      best === null ||
      distance < best.distance ||
      (distance === best.distance && word.pieces > best.word.pieces)
    if (isBetter) best = { word, distance }
  }
  return best?.word ?? null
}

/** Letters to add, to drop, to change or to swap with their neighbour; more than `most` is not counted further. */
function distanceOf(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let row = 1; row <= a.length; row += 1) {
    const present = nextRow(a, b, row, { above, before })
    if (Math.min(...present) > most) return most + 1
    before = above
    above = present
  }
  return above[b.length] ?? most + 1
}

interface Rows {
  above: readonly number[]
  before: readonly number[]
}

function nextRow(a: string, b: string, row: number, { above, before }: Rows): number[] {
  const present = [row]
  for (let column = 1; column <= b.length; column += 1) {
    const changed = (above[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
    const swapped = isSwap(a, b, row, column) ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
    present.push(Math.min((above[column] ?? 0) + 1, (present[column - 1] ?? 0) + 1, changed, swapped))
  }
  return present
}

const isSwap = (a: string, b: string, row: number, column: number): boolean =>
  row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
