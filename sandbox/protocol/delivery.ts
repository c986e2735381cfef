import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { Companion } from '../state/companion.ts'
import { type QueuedStanza, queueKey } from '../state/delivery-queue.ts'
import type { Network } from '../state/network.ts'
import type { Session } from '../state/session.ts'
import { node } from './nodes.ts'

/**
 * Queues a stanza for a linked device and sends it once it is durable, if the device is there. `fromNumber` is the
 * number the stanza comes from, empty for the server: the device's confirmation will name it.
 */
export function deliver(
  network: Network,
  companion: Companion,
  fromNumber: string,
  stanza: BinaryNode,
): void {
  const { id = '', type } = stanza.attrs
  const key = queueKey(stanza.tag, fromNumber, id, type)
  const entry = network.queues.add(companion.address, key, stanza)
  network.journal.afterCommit(() => {
    const session = network.sessions.get(companion.address)
    if (session?.active === true && entry.sentOn === undefined) dispatch(network, session, entry)
  })
}

/** Lets go of what the `hold` fault kept back, in the order that was chosen. */
export function releaseHeld(session: Session, order: 'same' | 'reverse' = 'same'): number {
  const held = session.held.splice(0)
  if (order === 'reverse') held.reverse()
  for (const send of held) send()
  return held.length
}

/** Sends a queued stanza on a session, as far as no fault keeps it. */
export function dispatch(network: Network, session: Session, entry: QueuedStanza, offline = false): void {
  const { address } = session.companion
  entry.sentOn = session
  entry.sentAt = network.now()
  entry.isAnswered = false
  const { tag, attrs, content } = entry.stanza
  const stanza = offline ? node(tag, { ...attrs, offline: '0' }, content) : entry.stanza
  const faults = network.faults.of(address)
  const copies = network.faults.take(address, 'duplicateDeliveries') ? 2 : 1
  const send = () => {
    for (let copy = 0; copy < copies; copy += 1) session.connection.send(stanza)
  }
  if (faults.hold) session.held.push(send)
  else if (faults.delayMs > 0) setTimeout(send, faults.delayMs).unref()
  else send()
}
