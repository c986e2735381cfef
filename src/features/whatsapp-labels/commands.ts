import type { LabelPlace, NetworkLabel } from '../../network/port.ts'

/** Asks the owner of a client to change labels that WhatsApp keeps for its account. */
export const WHATSAPP_LABEL_COMMAND = 'whatsappLabels.act'

/** The acts with what each needs and what it answers. */
export interface LabelActs {
  create: { input: { name: string; colour: number | null }; output: NetworkLabel }
  change: { input: { id: string; name?: string; colour?: number }; output: NetworkLabel }
  remove: { input: { id: string }; output: null }
  put: { input: { id: string; place: LabelPlace; isOn: boolean }; output: NetworkLabel }
}
