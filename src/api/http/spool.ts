import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { LiftedFile } from '../../contract/handlers.ts'
import { Refusal } from '../../core/errors.ts'

/** A file being written, as the media store gives them. */
interface Draft {
  readonly path: string
  keep(key: string): Promise<void>
  drop(): Promise<void>
}

export type OpenDraft = () => Promise<Draft>

/** Shorter values stay where they are: so much text costs nothing. */
export const LIFTED_CHARS = 256 * 1024

/** What stays in memory besides files: as much as a body without files may be. */
const MAX_REST_BYTES = 1_048_576
/** Files too short to be lifted stay in memory too: an album of thirty has room, thousands do not. */
const MAX_SHORT_FILES_BYTES = 16_777_216
const MAX_FIELD_CHARS = 16
const LIFTED_FIELD = 'base64'
const QUOTE = 0x22
const BACKSLASH = 0x5c
const SLASH = 0x2f
const COLON = 0x3a
const isBlank = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)
const ENCODED = /^[A-Za-z0-9+/_-]*={0,2}$/

/** Stands in the body for what was lifted out of it: the same for the same content, and itself base64. */
const toToken = (index: number, hash: Hash): string => `lifted-${index}-${hash.digest('hex')}`

const notBase64 = (): Refusal =>
  new Refusal('BAD_REQUEST', 'A value of base64 is not base64. Send the bytes of the file as base64 text.', {
    data: { errors: [{ path: LIFTED_FIELD, message: 'This is not base64.' }] },
  })

function tooMuchBeside(field: string): Refusal {
  const message = `The body is larger than 1 MiB without the files in ${field}. Send less beside them; files can also be given by URL.`
  return new Refusal('PAYLOAD_TOO_LARGE', message, { data: { maxBytes: MAX_REST_BYTES } })
}

function tooManyShort(): Refusal {
  const message =
    'The body holds more than 16 MiB of files that are shorter than 256 KiB each. Send fewer files in one call.'
  return new Refusal('PAYLOAD_TOO_LARGE', message, { data: { maxBytes: MAX_SHORT_FILES_BYTES } })
}

/** Decodes one long value piece by piece into a draft. */
async function createLift(draft: Draft, index: number) {
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
    async end(): Promise<{ token: string; lifted: LiftedFile }> {
      await write(carry)
      await file.close()
      const sha256 = hash.copy().digest()
      return { token: toToken(index, hash), lifted: { sizeBytes, sha256, keep: (key) => draft.keep(key) } }
    },
    async abandon(): Promise<void> {
      await file.close().catch(() => {})
    },
  }
}

type Lift = Awaited<ReturnType<typeof createLift>>

/**
 * Reads JSON as it arrives and lifts long values of `fileField` out of it into drafts, so that a file in a body never lies
 * in memory as a whole; without `openDraft` they stay. All the rest is bounded. `rest` is the same JSON with tokens in
 * their places; what is not JSON stays what it was.
 */
export function createLifter(openDraft: OpenDraft | undefined, fileField: string = LIFTED_FIELD) {
  const rest: Buffer[] = []
  const drafts: Draft[] = []
  const files = new Map<string, LiftedFile>()
  let inString = false
  let isEscaped = false
  let field = ''
  let lastField = ''
  let before = 0
  /** The beginning of a value that may turn out to be long. */
  let held: Buffer[] | null = null
  let heldChars = 0
  let lift: Lift | null = null
  let restBytes = 0
  let shortFilesBytes = 0
  /** The part of the present piece that stays, not yet in `rest`: one entry each, however many strings are in it. */
  let keptFrom = 0
  let keptTo = 0

  function keep(to: number): void {
    restBytes += to - keptTo
    keptTo = to
    if (restBytes > MAX_REST_BYTES) throw tooMuchBeside(fileField)
  }

  function skipTo(at: number): void {
    keptFrom = at
    keptTo = at
  }

  function storeKept(piece: Buffer): void {
    if (keptTo > keptFrom) rest.push(piece.subarray(keptFrom, keptTo))
  }

  /** The end of the string within the piece, or its length. */
  function findEnd(piece: Buffer, from: number): number {
    const quote = piece.indexOf(QUOTE, from)
    const end = quote < 0 ? piece.length : quote
    const isPlain = !isEscaped && !piece.subarray(from, end).includes(BACKSLASH)
    return isPlain ? end : findEscapedEnd(piece, from)
  }

  function findEscapedEnd(piece: Buffer, from: number): number {
    for (let at = from; at < piece.length; at++) {
      if (!isEscaped && piece[at] === QUOTE) return at
      isEscaped = !isEscaped && piece[at] === BACKSLASH
    }
    return piece.length
  }

  async function takeValue(part: Buffer): Promise<void> {
    if (lift) return lift.add(part)
    held?.push(part)
    heldChars += part.length
    if (!held || !openDraft || heldChars <= LIFTED_CHARS) return
    const draft = await openDraft()
    drafts.push(draft)
    lift = await createLift(draft, drafts.length)
    for (const one of held) await lift.add(one)
  }

  async function endValue(): Promise<void> {
    if (lift) {
      const { token, lifted } = await lift.end()
      lift = null
      files.set(token, lifted)
      rest.push(Buffer.from(token))
    } else {
      rest.push(...(held ?? []))
      shortFilesBytes += openDraft ? heldChars : 0
      if (shortFilesBytes > MAX_SHORT_FILES_BYTES) throw tooManyShort()
    }
    held = null
    heldChars = 0
  }

  /** Within a string that stays as it is. Answers where it goes on, as the others do. */
  function readText(piece: Buffer, from: number): number {
    const end = findEnd(piece, from)
    if (field.length < MAX_FIELD_CHARS)
      field += piece.toString('latin1', from, Math.min(end, from + MAX_FIELD_CHARS))
    keep(end)
    return end === piece.length ? end : endString(end)
  }

  /** Within a string that may be a file. */
  async function readValue(piece: Buffer, from: number): Promise<number> {
    const end = findEnd(piece, from)
    await takeValue(piece.subarray(from, end))
    storeKept(piece)
    skipTo(end)
    if (end === piece.length) return end
    await endValue()
    return endString(end)
  }

  function endString(end: number): number {
    lastField = field
    inString = false
    before = QUOTE
    keep(end + 1)
    return end + 1
  }

  /** Between strings, up to the next one. */
  function readBetween(piece: Buffer, from: number): number {
    let at = from
    for (; at < piece.length && piece[at] !== QUOTE; at++) {
      const byte = piece[at] ?? 0
      if (!isBlank(byte)) before = byte
    }
    if (at < piece.length) {
      inString = true
      field = ''
      if (before === COLON && lastField === fileField) held = []
    }
    keep(Math.min(at + 1, piece.length))
    return at + 1
  }

  return {
    files,
    async add(piece: Buffer): Promise<void> {
      skipTo(0)
      for (let at = 0; at < piece.length; ) {
        if (held) at = await readValue(piece, at)
        else at = inString ? readText(piece, at) : readBetween(piece, at)
      }
      storeKept(piece)
    },
    rest: (): Buffer => Buffer.concat([...rest, ...(held ?? [])]),
    /** Deletes what nobody kept. */
    async close(): Promise<void> {
      await lift?.abandon()
      for (const draft of drafts) await draft.drop()
    },
  }
}

export type Lifter = ReturnType<typeof createLifter>
