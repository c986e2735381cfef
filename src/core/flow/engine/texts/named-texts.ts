import type { SecretEncoding, SecretText } from '../../effects.ts'
import type { ParsedTemplate, TemplateScope } from '../../expressions/liquid.ts'
import { NamedScope } from '../../expressions/named-scope.ts'
import type { RequestTexts } from '../../nodes/node-type.ts'
import { SecretRenderer, type TextRenderer } from './secret-text.ts'

/** What of a run's execution is needed to render its texts. */
export interface TextHost {
  newEffectId(): string
  template(text: string): ParsedTemplate
  encodedTemplate(text: string): ParsedTemplate
  templateScope(): TemplateScope
}

/** Texts of a step that read names of their own, such as what a model gave a tool. */
export class NamedTexts implements TextRenderer, RequestTexts {
  readonly #host: TextHost
  readonly #names: Readonly<Record<string, unknown>>
  readonly #secrets: SecretRenderer

  constructor(host: TextHost, names: Readonly<Record<string, unknown>>) {
    this.#host = host
    this.#names = names
    this.#secrets = new SecretRenderer(this)
  }

  newEffectId(): string {
    return this.#host.newEffectId()
  }

  render(text: string): string {
    return this.#host.template(text).render(this.#scope())
  }

  evaluate(text: string): unknown {
    return this.#host.template(text).evaluate(this.#scope())
  }

  renderEncoded(text: string): string {
    return this.#host.encodedTemplate(text).render(this.#scope())
  }

  renderUrl(text: string): SecretText {
    return this.#secrets.url(text)
  }

  renderSecret(text: string, as: SecretEncoding): SecretText {
    return this.#secrets.text(text, as)
  }

  renderJson(value: unknown): SecretText {
    return this.#secrets.json(value)
  }

  #scope(): TemplateScope {
    return new NamedScope(this.#host.templateScope(), { ...this.#names, secrets: this.#secrets.marks })
  }
}
