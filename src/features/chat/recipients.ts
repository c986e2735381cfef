import { type Address, isPhoneAddress, toPhoneNumber } from '../../core/addresses.ts'
import type { Database } from '../../db/client.ts'
import type { NetworkConnection } from '../../network/port.ts'
import {
  type ContactCache,
  type ResolvedContacts,
  readContactsByAddress,
  resolveContacts,
  toPersonHint,
} from '../contacts/index.ts'
import { numbersUnknown, recipientNotFound } from './refusals.ts'
import type { OwnedClient } from './types.ts'

/** How long a number that was not on the network is taken not to be. */
const MISSING_TTL_MS = 600_000
const MAX_REMEMBERED = 10_000

/** Where a send goes (`to`, as the network writes it) and which conversation it belongs to. */
export interface Recipient {
  to: Address
  chat: string
}

export interface Recipients {
  /** Throws RECIPIENT_NOT_FOUND. Asks the network once about a phone number that is no contact yet. */
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
    const hint = { phone: address, lid: check.lid }
    const resolved = await db.transaction((tx) => resolveContacts(tx, client.id, [hint], contacts))
    if (resolved.merged.length > 0) deps.noteMerged(client.id, resolved.merged)
    return { to: address, chat: resolved.idOf(address) }
  }

  /** A contact is on the network: it wrote to us, or was found there before. */
  async function findKnown(client: OwnedClient, to: Address): Promise<Recipient | null> {
    const cached = contacts.get(client.id, to)
    if (cached) return { to, chat: cached.id }
    const readAt = contacts.version(client.id)
    const [stored] = await readContactsByAddress(db, client.id, [to])
    if (!stored) return null
    contacts.set(client.id, stored, readAt)
    return { to, chat: stored.id }
  }

  async function find(
    client: OwnedClient,
    given: Address,
    connection: NetworkConnection,
  ): Promise<Recipient> {
    const to = rewritten.get(keyOf(client.id, given)) ?? given
    const known = await findKnown(client, to)
    if (known) return known
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
      const known = toPersonHint(recipient.to) && (await findKnown(client, recipient.to))
      return known || recipient
    },
    markMissing(clientId, to) {
      remember(missingUntil, keyOf(clientId, to), deps.nowMs() + MISSING_TTL_MS)
    },
    forgetClient(clientId) {
      for (const map of [missingUntil, rewritten]) {
        for (const key of map.keys()) if (key.startsWith(`${clientId}/`)) map.delete(key)
      }
    },
  }
}
