import type { Bus } from '../../bus/port.ts'
import type { Address } from '../../core/addresses.ts'
import type { LabelPlace, NetworkLabel } from '../../network/port.ts'

/** Asks the owner of a client to change labels that WhatsApp keeps for its account. */
export const WHATSAPP_LABEL_COMMAND = 'whatsappLabels.act'

/** Tells the owner of a client that changes of linked labels wait; one that misses it finds them with its next look. */
export const LINKED_LABELS_COMMAND = 'whatsappLabels.carry'

const WAKE_TIMEOUT_MS = 5_000

export function wakeLinkedLabels({ bus, newId }: { bus: Bus; newId(): string }, clientId: string): void {
  const command = { name: LINKED_LABELS_COMMAND, input: {} }
  void bus.request(clientId, command, { commandId: newId(), timeoutMs: WAKE_TIMEOUT_MS }).catch(() => {})
}

/** The acts with what each needs and what it answers. */
export interface LabelActs {
  /** `repeat`: the call before may have made it, so one that has the name is it. */
  create: { input: { name: string; colour: number | null; repeat: boolean }; output: NetworkLabel }
  change: { input: { id: string; name?: string; colour?: number }; output: NetworkLabel }
  remove: { input: { id: string }; output: null }
  /** `others`: the further addresses of the chat; a host of an older release asks without. */
  put: { input: { id: string; place: LabelPlace; others?: Address[]; isOn: boolean }; output: NetworkLabel }
}
