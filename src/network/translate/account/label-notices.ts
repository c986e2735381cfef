import { toAddress } from '../../../core/addresses.ts'
import { LABEL_KINDS, type LabelNews, type NetworkLabel } from '../../ports/chat-port.ts'

/** How many colours there are: Baileys' `LabelColor`, and the palette of WhatsApp's web application. */
export const LABEL_COLOURS = 20

/** A label as the account's devices keep it; absent fields are told as null. */
export interface WireLabel {
  name?: string | null
  color?: number | null
  predefinedId?: number | null
  deleted?: boolean | null
  isActive?: boolean | null
  /** `LabelEditAction.ListType` of the protocol: the places of `LABEL_KINDS`. */
  type?: number | null
  isImmutable?: boolean | null
}

export interface WireLabelActions {
  labelEditAction?: WireLabel | null
  labelAssociationAction?: { labeled?: boolean | null } | null
}

/** The names of what is kept of labels: whatsmeow's `IndexLabelEdit` and `IndexLabelAssociation…`, and Baileys' `LabelAssociationType`. */
export const LABEL_INDEX = { edit: 'label_edit', chat: 'label_jid', message: 'label_message' } as const

export const toNetworkLabel = (id: string, wire: WireLabel): NetworkLabel => ({
  id,
  name: wire.name ?? '',
  colour: (((wire.color ?? 0) % LABEL_COLOURS) + LABEL_COLOURS) % LABEL_COLOURS,
  kind: LABEL_KINDS[wire.type ?? -1] ?? null,
  predefinedId: wire.predefinedId ?? null,
  // Only what phones switch off themselves says so.
  isActive: wire.isActive !== false,
  isFixed: wire.isImmutable === true,
})

/** What one entry says of labels; null for all others. */
export function readLabelNews({
  index: [type, id, of = '', messageId],
  value,
}: {
  index: readonly string[]
  value: WireLabelActions | null
}): LabelNews | null {
  if (!value || !id) return null
  if (type === LABEL_INDEX.edit && value.labelEditAction) {
    const { labelEditAction: wire } = value
    return { kind: 'label', label: toNetworkLabel(id, wire), isDeleted: wire.deleted === true }
  }
  const chat = toAddress(of)
  if (!chat || !value.labelAssociationAction) return null
  const isOn = value.labelAssociationAction.labeled === true
  if (type === LABEL_INDEX.chat) return { kind: 'labelled', labelId: id, chat, messageId: null, isOn }
  return type === LABEL_INDEX.message && messageId
    ? { kind: 'labelled', labelId: id, chat, messageId, isOn }
    : null
}
