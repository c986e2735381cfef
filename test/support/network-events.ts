import type { Address } from '../../src/core/addresses.ts'
import type { InboundMessage, NetworkEvent, PersonAddresses, Receipt } from '../../src/network/port.ts'

export const at = (address: string): Address => address as Address
export const nobody: PersonAddresses = { phone: null, lid: null }

/** A person by phone number, by LID, or both. */
export const person = (phone: string | null, lid: string | null = null): PersonAddresses => ({
  phone: phone === null ? null : at(`${phone}@s.whatsapp.net`),
  lid: lid === null ? null : at(`${lid}@lid`),
})

/** A text a contact wrote (or, with `fromMe`, the account's own phone). */
export function textEvent(
  fields: {
    id: string
    from: PersonAddresses
    text?: string
    atSec?: number
    fromMe?: boolean
    group?: string
    pushName?: string
  } & Partial<Pick<InboundMessage, 'origin' | 'journalId' | 'type'>>,
): NetworkEvent {
  const { from, fromMe = false } = fields
  const chat = at(fields.group ?? from.phone ?? from.lid ?? '')
  const text = fields.text ?? fields.id
  return {
    kind: 'message',
    message: {
      key: {
        chat,
        id: fields.id,
        fromMe,
        ...(fields.group && from.phone ? { participant: from.phone } : {}),
      },
      sender: fromMe ? nobody : from,
      chatAddresses: fields.group ? nobody : from,
      atSec: fields.atSec ?? 1_800_000_000,
      origin: fields.origin ?? (fromMe ? 'own_device' : 'live'),
      pushName: fields.pushName ?? null,
      type: fields.type ?? 'text',
      text,
      quotedId: null,
      mentions: [],
      bytes: new TextEncoder().encode(text),
      journalId: fields.journalId ?? null,
    },
  }
}

export function receiptEvent(
  ids: string[],
  kind: Receipt['kind'],
  by: PersonAddresses,
  atSec = 1_800_000_010,
): NetworkEvent {
  return { kind: 'receipt', receipt: { chat: by.phone ?? by.lid ?? at(''), ids, kind, by, atSec } }
}
