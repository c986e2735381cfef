/** What WhatsApp draws between two of these characters. */
export const CHAT_MARKS = { bold: '*', italic: '_', struck: '~', code: '`' } as const
export type ChatMark = keyof typeof CHAT_MARKS

export interface MarkedText {
  text: string
  start: number
  end: number
}

/**
 * Puts a mark around what is selected, or takes it away where it is. Blanks at the ends stay outside, for WhatsApp draws
 * no mark that stands beside a blank; each line gets its own, for a mark ends with its line.
 */
export function toggleMark({ text, start, end }: MarkedText, mark: ChatMark): MarkedText {
  const char = CHAT_MARKS[mark]
  if (text[start - 1] === char && text[end] === char) {
    const inside = text.slice(start, end)
    return { text: text.slice(0, start - 1) + inside + text.slice(end + 1), start: start - 1, end: end - 1 }
  }
  const lines = text.slice(start, end).split('\n')
  const filled = lines.filter((line) => line.trim() !== '')
  if (filled.length === 0) {
    const marked = text.slice(0, start) + char + text.slice(start, end) + char + text.slice(end)
    return { text: marked, start: start + 1, end: end + 1 }
  }
  const isMarked = filled.every((line) => isWrapped(line.trim(), char))
  const changed = lines.map((line) => wrapLine(line, char, !isMarked)).join('\n')
  return { text: text.slice(0, start) + changed + text.slice(end), start, end: start + changed.length }
}

const isWrapped = (words: string, char: string): boolean =>
  words.length > 2 && words.startsWith(char) && words.endsWith(char)

function wrapLine(line: string, char: string, isOn: boolean): string {
  const words = line.trim()
  if (words === '' || isWrapped(words, char) === isOn) return line
  return line.replace(words, () => (isOn ? char + words + char : words.slice(1, -1)))
}
