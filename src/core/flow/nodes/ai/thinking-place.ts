import type { FlowSettings } from '../../definition.ts'
import type { ApiInput } from '../../expressions/input-types.ts'
import type { AiThinking, RunContext } from '../../run.ts'

/** What of a run's execution is needed to keep how far a model has come. */
interface ThinkingHost {
  readonly run: { readonly context: RunContext }
  readonly snapshot: { readonly definition: { readonly settings: FlowSettings } }
  readonly plan: { findCallable(flowId: string): { inputs: readonly ApiInput[] } | null }
  updateContext(change: Partial<RunContext>): void
}

/** How far a model has come at the run's node; a sub-flow that it called has another one. */
export class ThinkingPlace {
  readonly #host: ThinkingHost

  constructor(host: ThinkingHost) {
    this.#host = host
  }

  get(): AiThinking | null {
    return this.#host.run.context.thinking ?? null
  }

  /** Null: the model is done. */
  set(thinking: AiThinking | null): void {
    if (thinking === this.get()) return
    this.#host.updateContext({ thinking: thinking ?? undefined })
  }

  /** How long the contact has to be silent before what they wrote is taken as one; 0: each message is taken by itself. */
  get gatherMs(): number {
    return this.#host.snapshot.definition.settings.inputDebounceMs ?? 0
  }

  /** Inputs of a flow that can be a tool; null when it cannot be called. */
  inputsOf(flowId: string): readonly ApiInput[] | null {
    return this.#host.plan.findCallable(flowId)?.inputs ?? null
  }
}
