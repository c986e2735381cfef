import { AT, contactDetails, contactField, flowState, notedContact } from './answered-resources.ts'
import { EXAMPLE_IDS, EXAMPLE_JID } from './ids.ts'

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

const evaluation = {
  id: '01890a5d-ac96-774b-bcce-b302099a8059',
  flowId: flowState.flowId,
  version: null,
  answers: 'model',
  status: 'done',
  stoppedBy: null,
  limits: { items: 100, cost: null, tokens: null, seconds: 600 },
  ...{ total: 1, passed: 1, failed: 0, skipped: 0, tokens: 420, cost: 0.01, durationMs: 2_100 },
  ...{ createdAt: AT, startedAt: AT, endedAt: AT },
} as const
const item = {
  key: '01890a5d-ac96-774b-bcce-b302099a8060',
  title: 'Opening hours',
  status: 'passed',
  score: 9,
  problem: null,
  checks: [
    {
      ...{ kind: 'judge', ok: true, expected: '7: Says when the shop opens.', found: '9' },
      ...{ score: 9, reason: 'It names the hour.' },
    },
  ],
  lines: [
    { from: 'contact', text: 'When do you open?', step: 1 },
    { from: 'flow', text: 'At seven.', step: 1 },
  ],
  refused: [],
  ...{ tokens: 420, cost: 0.01, durationMs: 2_100 },
} as const

const reply = {
  id: '4b5d6f71-a2b3-4fe6-9018-8d9eafb0c1d2',
  title: 'Opening hours',
  shortcut: 'hours',
  text: 'Hello {{ contact.name }}, we open at nine.',
  file: null,
  updatedAt: AT,
}

const department = {
  id: '5c6e7082-b3c4-40f7-a129-9eafb0c1d2e3',
  name: 'Sales',
  rule: 'round_robin',
  hours: { timezone: 'Europe/London', weekly: { mon: [['09:00', '18:00']] }, closedDates: [] },
  otherwiseId: null,
  members: [{ userId: 'e5f7091b-4c6d-4f80-9ba2-2d3e4f5a6b7c', name: 'Ben', isAway: false }],
} as const

const notifications = {
  ...{ emailAfterMin: 15, canEmail: true },
  ...{ conversations: 'mine', contents: false, mentions: true, devices: 1 },
  publicKey: 'BDd3_hVL9fZi9Ybo2UUzA284WG5FZR30_95YeZJsiApwXKpNcF1rRPF3foIiBHXRdJI2Qhumhf6_LFTeZaNndIo',
} as const

const { clientId, labelId, otherId } = EXAMPLE_IDS

const standing = {
  ...{ clientId, jid: EXAMPLE_JID, subject: null, state: 'open', snoozedUntil: null, waitingSince: null },
  ...{ assignedTo: null, department: null, labels: [] },
  marks: { archived: false, pinned: false, mutedUntil: null, unread: false },
  picture: null,
}
const historyRequest = {
  ...{
    requestId: '3EB0A1B2C3D4E5F60718',
    state: 'asked',
    askedAt: AT,
    expiresAt: '2026-01-01T00:02:00.000Z',
  },
  ...{ received: null, isAll: null },
}
const labelled = { ...standing, labels: [{ id: labelId, name: 'Urgent', colour: 'red' }] }

const label = { id: labelId, name: 'Urgent', colour: 'red', updatedAt: AT }

const note = {
  ...{ id: otherId, clientId, jid: EXAMPLE_JID, at: AT, kind: 'note' },
  actor: { kind: 'person', id: otherId, name: 'Ana' },
  ...{
    member: null,
    department: null,
    label: null,
    until: null,
    call: null,
    text: 'Ask for the order number first.',
    editedAt: null,
  },
  mentions: [{ userId: otherId, name: 'Bruno', isSeen: false }],
}

