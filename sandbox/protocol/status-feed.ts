import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { SharedChat } from '../state/groups.ts'
import type { Network } from '../state/network.ts'

export const STATUS_JID = 'status@broadcast'

/** How long a status is shown, and kept for who is away (the apps' own word, and rc14's `STATUS_EXPIRY_SECONDS`). */
export const STATUS_LIFE_MS = 24 * 3_600_000

/** Where everybody's statuses go. People are named by LID in it (whatsmeow#1270, whatsapp-rust's `send_status_message`). */
export const STATUS_FEED: SharedChat = { id: STATUS_JID, jid: STATUS_JID, record: { addressing: 'lid' } }

/** The group a jid names, or the feed; undefined for the chat with one person. */
export const findShared = (network: Network, jid: string | undefined): SharedChat | undefined =>
  jid === STATUS_JID ? STATUS_FEED : network.groups.find(jid)

/** Whether something that waits for a device is a status that nobody sees any more. */
export const isOver = (network: Network, { tag, attrs }: BinaryNode): boolean =>
  tag === 'status' && attrs.from === STATUS_JID && network.now() - Number(attrs.t) * 1_000 > STATUS_LIFE_MS
