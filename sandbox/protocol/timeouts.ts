import { randomBytes } from 'node:crypto'
import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { Network } from '../state/network.ts'
import type { Session } from '../state/session.ts'
import { SERVER_JID } from './addresses.ts'
import { child, node } from './nodes.ts'
import { noteProblem } from './problems.ts'

const CHECKS_A_WAIT = 4
const MIN_STEP_MS = 10
const MAX_STEP_MS = 30_000

function ping(session: Session, now: number): void {
  session.ping = { id: randomBytes(8).toString('hex'), at: now }
  const attrs = { from: SERVER_JID, type: 'get', xmlns: 'urn:xmpp:ping', id: session.ping.id }
  session.connection.send(node('iq', attrs, [node('ping')]))
}

/** Ends a session with what the network says of a stanza that was never acknowledged ("Stream Errored (ack)", bly#1910). */
function endForAck({ connection }: Session, { tag, attrs }: BinaryNode): void {
  const { id, type } = attrs
  connection.send(node('stream:error', {}, [node('ack', { class: tag, id, type })]))
  connection.close()
}

/** Looks once whether a client still does what keeps its connection: speaks, answers pings, confirms what it gets. */
function check(network: Network, session: Session): void {
  const { connection, companion } = session
  // A network that is frozen does nothing at all.
  if (connection.frozen || !connection.isOpen) return
  const { timeouts } = network
  const now = network.now()
  if (now - session.lastStanzaAt > timeouts.idleMs) {
    network.log(`connection ${connection.id} was idle for too long`)
    connection.close()
    return
  }
  const unanswered = network.queues
    .waiting(companion.address)
    .find(
      ({ sentOn, sentAt, isAnswered }) =>
        sentOn === session && !isAnswered && now - sentAt > timeouts.answerMs,
    )
  if (unanswered !== undefined) {
    noteProblem(network, companion, unanswered.stanza, 'unanswered', 'it was never acknowledged')
    endForAck(session, unanswered.stanza)
    return
  }
  if (now - session.ping.at < timeouts.pingMs) return
  if (session.ping.id === undefined) ping(session, now)
  else {
    noteProblem(network, companion, node('iq', { id: session.ping.id }), 'ping', 'a ping was never answered')
    connection.close()
  }
}

/** Looks at all sessions at once, as the watch over each does from time to time. */
export function checkSessions(network: Network): void {
  for (const session of [...network.sessions.values()]) check(network, session)
}

/** Watches a session from now on. */
export function watchSession(network: Network, session: Session): void {
  const { pingMs, idleMs, answerMs } = network.timeouts
  const shortest = Math.min(pingMs, idleMs, answerMs)
  const stepMs = Math.min(MAX_STEP_MS, Math.max(MIN_STEP_MS, shortest / CHECKS_A_WAIT))
  session.watch = setInterval(() => check(network, session), stepMs).unref()
}

/** A client said something: whatever it is, its connection is not idle. */
export function noteStanza(network: Network, session: Session, stanza: BinaryNode): void {
  session.lastStanzaAt = network.now()
  const { tag, attrs } = stanza
  if (tag === 'iq' && attrs.type === 'result' && attrs.id === session.ping.id && !child(stanza, 'error')) {
    session.ping.id = undefined
  }
}
