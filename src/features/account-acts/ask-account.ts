import { type Bus, requireReply } from '../../bus/port.ts'
import { refusal } from '../../core/errors.ts'

/** Longer than the owner's questions to the network take together, so that it answers before this ends. */
const ASK_TIMEOUT_MS = 60_000

/** The acts of a group of operations, with what each needs and answers; all of it travels as JSON. */
export type ActTable<Acts> = { [A in keyof Acts]: { input: unknown; output: unknown } }

/** What a command to the owner of a client holds. */
export interface ActCommand<Acts extends ActTable<Acts>, A extends keyof Acts = keyof Acts> {
  act: A
  input: Acts[A]['input']
}

/** Asks the owner of a client to do something with its account, over its connection. */
export class AskAccount<Acts extends ActTable<Acts>> {
  readonly #deps: { bus: Bus; newId(): string }
  readonly #command: string
  readonly #nobody: 'ACCOUNT_NOT_ASKED' | 'GROUP_NOT_ASKED'

  /** `nobody`: why nothing was asked while no process owns the client. */
  constructor(
    deps: { bus: Bus; newId(): string },
    command: string,
    nobody: 'ACCOUNT_NOT_ASKED' | 'GROUP_NOT_ASKED' = 'ACCOUNT_NOT_ASKED',
  ) {
    this.#deps = deps
    this.#command = command
    this.#nobody = nobody
  }

  /** What the owner answers; throws why it refused, or that nobody answers. */
  async ask<A extends keyof Acts>(
    clientId: string,
    act: A,
    input: Acts[A]['input'],
  ): Promise<Acts[A]['output']> {
    const { bus, newId } = this.#deps
    const command = { name: this.#command, input: { act, input } }
    const reply = await bus.request(clientId, command, { commandId: newId(), timeoutMs: ASK_TIMEOUT_MS })
    return requireReply<Acts[A]['output']>(reply, () => refusal('SERVICE_UNAVAILABLE', this.#nobody, {}))
  }
}
