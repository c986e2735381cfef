import { createHash } from 'node:crypto'
import type { Companion } from '../state/companion.ts'
import type { Network } from '../state/network.ts'
import type { User } from '../state/user.ts'
import { node } from './nodes.ts'
import { notifySync } from './profile.ts'

export const hashOf = (blocked: readonly string[]): string =>
  createHash('sha256')
    .update([...blocked].sort().join())
    .digest('base64')
    .slice(0, 12)

/**
 * An account blocks somebody, or lets them write again; its other devices are told what changed (whatsmeow's
 * `handleBlocklist`). What people who are blocked write does not arrive (`phone-outbox.ts`), their calls ring at nobody
 * (`calls.ts`), their presence is not shown (`presence.ts`), and what is sent to them is refused (`messages.ts`).
 */
export function changeBlocklist(
  network: Network,
  account: User,
  user: User,
  action: 'block' | 'unblock',
  by?: Companion,
): string[] {
  const before = account.record.blocked ?? []
  const others = before.filter((number) => number !== user.number)
  const blocked = action === 'block' ? [...others, user.number] : others
  account.record.blocked = blocked
  account.save()
  const attrs = { action: 'modify', dhash: hashOf(blocked), prev_dhash: hashOf(before) }
  const change = node('blocklist', attrs, [node('item', { jid: user.jid('lid'), action })])
  notifySync(network, account, change, by)
  return blocked
}

/** Whether one of two has blocked the other, so that neither sees how the other is. */
export const areApart = (one: User, other: User): boolean =>
  one.record.blocked?.includes(other.number) === true || other.record.blocked?.includes(one.number) === true
