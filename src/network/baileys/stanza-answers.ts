import type { BinaryNode } from 'baileys'
import { answerRetryRequests } from './retry-requests.ts'

const PING = 'urn:xmpp:ping'

/** What the library answers itself, or what the protocol gives no answer to. */
const ANSWERED = new Set([
  ...['message', 'receipt', 'notification', 'call', 'ack', 'iq', 'ib', 'presence', 'chatstate'],
  ...['success', 'failure', 'stream:error', 'stream:features', 'xmlstreamend'],
])

/** The acknowledgement of a stanza, as rc14's `buildAckStanza` and whatsmeow's `sendAck` build it. */
function buildAck({ tag, attrs }: BinaryNode): BinaryNode {
  const { id = '', from = '', participant, type } = attrs
  const optional = { ...(participant ? { participant } : {}), ...(type ? { type } : {}) }
  return { tag: 'ack', attrs: { id, to: from, class: tag, ...optional } }
}

function answerTo(node: BinaryNode): BinaryNode | undefined {
  const { tag, attrs } = node
  if (tag === 'iq' && attrs.type === 'get' && attrs.xmlns === PING && attrs.id) {
    return { tag: 'iq', attrs: { id: attrs.id, to: attrs.from ?? '', type: 'result' } }
  }
  return !ANSWERED.has(tag) && attrs.id ? buildAck(node) : undefined
}

/**
 * Answers requests to send messages again, and what rc14 lets pass in silence: the server's own pings (whatsmeow's
 * `handleIQ`), and every kind of stanza it has no handler for, such as a top-level `status`, for which the network ends the
 * stream after some 3,001 s (waha#2151).
 */
export function answerStanzas(retries: Parameters<typeof answerRetryRequests>[0]): void {
  const { socket } = retries
  answerRetryRequests(retries)
  socket.ws.on('frame', (node: unknown) => {
    if (typeof node !== 'object' || node === null || node instanceof Uint8Array) return
    const answer = answerTo(node as BinaryNode)
    // A connection that is gone needs no answer: what waits for one comes again to the next.
    if (answer) socket.sendNode(answer).catch(() => {})
  })
}
