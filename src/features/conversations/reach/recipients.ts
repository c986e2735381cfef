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

/** How long a number that was not on the network is taken not to be. */
const MISSING_TTL_MS = 600_000
const MAX_REMEMBERED = 10_000

/** Where a send goes (`to`, as the network writes it) and which conversation it belongs to. */
export interface Recipient {
  to: Address
  chat: string
}

export interface Recipients {
  /**
   * Throws RECIPIENT_NOT_FOUND. Asks the network once about a phone number of which it has not told anything: who is a
   * contact because somebody named the number may be on the network under another form of it, or not at all.
   */
  find(client: OwnedClient, to: Address, connection: NetworkConnection): Promise<Recipient>
  /** The same recipient as things are now: its contact may have become one with another since it was found. */
  refresh(client: OwnedClient, recipient: Recipient): Promise<Recipient>
  /** The network said itself that this address is not on it. */
  markMissing(clientId: string, to: Address): void
  forgetClient(clientId: string): void
}

export function createRecipients(deps: {
  db: Database
  contacts: ContactCache
  nowMs(): number
  /** Called after the commit that made contacts one. */
  noteMerged(clientId: string, merged: ResolvedContacts['merged']): void
}): Recipients {
  const { db, contacts } = deps
  const missingUntil = new Map<string, number>()
  /** Numbers the network writes differently from how they were given. */
  const rewritten = new Map<string, Address>()
  /** Numbers the network said are there, and told nothing else of. */
  const confirmed = new Map<string, true>()
  const asking = new Map<string, Promise<Recipient>>()
  const keyOf = (clientId: string, to: Address) => `${clientId}/${to}`

  function remember<V>(map: Map<string, V>, key: string, value: V): void {
    map.set(key, value)
    for (const oldest of map.keys()) {
      if (map.size <= MAX_REMEMBERED) break
      map.delete(oldest)
    }
  }

  async function ask(client: OwnedClient, to: Address, connection: NetworkConnection): Promise<Recipient> {
    const number = toPhoneNumber(to) ?? ''
    const [check] = await connection.checkNumbers([number]).catch((cause: unknown) => {
      throw numbersUnknown(cause)
    })
    if (!check?.exists) {
      remember(missingUntil, keyOf(client.id, to), deps.nowMs() + MISSING_TTL_MS)
      throw recipientNotFound(number)
    }
    const address = check.address && isPhoneAddress(check.address) ? check.address : to
    if (address !== to) remember(rewritten, keyOf(client.id, to), address)
    remember(confirmed, keyOf(client.id, address), true)
    return { to: address, chat: await join(client.id, to, { phone: address, lid: check.lid }) }
  }

  /** Makes one contact of the form a number was named in and the one the network has. Answers its id. */
  async function join(clientId: string, named: Address, hint: { phone: Address; lid: Address | null }) {
    const resolved = await db.transaction((tx) => resolveForm(tx, clientId, named, hint, contacts))
    if (resolved.merged.length > 0) deps.noteMerged(clientId, resolved.merged)
    return resolved.idOf(hint.phone)
  }

  async function readKnown(client: OwnedClient, to: Address): Promise<ContactRow | null> {
    const cached = contacts.get(client.id, to)
    if (cached) return cached
    const readAt = contacts.version(client.id)
    const [stored] = await readContactsByAddress(db, client.id, [to])
    if (!stored) return null
    contacts.set(client.id, stored, readAt)
    return stored
  }

  /** Whom the network told of, and not only somebody who named a number. */
  const isSeen = (client: OwnedClient, { id, lid, notify }: ContactRow, to: Address): boolean =>
    !isPhoneAddress(id) || lid !== null || notify !== null || confirmed.has(keyOf(client.id, to))

  async function find(
    client: OwnedClient,
    given: Address,
    connection: NetworkConnection,
  ): Promise<Recipient> {
    const to = rewritten.get(keyOf(client.id, given)) ?? given
    // Somebody may have named the number in the same form again since.
    if (to !== given && (await readKnown(client, given)))
      await join(client.id, given, { phone: to, lid: null })
    const known = await readKnown(client, to)
    if (known && isSeen(client, known, to)) return { to, chat: known.id }
    if (!isPhoneAddress(to) || to === client.address) {
      const resolved = await resolveContacts(db, client.id, [toPersonHint(to) ?? { phone: null, lid: to }])
      return { to, chat: resolved.idOf(to) }
    }
    if ((missingUntil.get(keyOf(client.id, to)) ?? 0) > deps.nowMs()) {
      throw recipientNotFound(toPhoneNumber(to) ?? to)
    }
    return ask(client, to, connection)
  }

  return {
    find(client, given, connection) {
      if (!toPersonHint(given)) return Promise.resolve({ to: given, chat: given })
      // Sends to one person share a look, so that they go on in the order they came.
      const key = keyOf(client.id, given)
      const looking = asking.get(key) ?? find(client, given, connection).finally(() => asking.delete(key))
      asking.set(key, looking)
      return looking
    },
    async refresh(client, recipient) {
      const known = toPersonHint(recipient.to) && (await readKnown(client, recipient.to))
      return known ? { to: recipient.to, chat: known.id } : recipient
    },
    markMissing(clientId, to) {
      remember(missingUntil, keyOf(clientId, to), deps.nowMs() + MISSING_TTL_MS)
    },
    forgetClient(clientId) {
      for (const map of [missingUntil, rewritten, confirmed]) {
        for (const key of map.keys()) if (key.startsWith(`${clientId}/`)) map.delete(key)
      }
    },
  }
}
