/** Where the kinds that are not translated keep what people read, the best first. */
const TEXT_FIELDS = [
  ...[
    'conversation',
    'text',
    'caption',
    'title',
    'name',
    'note',
    'message',
    'body',
    'orderTitle',
    'displayName',
  ],
  ...['description', 'messageText', 'contentText', 'headerText', 'fallbackText'],
] as const

/** Where what holds it is kept. */
const INNER_FIELDS = [
  'message',
  'noteMessage',
  'product',
  'body',
  'header',
  'submessages',
  'extendedTextMessage',
] as const

const MAX_DEPTH = 4

type Json = Readonly<Record<string, unknown>>

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null

function firstText(fields: Json): string | null {
  const found = TEXT_FIELDS.map((name) => fields[name]).find(
    (text) => typeof text === 'string' && text !== '',
  )
  return typeof found === 'string' ? found : null
}

/** What looks like the text of a content that nothing here knows; null when nothing does. */
export function findText(content: unknown, depth = 0): string | null {
  if (typeof content === 'string') return content || null
  if (!isJson(content) || depth > MAX_DEPTH) return null
  const text = firstText(content)
  if (text !== null) return text
  const inner = INNER_FIELDS.flatMap((name) => content[name]).filter(isJson)
  for (const part of inner) {
    const found = findText(part, depth + 1)
    if (found !== null) return found
  }
  return null
}

interface WireField {
  number: number
  /** Of what has a length: a part, a text or bytes. */
  bytes: Uint8Array | null
}

const VARINT = 0
const FIXED64 = 1
const LENGTH = 2
const FIXED32 = 5
const MAX_FIELDS = 1_000

function readVarint(bytes: Uint8Array, at: number): { value: number; next: number } | null {
  let value = 0
  for (let index = 0; index < 10; index += 1) {
    const byte = bytes[at + index]
    if (byte === undefined) return null
    value += (byte & 0x7f) * 2 ** (7 * index)
    if (byte < 0x80) return { value, next: at + index + 1 }
  }
  return null
}

/** The end of a field's value, and the bytes of one that has a length; null when it is cut off or of no known form. */
function readValue(
  bytes: Uint8Array,
  at: number,
  form: number,
): { next: number; value: Uint8Array | null } | null {
  if (form === FIXED64) return { next: at + 8, value: null }
  if (form === FIXED32) return { next: at + 4, value: null }
  const number = readVarint(bytes, at)
  if (!number || (form !== VARINT && form !== LENGTH)) return null
  if (form === VARINT) return { next: number.next, value: null }
  const next = number.next + number.value
  return next > bytes.length ? null : { next, value: bytes.subarray(number.next, next) }
}

/** The fields of a message as the wire has them, whether the library knows them or not; none of what is no message. */
export function readWireFields(bytes: Uint8Array): WireField[] {
  const fields: WireField[] = []
  let at = 0
  while (at < bytes.length && fields.length < MAX_FIELDS) {
    const tag = readVarint(bytes, at)
    const read = tag && readValue(bytes, tag.next, tag.value % 8)
    const number = Math.floor((tag?.value ?? 0) / 8)
    if (!read || number === 0) return []
    fields.push({ number, bytes: read.value })
    at = read.next
  }
  return fields
}

const CONTEXT_FIELD = 35
const WRAPPED_FIELD = 1

/** The bytes of what stands in so many envelopes. */
function openEnvelopes(bytes: Uint8Array, count: number): Uint8Array {
  let current = bytes
  for (let opened = 0; opened < count; opened += 1) {
    const parts = readWireFields(current).filter(({ number }) => number !== CONTEXT_FIELD)
    const inner = parts
      .flatMap((part) => (part.bytes ? readWireFields(part.bytes) : []))
      .find(({ number, bytes: held }) => number === WRAPPED_FIELD && held !== null)
    current = inner?.bytes ?? new Uint8Array()
  }
  return current
}

/**
 * The number of the field that a message holds, or what is in so many envelopes, where the library read nothing but perhaps
 * the context: a kind that is newer than the library. Null when there is nothing.
 */
export function findUnreadField(bytes: Uint8Array, envelopes: number): number | null {
  const fields = readWireFields(openEnvelopes(bytes, envelopes))
  return fields.find(({ number }) => number !== CONTEXT_FIELD)?.number ?? null
}
