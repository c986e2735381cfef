import { isOfMany, toAddress } from '../../core/addresses.ts'
import type { PersonAddresses, Receipt } from '../port.ts'
import { childrenOf, type WireNode } from './group-nodes.ts'
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
  return isOfMany(attrs.from ?? '') ? [] : [attrs.sender_pn, attrs.sender_lid]
}

/** In a receipt of many a delivery has a name. */
const DELIVERY = 'delivery'

/**
 * What the network says at once of several who have something we sent: of a status in every receipt, with the kind beside each
 * person and the message beside them all (whatsmeow#1270); of a message to a group with the kind of the receipt (whatsmeow's
 * `handleGroupedReceipt`).
 */
export function toSharedReceipts(receipt: WireNode, me: PersonAddresses): Receipt[] {
  const { from, type = '', t } = receipt.attrs
  if (!from || !isOfMany(toAddress(from))) return []
  return childrenOf(receipt, 'participants').flatMap((part) => {
    const id = part.attrs.message_id ?? part.attrs.key
    if (!id) return []
    return childrenOf(part, 'user').flatMap(({ attrs }): Receipt[] => {
      const said = attrs.type ?? type
      const kind = KINDS[said === DELIVERY ? '' : said]
      if (!kind || !attrs.jid || isAddressOf(me, attrs.jid)) return []
      const by = toPerson(attrs.jid, attrs.participant_pn, attrs.participant_lid)
      return [{ chat: toAddress(from), ids: [id], kind, by, atSec: toInteger(attrs.t ?? t) }]
    })
  })
}
