import type { Journal } from '../infra/journal.ts'
import type { KeyBundle } from './simulated-device.ts'

const PRE_KEY_ROW_BYTES = 36

/** What is stored of a linked device; byte strings are base64. */
export interface CompanionRecord {
  number: string
  device: number
  keyIndex: number
  identity: string
  noise: string
  registrationId: number
  signedPreKey: { id: number; public: string; signature: string }
  platform: string
  /** System and browser, as the phone lists it; absent in data of before. */
  shownAs?: string
  pairedAt: number
  historySent: boolean
  /** What it has to fetch anew, until it says that it did. */
  dirty?: string[]
}

/** A linked device of an account: our clients. The server holds its public keys only. */
export class Companion {
  readonly record: CompanionRecord
  readonly #journal: Journal
  readonly #preKeys = new Map<number, Buffer>()
  /** Whether the client has been told that its keys run low and has not uploaded since. */
  refillAsked = false
  /** How often it logged in since the network started, and how often a further login ended the one before (440). */
  logins = 0
  replaced = 0
  /** The device identity that was last proven, base64. */
  provenIdentity: string | undefined

  constructor(record: CompanionRecord, journal: Journal) {
    this.record = record
    this.#journal = journal
  }

  /** The key under which maps hold this device, and its name towards Signal: `number.device`. */
  get address(): string {
    return `${this.record.number}.${this.record.device}`
  }

  /** The one-time keys that are left, by their ids. */
  get preKeys(): ReadonlyMap<number, Buffer> {
    return this.#preKeys
  }

  get preKeyCount(): number {
    return this.#preKeys.size
  }

  save(): void {
    this.#journal.put('companion', this.address, () => JSON.stringify(this.record))
  }

  forget(): void {
    this.#journal.delete('companion', this.address)
    this.#journal.delete('pre-keys', this.address)
  }

  addPreKeys(keys: Iterable<{ id: number; public: Buffer }>): void {
    for (const key of keys) this.#preKeys.set(key.id, key.public)
    this.refillAsked = false
    this.#savePreKeys()
  }

  restorePreKeys(bytes: Uint8Array): void {
    const rows = Buffer.from(bytes)
    for (let at = 0; at + PRE_KEY_ROW_BYTES <= rows.length; at += PRE_KEY_ROW_BYTES) {
      this.#preKeys.set(rows.readUInt32BE(at), rows.subarray(at + 4, at + PRE_KEY_ROW_BYTES))
    }
  }

  /** The public keys for a new session; uses up one one-time key, if any is left. */
  takeBundle(): KeyBundle {
    const { registrationId, identity, signedPreKey } = this.record
    const [first] = this.#preKeys
    if (first !== undefined) {
      this.#preKeys.delete(first[0])
      this.#savePreKeys()
    }
    return {
      registrationId,
      identity: Buffer.from(identity, 'base64'),
      signedPreKey: {
        id: signedPreKey.id,
        public: Buffer.from(signedPreKey.public, 'base64'),
        signature: Buffer.from(signedPreKey.signature, 'base64'),
      },
      preKey: first && { id: first[0], public: first[1] },
    }
  }

  #savePreKeys(): void {
    this.#journal.put('pre-keys', this.address, () => {
      const rows = Buffer.alloc(this.#preKeys.size * PRE_KEY_ROW_BYTES)
      let at = 0
      for (const [id, key] of this.#preKeys) {
        rows.writeUInt32BE(id, at)
        rows.set(key, at + 4)
        at += PRE_KEY_ROW_BYTES
      }
      return rows
    })
  }
}
