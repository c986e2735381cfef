import type { Passage } from '../extract/passage.ts'

/** Part of a document that answers a question by itself; `heading` is the way through the headings above it. */
export interface Piece {
  body: string
  heading: string | null
  page: number | null
  row: number | null
}

/** Two or three paragraphs: enough for an answer, few enough that several of them fit into a question. */
const PIECE_CHARS = 1_200
/** What is shorter goes on into the next section. */
const SHORT_PIECE_CHARS = 300
const OVERLAP_CHARS = 160
const MAX_HEADING_CHARS = 300

/** Cuts a document where its headings and paragraphs end. The end of a piece stands at the beginning of the next as well. */
export function cutIntoPieces(passages: readonly Passage[]): Piece[] {
  const cutter = new Cutter()
  for (const passage of passages) {
    for (const part of cutLong(passage.text)) cutter.add({ ...passage, text: part })
  }
  return cutter.end()
}

class Cutter {
  readonly #pieces: Piece[] = []
  #first: Passage | null = null
  #lines: string[] = []
  #chars = 0
  #heading: string | null = null

  add(passage: Passage): void {
    const heading = headingOf(passage)
    const isNew = heading !== this.#heading
    const isFull = this.#chars + passage.text.length > PIECE_CHARS
    if (this.#first !== null && (isFull || (isNew && this.#chars >= SHORT_PIECE_CHARS))) this.#cut(!isNew)
    if (this.#first === null) this.#first = passage
    // A section that goes on in the piece of another keeps its name.
    else if (isNew && passage.headings.length > 0) this.#push(passage.headings.at(-1) ?? '')
    this.#heading = heading
    this.#push(passage.text)
  }

  end(): Piece[] {
    this.#cut(false)
    return this.#pieces
  }

  #push(line: string): void {
    this.#lines.push(line)
    this.#chars += line.length + 1
  }

  #cut(keepsEnd: boolean): void {
    const first = this.#first
    if (first === null) return
    const body = this.#lines.join('\n')
    this.#pieces.push({ body, heading: headingOf(first), page: first.page, row: first.row })
    const end = keepsEnd && first.row === null ? readEnd(this.#lines.at(-1) ?? '') : ''
    this.#first = null
    this.#lines = end === '' ? [] : [end]
    this.#chars = end.length
  }
}

const headingOf = ({ headings }: Passage): string | null =>
  headings.length === 0 ? null : headings.join(' › ').slice(0, MAX_HEADING_CHARS).toWellFormed()

/** The last sentence, when it is short. */
function readEnd(text: string): string {
  const sentences = text.match(/[^.!?。！？]+[.!?。！？]*\s*/gu) ?? []
  const last = (sentences.at(-1) ?? '').trim()
  return last.length <= OVERLAP_CHARS ? last : ''
}

/** A long paragraph in parts that fit, cut after a sentence, else after a word. */
function cutLong(text: string): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > PIECE_CHARS) {
    const window = rest.slice(0, PIECE_CHARS)
    const sentence = Math.max(
      ...['. ', '! ', '? ', '; ', '。'].map((end) => window.lastIndexOf(end) + end.length - 1),
    )
    const word = window.lastIndexOf(' ')
    const at = sentence > PIECE_CHARS / 2 ? sentence : word > PIECE_CHARS / 2 ? word : PIECE_CHARS
    parts.push(rest.slice(0, at).toWellFormed().trim())
    rest = rest.slice(at)
  }
  parts.push(rest.trim())
  return parts.filter((part) => part !== '')
}
