import { randomBytes } from 'node:crypto'

/** Of a call to an account, as who calls sees it. `ended`: they hung up, or nobody answered in time. */
export type CallState = 'ringing' | 'answered' | 'rejected' | 'ended'

/** A call of somebody to an account. */
export interface Call {
  readonly id: string
  readonly caller: string
  readonly account: string
  readonly isVideo: boolean
  /** The group whose members are called. */
  readonly group: string | undefined
  state: CallState
  /** The device that took it or rejected it; 0 is the phone. */
  by: number | undefined
}

const MAX_KEPT = 1000

/** Calls of this run of the network, newest last. None outlives it: a phone rings for a minute at most. */
export class Calls {
  readonly #byId = new Map<string, Call>()

  add(call: Omit<Call, 'id' | 'state' | 'by'>): Call {
    const id = randomBytes(16).toString('hex').toUpperCase()
    const added: Call = { ...call, id, state: 'ringing', by: undefined }
    this.#byId.set(id, added)
    const [oldest] = this.#byId.keys()
    if (this.#byId.size > MAX_KEPT && oldest !== undefined) this.#byId.delete(oldest)
    return added
  }

  find(id: string | undefined): Call | undefined {
    return id === undefined ? undefined : this.#byId.get(id)
  }

  all(): Call[] {
    return [...this.#byId.values()]
  }
}
