import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { SpooledFile } from '../../contract/handlers.ts'
import { Refusal, refusal } from '../../core/errors.ts'

/** A file being written, as the media store gives them. */
interface Draft {
  readonly path: string
  keep(key: string): Promise<void>
  drop(): Promise<void>
}

export type OpenDraft = () => Promise<Draft>

/** Shorter values stay where they are: so much text costs nothing. */
export const SPOOLED_CHARS = 256 * 1024

/** What stays in memory besides files: as much as a body without files may be. */
const MAX_REST_BYTES = 1_048_576
/** Files too short to be spooled stay in memory too: an album of thirty has room, thousands do not. */
const MAX_SHORT_FILES_BYTES = 16_777_216
const MAX_FIELD_CHARS = 16
const SPOOLED_FIELD = 'base64'
const QUOTE = 0x22
const BACKSLASH = 0x5c
const SLASH = 0x2f
const COLON = 0x3a
const isBlank = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)
const ENCODED = /^[A-Za-z0-9+/_-]*={0,2}$/

/** Stands in the body for what was spooled from it: the same for the same content, and itself base64. */
const toToken = (index: number, hash: Hash): string => `spooled-${index}-${hash.digest('hex')}`

const notBase64 = (): Refusal =>
  new Refusal('BAD_REQUEST', 'A value of base64 is not base64. Send the bytes of the file as base64 text.', {
    data: { errors: [{ path: SPOOLED_FIELD, message: 'This is not base64.' }] },
  })

const tooMuchBeside = (field: string): Refusal =>
  refusal('PAYLOAD_TOO_LARGE', 'BODY_TOO_LARGE_BESIDE', { field }, { data: { maxBytes: MAX_REST_BYTES } })

const tooManyShort = (): Refusal =>
  refusal('PAYLOAD_TOO_LARGE', 'SHORT_FILES_TOO_LARGE', {}, { data: { maxBytes: MAX_SHORT_FILES_BYTES } })

/** Decodes one long value piece by piece into a draft. */
async function createSpoolFile(draft: Draft, index: number) {
  const file: FileHandle = await open(draft.path, 'wx')
  const hash = createHash('sha256')
  let carry = ''
  let sizeBytes = 0
  let afterBackslash = false
  let hasEnded = false

  /** JSON may write a slash with a backslash before it. */
  function clean(piece: Buffer): string {
    if (!afterBackslash && !piece.includes(BACKSLASH)) return piece.toString('latin1')
    const kept: number[] = []
    for (const byte of piece) {
      if (afterBackslash && byte !== SLASH) throw notBase64()
      afterBackslash = byte === BACKSLASH
      if (!afterBackslash) kept.push(byte)
    }
    return Buffer.from(kept).toString('latin1')
  }

  async function write(text: string): Promise<void> {
    const bytes = Buffer.from(text, 'base64')
    hash.update(bytes)
    sizeBytes += bytes.length
    await file.writeFile(bytes)
  }

  return {
    async add(piece: Buffer): Promise<void> {
      const text = clean(piece)
      if (!ENCODED.test(text) || (hasEnded && /[^=]/.test(text))) throw notBase64()
      hasEnded ||= text.includes('=')
      const all = carry + text
      const whole = all.length - (all.length % 4)
      carry = all.slice(whole)
      await write(all.slice(0, whole))
    },
    async end(): Promise<{ token: string; spooled: SpooledFile }> {
      await write(carry)
      await file.close()
      const sha256 = hash.copy().digest()
      return { token: toToken(index, hash), spooled: { sizeBytes, sha256, keep: (key) => draft.keep(key) } }
    },
    async abandon(): Promise<void> {
      await file.close().catch(() => {})
    },
  }
}

type SpoolFile = Awaited<ReturnType<typeof createSpoolFile>>

/**
 * Reads JSON as it arrives and spools long values of `fileField` to drafts, so that a file in a body never lies
 * in memory as a whole; without `openDraft` they stay. All the rest is bounded. `rest` is the same JSON with tokens in
 * their places; what is not JSON stays what it was.
 */
export class Spooler {
  readonly #openDraft: OpenDraft | undefined
  readonly #fileField: string
  readonly #pieces: Buffer[] = []
  readonly #drafts: Draft[] = []
  readonly files = new Map<string, SpooledFile>()
  #inString = false
  #isEscaped = false
  #field = ''
  #lastField = ''
  #before = 0
  /** The beginning of a value that may turn out to be long. */
  #held: Buffer[] | null = null
  #heldChars = 0
  #open: SpoolFile | null = null
  #restBytes = 0
  #shortFilesBytes = 0
  /** The part of the present piece that stays, not yet in `rest`: one entry each, however many strings are in it. */
  #keptFrom = 0
  #keptTo = 0

