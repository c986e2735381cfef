/** Escapes of half a character or of NUL, which no `jsonb` takes; the lookbehind leaves an escaped backslash alone. */
const UNSTORABLE = /(?<=(?:^|[^\\])(?:\\\\)*)\\u(?:d[89a-f][0-9a-f]{2}|0000)/g

/**
 * A value as JSON text that the database can hold whatever people write: a cut surrogate pair or a NUL becomes the
 * replacement character, so that no message can stop its conversation.
 */
export function toJsonText(value: unknown): string {
  const text = JSON.stringify(value)
  return text.includes('\\u') ? text.replace(UNSTORABLE, '\\ufffd') : text
}
