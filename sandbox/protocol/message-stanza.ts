import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { SharedChat } from '../state/groups.ts'
import type { Addressing, User } from '../state/user.ts'
import { node, seconds } from './nodes.ts'

/** What goes on the envelope of a message on its way to a device. */
export interface Envelope {
  id: string
  type: string
  /** When the message was written, in milliseconds. */
  at: number
  sender: User
  device: number
  /** Set when the stanza goes to another device of the sender: whom the message was for. */
  recipient?: User
  /** Set for a message to a group, or to the feed. */
  group?: SharedChat
  addressing: Addressing
  edit?: string
  category?: string
}

/**
 * Whom the stanza is from and for, in both addressings, with the usernames of people as the web client reads them
 * (`WAWebHandleMsgParser`: `username`, `participant_username`, `recipient_username`).
 */
function buildSides({
  sender,
  device,
  recipient,
  addressing,
  group,
}: Envelope): Record<string, string | undefined> {
  const other = addressing === 'lid' ? 'pn' : 'lid'
  const author = sender.jid(addressing, device)
  if (group !== undefined) {
    return {
      from: group.jid,
      participant: author,
      [`participant_${other}`]: sender.shownJid(other),
      participant_username: sender.record.username,
    }
  }
  if (recipient === undefined) {
    return { from: author, [`sender_${other}`]: sender.shownJid(other), username: sender.record.username }
  }
  return {
    from: author,
    recipient: recipient.jid(addressing),
    [`recipient_${other}`]: recipient.shownJid(other),
    [`peer_recipient_${other}`]: recipient.shownJid(other),
    recipient_username: recipient.record.username,
  }
}

/** A message stanza as the network hands it to a device, with both addressings of the other side. */
export function buildMessageStanza(envelope: Envelope, content: BinaryNode[]): BinaryNode {
  const { id, type, at, sender, addressing, edit, category } = envelope
  const attrs = {
    id,
    type,
    t: seconds(at),
    notify: sender.record.name,
    addressing_mode: addressing,
    edit,
    category,
    ...buildSides(envelope),
  }
  return node('message', attrs, content)
}