/** Answers about what is noted of contacts and conversations, and about tables, by operation. */
export const DATA_ANSWERS = {
  'chat.listEntries': {
    entries: [
      {
        ...{ id: otherId, clientId, jid: EXAMPLE_JID, at: AT, kind: 'assigned' },
        actor: { kind: 'person', id: otherId, name: 'Bruno' },
        member: { userId: otherId, name: 'Ana' },
        ...{
          department: null,
          label: null,
          until: null,
          call: null,
          text: null,
          editedAt: null,
          mentions: [],
        },
      },
    ],
    nextCursor: null,
  },
  'chat.createNote': note,
  'chat.updateNote': { ...note, text: 'Ask for the order number and the town.', editedAt: AT },
  'chat.deleteNote': { success: true },
  'chat.seeMentions': { success: true },
  'evaluations.start': { ...evaluation, status: 'waiting', passed: 0, startedAt: null, endedAt: null },
  'evaluations.list': [evaluation],
  'evaluations.get': { ...evaluation, items: [item] },
  'evaluations.compare': {
    before: evaluation,
    after: evaluation,
    items: [{ key: item.key, change: 'same', before: item, after: item }],
  },
  'evaluations.cancel': { ...evaluation, status: 'cancelled' },
  'evaluations.delete': { success: true },
  'replies.list': [reply],
  'replies.create': reply,
  'replies.update': { ...reply, text: 'We open at ten.' },
  'replies.delete': { success: true },
  'chat.measureFirstAnswers': {
    all: { answered: 3, medianSec: 95, p90Sec: 180.5, unanswered: 1, waiting: 0 },
    groups: [
      {
        key: department.members[0].userId,
        name: 'Ana',
        answered: 3,
        medianSec: 95,
        p90Sec: 180.5,
        unanswered: 0,
        waiting: 0,
      },
      { key: null, name: null, answered: 0, medianSec: null, p90Sec: null, unanswered: 1, waiting: 0 },
    ],
  },
  'departments.list': [department],
  'departments.create': department,
  'departments.update': { ...department, rule: 'least_busy', hours: null },
  'departments.delete': { success: true },
  'chat.countConversations': { waiting: 2, unassigned: 1, mine: 1, snoozed: 0, mentions: 0 },
  'chat.getConversation': labelled,
  'chat.updateConversation': {
    ...standing,
    state: 'resolved',
    assignedTo: { userId: otherId, name: 'Ana' },
  },
  'chat.markChat': { clientId, jid: EXAMPLE_JID, marks: { ...standing.marks, archived: true } },
  'chat.starMessage': { clientId, jid: EXAMPLE_JID, id: '3EB0A1B2C3D4E5F60718', starred: true },
  'chat.clearChat': { clientId, jid: EXAMPLE_JID, deletedHere: 0 },
  'chat.deleteChat': { clientId, jid: EXAMPLE_JID, deletedHere: 0 },
  'chat.fetchHistory': historyRequest,
  'chat.getHistory': { request: { ...historyRequest, state: 'done', received: 50, isAll: false } },
  'chat.addLabel': labelled,
  'chat.removeLabel': standing,
  'chat.countLabelled': { labels: [{ labelId, open: 3 }] },
  'labels.list': [label],
  'labels.create': label,
  'labels.update': { ...label, name: 'Very urgent' },
  'labels.delete': { success: true },
  'notifications.get': notifications,
  'notifications.set': notifications,
  'notifications.waiting': {
    now: AT,
    conversations: [
      {
        ...{
          clientId: EXAMPLE_IDS.clientId,
          jid: EXAMPLE_JID,
          isOwn: false,
          waitingSince: AT,
          version: '4711',
        },
        ...{ clientName: 'Shop', contactName: null, text: null },
      },
    ],
    mentions: [
      {
        ...{ clientId: EXAMPLE_IDS.clientId, jid: EXAMPLE_JID, noteId: otherId, at: AT },
        ...{ clientName: 'Shop', byName: 'Grace', contactName: null, text: null },
      },
    ],
  },
  'notifications.subscribe': notifications,
  'notifications.unsubscribe': { ...notifications, devices: 0 },
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
