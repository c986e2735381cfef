import { toAddress } from '../../../core/addresses.ts'
import type { JournalEntry } from '../../port.ts'
import {
  type ChannelMilestone,
  type ChannelNews,
  type ChannelNotice,
  editNotice,
  postNotice,
  revokeNotice,
} from '../../ports/channel-port.ts'
import { childOf, childrenOf, type WireNode } from '../group-nodes.ts'
import { keepNotices } from '../journal.ts'
import { toPerson } from '../people.ts'
import { toInteger } from '../wire.ts'
import {
  asJson,
  asNumber,
  asText,
  asWord,
  type ContentReader,
  EDITED,
  editedAtMs,
  type Json,
  REVOKED,
  readChannel,
  readContentOf,
  readReactionCounts,
  readReactions,
  readRole,
} from './channel-nodes.ts'

const STATES = ['active', 'suspended', 'geosuspended', 'deleted'] as const

/** The values of the network's own enum of such notices, as WhatsApp's app for Android has them. */
const MILESTONES: Readonly<Record<string, ChannelMilestone>> = {
  FOLLOWS: 'follows',
  MESSAGE_FORWARDS: 'forwards',
  MESSAGE_REACTIONS: 'reactions',
  MESSAGE_RESPONSES: 'responses',
  MESSAGE_VOTES: 'votes',
}

export const isChannel = (jid: string | undefined): boolean => jid?.endsWith('@newsletter') ?? false

/**
 * A post as it is told: new, changed (the message is the new content, under the first one's id), or taken back. By whatsmeow's
 * `handlePlaintextMessage` and zapo's `processIncomingNewsletterMessage`. Null for what is none, such as a reaction.
 */
export function readPostNotice(node: WireNode, readContent: ContentReader): ChannelNotice | null {
  const { from, id, edit, t, server_id, is_sender } = node.attrs
  if (!from || !isChannel(from) || !id) return null
  const channel = toAddress(from)
  const serverId = toInteger(server_id)
  const of = (which: string, news: ChannelNews): ChannelNotice => ({
    ...{ id: which, channel, news },
    atSec: toInteger(t),
  })
  const name = serverId > 0 ? postNotice(channel, serverId) : `post/${channel}/${id}`
  if (edit === REVOKED) return of(revokeNotice(name), { kind: 'revoked', id, serverId })
  const post = readContentOf(node, readContent)
  if (!post) return null
  if (edit === EDITED) return of(editNotice(name, editedAtMs(node) || toInteger(t)), { kind: 'edited', post })
  return of(name, { kind: 'posted', post, isOwn: is_sender === undefined ? null : is_sender === 'true' })
}

/**
 * What became of the counts of posts of a channel that is watched. whatsmeow finds them right in `live_updates`, zapo in
 * `messages` within it.
 */
export function readCountNotices(node: WireNode): ChannelNotice[] {
  const { id, from, t } = node.attrs
  if (!id || !from || !isChannel(from)) return []
  const updates = childOf(node, 'live_updates')
  const messages = [...childrenOf(updates, 'message'), ...childrenOf(childOf(updates, 'messages'), 'message')]
  return messages.flatMap((message, n) => {
    const serverId = toInteger(message.attrs.server_id)
    const views = childOf(message, 'views_count')?.attrs.count
    if (serverId === 0) return []
    const hasReactions = childOf(message, 'reactions') !== undefined
    const counts = {
      serverId,
      ...(views === undefined ? {} : { views: toInteger(views) }),
      ...(hasReactions ? { reactions: readReactionCounts(message) } : {}),
    }
    return {
      ...{ id: `live/${id}/${n}`, channel: toAddress(from), atSec: toInteger(t) },
      news: { kind: 'counts', counts } as const,
    }
  })
}

/** What the account's other devices did with a channel, and what became of it: by the field of the notification's data. */
const READERS: Readonly<Record<string, (told: Json) => ChannelNews | null>> = {
  xwa2_notify_newsletter_on_join: (told) => {
    const channel = readChannel(told)
    return channel && { kind: 'followed', name: channel.name }
  },
  xwa2_notify_newsletter_on_leave: () => ({ kind: 'unfollowed' }),
  xwa2_notify_newsletter_on_mute_change: ({ mute }) => readMute(mute),
  // What took its place in WhatsApp Web; its type also names what only admins mute.
  xwa2_notify_newsletter_on_user_setting_change: ({ setting }) => {
    const { type, value } = asJson(setting)
    return type === 'MUTE_ADMIN_ACTIVITY' ? null : readMute(value)
  },
  xwa2_notify_newsletter_on_metadata_update: (told) => {
    const channel = readChannel(told)
    const { settings } = asJson(told.thread_metadata)
    return (
      channel && {
        ...{ kind: 'changed', name: channel.name, description: channel.description },
        reactions: readReactions(settings),
      }
    )
  },
  xwa2_notify_newsletter_admin_promote: readRoleChange,
  xwa2_notify_newsletter_admin_demote: readRoleChange,
  xwa2_notify_newsletter_on_state_change: ({ state }) => {
    const word = asWord(asJson(state).type, STATES)
    return word && { kind: 'state', state: word }
  },
  xwa2_notify_newsletter_milestone: ({ type, value, message_server_id: server }) => {
    const of = MILESTONES[asText(type)]
    return of === undefined
      ? null
      : { kind: 'milestone', of, value: asNumber(value), serverId: asNumber(server) || null }
  },
}

function readMute(mute: unknown): ChannelNews | null {
  const word = asWord(mute, ['on', 'off'] as const)
  return word && { kind: 'muted', isMuted: word === 'on' }
}

/** WhatsApp Web's `NewsletterRoleChangeNotificationHandler`. */
function readRoleChange({ user, actor, user_new_role }: Json): ChannelNews | null {
  const role = readRole(user_new_role)
  const person = asText(asJson(user).id)
  const by = asText(asJson(actor).id)
  return role === null || person === ''
    ? null
    : { kind: 'role', person: toPerson(person), role, by: by === '' ? null : toPerson(by) }
}

/** What a notification of the network's queries tells of channels (whatsmeow's `handleMexNotification`). */
export function readMexNotices(node: WireNode): ChannelNotice[] {
  const { id, t } = node.attrs
  if (!id) return []
  return childrenOf(node, 'update').flatMap((update, n) => {
    const data = readData(update.content)
    return Object.entries(READERS).flatMap(([field, read]) => {
      const told = asJson(data[field])
      const channel = asText(told.id) || asText(told.newsletter_id)
      const news = isChannel(channel) ? read(told) : null
      return news === null
        ? []
        : { id: `mex/${id}/${n}`, channel: toAddress(channel), atSec: toInteger(t), news }
    })
  })
}

function readData(content: WireNode['content']): Json {
  if (!(content instanceof Uint8Array)) return {}
  try {
    return asJson(asJson(JSON.parse(new TextDecoder().decode(content))).data)
  } catch {
    return {}
  }
}

const KEPT = keepNotices<ChannelNotice>({
  prefix: 'channel-notice|',
  toEvent: (notice, journalId) => ({ kind: 'channel', notice, journalId }),
  unreadable: 'unreadable notice of a channel',
})

export const toChannelEntry = (notice: ChannelNotice): JournalEntry => KEPT.keep(notice.id, notice)
export const isChannelEntry = KEPT.isKept
export const fromChannelEntry = KEPT.tell
