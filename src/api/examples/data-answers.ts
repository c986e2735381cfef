import { AT, contactDetails, contactField, flowState, notedContact } from './answered-resources.ts'

const table = {
  name: 'slots',
  description: null,
  columns: [
    { name: 'day', type: 'date', choices: [], isRequired: true },
    { name: 'phone', type: 'text', choices: [], isRequired: false },
  ],
  unique: [['day']],
  rows: 1,
  sizeBytes: 48,
  createdAt: AT,
  updatedAt: AT,
}
const row = { id: '01890a5d-ac96-774b-bcce-b302099a8057', day: '2026-12-24', phone: '+447700900123' }

/** Answers about what is noted of contacts, and about tables, by operation. */
export const DATA_ANSWERS = {
  'tables.list': [table],
  'tables.set': table,
  'tables.delete': { success: true },
  'tables.rows.list': { rows: [row], total: 1 },
  'tables.rows.add': { rows: [row] },
  'tables.rows.update': row,
  'tables.rows.delete': { deleted: 1 },
  'approvals.list': {
    approvals: [
      {
        id: '01890a5d-ac96-774b-bcce-b302099a8058',
        flowStateId: flowState.id,
        flowId: flowState.flowId,
        flowName: 'Orders',
        nodeId: 'answer',
        clientId: flowState.clientId,
        contactJid: flowState.contactJid,
        contactName: 'Ana',
        isTest: false,
        text: 'We open at 7.',
        sources: [],
        asked: 'When do you open?',
        messagesSince: 0,
        writtenAt: AT,
        dueAt: AT,
      },
    ],
    nextCursor: null,
  },
  'approvals.approve': flowState,
  'approvals.decline': flowState,
  'contacts.get': contactDetails,
  'contacts.update': contactDetails,
  'contacts.list': { contacts: [notedContact], nextCursor: null },
  'contacts.fields.list': [contactField],
  'contacts.fields.set': contactField,
  'contacts.fields.delete': { success: true },
}
