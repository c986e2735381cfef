import {
  ConversationRunner,
  type ConversationRunnerDeps,
  type ConversationRunnerOptions,
} from './decide/runner.ts'
import { createConversationHistory } from './effects/conversation-history.ts'
import { createEffectPerformer } from './effects/effect-performer.ts'
import { EffectRunner } from './effects/effect-runner.ts'
import type { EffectPorts } from './effects/effect-types.ts'

export interface FlowRunnerDeps extends ConversationRunnerDeps {
  /** Without them, effects are stored and left to another process. */
  effects: EffectPorts | undefined
}

export interface FlowRunnerOptions extends ConversationRunnerOptions {
  onClosing(): void
}

/** The conversations of an owned client, with the effects that its runs ask for. */
export class FlowRunner extends ConversationRunner {
  readonly #effects: EffectRunner | null
  readonly #onClosing: () => void

  constructor(deps: FlowRunnerDeps, options: FlowRunnerOptions) {
    super(deps, options)
    this.#onClosing = () => options.onClosing()
    this.#effects = deps.effects ? this.#createEffects(deps, deps.effects, options) : null
  }

  /** New effects were committed. */
  wakeEffects(effects: readonly { kind: string }[]): void {
    this.#effects?.wake(effects)
  }

  /** Nobody waits for these any more, and that is committed. */
  giveUpEffects(effectIds: readonly string[]): void {
    this.#effects?.giveUp(effectIds)
  }

  /** The run waits for no effect any more, or is gone. */
  giveUpRun(flowStateId: string): void {
    this.#effects?.giveUpRun(flowStateId)
  }

  override async scan(): Promise<void> {
    await super.scan()
    await this.#effects?.scan()
  }

  override async idle(): Promise<void> {
    do {
      await this.#effects?.idle()
      await super.idle()
    } while (this.#effects?.isIdle() === false)
  }

  override async close(): Promise<void> {
    this.#onClosing()
    await this.#effects?.close()
    await super.close()
  }

  #createEffects(deps: FlowRunnerDeps, ports: EffectPorts, options: ConversationRunnerOptions): EffectRunner {
    const { db, log, newId, newMessageId, words } = deps
    const { client, hostId, act, groups, channels, statuses, wakeOutbox, onLabelled } = options
    const refuse = () => Promise.reject(new Error('this process has no connection to act with'))
    return new EffectRunner({
      db,
      newId,
      newMessageId,
      words,
      clientId: client.id,
      claimant: `${hostId}/${newId()}`,
      log: log.child({ clientId: client.id }),
      perform: createEffectPerformer({
        ...ports,
        history: createConversationHistory(deps.db),
        act: act ?? refuse,
        groups: ports.groups ?? groups,
        channels: ports.channels ?? channels,
        statuses: ports.statuses ?? statuses,
        newId,
        newMessageId,
      }),
      onAnswered: (contactJid) => this.wake(contactJid),
      wakeOutbox: () => wakeOutbox(),
      onLabelled: () => onLabelled?.(),
    })
  }
}
