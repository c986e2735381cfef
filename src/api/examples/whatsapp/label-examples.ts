import { EXAMPLE_IDS, EXAMPLE_JID } from '../ids.ts'

const { clientId } = EXAMPLE_IDS
const label = {
  ...{ id: '7', name: 'VIP', colour: 3, kind: 'custom', predefinedId: null },
  ...{ isActive: true, isFixed: false },
}
const of = { clientId, labelId: '7' }
const pair = { ...of, workspaceLabelId: EXAMPLE_IDS.labelId }
const comparison = { both: 3, toWhatsapp: 14, toConversations: 9, withoutConversation: 1 }

/** What operations on labels of WhatsApp are called with, by operation. */
export const WHATSAPP_LABEL_REQUESTS = {
  'whatsappLabels.list': { clientId },
  'whatsappLabels.create': { clientId, name: 'VIP', colour: 3 },
  'whatsappLabels.update': { ...of, name: 'Regular' },
  'whatsappLabels.delete': of,
  'whatsappLabels.put': { ...of, target: EXAMPLE_JID },
  'whatsappLabels.compare': pair,
  'whatsappLabels.link': pair,
  'whatsappLabels.unlink': of,
  'whatsappLabels.listPlaces': { clientId, jid: EXAMPLE_JID },
} as const

/** What they answer. */
export const WHATSAPP_LABEL_ANSWERS = {
  'whatsappLabels.list': {
    labels: [
      { ...label, chats: 12, messages: 0, workspaceLabelId: EXAMPLE_IDS.labelId, waiting: 0, failed: 0 },
    ],
  },
  'whatsappLabels.create': label,
  'whatsappLabels.update': { ...label, name: 'Regular' },
  'whatsappLabels.delete': { success: true },
  'whatsappLabels.put': { clientId, jid: EXAMPLE_JID, messageId: null, label, labelled: true },
  'whatsappLabels.compare': comparison,
  'whatsappLabels.link': comparison,
  'whatsappLabels.unlink': { success: true },
  'whatsappLabels.listPlaces': {
    places: [{ labelId: '7', jid: EXAMPLE_JID, messageId: null }],
    nextCursor: null,
  },
} as const
