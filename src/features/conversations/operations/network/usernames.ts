import type { Address } from '../../../../core/addresses.ts'
import type { Database } from '../../../../db/client.ts'
import type { NetworkConnection, UsernameSearch } from '../../../../network/port.ts'
import {
  type ContactCache,
  type ResolvedContacts,
  readContactsByAddress,
  resolveContacts,
} from '../../../contacts/index.ts'
import type { UsernameQuery } from '../../records/people/named-people.ts'
import { usernameNotSaid } from '../../records/refusals.ts'

/** How long an answer counts for sends. */
const TTL_MS = 600_000
const MAX_REMEMBERED = 10_000

export interface UsernameDeps {
  db: Database
  contacts: ContactCache
  nowMs(): number
  /** Called after the commit that made contacts one. */
  noteMerged(clientId: string, merged: ResolvedContacts['merged']): void
}

/** Whom the network finds by a username, for the clients of this process. */
export class Usernames {
  readonly #deps: UsernameDeps
  /** By client and username in small letters, the latest ones. */
  readonly #found = new Map<string, { answer: UsernameSearch; untilMs: number }>()

  constructor(deps: UsernameDeps) {
    this.#deps = deps
  }

  /** Rejects when the network does not say it. */
  async find(clientId: string, query: UsernameQuery, connection: NetworkConnection): Promise<UsernameSearch> {
    const { username, key, isForSend = false } = query
    const id = `${clientId}/${username.toLowerCase()}`
    const remembered = isForSend ? await this.#recall(clientId, id) : undefined
    if (remembered) return remembered
    const asked = await connection.persons.findUsername(username, key).catch((cause: unknown) => {
      throw usernameNotSaid(cause)
    })
    if (asked.kind === 'refused') throw usernameNotSaid(new Error(`code ${asked.networkCode} of the network`))
    const answer = asked.value
    this.#remember(id, answer)
    if (answer.state === 'found') await this.#note(clientId, answer, isForSend)
    return answer
  }

  forgetClient(clientId: string): void {
    for (const id of this.#found.keys()) if (id.startsWith(`${clientId}/`)) this.#found.delete(id)
  }

  /** Not what was found of somebody who has another username by now, as the network told since. */
  async #recall(clientId: string, id: string): Promise<UsernameSearch | undefined> {
    const { answer, untilMs } = this.#found.get(id) ?? { untilMs: 0 }
    if (!answer || untilMs <= this.#deps.nowMs()) return undefined
    if (answer.state !== 'found') return answer
    const known = await this.#usernameOf(clientId, answer.lid)
    return known?.toLowerCase() === answer.username.toLowerCase() ? answer : undefined
  }

  async #usernameOf(clientId: string, lid: Address): Promise<string | null | undefined> {
    const { db, contacts } = this.#deps
    const row = contacts.get(clientId, lid) ?? (await readContactsByAddress(db, clientId, [lid]))[0]
    return row?.username
  }

  #remember(id: string, answer: UsernameSearch): void {
    this.#found.delete(id)
    this.#found.set(id, { answer, untilMs: this.#deps.nowMs() + TTL_MS })
    for (const oldest of this.#found.keys()) {
      if (this.#found.size <= MAX_REMEMBERED) break
      this.#found.delete(oldest)
    }
  }

  async #note(
    clientId: string,
    { lid, phone, username }: Extract<UsernameSearch, { state: 'found' }>,
    isForSend: boolean,
  ): Promise<void> {
    const { db, contacts, noteMerged } = this.#deps
    const hint = { lid, phone, username, onlyKnown: !isForSend }
    const { merged } = await db.transaction((tx) => resolveContacts(tx, clientId, [hint], contacts))
    if (merged.length > 0) noteMerged(clientId, merged)
  }
}
