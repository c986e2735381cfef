import type { TemplateScope } from './liquid.ts'

/** The names of a step, and some that only one text can read; they hide variables of the same name. */
export class NamedScope implements TemplateScope {
  readonly #scope: TemplateScope
  readonly #names: Readonly<Record<string, unknown>>

  constructor(scope: TemplateScope, names: Readonly<Record<string, unknown>>) {
    this.#scope = scope
    this.#names = names
  }

  get values(): object {
    return { ...this.#scope.values, ...this.#names }
  }

  get environment() {
    return this.#scope.environment
  }

  root(name: string): unknown {
    return Object.hasOwn(this.#names, name) ? this.#names[name] : this.#scope.root(name)
  }
}
