/** JSON where it is JSON, else the text. */
export function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The reverse: text as it is, anything else as JSON. */
export const toJsonOrText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)
