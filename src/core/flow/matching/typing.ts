/**
 * How many errors of typing a word of this many letters may have. Elasticsearch's AUTO allows one from 3 letters and two from
 * 6; short words are kept apart here, because "sim" and "sem", or "date" and "late", are both what somebody means.
 */
function allowedErrors(letters: number): number {
  if (letters < 4) return 0
  return letters < 8 ? 1 : 2
}

/**
 * The fewest letters left out, added, changed or swapped with their neighbour (optimal string alignment) that make `a` of
 * `b`; null when they are more than `most`.
 */
export function countTypingErrors(a: string, b: string, most: number): number | null {
  const [left, right] = [[...a], [...b]]
  if (Math.abs(left.length - right.length) > most) return null
  let before: number[] = []
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let i = 1; i <= left.length; i++) {
    const next = [i]
    for (let j = 1; j <= right.length; j++) next.push(cheapest({ left, right, i, j, before, row, next }))
    if (Math.min(...next) > most) return null
    before = row
    row = next
  }
  const errors = row[right.length] ?? 0
  return errors <= most ? errors : null
}

interface Place {
  left: readonly string[]
  right: readonly string[]
  i: number
  j: number
  before: readonly number[]
  row: readonly number[]
  next: readonly number[]
}

function cheapest({ left, right, i, j, before, row, next }: Place): number {
  const isSame = left[i - 1] === right[j - 1]
  const changed = (row[j - 1] ?? 0) + (isSame ? 0 : 1)
  const least = Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
  const isSwapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]
  return isSwapped ? Math.min(least, (before[j - 2] ?? 0) + 1) : least
}

/**
 * The errors of typing between a phrase and a name, both as folded words; null when it is another text. Digits have no
 * errors, and a short word keeps its first letter. A space too many or too few is one error.
 */
export function countErrors(phrase: readonly string[], name: readonly string[]): number | null {
  if (phrase.length !== name.length) return countJoined(phrase.join(''), name.join(''))
  let sum = 0
  for (const [index, word] of phrase.entries()) {
    const errors = countInWord(word, name[index] ?? '')
    if (errors === null) return null
    sum += errors
  }
  return sum
}

function countInWord(word: string, name: string): number | null {
  if (word === name) return 0
  const letters = [...name].length
  if (/\p{N}/u.test(word + name)) return null
  const isOtherBegin = word[0] !== name[0] && !(word[0] === name[1] && word[1] === name[0])
  if (isOtherBegin && letters < 8) return null
  return countTypingErrors(word, name, allowedErrors(letters))
}

function countJoined(joined: string, name: string): number | null {
  const errors = joined === name ? 0 : countInWord(joined, name)
  return errors === null ? null : errors + 1
}
