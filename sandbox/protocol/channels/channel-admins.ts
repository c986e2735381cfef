import type { Channel } from '../../state/channels.ts'
import type { Companion } from '../../state/companion.ts'
import type { Network } from '../../state/network.ts'
import { tellAccount } from './channel-news.ts'

/**
 * Somebody becomes an admin of a channel, or is one no longer: those who have it and the person are told (WhatsApp Web,
 * `NewsletterRoleChangeNotificationHandler`, which reads the person by their LID).
 */
export function changeRole(
  network: Network,
  channel: Channel,
  number: string,
  role: 'ADMIN' | 'SUBSCRIBER',
  by?: Companion,
): void {
  const { record } = channel
  const others = record.admins.filter((admin) => admin !== number)
  const told = new Set([record.owner, ...record.admins, number])
  record.admins = role === 'ADMIN' ? [...others, number] : others
  record.followers[number] ??= { muted: false }
  channel.save()
  const lidOf = (of: string) => network.directory.ensure(of).jid('lid')
  const actor = { id: lidOf(by?.record.number ?? record.owner) }
  const change = { id: channel.jid, admin: actor, actor, user: { id: lidOf(number) }, user_new_role: role }
  const [name, field] = role === 'ADMIN' ? ['AdminPromote', 'promote'] : ['AdminDemote', 'demote']
  for (const each of told)
    tellAccount(network, each, name, { [`xwa2_notify_newsletter_admin_${field}`]: change }, by)
}

/**
 * Another admin owns a channel from now on, and who had it is an admin (WhatsApp Web's `changeNewsletterOwnerAction`, which notes both
 * by itself). What devices are told of it is the metadata as its owner sees it, which nothing here reads, so nothing is told.
 */
export function changeOwner(channel: Channel, number: string): void {
  const { record } = channel
  record.admins = [...record.admins.filter((admin) => admin !== number), record.owner]
  record.owner = number
  channel.save()
}

/** What the network tells those who have a channel of its numbers (WhatsApp Web, `NewsletterMilestoneNotificationHandler`). */
export function tellMilestone(
  network: Network,
  { record, jid }: Channel,
  type: 'FOLLOWS' | 'MESSAGE_FORWARDS' | 'MESSAGE_REACTIONS' | 'MESSAGE_RESPONSES' | 'MESSAGE_VOTES',
  value: number,
  serverId?: number,
): void {
  const milestone = {
    ...{ newsletter_id: jid, type, value, reaction_code: null },
    message_server_id: serverId === undefined ? null : String(serverId),
  }
  for (const number of new Set([record.owner, ...record.admins]))
    tellAccount(network, number, 'Milestone', { xwa2_notify_newsletter_milestone: milestone })
}
