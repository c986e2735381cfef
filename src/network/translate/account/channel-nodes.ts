import { toAddress } from '../../../core/addresses.ts'
import type { ChannelInfo, ChannelPost, ChannelRole } from '../../ports/channel-port.ts'
import { childOf, childrenOf, type WireNode } from '../group-nodes.ts'
import { toInteger } from '../wire.ts'

const ROLES: readonly ChannelRole[] = ['owner', 'admin', 'subscriber', 'guest']

type Json = Readonly<Record<string, unknown>>

const asJson = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
const asText = (value: unknown): string => (typeof value === 'string' ? value : '')
const asNumber = (value: unknown): number => {
  const number = Number(value)
  return Number.isSafeInteger(number) && number > 0 ? number : 0
}

function readViewer(viewer: unknown): Pick<ChannelInfo, 'role' | 'isMuted'> {
  const { role, mute } = asJson(viewer)
  const named = asText(role).toLowerCase()
  const muted = asText(mute).toLowerCase()
  return {
    role: ROLES.find((known) => known === named) ?? null,
    isMuted: muted === '' ? null : muted === 'on',
  }
}

/** Of whatsmeow's `NewsletterMetadata`; null for what is none. */
export function readChannel(value: unknown): ChannelInfo | null {
  const { id, thread_metadata, viewer_metadata } = asJson(value)
  if (typeof id !== 'string' || id === '') return null
  const thread = asJson(thread_metadata)
  return {
    jid: toAddress(id),
    name: asText(asJson(thread.name).text),
    description: asText(asJson(thread.description).text) || null,
    invite: asText(thread.invite) || null,
    createdSec: asNumber(thread.creation_time),
    followers: asNumber(thread.subscribers_count),
    isVerified: asText(thread.verification).toLowerCase() === 'verified',
    ...readViewer(viewer_metadata),
  }
}

/** How a content is called, and its text; the connector reads it with the decoder it has. */
export type ContentReader = (bytes: Uint8Array) => { type: string; text: string | null }

/** Of whatsmeow's `parseNewsletterMessages`; posts that were taken back have no content and are left out. */
export function readPosts(messages: WireNode | undefined, readContent: ContentReader): ChannelPost[] {
  return childrenOf(messages, 'message').flatMap((node) => {
    const { id, server_id, t } = node.attrs
    const plaintext = childOf(node, 'plaintext')?.content
    if (!id || !(plaintext instanceof Uint8Array) || plaintext.length === 0) return []
    const reactions = childrenOf(childOf(node, 'reactions'), 'reaction').map(({ attrs }) => ({
      emoji: attrs.code ?? '',
      count: toInteger(attrs.count),
    }))
    return {
      id,
      serverId: toInteger(server_id),
      atSec: toInteger(t),
      views: toInteger(childOf(node, 'views_count')?.attrs.count),
      reactions: reactions.filter(({ emoji, count }) => emoji !== '' && count > 0),
      ...readContent(plaintext),
    }
  })
}
