import type { KnowledgeProblem } from '../../../core/knowledge.ts'

/** A paragraph, a list item or a row, with where it stands. */
export interface Passage {
  text: string
  /** The headings above it, outermost first. */
  headings: readonly string[]
  /** Of a PDF, from 1. */
  page: number | null
  /** Of a table that is a file, from 1; the names of its columns are none. */
  row: number | null
}

export interface Extracted {
  /** As the document itself says; null where it says nothing. */
  title: string | null
  passages: Passage[]
}

/** A document that cannot be read, for a reason its owner is told by its code. */
export class ExtractProblem extends Error {
  readonly code: KnowledgeProblem

  constructor(code: KnowledgeProblem, cause?: unknown) {
    super(code, cause === undefined ? undefined : { cause })
    this.name = 'ExtractProblem'
    this.code = code
  }
}

/** A book of a thousand pages; what is longer is cut into files by its owner. */
const MAX_TEXT_CHARS = 4_000_000
const MAX_HEADING_CHARS = 200

/** Collects what is read, under the headings that came before, and ends the reading of what has no end. */
export class Passages {
  readonly passages: Passage[] = []
  #headings: { level: number; text: string }[] = []
  #chars = 0

  heading(level: number, text: string): void {
    const clean = tidy(text).slice(0, MAX_HEADING_CHARS).toWellFormed()
    if (clean === '') return
    this.#headings = [...this.#headings.filter((above) => above.level < level), { level, text: clean }]
  }

  add(text: string, place: { page?: number; row?: number } = {}): void {
    const clean = tidy(text)
    if (clean === '') return
    this.#chars += clean.length
    if (this.#chars > MAX_TEXT_CHARS) throw new ExtractProblem('TOO_LARGE')
    const headings = this.#headings.map((heading) => heading.text)
    this.passages.push({ text: clean, headings, page: place.page ?? null, row: place.row ?? null })
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a database takes no NUL, and people read none of the others.
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g

/** One line without signs that nobody sees. */
export function tidy(text: string): string {
  return text.toWellFormed().replace(UNSEEN, '').replace(/\s+/g, ' ').trim()
}

/** The parser of tags keeps those that are open in a list whose ends it works at: thousands cost time that grows with their square. */
const MAX_OPEN_TAGS = 3_000

/** Ends the reading of what is nested deeper than people or programs write. */
export class NestingGuard {
  #open = 0

  opened(): void {
    this.#open += 1
    if (this.#open > MAX_OPEN_TAGS) throw new ExtractProblem('UNREADABLE')
  }

  closed(): void {
    this.#open -= 1
  }
}
