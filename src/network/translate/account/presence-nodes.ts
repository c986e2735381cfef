import { isGroup, toAddress } from '../../../core/addresses.ts'
import type { ChatActivity, PresenceNews } from '../../ports/presence-port.ts'
import { childrenOf, type WireNode } from '../group-nodes.ts'
import { toPerson } from '../people.ts'
import { toInteger } from '../wire.ts'

/** What a `presence` says; null for what is about nobody, such as how many of a group are there. */
export function readPresence({ attrs }: WireNode): PresenceNews | null {
  const who = toPerson(attrs.from)
  if (who.phone === null && who.lid === null) return null
  if (attrs.type !== undefined && attrs.type !== 'unavailable' && attrs.type !== 'available') return null
  const isAvailable = attrs.type !== 'unavailable'
  const lastSeenSec = isAvailable ? null : (toInteger(attrs.last) ?? null)
  return { kind: 'availability', who, isAvailable, lastSeenSec: lastSeenSec === 0 ? null : lastSeenSec }
}

/** A voice note that is recorded comes as `composing` with a medium (whatsmeow, `ChatPresenceMediaAudio`). */
function readActivity({ tag, attrs }: WireNode): ChatActivity | null {
  if (tag === 'paused') return 'none'
  if (tag === 'recording') return 'recording'
  if (tag !== 'composing') return null
  return attrs.media === 'audio' ? 'recording' : 'typing'
}

/** What a `chatstate` says; null for one that cannot be read. */
export function readChatState(node: WireNode): PresenceNews | null {
  const { from, participant } = node.attrs
  const [state] = childrenOf(node)
  const activity = state && readActivity(state)
  if (!from || !activity) return null
  const chat = toAddress(from)
  const by = toPerson(isGroup(chat) ? participant : from)
  return by.phone === null && by.lid === null ? null : { kind: 'activity', chat, by, activity }
}
