/** A piece of two texts: in both, only in the one before, or only in the one now. */
export interface DiffPiece {
  kind: 'same' | 'gone' | 'new'
  text: string
}

/** Longer texts are shown whole, one after the other: a table of all their words would take too much. */
const MAX_WORDS = 600

const toWords = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? []

type Piece = [DiffPiece['kind'], string]

/** What changed between two texts, word by word. */
export function diffWords(before: string, after: string): DiffPiece[] {
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }]
  const [a, b] = [toWords(before), toWords(after)]
  const isLong = a.length > MAX_WORDS || b.length > MAX_WORDS
  const whole: Piece[] = [
    ['gone', before],
    ['new', after],
  ]
  return joined((isLong ? whole : walk(a, b)).filter(([, text]) => text !== ''))
}

/** Along both texts, by the way on which most words are in both. */
function walk(a: readonly string[], b: readonly string[]): Piece[] {
  const common = countCommon(a, b)
  const at = (i: number, j: number): number => common[i]?.[j] ?? -1
  const pieces: Piece[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    const [old, fresh] = [a[i], b[j]]
    if (old !== undefined && old === fresh) {
      pieces.push(['same', old])
      i += 1
      j += 1
    } else if (old !== undefined && at(i + 1, j) >= at(i, j + 1)) {
      pieces.push(['gone', old])
      i += 1
    } else {
      pieces.push(['new', fresh ?? ''])
      j += 1
    }
  }
  return pieces
}

/** By how many words the rests of both texts, from each place on, agree at most. */
function countCommon(a: readonly string[], b: readonly string[]): number[][] {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0))
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = table[i]
      if (!row) continue
      row[j] =
        a[i] === b[j] ? (table[i + 1]?.[j + 1] ?? 0) + 1 : Math.max(table[i + 1]?.[j] ?? 0, row[j + 1] ?? 0)
    }
  }
  return table
}

function joined(pieces: readonly Piece[]): DiffPiece[] {
  const found: DiffPiece[] = []
  for (const [kind, text] of pieces) {
    const last = found.at(-1)
    if (last?.kind === kind) last.text += text
    else found.push({ kind, text })
  }
  return found
}
