import {
  areJidsSameUser,
  type BinaryNode,
  extractAddressingContext,
  isLidUser,
  isPnUser,
  jidDecode,
  type WASocket,
} from 'baileys'

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

/** Does what comes of one conversation, or of one sender, in the order in which it came. */
export type InOrder = (node: BinaryNode, work: () => Promise<void>) => Promise<void>

/**
 * What has an order among each other: a group's, or what is of one person, whatever device or address they used. What another device
 * of the account wrote is both of that and of the chat it was for.
 */
function sourcesOf({ attrs, content }: BinaryNode): string[] {
  const { from = '', sender_lid: lid, recipient, recipient_lid: recipientLid } = attrs
  const [said] = Array.isArray(content) ? content : []
  const addresses = [lid ?? said?.attrs.caller_lid ?? from, recipientLid ?? recipient]
  return addresses.flatMap((address) => (address ? [jidDecode(address)?.user ?? address] : []))
}

/** Each work begins when all that came before it of any of its sources has ended. */
function createOrder() {
  const last = new Map<string, Promise<unknown>>()
  return async (sources: readonly string[], work: () => Promise<void>): Promise<void> => {
    const before = sources.flatMap((source) => last.get(source) ?? [])
    const done = Promise.allSettled(before).then(work)
    for (const source of sources) last.set(source, done)
    try {
      await done
    } finally {
      for (const source of sources) if (last.get(source) === done) last.delete(source)
    }
  }
}

/** Notifications that tell of a conversation. */
const OF_CHATS = new Set(['w:gp2', 'picture'])

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
 * in a queue of their own. Different senders do not wait for each other. What else comes of a conversation, which needs no key
 * and would pass its messages, waits for them, and so does the library with its acknowledgement.
 */
export function keepOrderOfMessages(socket: WASocket): InOrder {
  const ordered = createOrder()
  const inOrder: InOrder = (node, work) =>
    ordered(sourcesOf(node), async () => {
      // What is not handled any more comes again at the next connection.
      if (socket.ws.isOpen) await work()
    })
  takeOver(socket, 'CB:message', (handle) => async (node) => {
    const { offline: _waited, ...attrs } = node.attrs
    await inOrder(node, () => handle({ ...node, attrs: withWriter(attrs, socket.user?.id) }))
  })
  takeOver(socket, 'CB:call', (handle) => (node) => inOrder(node, () => handle(node)))
  takeOver(socket, 'CB:notification', (handle) => async (node) => {
    if (OF_CHATS.has(node.attrs.type ?? '')) await inOrder(node, () => handle(node))
    else await handle(node)
  })
  return inOrder
}
