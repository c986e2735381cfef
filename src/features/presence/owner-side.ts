import { refusal } from '../../core/errors.ts'
import type { ActCommand } from '../account-acts/index.ts'
import { ClientPresence, type ClientPresenceDeps, type ClientPresenceOptions } from './client-presence.ts'
import type { PresenceActTable, PresenceSubscription } from './commands.ts'
import { DELETE_SUBSCRIPTION, WRITE_SUBSCRIPTION } from './store.ts'
import { MOST_WATCHED } from './watched-contacts.ts'

type Performers = {
  [A in keyof PresenceActTable]: (
    input: PresenceActTable[A]['input'],
  ) => Promise<PresenceActTable[A]['output']>
}

/** A client's presence with what other processes ask of it. */
class OwnedPresence extends ClientPresence implements HostedPresence {
  readonly #deps: ClientPresenceDeps
  readonly #options: ClientPresenceOptions
  readonly #performers: Performers = {
    subscribe: (input) => this.#subscribe(input),
    unsubscribe: async ({ jid }) => {
      await this.#deps.db.query(DELETE_SUBSCRIPTION, [this.#options.client.id, jid])
      await this.unsubscribe(jid)
      return null
    },
    list: async () => ({ online: this.isOnline, subscriptions: this.list() }),
    setOnline: async ({ isOnline }) => {
      await this.setOnline(isOnline)
      if (isOnline) this.#requireOnline()
      return null
    },
  }

  constructor(deps: ClientPresenceDeps, options: ClientPresenceOptions) {
    super(deps, options)
    this.#deps = deps
    this.#options = options
  }

  async handle(command: unknown): Promise<unknown> {
    const { act, input } = command as ActCommand<PresenceActTable>
    if (!this.#options.connection()) throw notConnected(act)
    return this.#perform(act, input)
  }

  #perform<A extends keyof PresenceActTable>(act: A, input: PresenceActTable[A]['input']) {
    return this.#performers[act](input)
  }

  async #subscribe({ jid, seconds }: PresenceActTable['subscribe']['input']): Promise<PresenceSubscription> {
    if (!this.mayBeOnline()) throw refusal('CONFLICT', 'ACCOUNT_NOT_ONLINE', {})
    const until = new Date(this.#deps.nowMs() + seconds * 1_000)
    if (!(await this.subscribe(jid, until.getTime())))
      throw refusal('CONFLICT', 'TOO_MANY_WATCHED', { most: MOST_WATCHED })
    try {
      this.#requireOnline()
      await this.#deps.db.query(WRITE_SUBSCRIPTION, [this.#options.client.id, jid, until])
    } catch (error) {
      await this.unsubscribe(jid)
      throw error
    }
    const made = this.find(jid)
    if (!made) throw refusal('SERVICE_UNAVAILABLE', 'ACCOUNT_NOT_ASKED', {})
    return made
  }

  /** The network was to be told that the account is online. */
  #requireOnline(): void {
    if (this.isOnline) return
    if (!this.isNamed) throw refusal('CONFLICT', 'ACCOUNT_HAS_NO_NAME', {})
    throw this.#options.connection()
      ? refusal('GATEWAY_TIMEOUT', 'NO_ANSWER_IN_TIME', {})
      : refusal('SERVICE_UNAVAILABLE', 'ACCOUNT_NOT_ASKED', {})
  }
}

/** What `chat.sendPresence` asks is refused as the other operations of `chat` are. */
const notConnected = (act: keyof PresenceActTable) =>
  act === 'setOnline'
    ? refusal('SERVICE_UNAVAILABLE', 'CLIENT_NOT_CONNECTED', { while: 'sending' })
    : refusal('SERVICE_UNAVAILABLE', 'ACCOUNT_NOT_ASKED', {})

/** What the host of a client tells its presence, and asks of it. */
export interface HostedPresence
  extends Pick<ClientPresence, 'opened' | 'lost' | 'reload' | 'merge' | 'take' | 'noteEvents' | 'close'> {
  /** A command of another process. */
  handle(command: unknown): Promise<unknown>
}

/** Begins with the presence of clients that this process owns. */
export interface PresenceOpener {
  open(options: ClientPresenceOptions): HostedPresence
}

export const createPresenceOpener = (deps: ClientPresenceDeps): PresenceOpener => ({
  open: (options) => new OwnedPresence(deps, options),
})
