const REPEAT = /^\{(\d+)(,(\d*))?\}/

interface Group {
  /** Instructions of what stands in it so far. */
  size: number
  /** Of the last character, class or group in it, which a repetition after it repeats. */
  last: number
}

/** Where a class that begins at `at` ends; in a class, `]` counts only behind the first character, and unescaped. */
function findClassEnd(source: string, at: number): number {
  let index = at + (source[at + 1] === '^' ? 2 : 1)
  if (source[index] === ']') index += 1
  for (; index < source.length && source[index] !== ']'; index += 1) {
    if (source[index] === '\\') index += 1
    else if (source.startsWith('[:', index)) index = Math.max(index, source.indexOf(':]', index) + 1)
  }
  return index
}

function findEscapeEnd(source: string, at: number): number {
  const next = source[at + 1]
  if (next === 'Q') {
    const end = source.indexOf('\\E', at)
    return end < 0 ? source.length : end + 1
  }
  const opensBraces = next !== undefined && 'pPx'.includes(next) && source[at + 2] === '{'
  return opensBraces ? Math.max(at + 1, source.indexOf('}', at)) : at + 1
}

/** How often `{2,5}` at the beginning of `text` repeats at most; `{2,}` is two and a loop. Null when there is none. */
function readRepeat(text: string): { times: number; length: number } | null {
  const [all, min, comma, max] = REPEAT.exec(text) ?? []
  if (all === undefined) return null
  const least = Number(min)
  const times = comma === undefined ? least : max ? Number(max) : least + 1
  return { times: Math.max(times, 1), length: all.length }
}

/** Sums up what a pattern compiles to while it is read from left to right. */
class SizeReader {
  readonly #groups: Group[] = [{ size: 0, last: 0 }]

  constructor(source: string) {
    for (let at = 0; at < source.length; at = this.#read(source, at) + 1);
  }

  get size(): number {
    return this.#groups.reduce((sum, group) => sum + group.size, 0)
  }

  /** Reads what begins at `at`; answers where it ends. */
  #read(source: string, at: number): number {
    switch (source[at]) {
      case '(':
        this.#groups.push({ size: 2, last: 0 })
        return at
      case ')':
        if (this.#groups.length > 1) this.#add(this.#groups.pop()?.size ?? 0)
        return at
      case '*':
      case '+':
      case '?':
        this.#repeat(1)
        return at
      case '{':
        return this.#readBraces(source, at)
      case '[':
        this.#add(1)
        return findClassEnd(source, at)
      case '\\':
        return this.#readEscape(source, at)
      default:
        this.#add(1)
        return at
    }
  }

  #readBraces(source: string, at: number): number {
    const repeat = readRepeat(source.slice(at, at + 20))
    if (repeat) this.#repeat(repeat.times)
    else this.#add(1)
    return at + (repeat?.length ?? 1) - 1
  }

  #readEscape(source: string, at: number): number {
    const end = findEscapeEnd(source, at)
    this.#add(source[at + 1] === 'Q' ? end - at : 1)
    return end
  }

  #add(size: number): void {
    const group = this.#groups.at(-1)
    if (!group) return
    group.size += size
    group.last = size
  }

  /** Each repetition that may be left out costs an instruction of its own. */
  #repeat(times: number): void {
    const group = this.#groups.at(-1)
    if (!group) return
    const repeated = (group.last + 1) * times
    group.size += repeated - group.last
    group.last = repeated
  }
}

/**
 * About as many instructions as RE2 compiles a pattern to, without compiling it: repetitions are written out, so that a short
 * pattern can be millions of them. What is no pattern at all has some size too.
 */
export function estimatePatternSize(source: string): number {
  return new SizeReader(source).size
}
