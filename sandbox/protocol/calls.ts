import { randomBytes } from 'node:crypto'
import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { Call } from '../state/calls.ts'
import type { Network } from '../state/network.ts'
import type { Session } from '../state/session.ts'
import { parseAddress } from './addresses.ts'
import { deliver } from './delivery.ts'
import { child, node, seconds } from './nodes.ts'

const MEDIA = new Set(['audio', 'video'])
const TOKEN_BYTES = 16

/** What the devices of an account that did not take a call are told instead of its end (whatsapp-rust's `CallEndedElsewhere`). */
type EndReason = 'timeout' | 'accepted_elsewhere' | 'rejected_elsewhere'

/** Tells the linked devices of the account, all but one, of a call; those that are away when they are back. */
function tell(network: Network, call: Call, said: BinaryNode, except?: number): void {
  const caller = network.directory.ensure(call.caller)
  for (const companion of network.directory.ensure(call.account).companions.values()) {
    if (companion.record.device === except) continue
    const attrs = {
      from: caller.jid(caller.record.addressing),
      id: randomBytes(8).toString('hex').toUpperCase(),
      t: seconds(network.now()),
      platform: 'android',
      version: '2.26.10.1',
      notify: caller.record.name,
    }
    deliver(network, companion, call.caller, node('call', attrs, [said]))
  }
}

/** How stanzas of a call name it: whatsmeow's `handleCallEvent` reads the other address from `caller_pn` or `caller_lid`. */
function namesOf(network: Network, { id, caller: number, group }: Call): Record<string, string | undefined> {
  const caller = network.directory.ensure(number)
  const { addressing } = caller.record
  const other = addressing === 'lid' ? 'pn' : 'lid'
  return {
    'call-id': id,
    'call-creator': caller.jid(addressing),
    [`caller_${other}`]: caller.shownJid(other),
    'group-jid': group,
  }
}

/**
 * Somebody calls an account. A call of two comes as an `offer` with `video` in it for a video call, one of a group as an
 * `offer_notice` (whatsmeow's `handleCallEvent`, Baileys' `handleCall`). Who is blocked rings and nobody hears it.
 */
export function startCall(network: Network, call: Call): void {
  if (isBlocked(network, call)) return
  const names = namesOf(network, call)
  const audio = node('audio', { enc: 'opus', rate: '16000' })
  const offer =
    call.group === undefined
      ? node('offer', names, [audio, ...(call.isVideo ? [node('video', { enc: 'vp8' })] : [])])
      : node('offer_notice', { ...names, type: 'group', media: call.isVideo ? 'video' : 'audio' })
  tell(network, call, offer)
}

const isBlocked = (network: Network, { account, caller }: Call): boolean =>
  network.directory.ensure(account).record.blocked?.includes(caller) === true

/** The call rings no longer. */
export function endCall(network: Network, call: Call, reason?: EndReason, except?: number): void {
  if (isBlocked(network, call)) return
  const { 'group-jid': _, ...names } = namesOf(network, call)
  tell(network, call, node('terminate', { ...names, reason }), except)
}

/** The account's own phone takes the call, or rejects it. False when it does not ring. */
export function takeOnPhone(network: Network, call: Call, how: 'answered' | 'rejected'): boolean {
  if (call.state !== 'ringing') return false
  call.state = how
  call.by = 0
  endCall(network, call, how === 'answered' ? 'accepted_elsewhere' : 'rejected_elsewhere')
  return true
}

/**
 * A device rejects a call: its caller sees that, and the account's other devices stop ringing. What rings no longer is
 * acknowledged all the same (whatsmeow's `RejectCall` waits for no answer, so no refusal is known). No client sends a token of
 * trust with it: whatsmeow did for three weeks and took it back (592721a0, its issue 1182), rc14 never did.
 */
function rejectCall(network: Network, session: Session, stanza: BinaryNode, rejected: BinaryNode): void {
  const { number, device } = session.companion.record
  const call = network.calls.find(rejected.attrs['call-id'])
  const to = parseAddress(stanza.attrs.to)
  const isCaller = to !== undefined && network.directory.resolve(to)?.number === call?.caller
  if (call?.account === number && call.state === 'ringing' && isCaller) {
    call.state = 'rejected'
    call.by = device
    endCall(network, call, 'rejected_elsewhere', device)
  }
  const attrs = { class: 'call', id: stanza.attrs.id, from: stanza.attrs.to, type: 'reject' }
  network.journal.afterCommit(() => session.connection.send(node('ack', attrs)))
}

/** A device rejects a call, or is given a link to one. False when it asks for something else. */
export function handleCall(network: Network, session: Session, stanza: BinaryNode): boolean {
  const rejected = child(stanza, 'reject')
  if (rejected !== undefined) {
    rejectCall(network, session, stanza, rejected)
    return true
  }
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
