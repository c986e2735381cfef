import type { SecretEncoding, SecretText } from '../../effects.ts'

const SECRET_NAME = /\bsecrets\.([A-Za-z_]\w{0,63})/g

/** What renders the texts: a step. */
export interface TextRenderer {
  newEffectId(): string
  render(text: string): string
  /** Renders with every inserted value percent-encoded. */
  renderEncoded(text: string): string
  /** The typed value of a text that is one single `{{ output }}`, else the rendered text. */
  evaluate(text: string): unknown
}

/**
 * Renders texts in which secrets may stand. While it renders, each secret is a mark that nobody outside can guess;
 * afterwards the marks become parts the host fills in, so that neither engine nor context ever holds a value.
 */
export class SecretRenderer {
  /** What `secrets.NAME` reads while a text is rendered. */
  readonly marks: Record<string, string> = {}
  private readonly renderer: TextRenderer
  private readonly nonce: string

  constructor(renderer: TextRenderer) {
    this.renderer = renderer
    this.nonce = renderer.newEffectId().replace(/[^A-Za-z0-9]/g, '')
  }

  text(source: string, as: SecretEncoding): SecretText {
    this.mark(source)
    return this.split(this.renderer.render(source), as)
  }

  url(source: string): SecretText {
    this.mark(source)
    return this.split(this.renderer.renderEncoded(source), 'url')
  }

  json(value: unknown): SecretText {
    return this.split(JSON.stringify(this.leaves(value)) ?? 'null', 'json')
  }

  private leaves(value: unknown): unknown {
    if (typeof value === 'string') {
      this.mark(value)
      return this.renderer.evaluate(value) ?? null
    }
    if (Array.isArray(value)) return value.map((item) => this.leaves(item))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.leaves(item)]))
  }

  /** Marks are made of characters that neither percent-encoding nor JSON changes. */
  private mark(source: string): void {
    for (const [, name = ''] of source.matchAll(SECRET_NAME)) this.marks[name] = `~~${this.nonce}.${name}~~`
  }

  private split(text: string, as: SecretEncoding): SecretText {
    if (!text.includes(this.nonce)) return text
    const pieces = text.split(new RegExp(`~~${this.nonce}\\.(\\w+)~~`))
    const parts = pieces.map((piece, index) => (index % 2 === 1 ? { secret: piece, as } : piece))
    return parts.filter((part) => part !== '')
  }
}