  constructor(openDraft: OpenDraft | undefined, fileField: string = SPOOLED_FIELD) {
    this.#openDraft = openDraft
    this.#fileField = fileField
  }

  async add(piece: Buffer): Promise<void> {
    this.#skipTo(0)
    for (let at = 0; at < piece.length; ) {
      if (this.#held) at = await this.#readValue(piece, at)
      else at = this.#inString ? this.#readText(piece, at) : this.#readBetween(piece, at)
    }
    this.#storeKept(piece)
  }

  rest(): Buffer {
    return Buffer.concat([...this.#pieces, ...(this.#held ?? [])])
  }

  /** Deletes what nobody kept. */
  async close(): Promise<void> {
    await this.#open?.abandon()
    for (const draft of this.#drafts) await draft.drop()
  }

  #keep(to: number): void {
    this.#restBytes += to - this.#keptTo
    this.#keptTo = to
    if (this.#restBytes > MAX_REST_BYTES) throw tooMuchBeside(this.#fileField)
  }

  #skipTo(at: number): void {
    this.#keptFrom = at
    this.#keptTo = at
  }

  #storeKept(piece: Buffer): void {
    if (this.#keptTo > this.#keptFrom) this.#pieces.push(piece.subarray(this.#keptFrom, this.#keptTo))
  }

  /** The end of the string within the piece, or its length. */
  #findEnd(piece: Buffer, from: number): number {
    const quote = piece.indexOf(QUOTE, from)
    const end = quote < 0 ? piece.length : quote
    const isPlain = !this.#isEscaped && !piece.subarray(from, end).includes(BACKSLASH)
    return isPlain ? end : this.#findEscapedEnd(piece, from)
  }

  #findEscapedEnd(piece: Buffer, from: number): number {
    for (let at = from; at < piece.length; at++) {
      if (!this.#isEscaped && piece[at] === QUOTE) return at
      this.#isEscaped = !this.#isEscaped && piece[at] === BACKSLASH
    }
    return piece.length
  }

  async #takeValue(part: Buffer): Promise<void> {
    if (this.#open) return this.#open.add(part)
    this.#held?.push(part)
    this.#heldChars += part.length
    if (!this.#held || !this.#openDraft || this.#heldChars <= SPOOLED_CHARS) return
    const draft = await this.#openDraft()
    this.#drafts.push(draft)
    this.#open = await createSpoolFile(draft, this.#drafts.length)
    for (const one of this.#held) await this.#open.add(one)
  }

  async #endValue(): Promise<void> {
    if (this.#open) {
      const { token, spooled } = await this.#open.end()
      this.#open = null
      this.files.set(token, spooled)
      this.#pieces.push(Buffer.from(token))
    } else {
      this.#pieces.push(...(this.#held ?? []))
      this.#shortFilesBytes += this.#openDraft ? this.#heldChars : 0
      if (this.#shortFilesBytes > MAX_SHORT_FILES_BYTES) throw tooManyShort()
    }
    this.#held = null
    this.#heldChars = 0
  }

  /** Within a string that stays as it is. Answers where it goes on, as the others do. */
  #readText(piece: Buffer, from: number): number {
    const end = this.#findEnd(piece, from)
    if (this.#field.length < MAX_FIELD_CHARS)
      this.#field += piece.toString('latin1', from, Math.min(end, from + MAX_FIELD_CHARS))
    this.#keep(end)
    return end === piece.length ? end : this.#endString(end)
  }

  /** Within a string that may be a file. */
  async #readValue(piece: Buffer, from: number): Promise<number> {
    const end = this.#findEnd(piece, from)
    await this.#takeValue(piece.subarray(from, end))
    this.#storeKept(piece)
    this.#skipTo(end)
    if (end === piece.length) return end
    await this.#endValue()
    return this.#endString(end)
  }

  #endString(end: number): number {
    this.#lastField = this.#field
    this.#inString = false
    this.#before = QUOTE
    this.#keep(end + 1)
    return end + 1
  }

  /** Between strings, up to the next one. */
  #readBetween(piece: Buffer, from: number): number {
    let at = from
    for (; at < piece.length && piece[at] !== QUOTE; at++) {
      const byte = piece[at] ?? 0
      if (!isBlank(byte)) this.#before = byte
    }
    if (at < piece.length) {
      this.#inString = true
      this.#field = ''
      if (this.#before === COLON && this.#lastField === this.#fileField) this.#held = []
    }
    this.#keep(Math.min(at + 1, piece.length))
    return at + 1
  }
}
