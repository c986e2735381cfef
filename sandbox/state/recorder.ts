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

/** What clients asked and told, newest last; bounded, for tests and for looking at. */
export class Recorder {
  #records: RecordedStanza[] = []

  add(record: RecordedStanza): void {
    this.#records.push(record)
    if (this.#records.length > MAX_RECORDS * 2) this.#records = this.#records.slice(-MAX_RECORDS)
  }

  all(): readonly RecordedStanza[] {
    return this.#records
  }
}
