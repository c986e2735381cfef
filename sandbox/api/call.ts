import { committed } from '../infra/journal.ts'
import { endCall } from '../protocol/calls.ts'
import type { Call, CallState } from '../state/calls.ts'
import type { Network } from '../state/network.ts'

/** A call to an account, in the hands of who calls. */
export class OutgoingCall {
  readonly #network: Network
  readonly #call: Call

  constructor(network: Network, call: Call) {
    this.#network = network
    this.#call = call
  }

  get id(): string {
    return this.#call.id
  }

  get state(): CallState {
    return this.#call.state
  }

  /** The device of the account that took it or rejected it; 0 is the phone. */
  get by(): number | undefined {
    return this.#call.by
  }

  /** Gives up: by hanging up, or because nobody answered in time. Nothing when it rings no longer. */
  async hangUp(isTimeout = false): Promise<void> {
    if (this.#call.state !== 'ringing') return
    this.#call.state = 'ended'
    endCall(this.#network, this.#call, isTimeout ? 'timeout' : undefined)
    await committed(this.#network.journal)
  }
}
