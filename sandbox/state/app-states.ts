import { randomBytes } from 'node:crypto'
import type { Journal } from '../infra/journal.ts'

const KEY_ID_BYTES = 6
const KEY_BYTES = 32
const HASH_BYTES = 128

/** One collection of an account's app state. Byte strings are base64. */
export interface AppCollection {
  version: number
  hash: string
  /** The value's code by the index's code. */
  values: Record<string, string>
  /** The change that led to each version from 1 on. */
  patches: string[]
  /** Those of them that clients get with the reference to a file instead of the changes, by version. */
  inFiles?: Record<number, string>
  /** What it held at a version, whole: the reference to the file, base64. */
  snapshot?: { version: number; reference: string }
}

/** What is stored of an account's app state: its key, and what the phone and its linked devices agreed on. */
export interface AppStateRecord {
  keyId: string
  keyData: string
  madeAt: number
  collections: Record<string, AppCollection>
}

/** The app state of every account, by number. */
export class AppStates {
  readonly #journal: Journal
  readonly #records = new Map<string, AppStateRecord>()

  constructor(journal: Journal) {
    this.#journal = journal
    for (const { key, text } of journal.load('app-state')) {
      this.#records.set(key, JSON.parse(text) as AppStateRecord)
    }
  }

  of(number: string, at: number): AppStateRecord {
    const known = this.#records.get(number)
    if (known !== undefined) return known
    const record: AppStateRecord = {
      keyId: randomBytes(KEY_ID_BYTES).toString('base64'),
      keyData: randomBytes(KEY_BYTES).toString('base64'),
      madeAt: at,
      collections: {},
    }
    this.#records.set(number, record)
    this.save(number)
    return record
  }

  collection(record: AppStateRecord, name: string): AppCollection {
    record.collections[name] ??= {
      version: 0,
      hash: Buffer.alloc(HASH_BYTES).toString('base64'),
      values: {},
      patches: [],
    }
    return record.collections[name]
  }

  save(number: string): void {
    const record = this.#records.get(number)
    this.#journal.put('app-state', number, () => JSON.stringify(record))
  }
}
