const encoder = new TextEncoder()
const HEX = 16
/** Of bytes before a secret, as in `user:secret`: base64 writes three at a time, so what follows looks different after each. */
const OFFSETS = [0, 1, 2] as const

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
const toHex = (code: number, digits: number): string => code.toString(HEX).padStart(digits, '0')

/** What base64 writes of the bytes whatever stands before and behind them; empty for very few. */
function encodeInside(bytes: Uint8Array, offset: number): string {
  const shifted = new Uint8Array(offset + bytes.length)
  shifted.set(bytes, offset)
  const text = btoa(String.fromCharCode(...shifted))
  const first = Math.ceil((offset * 8) / 6)
  const last = Math.floor(((offset + bytes.length) * 8) / 6)
  return text.slice(first, last)
}

/** The two characters that base64 and base64url write differently. */
const BOTH_ALPHABETS: Readonly<Record<string, string>> = { '+': '[-+]', '/': '[/_]' }

/** As base64 writes it anywhere in a text, in both alphabets. */
function listBase64(bytes: Uint8Array): RegExp[] {
  return OFFSETS.map((offset) => encodeInside(bytes, offset))
    .filter((inside) => inside.length > 0)
    .map(
      (inside) =>
        new RegExp(
          inside.replace(/[+/]/g, (char) => BOTH_ALPHABETS[char] ?? char),
          'g',
        ),
    )
}

/** A character as it is, or as JSON, HTML or JavaScript escape it, or as an address does. */
function describeCharacter(char: string): string {
  const units = Array.from({ length: char.length }, (_, at) => `\\\\u${toHex(char.charCodeAt(at), 4)}`).join(
    '',
  )
  const point = char.codePointAt(0) ?? 0
  const percent = [...encoder.encode(char)].map((byte) => `%${toHex(byte, 2)}`).join('')
  const named: Readonly<Record<string, string>> = {
    '"': '&quot;',
    "'": '&apos;',
    '<': '&lt;',
    '>': '&gt;',
    '&': '&amp;',
  }
  const escaped: Readonly<Record<string, string>> = { '\n': '\\\\n', '\r': '\\\\r', '\t': '\\\\t' }
  const forms = [
    `\\\\?${escapeRegExp(char)}`,
    ...[units, percent, `&#x0*${toHex(point, 1)};`, `&#0*${point};`],
    ...[named[char], escaped[char], char === ' ' ? '\\+' : undefined].filter((form) => form !== undefined),
  ]
  return `(?:${forms.join('|')})`
}

/**
 * Patterns of every way in which a server may write a secret it was given: as it is, character for character escaped as JSON,
 * HTML and addresses do, in hexadecimal, and in base64, alone or behind a name as in `Authorization: Basic`.
 */
export function listWritings(secret: string): RegExp[] {
  const bytes = encoder.encode(secret)
  const hex = [...bytes].map((byte) => toHex(byte, 2)).join('[: ]?')
  return [
    new RegExp([...secret].map(describeCharacter).join(''), 'gi'),
    new RegExp(hex, 'gi'),
    ...listBase64(bytes),
  ]
}
