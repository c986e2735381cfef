import { Parser } from 'htmlparser2'
import { decodeText } from './decode-text.ts'
import { type Extracted, NestingGuard, type Passage, Passages } from './passage.ts'

/** What of a page is not what it says, or is seen by nobody. */
const SKIPPED: ReadonlySet<string> = new Set([
  ...[
    'script',
    'style',
    'noscript',
    'template',
    'svg',
    'math',
    'iframe',
    'object',
    'canvas',
    'audio',
    'video',
  ],
  ...['nav', 'footer', 'aside', 'select', 'button', 'textarea', 'dialog', 'head'],
])
const BLOCKS: ReadonlySet<string> = new Set([
  ...[
    'p',
    'div',
    'section',
    'article',
    'main',
    'header',
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'table',
    'tr',
    'br',
  ],
  ...[
    'blockquote',
    'pre',
    'figure',
    'figcaption',
    'form',
    'fieldset',
    'address',
    'hr',
    'details',
    'summary',
    'body',
  ],
])
const CELLS: ReadonlySet<string> = new Set(['td', 'th'])
const HEADING = /^h[1-6]$/
const MAIN: ReadonlySet<string> = new Set(['main', 'article'])
/** A main part that is shorter is not where the page says something. */
const FEWEST_MAIN_CHARS = 200

/** Reads a page tag by tag and makes no tree, so nesting costs nothing. */
class PageReader {
  title = ''
  readonly #all = new Passages()
  readonly #inMain = new Set<Passage>()
  #text = ''
  #isTitle = false
  #mainDepth = 0
  #skipped: { name: string; depth: number } | null = null

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    // Pictures in a page have titles too.
    if (name === 'title' && this.title === '') this.#isTitle = true
    if (this.#skipped !== null) {
      if (this.#skipped.name === name) this.#skipped.depth += 1
      return
    }
    if (SKIPPED.has(name) || isHidden(attributes)) {
      // What has no end cannot hide what comes after it.
      if (!VOID.has(name)) this.#skipped = { name, depth: 1 }
      return
    }
    if (BLOCKS.has(name) || HEADING.test(name)) this.#end()
    if (CELLS.has(name) && this.#text.trim() !== '') this.#text += ' | '
    if (MAIN.has(name)) this.#mainDepth += 1
  }

  text(text: string): void {
    if (this.#isTitle) this.title += text
    else if (this.#skipped === null) this.#text += text
  }

  close(name: string): void {
    if (name === 'title') this.#isTitle = false
    if (this.#skipped !== null) {
      if (this.#skipped.name === name && --this.#skipped.depth === 0) this.#skipped = null
      return
    }
    if (HEADING.test(name)) {
      this.#all.heading(Number(name[1]), this.#text)
      this.#text = ''
    } else if (BLOCKS.has(name)) this.#end()
    if (MAIN.has(name)) this.#mainDepth -= 1
  }

  finish(): Passage[] {
    this.#end()
    const main = this.#all.passages.filter((passage) => this.#inMain.has(passage))
    const chars = main.reduce((sum, { text }) => sum + text.length, 0)
    return chars >= FEWEST_MAIN_CHARS ? main : this.#all.passages
  }

  #end(): void {
    const before = this.#all.passages.length
    this.#all.add(this.#text)
    this.#text = ''
    const added = this.#all.passages[before]
    if (added && this.#mainDepth > 0) this.#inMain.add(added)
  }
}

const VOID: ReadonlySet<string> = new Set([
  'br',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'wbr',
  'col',
  'area',
])

function isHidden({
  hidden,
  style = '',
  'aria-hidden': ariaHidden,
}: Readonly<Record<string, string>>): boolean {
  return (
    hidden !== undefined || ariaHidden === 'true' || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style)
  )
}

export function extractHtml(bytes: Uint8Array): Extracted {
  const page = new PageReader()
  const nesting = new NestingGuard()
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        nesting.opened()
        page.open(name, attributes)
      },
      ontext: (text) => page.text(text),
      onclosetag(name) {
        nesting.closed()
        page.close(name)
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  )
  parser.end(decodeText(bytes))
  return {
    title: page.title.replace(/\s+/g, ' ').trim().slice(0, 200).toWellFormed() || null,
    passages: page.finish(),
  }
}
