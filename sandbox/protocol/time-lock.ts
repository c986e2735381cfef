import { randomBytes } from 'node:crypto'
import type { Network } from '../state/network.ts'
import type { User } from '../state/user.ts'
import { SERVER_JID } from './addresses.ts'
import { deliver } from './delivery.ts'
import { node, seconds } from './nodes.ts'

/** What an account is told about its restriction; `address` is the account's number or one of its devices. */
export function describeTimeLock(network: Network, address: string) {
  const { timeLockUntilMs } = network.faults.of(address)
  return timeLockUntilMs > network.now()
    ? { is_active: true, time_enforcement_ends: seconds(timeLockUntilMs), enforcement_type: 'DEFAULT' }
    : { is_active: false }
}

/** Whether an account is restricted and has never spoken with somebody, so that a message to them is refused. */
export function isReachOutLocked(
  network: Network,
  address: string,
  account: string,
  recipient: User,
): boolean {
  if (network.faults.of(address).timeLockUntilMs <= network.now()) return false
  const { inbox, sent } = network.mailboxes.of(account)
  const isKnown =
    recipient.number === account ||
    inbox.some(({ chat }) => chat === recipient.number) ||
    // What the other side wrote the network has passed on, whether the account's phone has seen it yet or not.
    recipient.played.some(({ name }) =>
      [...network.mailboxes.of(name).sent.values()].some(({ to }) => to === account),
    ) ||
    [...sent.values()].some(({ to }) => to === recipient.number)
  return !isKnown
}

/** Tells the clients of an account that it is restricted, or no longer. */
export function announceTimeLock(network: Network, account: User): void {
  for (const companion of account.companions.values()) {
    const payload = {
      data: { xwa2_notify_account_reachout_timelock: describeTimeLock(network, companion.address) },
    }
    const update = node(
      'update',
      { op_name: 'NotificationUserReachoutTimelockUpdate' },
      Buffer.from(JSON.stringify(payload)),
    )
    const attrs = {
      from: SERVER_JID,
      type: 'mex',
      id: randomBytes(8).toString('hex'),
      t: seconds(network.now()),
    }
    deliver(network, companion, '', node('notification', attrs, [update]))
  }
}
