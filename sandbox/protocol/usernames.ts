import { randomBytes } from 'node:crypto'
import type { Companion } from '../state/companion.ts'
import type { Network } from '../state/network.ts'
import type { User } from '../state/user.ts'
import { contactHashOf, tellAcquaintances } from './acquaintances.ts'
import { InputError, SERVER_JID } from './addresses.ts'
import { deliver } from './delivery.ts'
import { node, seconds } from './nodes.ts'

/**
 * 3 to 35 letters, digits, dots and underscores, at least one letter, no dot at an end nor two in a row (the web client's
 * `WAWebUsernameValidationUtils`, as wa-js mirrors it in `src/util/username.ts`).
 */
const USERNAME = /^(?=.*[a-z])(?!\.)(?!.*\.\.)(?!.*\.$)[a-z0-9_.]{3,35}$/i
const KEY = /^\d{4}$/

/** Who has a username, whichever its letters. */
export function findByUsername(network: Network, username: string): User | undefined {
  for (const user of network.directory.users())
    if (user.record.username?.toLowerCase() === username.toLowerCase()) return user
  return undefined
}

/** Gives somebody a username, which is nobody else's, or takes theirs away. */
export function changeUsername(
  network: Network,
  user: User,
  username: string | undefined,
  key: string | undefined,
): void {
  const { record } = user
  if (username !== undefined && !USERNAME.test(username)) throw new InputError(`"${username}" is no username`)
  if (key !== undefined && !KEY.test(key)) throw new InputError('the key of a username is four digits')
  const holder = username === undefined ? undefined : findByUsername(network, username)
  if (holder !== undefined && holder !== user) throw new InputError(`"${username}" is taken`)
  const before = record.username
  delete record.username
  delete record.usernameKey
  if (username !== undefined) record.username = username
  if (username !== undefined && key !== undefined) record.usernameKey = key
  user.save()
  if (before !== username) announce(network, user)
}

/**
 * Tells the accounts that have somebody in their address book who it is and what the username is now; those that only wrote
 * with them that something changed of one with such a hash, and no more (zapo's `mex-notification.ts`, the web client's
 * `WAWebMexUsernameUpdateNotificationHandler`). Others are told nothing. What is said of somebody who hides their number
 * names the LID alone.
 */
const announce = (network: Network, user: User): void =>
  tellAcquaintances(network, user, (companion, _account, isSaved) => tell(network, companion, user, isSaved))

function tell(network: Network, companion: Companion, user: User, isSaved: boolean): void {
  const [operation, data] = isSaved ? describe(user) : describeByHash(user)
  const attrs = {
    from: SERVER_JID,
    type: 'mex',
    id: randomBytes(8).toString('hex'),
    t: seconds(network.now()),
  }
  const update = node('update', { op_name: operation }, Buffer.from(JSON.stringify({ data })))
  deliver(network, companion, '', node('notification', attrs, [update]))
}

function describe(user: User): [operation: string, data: object] {
  const { username } = user.record
  const lid = user.jid('lid')
  return username === undefined
    ? ['UsernameDeleteNotification', { xwa2_notify_username_delete: { lid, display_name: user.record.name } }]
    : ['UsernameSetNotification', { xwa2_notify_username_on_change: { lid, username } }]
}

const describeByHash = (user: User): [operation: string, data: object] => [
  'UsernameUpdateNotification',
  { xwa2_notify_username_on_update_side_sub: { hash: contactHashOf(user) } },
]
