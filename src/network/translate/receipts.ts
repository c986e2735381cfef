import { isOfMany, STATUS_ADDRESS, toAddress } from '../../core/addresses.ts'
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

/** As which one device of an account tells the others what it read (whatsmeow's `ReceiptTypeRead` and `ReceiptTypeReadSelf`). */
const READ_BY_OWN = new Set(['read', 'read-self'])

/**
 * A receipt about messages we sent, or null when it is about something else (our own devices, retries, …). Of statuses it also tells
 * that another of our devices showed them; of chats that is said by the account's settings.
 */
export function toReceipt({ attrs, listedIds }: ReceiptStanza, me: PersonAddresses): Receipt | null {
  const { from, id, type = '' } = attrs
  if (!from || !id) return null
  const chat = toAddress(from)
  const reader = attrs.participant ?? from
  const isOwn = isAddressOf(me, reader)
  const ofOwn = chat === STATUS_ADDRESS && READ_BY_OWN.has(type) ? 'read' : undefined
  const kind = isOwn ? ofOwn : KINDS[type]
  if (!kind) return null
  return {
    chat,
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
