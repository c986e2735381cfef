import {
  areJidsSameUser,
  type BinaryNode,
  extractAddressingContext,
  isLidUser,
  isPnUser,
  jidDecode,
  type WASocket,
} from 'baileys'
import { createKeyedLock } from '../keys/signal-keys.ts'

type Listener = (node: BinaryNode) => Promise<void>

/** Takes the place of the library's own listener to a kind of stanza. */
export function takeOver(socket: WASocket, event: string, replace: (listener: Listener) => Listener): void {
  const [listener, ...more] = socket.ws.listeners(event) as Listener[]
  if (!listener || more.length) {
    throw new Error(`the library listens to ${event} in another way; its version does not fit`)
  }
  const replacement = replace(listener)
  socket.ws.removeAllListeners(event)
  // What it rejects with goes where the connection has put the failures of listeners.
  socket.ws.on(event, (node: BinaryNode): unknown => replacement(node))
}

/** Whose messages have an order among each other: a group's, or one person's, whatever device or address they used. */
function sourceOf({ attrs }: BinaryNode): string {
  const { from = '', sender_lid: lid } = attrs
  return jidDecode(lid ?? from)?.user ?? from
}

/**
 * What another device of the account wrote is confirmed to that device. rc14 finds its address only where it knows a LID
 * of the chat, and else sends a receipt without any (`handleMessage`, `sendReceipt`): the network takes the message for
 * unconfirmed, and ends the stream in the end. With a `participant`, which chats of two do not have, it is addressed as
 * whatsmeow's `buildBaseReceipt` does it.
 */
function withWriter(attrs: BinaryNode['attrs'], me: string | undefined): BinaryNode['attrs'] {
  const { from, recipient, participant } = attrs
  if (!from || participant || !isPnUser(from) || !areJidsSameUser(from, me)) return attrs
  const { senderAlt } = extractAddressingContext({ tag: 'message', attrs })
  return isLidUser(recipient) || isLidUser(senderAlt) ? attrs : { ...attrs, participant: from }
}

/**
 * Has the messages of a sender handled in the order in which they came. The library reads what it knows of their
 * addresses before it takes its own lock, so a message for which that is in the cache already passes the one before it,
 * for which it was read from the store; and messages that come in pass those that waited at the server, which it keeps
 * in a queue of their own. Different senders do not wait for each other.
 */
export function keepOrderOfMessages(socket: WASocket): void {
  const inOrder = createKeyedLock()
  takeOver(socket, 'CB:message', (handle) => async (node) => {
    const { offline: _waited, ...attrs } = node.attrs
    await inOrder(sourceOf(node), async () => {
      // What is not handled any more comes again at the next connection.
      if (socket.ws.isOpen) await handle({ ...node, attrs: withWriter(attrs, socket.user?.id) })
    })
  })
}
