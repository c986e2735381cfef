import { isGroup, toAddress } from '../../core/addresses.ts'
import type { PersonAddresses, Receipt } from '../port.ts'
import { isAddressOf, toPerson } from './people.ts'
import { type StanzaAttrs, toInteger } from './wire.ts'

/**
 * What a receipt's type says about our messages. Types that are not here say nothing about them: `inactive` too, of a linked
 * device that shows itself as away, which the network's own apps do not show (whatsmeow's SetForceActiveDeliveryReceipts).
 */
const KINDS: Readonly<Record<string, Receipt['kind']>> = {
  '': 'delivered',
  read: 'read',
  played: 'played',
  'server-error': 'error',
}

export interface ReceiptStanza {
  attrs: StanzaAttrs
  /** Ids listed inside the stanza, beside the one in its attributes. */
  listedIds: readonly string[]
}

/** A receipt about messages we sent, or null when it is about something else (our own devices, retries, …). */
export function toReceipt({ attrs, listedIds }: ReceiptStanza, me: PersonAddresses): Receipt | null {
  const kind = KINDS[attrs.type ?? '']
  const { from, id } = attrs
  if (!kind || !from || !id) return null
  const reader = attrs.participant ?? from
  if (isAddressOf(me, reader)) return null
  return {
    chat: toAddress(from),
    ids: [id, ...listedIds],
    kind,
    by: toPerson(reader, attrs.participant_pn, attrs.participant_lid, ...alternates(attrs)),
    atSec: toInteger(attrs.t),
  }
}

function alternates(attrs: StanzaAttrs): (string | undefined)[] {
  return isGroup(attrs.from ?? '') ? [] : [attrs.sender_pn, attrs.sender_lid]
}
