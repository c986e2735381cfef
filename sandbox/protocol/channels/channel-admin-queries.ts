import type { Channel } from '../../state/channels.ts'
import type { Network } from '../../state/network.ts'
import { seconds } from '../nodes.ts'
import { changeOwner, changeRole } from './channel-admins.ts'
import { type Query, QueryRefusal, requireOwn } from './channel-queries.ts'

const MALFORMED = 400

/**
 * Somebody who follows a channel or has it, as zapo's `parseFollowers` reads it: by their LID, with the number unless they hide it.
 * `follow_time` is in seconds; of those who have it without following it is left out, which is a guess on the strict side.
 */
function describeFollower(network: Network, channel: Channel, number: string) {
  const user = network.directory.ensure(number)
  const { name, username, concealed } = user.record
  const { followers, createdAt } = channel.record
  return {
    role: channel.roleOf(number),
    ...(number in followers ? { follow_time: seconds(createdAt) } : {}),
    node: {
      id: user.jid('lid'),
      ...(concealed ? {} : { pn: user.jid('pn') }),
      display_name: name,
      username_info: username === undefined ? null : { username },
    },
  }
}

/** One list without further pages, which its owner and admins get alone. Whom it names where there are more than asked for nobody says: here those who came last. */
const listFollowers: Query = (network, { record }, { input }) => {
  const { newsletter_id: jid, count } = (input ?? {}) as Record<string, unknown>
  const channel = requireOwn(network, record.number, jid)
  if (!Number.isInteger(count) || Number(count) < 1) throw new QueryRefusal(MALFORMED, 'Bad request')
  const edges = channel.numbers
    .slice(-Number(count))
    .map((number) => describeFollower(network, channel, number))
  return { xwa2_newsletter_followers: { followers: { edges } } }
}

/** That its owner is counted among the admins is a guess. */
const countAdmins: Query = (network, { record }, { newsletter_id: jid }) => {
  const channel = requireOwn(network, record.number, jid)
  return { xwa2_newsletter_admin: { id: channel.jid, admin_count: channel.record.admins.length + 1 } }
}

/**
 * The number of an admin, who is named by the LID (WhatsApp Web's `toUserLidOrThrow`); its dialogs offer nobody else, so that the
 * server refuses others, and with which code, is a guess.
 */
function requireAdmin(network: Network, channel: Channel, given: unknown): string {
  const admin = channel.record.admins.find((number) => network.directory.ensure(number).jid('lid') === given)
  if (admin === undefined) throw new QueryRefusal(MALFORMED, 'Bad request')
  return admin
}

const demote: Query = (network, by, { newsletter_id: jid, user_id: user }) => {
  const channel = requireOwn(network, by.record.number, jid, true)
  changeRole(network, channel, requireAdmin(network, channel, user), 'SUBSCRIBER', by)
  return { xwa2_newsletter_admin_demote: { id: channel.jid } }
}

const handOver: Query = (network, by, { newsletter_id: jid, user_id: user }) => {
  const channel = requireOwn(network, by.record.number, jid, true)
  changeOwner(channel, requireAdmin(network, channel, user))
  return { xwa2_newsletter_change_owner: { id: channel.jid } }
}

/**
 * By the query ids of WhatsApp Web: its jobs FetchNewsletterFollowers, FetchNewsletterAdminInfo, DemoteNewsletterAdmin and
 * ChangeNewsletterOwner. The two of rc14 that change something are refused by the network, so nothing answers to them here.
 */
export const CHANNEL_ADMIN_QUERIES: Readonly<Record<string, Query>> = {
  '27472091235714801': listFollowers,
  '34983385154639574': countAdmins,
  '9880997548630971': demote,
  '9546742745432473': handOver,
}
