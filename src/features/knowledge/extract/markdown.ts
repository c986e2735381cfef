import { decodeText } from './decode-text.ts'
import { type Extracted, Passages } from './passage.ts'

const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/
const FENCE = /^\s*(?:```|~~~)/
const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s+/
const RULE = /^\s*(?:[-*_]\s*){3,}$|^\s*\|?(?:\s*:?-+:?\s*\|)+\s*:?-*:?\s*$/

/** Takes a text line by line, and says what each belongs to. */
class MarkdownReader {
  readonly found = new Passages()
  title: string | null = null
  #paragraph: string[] = []
  #isCode = false

  add(line: string): void {
    if (FENCE.test(line)) this.#isCode = !this.#isCode
    else if (this.#isCode) this.#addWords(line)
    else this.#addMarked(line)
  }

  end(): void {
    this.found.add(toWords(this.#paragraph.join('\n')))
    this.#paragraph = []
  }

  #addMarked(line: string): void {
    const [, marks = '', heading = ''] = HEADING.exec(line) ?? []
    if (marks !== '') {
      this.end()
      const words = toWords(heading)
      this.title ??= words
      this.found.heading(marks.length, words)
    } else if (RULE.test(line)) this.end()
    else {
      if (ITEM.test(line) || line.trimStart().startsWith('|')) this.end()
      this.#addWords(line)
    }
  }

  #addWords(line: string): void {
    if (line.trim() === '') this.end()
    else this.#paragraph.push(line)
  }
}

/** Headings, paragraphs, list items and rows of tables; marks of emphasis and the addresses of links are left out. */
export function extractMarkdown(bytes: Uint8Array): Extracted {
  const reader = new MarkdownReader()
  for (const line of withoutFrontMatter(decodeText(bytes)).split(/\r?\n/)) reader.add(line)
  reader.end()
  return { title: reader.title, passages: reader.found.passages }
}

function withoutFrontMatter(text: string): string {
  if (!/^---\r?\n/.test(text)) return text
  const close = text.indexOf('\n---', 3)
  return close === -1 ? text : text.slice(close + 4)
}

function toWords(text: string): string {
  return text
    .replace(/!?\[([^\]\n]{0,500})\]\([^)\n]{0,2000}\)/g, '$1')
    .replace(/^\s*(?:>\s?)+/gm, '')
    .replace(/(\*\*|__|`)/g, '')
    .replace(/^\s*\|(.*)\|\s*$/gm, '$1')
}
