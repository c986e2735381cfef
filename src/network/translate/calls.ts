import { isGroup, toAddress } from '../../core/addresses.ts'
import type { JournalEntry } from '../port.ts'
import type { CallNotice, CallStep } from '../ports/call-port.ts'
import { childOf, childrenOf, type WireNode } from './group-nodes.ts'
import { keepNotices } from './journal.ts'
import { toPerson } from './people.ts'
import { toInteger } from './wire.ts'

/** What tells of a call; the rest of its stanzas is for those who speak in it (whatsmeow's `handleCallEvent`). */
const STEPS: Readonly<Record<string, CallStep>> = {
  offer: 'offered',
  offer_notice: 'offered',
  accept: 'accepted',
  reject: 'refused',
  terminate: 'ended',
}

/** With these a device is told that another one of the account took the call (whatsapp-rust's `CallEndedElsewhere`). */
const ELSEWHERE: Readonly<Record<string, CallStep>> = {
  accepted_elsewhere: 'accepted',
  rejected_elsewhere: 'refused',
}

/** Who calls draws it, so it may be anything; phones draw 32 hexadecimal digits. */
const CALL_ID = /^[!-~]{1,128}$/

/** What a stanza says of a call to the account; null when it says nothing that anybody is told. */
export function readCall(node: WireNode): CallNotice | null {
  const { attrs } = node
  const [said] = childrenOf(node)
  const step = said && STEPS[said.tag]
  const { 'call-id': callId, 'call-creator': creator = attrs.from, reason = '' } = said?.attrs ?? {}
  if (!step || !callId || !CALL_ID.test(callId) || !creator) return null
  const group = said.attrs['group-jid']
  return {
    callId,
    step: ELSEWHERE[reason] ?? step,
    caller: toPerson(creator, said.attrs.caller_pn, said.attrs.caller_lid),
    creator: toAddress(creator),
    group: group && isGroup(group) ? toAddress(group) : null,
    isVideo: said.attrs.media === 'video' || childOf(said, 'video') !== undefined,
    atSec: toInteger(attrs.t),
  }
}

const KEPT = keepNotices<CallNotice>({
  prefix: 'call|',
  toEvent: (notice, journalId) => ({ kind: 'call', notice, journalId }),
  unreadable: 'unreadable notice of a call',
})

export const toCallEntry = (notice: CallNotice): JournalEntry =>
  KEPT.keep(`${notice.callId}|${notice.step}`, notice, { from: notice.creator })
export const isCallEntry = KEPT.isKept
export const fromCallEntry = KEPT.tell
