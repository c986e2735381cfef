import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
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
  addressing: Addressing
  edit?: string
  category?: string
}

/** A message stanza as the network hands it to a device, with both addressings of the other side. */
export function buildMessageStanza(envelope: Envelope, content: BinaryNode[]): BinaryNode {
  const { id, type, at, sender, device, recipient, addressing, edit, category } = envelope
  const other = addressing === 'lid' ? 'pn' : 'lid'
  const sides =
    recipient === undefined
      ? { [`sender_${other}`]: sender.jid(other) }
      : {
          recipient: recipient.jid(addressing),
          [`recipient_${other}`]: recipient.jid(other),
          [`peer_recipient_${other}`]: recipient.jid(other),
        }
  const attrs = {
    from: sender.jid(addressing, device),
    id,
    type,
    t: seconds(at),
    notify: sender.record.name,
    addressing_mode: addressing,
    edit,
    category,
    ...sides,
  }
  return node('message', attrs, content)
}
