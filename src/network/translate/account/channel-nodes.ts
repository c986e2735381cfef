import { isLid, isPhoneAddress, toAddress } from '../../../core/addresses.ts'
import type {
  ChannelContent,
  ChannelCounts,
  ChannelFollower,
  ChannelInfo,
  ChannelPost,
  ChannelReactions,
  ChannelRole,
} from '../../ports/channel-port.ts'
import { childOf, childrenOf, type WireNode } from '../group-nodes.ts'
import { toInteger } from '../wire.ts'

const ROLES: readonly ChannelRole[] = ['owner', 'admin', 'subscriber', 'guest']
const REACTIONS: readonly ChannelReactions[] = ['all', 'basic', 'none', 'blocklist']
/** The network's longer name of a setting of whoever follows (zapo, `WA_NEWSLETTER_MUTE_TYPES`). */
const MUTED = 'MUTE_FOLLOWER_ACTIVITY'

/** whatsmeow's `EditAttribute`: changed by an admin, taken back by one. */
export const EDITED = '3'
export const REVOKED = '8'

export type Json = Readonly<Record<string, unknown>>

export const asJson = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
export const asText = (value: unknown): string => (typeof value === 'string' ? value : '')
export const asNumber = (value: unknown): number => {
  const number = Number(value)
  return Number.isSafeInteger(number) && number > 0 ? number : 0
}

/** One of our words for a state the wire writes in capitals; null for another. */
export function asWord<T extends string>(value: unknown, known: readonly T[]): T | null {
  const named = asText(value).toLowerCase()
  return known.find((word) => word === named) ?? null
}

/** Whether a channel is muted: whatsmeow's `mute`, or among the settings that zapo's `viewer_metadata` has. */
function readMuted({ mute, settings }: Json): boolean | null {
  const own = Array.isArray(settings) ? settings.map(asJson).find(({ type }) => type === MUTED)?.value : mute
  const muted = asText(own).toLowerCase()
  return muted === '' ? null : muted === 'on'
}

/** How its posts are reacted to (whatsmeow's `NewsletterSettings`). */
export const readReactions = (settings: unknown): ChannelReactions | null =>
  asWord(asJson(asJson(settings).reaction_codes).value, REACTIONS)

export const readRole = (role: unknown): ChannelRole | null => asWord(role, ROLES)

/** Of whatsmeow's `NewsletterMetadata`; null for what is none. */
export function readChannel(value: unknown): ChannelInfo | null {
  const { id, thread_metadata, viewer_metadata } = asJson(value)
  if (typeof id !== 'string' || id === '') return null
  const thread = asJson(thread_metadata)
  const viewer = asJson(viewer_metadata)
  const { subscribers_count: followers } = thread
  return {
    jid: toAddress(id),
    name: asText(asJson(thread.name).text),
    description: asText(asJson(thread.description).text) || null,
    invite: asText(thread.invite) || null,
    createdSec: asNumber(thread.creation_time),
    followers: followers === undefined || followers === null ? null : asNumber(followers),
    isVerified: asText(thread.verification).toLowerCase() === 'verified',
    role: readRole(viewer.role),
    isMuted: readMuted(viewer),
    reactions: readReactions(thread.settings),
  }
}

/** Those who follow a channel, as zapo's `parseFollowers` reads them; whoever has no address is left out. */
export function readFollowers(value: unknown): ChannelFollower[] {
  const { edges } = asJson(asJson(value).followers)
  return (Array.isArray(edges) ? edges.map(asJson) : []).flatMap(({ role, follow_time: since, node }) => {
    const { id, pn, display_name: name, username_info: handle } = asJson(node)
    const addresses = [asText(id), asText(pn)].filter((address) => address !== '').map(toAddress)
    const person = { phone: addresses.find(isPhoneAddress) ?? null, lid: addresses.find(isLid) ?? null }
    if (person.phone === null && person.lid === null) return []
    return {
      ...{ person, name: asText(name) || null, username: asText(asJson(handle).username) || null },
      ...{ role: readRole(role), sinceSec: asNumber(since) },
    }
  })
}

/** How a content is called, its text and its file; the connector reads it with the decoder it has. */
export type ContentReader = (bytes: Uint8Array) => Pick<ChannelContent, 'type' | 'text' | 'file'>

/** The message in a node; null when it was taken back. */
export function plaintextOf(node: WireNode): Uint8Array | null {
  const plaintext = childOf(node, 'plaintext')?.content
  return plaintext instanceof Uint8Array && plaintext.length > 0 ? plaintext : null
}

/** Of whatsmeow's `NewsletterMessageMeta`: milliseconds on the wire. */
export const editedAtMs = (node: WireNode): number => toInteger(childOf(node, 'meta')?.attrs.msg_edit_t)

/** What a node says of a post; null where there is nothing of it. Of a changed one `t` may be of the change. */
export function readContentOf(node: WireNode, readContent: ContentReader): ChannelContent | null {
  const { id, server_id, t } = node.attrs
  const plaintext = plaintextOf(node)
  if (!id || plaintext === null) return null
  return {
    id,
    serverId: toInteger(server_id),
    atSec: toInteger(childOf(node, 'meta')?.attrs.original_msg_t) || toInteger(t),
    editedMs: editedAtMs(node),
    ...readContent(plaintext),
  }
}

export function readReactionCounts(node: WireNode): ChannelCounts['reactions'] {
  const counted = childrenOf(childOf(node, 'reactions'), 'reaction').map(({ attrs }) => ({
    emoji: attrs.code ?? '',
    count: toInteger(attrs.count),
  }))
  return counted.filter(({ emoji, count }) => emoji !== '' && count > 0)
}

/** Of whatsmeow's `parseNewsletterMessages`; posts that were taken back have no content and are left out. */
export function readPosts(messages: WireNode | undefined, readContent: ContentReader): ChannelPost[] {
  return childrenOf(messages, 'message').flatMap((node) => {
    const content = readContentOf(node, readContent)
    return content === null
      ? []
      : {
          ...content,
          views: toInteger(childOf(node, 'views_count')?.attrs.count),
          reactions: readReactionCounts(node),
        }
  })
}

/**
 * Posts of a page that were taken back: they have the word for that, as live ones, or nothing in them (WhatsApp Web's
 * `parseNewsletterMessageHistoryMixin`, which reads both an edit and a revoke there).
 */
export const readRevoked = (messages: WireNode | undefined): { id: string; serverId: number }[] =>
  childrenOf(messages, 'message').flatMap((node) => {
    const { id, server_id, edit } = node.attrs
    const serverId = toInteger(server_id)
    return id && serverId > 0 && (edit === REVOKED || isEmptied(node)) ? { id, serverId } : []
  })

const isEmptied = (node: WireNode): boolean =>
  childOf(node, 'plaintext') !== undefined && plaintextOf(node) === null
