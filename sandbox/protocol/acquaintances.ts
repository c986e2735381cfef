import { createHash } from 'node:crypto'
import type { Companion } from '../state/companion.ts'
import type { Network } from '../state/network.ts'
import type { User } from '../state/user.ts'
import { hasSaved } from './profile.ts'

/** The hash by which somebody is named to accounts that have not saved them (the web client's `getContactHash`). */
export const contactHashOf = ({ lid }: User): string =>
  createHash('md5').update(`${lid}WA_ADD_NOTIF`).digest().subarray(0, 3).toString('base64')

/** Whether an account has written with somebody. */
function hasTalked(network: Network, account: User, user: User): boolean {
  const { inbox, sent } = network.mailboxes.of(account.number)
  const theirs = network.mailboxes.of(user.number)
  return (
    inbox.some(({ chat }) => chat === user.number) ||
    [...sent.values()].some(({ to }) => to === user.number) ||
    // Also before the account's phone has seen it.
    theirs.inbox.some(({ chat }) => chat === account.number) ||
    [...theirs.sent.values()].some(({ to }) => to === account.number)
  )
}

/** Each client of the accounts that know somebody: that have them in the address book, or only wrote with them. */
export function tellAcquaintances(
  network: Network,
  user: User,
  tell: (companion: Companion, account: User, isSaved: boolean) => void,
): void {
  for (const account of network.directory.users()) {
    if (account === user || account.companions.size === 0) continue
    const isSaved = hasSaved(network, account, user)
    if (!isSaved && !hasTalked(network, account, user)) continue
    for (const companion of account.companions.values()) tell(companion, account, isSaved)
  }
}
