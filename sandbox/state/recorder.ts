import type { BinaryNode } from 'baileys/lib/WABinary/index.js'

const MAX_RECORDS = 5_000

/** A request or an informational stanza a client sent. `answered` is false when the network did not know it. */
export interface RecordedStanza {
  at: number
  number: string | undefined
  device: number | undefined
  tag: string
  xmlns: string | undefined
  type: string | undefined
  child: string | undefined
  answered: boolean
  stanza: BinaryNode
}

/** Something a client did that a real network or phone would refuse, ignore or answer with a correction. */
export interface Problem {
  at: number
  number: string
  device: number
  /** What kind of problem it is, one word or a few joined by dashes: `phash`, `upload-signature`. */
  rule: string
  /** A sentence about this one. */
  detail: string
  stanza: BinaryNode
}

/** What clients asked and told, newest last; bounded, for tests and for looking at. */
export class Recorder {
  #records: RecordedStanza[] = []
  #problems: Problem[] = []

  add(record: RecordedStanza): void {
    this.#records.push(record)
    if (this.#records.length > MAX_RECORDS * 2) this.#records = this.#records.slice(-MAX_RECORDS)
  }

  all(): readonly RecordedStanza[] {
    return this.#records
  }

  addProblem(problem: Problem): void {
    this.#problems.push(problem)
    if (this.#problems.length > MAX_RECORDS * 2) this.#problems = this.#problems.slice(-MAX_RECORDS)
  }

  problems(): readonly Problem[] {
    return this.#problems
  }
}
