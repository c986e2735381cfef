import { type Address, isPhoneAddress, toPhoneNumber } from '../../../core/addresses.ts'
import type { Database } from '../../../db/client.ts'
import type { NetworkConnection } from '../../../network/port.ts'
import {
  type ContactCache,
  type ContactRow,
  type ResolvedContacts,
  readContactsByAddress,
  resolveContacts,
  resolveForm,
  toPersonHint,
} from '../../contacts/index.ts'
import type { OwnedClient } from '../records/owned-client.ts'
import { numbersUnknown, recipientNotFound } from '../records/refusals.ts'

/** How long a number that was not on the network counts as missing. */
const MISSING_TTL_MS = 600_000
const MAX_REMEMBERED = 10_000

const keyOf = (clientId: string, address: Address): string => `${clientId}/${address}`

/** Where a send goes (`to`, as the network writes it) and which conversation it belongs to. */
export interface Recipient {
  to: Address
  chat: string
}

export interface RecipientDeps {
  db: Database
  contacts: ContactCache
  nowMs(): number
  /** Called after the commit that made contacts one. */
  noteMerged(clientId: string, merged: ResolvedContacts['merged']): void
}

/** By client and address, the latest ones. */
class RememberedAddresses<V> {
  readonly #values = new Map<string, V>()

  get(clientId: string, address: Address): V | undefined {
    return this.#values.get(keyOf(clientId, address))
  }

  set(clientId: string, address: Address, value: V): void {
    this.#values.set(keyOf(clientId, address), value)
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= MAX_REMEMBERED) break
      this.#values.delete(oldest)
    }
  }

  forgetClient(clientId: string): void {
    for (const key of this.#values.keys()) if (key.startsWith(`${clientId}/`)) this.#values.delete(key)
  }
}

/** Finds the address and the conversation of each recipient, for the sends of this process. */
export class Recipients {
  readonly #deps: RecipientDeps
  readonly #missingUntilMs = new RememberedAddresses<number>()
  /** Numbers the network writes differently from how they were given. */
  readonly #rewritten = new RememberedAddresses<Address>()
  /** Numbers that are on the network and of which it said nothing else. */
  readonly #confirmed = new RememberedAddresses<true>()
  readonly #looking = new Map<string, Promise<Recipient>>()

  constructor(deps: RecipientDeps) {
    this.#deps = deps
  }

  /**
   * Throws RECIPIENT_NOT_FOUND. Asks the network once about a phone number that only a caller has named: it may be on
   * the network in another form, or not at all.
   */
  find(client: OwnedClient, given: Address, connection: NetworkConnection): Promise<Recipient> {
    if (!toPersonHint(given)) return Promise.resolve({ to: given, chat: given })
    // Sends to one person share one question, so that they go on in the order they came.
    const key = keyOf(client.id, given)
    const looking =
      this.#looking.get(key) ?? this.#look(client, given, connection).finally(() => this.#looking.delete(key))
    this.#looking.set(key, looking)
    return looking
  }

  /** The recipient as of now: its contact may have been merged with another since it was found. */
  async refresh(client: OwnedClient, recipient: Recipient): Promise<Recipient> {
    const known = toPersonHint(recipient.to) && (await this.#readKnown(client, recipient.to))
    return known ? { to: recipient.to, chat: known.id } : recipient
  }

  /** The network said itself that this address is not on it. */
  markMissing(clientId: string, to: Address): void {
    this.#missingUntilMs.set(clientId, to, this.#deps.nowMs() + MISSING_TTL_MS)
  }

  forgetClient(clientId: string): void {
    this.#missingUntilMs.forgetClient(clientId)
    this.#rewritten.forgetClient(clientId)
    this.#confirmed.forgetClient(clientId)
  }

  async #look(client: OwnedClient, given: Address, connection: NetworkConnection): Promise<Recipient> {
    const { db, nowMs } = this.#deps
    const to = this.#rewritten.get(client.id, given) ?? given
    // Somebody may have named the number in the same form again since.
    if (to !== given && (await this.#readKnown(client, given)))
      await this.#join(client.id, given, { phone: to, lid: null })
    const known = await this.#readKnown(client, to)
    if (known && this.#isSeen(client, known, to)) return { to, chat: known.id }
    if (!isPhoneAddress(to) || to === client.address) {
      const resolved = await resolveContacts(db, client.id, [toPersonHint(to) ?? { phone: null, lid: to }])
      return { to, chat: resolved.idOf(to) }
    }
    if ((this.#missingUntilMs.get(client.id, to) ?? 0) > nowMs()) {
      throw recipientNotFound(toPhoneNumber(to) ?? to)
    }
    return this.#ask(client, to, connection)
  }

  async #ask(client: OwnedClient, to: Address, connection: NetworkConnection): Promise<Recipient> {
    const number = toPhoneNumber(to) ?? ''
    const [check] = await connection.checkNumbers([number]).catch((cause: unknown) => {
      throw numbersUnknown(cause)
    })
    if (!check?.exists) {
      this.markMissing(client.id, to)
      throw recipientNotFound(number)
    }
    const address = check.address && isPhoneAddress(check.address) ? check.address : to
    if (address !== to) this.#rewritten.set(client.id, to, address)
    this.#confirmed.set(client.id, address, true)
    return { to: address, chat: await this.#join(client.id, to, { phone: address, lid: check.lid }) }
  }

  /** Merges the contact of the form a number was named in with the one the network has. Answers its id. */
  async #join(clientId: string, named: Address, hint: { phone: Address; lid: Address | null }) {
    const { db, contacts, noteMerged } = this.#deps
    const resolved = await db.transaction((tx) => resolveForm(tx, clientId, named, hint, contacts))
    if (resolved.merged.length > 0) noteMerged(clientId, resolved.merged)
    return resolved.idOf(hint.phone)
  }

  async #readKnown(client: OwnedClient, to: Address): Promise<ContactRow | null> {
    const { db, contacts } = this.#deps
    const cached = contacts.get(client.id, to)
    if (cached) return cached
    const readAt = contacts.version(client.id)
    const [stored] = await readContactsByAddress(db, client.id, [to])
    if (!stored) return null
    contacts.set(client.id, stored, readAt)
    return stored
  }

  /** Whether the network has shown that it knows the contact: not so where only a caller has named the number. */
  #isSeen(client: OwnedClient, { id, lid, notify }: ContactRow, to: Address): boolean {
    return (
      !isPhoneAddress(id) || lid !== null || notify !== null || this.#confirmed.get(client.id, to) === true
    )
  }
}
