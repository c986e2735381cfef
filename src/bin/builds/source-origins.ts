/** A place in a file, counted from zero. */
export interface Place {
  line: number
  column: number
}

/** Where a place in a built file comes from. */
interface Origin extends Place {
  source: string
}

/** What is used of a source map. */
export interface SourceMapParts {
  sources: readonly string[]
  mappings: string
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const VALUES = new Uint8Array(128)
for (let value = 0; value < DIGITS.length; value++) VALUES[DIGITS.charCodeAt(value)] = value
const COMMA = ','.charCodeAt(0)
const SEMICOLON = ';'.charCodeAt(0)

const isBefore = (one: Place, line: number, column: number): boolean =>
  one.line < line || (one.line === line && one.column < column)

/** Goes through the segments of a map, each of which says where a piece of the built file begins and where it comes from. */
class Segments {
  line = 0
  column = 0
  /** Whether the piece comes from a source. */
  hasOrigin = false
  source = 0
  sourceLine = 0
  sourceColumn = 0
  readonly #text: string
  #at = 0

  constructor(mappings: string) {
    this.#text = mappings
  }

  /** Goes to the beginning of the next piece; false after the last. */
  next(): boolean {
    for (;;) {
      if (this.#at >= this.#text.length) return false
      const sign = this.#text.charCodeAt(this.#at)
      if (sign !== COMMA && sign !== SEMICOLON) break
      this.#at++
      if (sign === SEMICOLON) {
        this.line++
        this.column = 0
      }
    }
    this.column += this.#readNumber()
    return true
  }

  /** Reads where the piece comes from, once for each. */
  readOrigin(): void {
    this.hasOrigin = !this.#isAtEnd()
    if (!this.hasOrigin) return
    this.source += this.#readNumber()
    this.sourceLine += this.#readNumber()
    this.sourceColumn += this.#readNumber()
    // The name that it has there.
    if (!this.#isAtEnd()) this.#readNumber()
  }

  #isAtEnd(): boolean {
    const sign = this.#at < this.#text.length ? this.#text.charCodeAt(this.#at) : COMMA
    return sign === COMMA || sign === SEMICOLON
  }

  /** Five bits a digit, the lowest first; the lowest bit of all is the sign. */
  #readNumber(): number {
    let number = 0
    for (let shift = 0; ; shift += 5) {
      const digit = VALUES[this.#text.charCodeAt(this.#at++)] ?? 0
      number |= (digit & 31) << shift
      if ((digit & 32) === 0) break
    }
    return number & 1 ? -(number >> 1) : number >> 1
  }
}

/**
 * The origin of each of the places, which come in ascending order; null where the map names none. Goes through the map once and
 * keeps nothing of it: Node's own `SourceMap` makes a list of all of it, which takes half a second for the largest file.
 */
export function findOrigins(
  { sources, mappings }: SourceMapParts,
  places: readonly Place[],
): (Origin | null)[] {
  const segments = new Segments(mappings)
  const found: (Origin | null)[] = []
  const add = (): void => {
    const { hasOrigin, sourceLine: line, sourceColumn: column } = segments
    const source = sources[segments.source]
    found.push(hasOrigin && source !== undefined ? { source, line, column } : null)
  }
  while (found.length < places.length && segments.next()) {
    // These lie in the piece before.
    for (let place = places[found.length]; place; place = places[found.length]) {
      if (!isBefore(place, segments.line, segments.column)) break
      add()
    }
    segments.readOrigin()
  }
  while (found.length < places.length) add()
  return found
}
