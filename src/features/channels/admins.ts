import { type Address, isLid, toPhoneNumber } from '../../core/addresses.ts'
import { refusal } from '../../core/errors.ts'
import type {
  ChannelFollower,
  NetworkAnswer,
  NetworkChannels,
  NetworkConnection,
} from '../../network/port.ts'

/** As many as are asked for at once; those who run a channel are among them. */
const ASKED_FOR = 100

type Required = <T>(answer: NetworkAnswer<T>) => T

/** Those who run a channel, as far as the network names them among those who follow it. */
export async function listAdmins(
  channels: NetworkChannels,
  channel: Address,
  required: Required,
): Promise<{ admins: ChannelFollower[]; count: number }> {
  const people = required(await channels.followers(channel, ASKED_FOR))
  const count = required(await channels.countAdmins(channel))
  return { admins: people.filter(({ role }) => role === 'owner' || role === 'admin'), count }
}

/**
 * The LID of an admin, by which the network takes them. As WhatsApp's own clients do, nobody else is asked about; of whom the network
 * names no role it decides by itself.
 */
export async function requireAdmin(
  connection: NetworkConnection,
  { channel, person }: { channel: Address; person: Address },
  required: Required,
): Promise<Address> {
  const people = required(await connection.channels.followers(channel, ASKED_FOR))
  const found = people.find((one) => one.person.lid === person || one.person.phone === person)
  if (found && found.role !== 'admin') throw refusal('CONFLICT', 'PERSON_NOT_CHANNEL_ADMIN', {})
  const lid = found?.person.lid ?? (isLid(person) ? person : await findLid(connection, person))
  if (lid === null) throw refusal('UNPROCESSABLE_CONTENT', 'RECIPIENT_NOT_FOUND', { address: person })
  return lid
}

async function findLid(connection: NetworkConnection, person: Address): Promise<Address | null> {
  const phone = toPhoneNumber(person)
  if (phone === null) return null
  const [check] = await connection.checkNumbers([phone])
  return check?.lid ?? null
}
