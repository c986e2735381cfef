import { AT } from '../answered-resources.ts'
import { EXAMPLE_IDS, EXAMPLE_JID, EXAMPLE_NUMBER } from '../ids.ts'

const { clientId, campaignId: id, otherId } = EXAMPLE_IDS
const one = { clientId, id }
const audience = { kind: 'contacts', tags: ['customer'] }
const text = 'Hello {{ contact.name }}, our winter sale begins today. Answer STOP to get no more of these.'
const written = { clientId, name: 'Winter sale', text, audience }
const wholeAudience = { ...audience, labelIds: [], favourites: false, fields: [] }
const pace = { atOnce: 5, perMinute: 20 }
const counts = {
  ...{ total: 120, leftOut: 3, waiting: 60, queued: 2, sent: 57, delivered: 55, read: 40, answered: 12 },
  ...{ failed: 1, optedOut: 1 },
}
const listed = {
  ...{
    id,
    clientId,
    name: written.name,
    state: 'draft',
    file: null,
    flowId: null,
    pace,
  },
  ...{
    startAt: null,
    pausedBecause: null,
    isWaiting: false,
    startedAt: null,
    endedAt: null,
    createdAt: AT,
    updatedAt: AT,
  },
  counts: {
    ...{ total: 0, leftOut: 0, waiting: 0, queued: 0, sent: 0, delivered: 0, read: 0, answered: 0 },
    ...{ failed: 0, optedOut: 0 },
  },
}
const draft = { ...listed, text, audience: wholeAudience }
const begun = { state: 'running', startedAt: AT, counts }
const running = { ...draft, ...begun }
const person = { jid: EXAMPLE_JID, name: 'Ana', phoneNumber: EXAMPLE_NUMBER }

export const CAMPAIGN_REQUESTS = {
  'campaigns.list': {},
  'campaigns.get': one,
  'campaigns.people': { ...one, state: 'answered' },
  'campaigns.preview': { clientId, text, audience },
  'campaigns.create': written,
  'campaigns.update': { id, ...written, pace },
  'campaigns.delete': one,
  'campaigns.duplicate': { ...one, name: 'Spring sale' },
  'campaigns.start': one,
  'campaigns.pause': one,
  'campaigns.resume': one,
  'campaigns.cancel': one,
  'campaigns.optOuts.list': { clientId, search: 'ana' },
  'campaigns.optOuts.set': { clientId, contactJid: EXAMPLE_JID, value: true },
}

export const CAMPAIGN_ANSWERS = {
  'campaigns.list': [{ ...listed, ...begun }],
  'campaigns.get': running,
  'campaigns.people': {
    people: [
      {
        ...{
          ...person,
          state: 'answered',
          reason: null,
          failure: null,
          messageId: '3EB0C767D097B7C7A1C5',
          flowStateId: null,
        },
        ...{ sentAt: AT, deliveredAt: AT, readAt: AT, answeredAt: AT, optedOutAt: null },
      },
    ],
    total: 1,
  },
  'campaigns.preview': {
    total: 120,
    leftOut: [{ reason: 'opted_out', count: 3 }],
    strangers: 4,
    sample: [{ ...person, text: text.replace('{{ contact.name }}', 'Ana'), missing: [] }],
    leftOutSample: [{ given: '447700900456@s.whatsapp.net', name: null, reason: 'opted_out' }],
    withMissing: 0,
    minutes: 5.75,
    limits: { restrictedUntil: null, newChatsLeft: null, isConnected: true },
  },
  'campaigns.create': draft,
  'campaigns.update': draft,
  'campaigns.delete': { success: true },
  'campaigns.duplicate': { ...draft, id: otherId, name: 'Spring sale' },
  'campaigns.start': running,
  'campaigns.pause': { ...running, state: 'paused', pausedBecause: 'person' },
  'campaigns.resume': running,
  'campaigns.cancel': { ...running, state: 'cancelled', endedAt: AT },
  'campaigns.optOuts.list': [
    { ...person, createdAt: AT, by: { kind: 'contact', name: null }, campaign: { id, name: 'Winter sale' } },
  ],
  'campaigns.optOuts.set': { success: true },
}
