import { toPhoneNumber } from '../../../core/addresses.ts'
import { refusal } from '../../../core/errors.ts'
import type { NetworkAnswer, NetworkConnection } from '../../../network/port.ts'
import type { Log } from '../../../platform/logger.ts'
import { recipientNotFound } from '../records/refusals.ts'
import type { BlockCommand } from './ask-owner.ts'

interface OwnedClient {
  client: { id: string }
  connection(): NetworkConnection | null
}

/** Null: the network does not know them. Of who is known by a number it learns both addresses. */
async function setBlocked(
  connection: NetworkConnection,
  { person, isBlocked }: BlockCommand,
): Promise<NetworkAnswer<null> | null> {
  const number = toPhoneNumber(person)
  const [check] = number === null ? [] : await connection.checkNumbers([number])
  if (check && !check.address) return null
  return connection.persons.setBlocked(check?.address ?? person, isBlocked)
}

/** The owner's side of blocking people on the network. */
export function createBlockCommand(log: Log): (owned: OwnedClient, input: unknown) => Promise<object> {
  return async (owned, input) => {
    const command = input as BlockCommand
    const connection = owned.connection()
    if (!connection) throw refusal('SERVICE_UNAVAILABLE', 'ACCOUNT_NOT_ASKED', {})
    const answer = await setBlocked(connection, command).catch((err: unknown) => {
      log.warn({ err, clientId: owned.client.id }, 'the list of blocked people was not answered')
      throw refusal('GATEWAY_TIMEOUT', 'NETWORK_NOT_ANSWERING', {}, { cause: err })
    })
    if (!answer) throw recipientNotFound(command.person)
    if (answer.kind === 'answered') return {}
    const { networkCode } = answer
    throw refusal('UNPROCESSABLE_CONTENT', 'ACCOUNT_REFUSED', { networkCode }, { data: { networkCode } })
  }
}
