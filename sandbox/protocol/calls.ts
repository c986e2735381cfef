import { randomBytes } from 'node:crypto'
import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { Network } from '../state/network.ts'
import type { Session } from '../state/session.ts'
import { child, node, seconds } from './nodes.ts'

const MEDIA = new Set(['audio', 'video'])
const TOKEN_BYTES = 16

/** Calls are not simulated; a device is given links to them. False when it asks for something else. */
export function handleCall(network: Network, session: Session, stanza: BinaryNode): boolean {
  const asked = child(stanza, 'link_create')
  if (asked === undefined) return false
  const { id, to } = stanza.attrs
  const { media = '' } = asked.attrs
  const answer = MEDIA.has(media)
    ? node('link_create', { media, token: randomBytes(TOKEN_BYTES).toString('base64url') })
    : node('error', { code: '400', text: 'bad-request' })
  const attrs = { class: 'call', id, from: to, type: 'link_create', t: seconds(network.now()) }
  network.journal.afterCommit(() => session.connection.send(node('ack', attrs, [answer])))
  return true
}
