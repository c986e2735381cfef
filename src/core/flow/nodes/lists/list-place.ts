import type { ParsedTemplate, TemplateScope } from '../../expressions/liquid.ts'
import { NamedScope } from '../../expressions/named-scope.ts'
import type { RunContext } from '../../run.ts'

/** What of a run's execution is needed to keep its place in lists. */
export interface ListHost {
  readonly run: { readonly context: RunContext }
  /** Names the current node among those of all flows of the run. */
  readonly place: string
  updateContext(change: Partial<RunContext>): void
  template(text: string): ParsedTemplate
  templateScope(): TemplateScope
}

/** Where a run stands in the list of its current node, and texts about one item of it. */
export class ListPlace {
  readonly #host: ListHost

  constructor(host: ListHost) {
    this.#host = host
  }

  /** The page of a menu that is shown, from 0. */
  get page(): number {
    return this.#host.run.context.wait?.page ?? 0
  }

  /** How many items of its list the current node has handed out. */
  get taken(): number {
    return this.#host.run.context.loops?.[this.#host.place] ?? 0
  }

  /** Notes how many items were handed out; null begins anew. */
  setTaken(count: number | null): void {
    const { [this.#host.place]: _before, ...others } = this.#host.run.context.loops ?? {}
    const loops = count === null ? others : { ...others, [this.#host.place]: count }
    this.#host.updateContext({ loops })
  }

  /** Renders a template in which `item` is one thing of a list. */
  render(text: string, item: unknown): string {
    return this.#host.template(text).render(new NamedScope(this.#host.templateScope(), { item }))
  }
}
