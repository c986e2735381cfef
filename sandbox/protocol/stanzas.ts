import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { Connection } from '../infra/connection.ts'
import type { Companion } from '../state/companion.ts'
import type { Network, PendingPairing } from '../state/network.ts'
import type { Session } from '../state/session.ts'
import { SERVER_JID } from './addresses.ts'
import { uploadSnapshots } from './app-state.ts'
import { handleCall } from './calls.ts'
import { handleClientAck, handleClientReceipt } from './confirmations.ts'
import { type IqAnswer, NOT_IMPLEMENTED } from './iq/answer.ts'
import { handlePairingIq } from './iq/pairing.ts'
import { handleIq } from './iq/router.ts'
import { announceDevices } from './linking.ts'
import { handleClientMessage } from './messages.ts'
import { child, children, node } from './nodes.ts'
import { handleBulletin } from './offline.ts'
import { completePairing, isPairingProven } from './pairing.ts'
import { handlePresence } from './presence.ts'
import { endStream, refuseLogin } from './streams.ts'
import { noteStanza } from './timeouts.ts'

const UNAUTHORIZED = 401

/** Takes one stanza of a client, whoever it is. */
export async function handleStanza(
  network: Network,
  connection: Connection,
  stanza: BinaryNode,
): Promise<void> {
  const session = network.sessionByConnection.get(connection)
  if (session !== undefined) return handleDeviceStanza(network, session, stanza)
  const pairing = network.pairings.get(connection)
  if (pairing !== undefined) handlePairingStanza(network, pairing, stanza)
}

function handlePairingStanza(network: Network, pairing: PendingPairing, stanza: BinaryNode): void {
  const { connection, accepted } = pairing
  if (stanza.attrs.xmlns === 'w:p') {
    connection.send(node('iq', { from: SERVER_JID, type: 'result', id: stanza.attrs.id }))
    return
  }
  const isSigned = child(stanza, 'pair-device-sign') !== undefined
  const isRequest = stanza.tag === 'iq' && (stanza.attrs.type === 'get' || stanza.attrs.type === 'set')
  const answer = isRequest ? handlePairingIq(network, pairing, stanza) : undefined
  record(network, undefined, stanza, answer !== NOT_IMPLEMENTED)
  if (answer) connection.send(toAnswer(stanza, answer))
  if (answer && 'afterwards' in answer) answer.afterwards?.()
  if (accepted === undefined || !isSigned) return
  if (!isPairingProven(network, pairing, stanza)) {
    network.log('a pairing answer carried a wrong device signature')
    refuseLogin(connection, UNAUTHORIZED)
    return
  }
  completePairing(network, pairing)
  const companion = network.directory.companion(accepted.number, accepted.device)
  if (companion !== undefined)
    announceDevices(
      network,
      { owner: network.directory.ensure(accepted.number), device: accepted.device },
      'add',
    )
  network.journal.afterCommit(() => endStream(connection, 'restart'))
}

/** As for a linked device: who asks is answered, and need not wait for nothing. */
function toAnswer({ attrs: { id } }: BinaryNode, answer: IqAnswer): BinaryNode {
  if (!('code' in answer)) return node('iq', { from: SERVER_JID, type: 'result', id }, answer.content)
  const error = node('error', { code: String(answer.code), text: answer.text })
  return node('iq', { from: SERVER_JID, type: 'error', id }, [error])
}

async function handleDeviceStanza(network: Network, session: Session, stanza: BinaryNode): Promise<void> {
  const { number, device } = session.companion.record
  noteStanza(network, session, stanza)
  for (const intercept of network.interceptors) {
    const answer = intercept(stanza, { number, device })
    if (answer === undefined) continue
    record(network, session.companion, stanza, true)
    if (answer !== 'drop') session.connection.send(answer)
    return
  }
  switch (stanza.tag) {
    case 'iq':
      if (stanza.attrs.type === 'result' || stanza.attrs.type === 'error') return
      if (stanza.attrs.xmlns === 'w:sync:app:state') await uploadSnapshots(network, session, stanza)
      record(network, session.companion, stanza, handleIq(network, session, stanza))
      return
    case 'message':
      return handleClientMessage(network, session, stanza)
    case 'receipt':
      return handleClientReceipt(network, session, stanza)
    case 'ack':
      return handleClientAck(network, session, stanza)
    case 'call':
      record(network, session.companion, stanza, handleCall(network, session, stanza))
      return
    case 'presence':
      record(network, session.companion, stanza, handlePresence(network, session, stanza))
      return
    case 'ib':
      record(network, session.companion, stanza, handleBulletin(network, session, stanza))
      return
    default:
      record(network, session.companion, stanza, stanza.tag === 'chatstate')
  }
}

/** `companion` is undefined for a device that is not linked yet. */
function record(
  network: Network,
  companion: Companion | undefined,
  stanza: BinaryNode,
  answered: boolean,
): void {
  const { number, device } = companion?.record ?? {}
  const { xmlns, type } = stanza.attrs
  const first = children(stanza)[0]?.tag
  network.recorder.add({
    at: network.now(),
    number,
    device,
    tag: stanza.tag,
    xmlns,
    type,
    child: first,
    answered,
    stanza,
  })
  if (!answered) network.log(`unknown stanza ${stanza.tag} ${xmlns ?? ''} ${type ?? ''} ${first ?? ''}`)
}
