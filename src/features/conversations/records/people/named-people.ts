import { type Bus, requireReply } from '../../../../bus/port.ts'
import { type Address, usernameIn } from '../../../../core/addresses.ts'
import type { Refusal } from '../../../../core/errors.ts'
import type { UsernameSearch } from '../../../../network/port.ts'
import { notConnected, usernameKeyNeeded, usernameNotFound } from '../refusals.ts'

/** Asks the owner of a client who is found by a username. */
export const USERNAME_COMMAND = 'chat.findUsername'
const ASK_TIMEOUT_MS = 30_000

export interface UsernameQuery {
  username: string
  key?: string | undefined
  /** Whoever is found becomes a contact, and what was found lately is not asked again. */
  isForSend?: boolean
}

/** Rejects with a refusal where the network could not be asked. */
export type AskUsername = (clientId: string, query: UsernameQuery) => Promise<UsernameSearch>

export const createAskUsername =
  ({ bus, newId }: { bus: Bus; newId(): string }): AskUsername =>
  async (clientId, query) => {
    const command = { name: USERNAME_COMMAND, input: query }
    const options = { commandId: newId(), timeoutMs: ASK_TIMEOUT_MS }
    const reply = await bus.request(clientId, command, options)
    return requireReply<UsernameSearch>(reply, notConnected)
  }

/**
 * So often somebody is asked for who waits for their turn, some time apart: there are usernames of which the network never says
 * who has them, and the others go on without those people.
 */
export const MAX_USERNAME_ASKS = 5

/** Whether the question came to the account and the network did not answer it; otherwise nobody could be asked. */
export function isUnanswered(error: Refusal): boolean {
  const { reason, params } = { ...error.data } as { reason?: unknown; params?: { while?: unknown } }
  return reason !== 'CLIENT_NOT_CONNECTED' || params?.while === 'naming'
}

/**
 * The address of who is asked for, where that may be a username: then the network is asked who has it, so that nobody is written to
 * who only had it earlier. Throws what is to be said where nobody is found.
 */
export async function findPerson(
  ask: AskUsername,
  clientId: string,
  person: Address,
  isForSend = true,
): Promise<Address> {
  const username = usernameIn(person)
  if (username === null) return person
  const found = await ask(clientId, { username, isForSend })
  if (found.state === 'found') return found.lid
  throw found.state === 'unknown' ? usernameNotFound(username) : usernameKeyNeeded(username)
}
