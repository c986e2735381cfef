import { unzipSync } from 'fflate'
import { Parser } from 'htmlparser2'
import { decodeText } from './decode-text.ts'
import { type Extracted, ExtractProblem, NestingGuard, Passages } from './passage.ts'

const MAX_PART_BYTES = 48 * 1024 ** 2
/** A part this small may be packed as tightly as it likes. */
const FREE_PART_BYTES = 1024 ** 2
/** Text is packed to a tenth or a twentieth; what is packed much tighter was made to fill a memory. */
const MAX_RATIO = 200
const MAX_ENTRIES = 10_000
const DOCUMENT = 'word/document.xml'
const STYLES = 'word/styles.xml'

/** Paragraphs of a document of Word under the headings that its styles make; rows of tables as lines. */
export function extractDocx(bytes: Uint8Array): Extracted {
  const parts = unpack(bytes)
  const document = parts[DOCUMENT]
  if (!document) throw new ExtractProblem('UNKNOWN_TYPE')
  const styles = parts[STYLES] ? readHeadingStyles(decodeText(parts[STYLES])) : new Map<string, number>()
  return { title: null, passages: readDocument(decodeText(document), styles) }
}

/** Unpacks two parts and no others, and no more of them than they say they are: their size is the memory they are given. */
function unpack(bytes: Uint8Array): Record<string, Uint8Array> {
  let entries = 0
  try {
    return unzipSync(bytes, {
      filter({ name, size, originalSize }) {
        entries += 1
        if (entries > MAX_ENTRIES) throw new ExtractProblem('TOO_LARGE')
        if (name !== DOCUMENT && name !== STYLES) return false
        const isPackedTooTight = originalSize > FREE_PART_BYTES && originalSize > size * MAX_RATIO
        if (originalSize > MAX_PART_BYTES || isPackedTooTight) throw new ExtractProblem('TOO_LARGE')
        return true
      },
    })
  } catch (error) {
    throw error instanceof ExtractProblem ? error : new ExtractProblem('UNREADABLE', error)
  }
}

type Attributes = Readonly<Record<string, string>>

interface XmlEvents {
  open(name: string, attributes: Attributes): void
  text?(text: string): void
  close(name: string): void
}

function readXml(xml: string, events: XmlEvents): void {
  const nesting = new NestingGuard()
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        nesting.opened()
        events.open(name, attributes)
      },
      ontext: (text) => events.text?.(text),
      onclosetag(name) {
        nesting.closed()
        events.close(name)
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
}

/** Ids of styles are in the language of the program; the names of its own headings are not. */
function readHeadingStyles(xml: string): Map<string, number> {
  const levels = new Map<string, number>()
  let id = ''
  readXml(xml, {
    open(name, attributes) {
      if (name === 'w:style') id = attributes['w:styleId'] ?? ''
      const [, level] = (name === 'w:name' && /^heading ([1-6])$/i.exec(attributes['w:val'] ?? '')) || []
      if (level !== undefined) levels.set(id, Number(level))
      if (name === 'w:name' && /^title$/i.test(attributes['w:val'] ?? '')) levels.set(id, 1)
    },
    close() {},
  })
  return levels
}

/** Paragraphs in the order they stand; what a table's row holds becomes one line. */
class DocumentParts implements XmlEvents {
  readonly found = new Passages()
  readonly #styles: ReadonlyMap<string, number>
  #text = ''
  #level: number | null = null
  #rows = 0
  #isText = false
  /** What is there for older programs says the same again. */
  #fallbacks = 0

  constructor(styles: ReadonlyMap<string, number>) {
    this.#styles = styles
  }

  open(name: string, attributes: Attributes): void {
    switch (name) {
      case 'mc:Fallback':
        this.#fallbacks += 1
        return
      case 'w:t':
        this.#isText = true
        return
      case 'w:tab':
      case 'w:br':
        this.#text += ' '
        return
      case 'w:pStyle':
        if (this.#rows === 0) this.#level = this.#styles.get(attributes['w:val'] ?? '') ?? null
        return
      case 'w:tr':
        this.#rows += 1
        return
      case 'w:tc':
        if (this.#text.trim() !== '') this.#text += ' | '
    }
  }

  text(piece: string): void {
    if (this.#isText && this.#fallbacks === 0) this.#text += piece
  }

  close(name: string): void {
    switch (name) {
      case 'mc:Fallback':
        this.#fallbacks -= 1
        return
      case 'w:t':
        this.#isText = false
        return
      case 'w:tr':
        this.#rows -= 1
        this.end()
        return
      case 'w:p':
        if (this.#rows > 0) this.#text += ' '
        else this.end()
    }
  }

  end(): void {
    if (this.#rows > 0) return
    if (this.#level === null) this.found.add(this.#text)
    else this.found.heading(this.#level, this.#text)
    this.#text = ''
    this.#level = null
  }
}

function readDocument(xml: string, styles: ReadonlyMap<string, number>) {
  const parts = new DocumentParts(styles)
  readXml(xml, parts)
  parts.end()
  return parts.found.passages
}
