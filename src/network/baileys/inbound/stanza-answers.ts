import { type BinaryNode, buildAckStanza, type WASocket } from 'baileys'
import { STATUS_ADDRESS } from '../../../core/addresses.ts'
import { answerRetryRequests } from './retry-requests.ts'

/** zapo answers both (`WaNodeOrchestrator`). */
const PINGS = new Set(['urn:xmpp:ping', 'w:p'])

/** What the library answers itself, or what the protocol gives no answer to. */
const ANSWERED = new Set([
  ...['message', 'receipt', 'notification', 'call', 'ack', 'iq', 'ib', 'presence', 'chatstate'],
  ...['success', 'failure', 'stream:error', 'stream:features', 'xmlstreamend'],
])

/** A status of a contact, since July 2026 in a stanza of its own: but for its name the message it was before. */
const isStatus = ({ tag, attrs }: BinaryNode): boolean => tag === 'status' && attrs.from === STATUS_ADDRESS

function answerTo(node: BinaryNode): BinaryNode | undefined {
  const { tag, attrs } = node
  if (isStatus(node)) return undefined
  if (tag === 'iq' && attrs.type === 'get' && PINGS.has(attrs.xmlns ?? '') && attrs.id) {
    return { tag: 'iq', attrs: { id: attrs.id, to: attrs.from ?? '', type: 'result' } }
  }
  return !ANSWERED.has(tag) && attrs.id ? buildAckStanza(node) : undefined
}

/**
 * Has a status handled as the message it is (`WAWebCommsHandleMessagingStanza`; whatsapp-rust#1101), and acknowledges the stanza
 * then: what is not stored yet comes again.
 */
function readStatuses(socket: WASocket): void {
  socket.ws.on('CB:status', (node: BinaryNode) => {
    if (!isStatus(node)) return
    const handlers = socket.ws.listeners('CB:message') as ((message: BinaryNode) => unknown)[]
    const message = { ...node, tag: 'message' }
    Promise.all(handlers.map((handle) => handle(message)))
      .then(() => socket.sendNode(buildAckStanza(node)))
      .catch(() => {})
  })
}

/**
 * A message that could be read is confirmed by its receipt and gets no acknowledgement beside it: whatsmeow
 * (`decryptMessages`) and zapo (`handleIncomingMessageAck`) send none, and WhatsApp Web stopped in October 2025
 * (whaileys#22, whatsapp-rust#124). What bly#1910 wants one for is that rc14's receipts do not all reach anybody: see
 * `withWriter`.
 *
 * Answers requests to send messages again, and what rc14 lets pass in silence: the server's own pings (whatsmeow's
 * `handleIQ`), and every kind of stanza it has no handler for, such as a top-level `status`, for which the network ends the
 * stream after some 3,001 s (waha#2151).
 */
export function answerStanzas(retries: Parameters<typeof answerRetryRequests>[0]): void {
  const { socket } = retries
  answerRetryRequests(retries)
  readStatuses(socket)
  socket.ws.on('frame', (node: unknown) => {
    if (typeof node !== 'object' || node === null || node instanceof Uint8Array) return
    const answer = answerTo(node as BinaryNode)
    // A connection that is gone needs no answer: what waits for one comes again to the next.
    if (answer) socket.sendNode(answer).catch(() => {})
  })
}
