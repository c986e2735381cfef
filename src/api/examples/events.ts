import type { EventName } from '../../contract/events/event-data.ts'
import type { ShownPresence } from '../../contract/events/live-events.ts'
import { AT, message, messageKey } from './answered-resources.ts'
import {
  EXAMPLE_CHANNEL,
  EXAMPLE_GROUP,
  EXAMPLE_IDS,
  EXAMPLE_JID,
  EXAMPLE_MESSAGE_ID,
  EXAMPLE_NUMBER,
} from './ids.ts'

const { flowId, flowStateId, proxyId, otherId } = EXAMPLE_IDS
const of = { jid: EXAMPLE_JID, id: EXAMPLE_MESSAGE_ID, fromMe: messageKey.fromMe, participant: null }
const stored = {
  ...of,
  timestamp: message.timestamp,
  type: 'text',
  text: 'Hello',
  pushName: null,
  quotedId: null,
}

const call = {
  ...{ callId: '6A5D0C1E7F4B4C0C8A2E9B3D5F1A7C20', jid: EXAMPLE_JID, callerJid: EXAMPLE_JID },
  ...{ isVideo: false, timestamp: 1_790_000_000 },
}
const ofChannel = { jid: EXAMPLE_CHANNEL, timestamp: message.timestamp }
const ofStatus = { id: EXAMPLE_MESSAGE_ID, fromMe: true, participant: null }
const ofOther = { fromMe: false, participant: EXAMPLE_JID }
const posted = {
  ...{ ...ofStatus, timestamp: message.timestamp, type: 'text' },
  ...{ text: 'Today: soup', pushName: null },
}
const inGroup = { jid: EXAMPLE_GROUP, by: EXAMPLE_JID, timestamp: message.timestamp }

/** The data of an event of each kind. */
export const EVENT_EXAMPLES: Readonly<Record<EventName, unknown>> = {
  'message.received': {
    ...{ ...stored, fromMe: false, pushName: 'Ana', status: 'DELIVERY_ACK', origin: 'contact' },
  },
  'message.sent': { ...stored, status: 'SERVER_ACK', origin: 'api' },
  'message.status': { ...of, status: 'READ', error: null, failure: null },
  'message.reaction': { ...of, by: EXAMPLE_JID, reaction: '👍' },
  'message.vote': { ...of, by: EXAMPLE_JID, options: ['Friday'] },
  'message.edited': { ...of, text: 'Hello again' },
  'message.deleted': of,
  'message.starred': { ...of, starred: true },
  'client.status': { status: 'connected', code: 'CONNECTED', detail: null, cause: null, rawCode: null },
  'client.qr': { qr: '2@AbCdEf,GhIjKl,MnOpQr,StUvWx' },
  'contact.updated': {
    jid: EXAMPLE_JID,
    lid: '100000000000001@lid',
    phoneNumber: EXAMPLE_NUMBER,
    name: null,
    notify: 'Ana',
    username: 'ana.b',
  },
  'chat.updated': { jid: EXAMPLE_JID, timestamp: 1_767_225_600, change: 'archived', archived: true },
  'whatsapp.label': { labelId: '7', name: 'VIP', colour: 3, isActive: true, deleted: false },
  'whatsapp.labelled': { jid: EXAMPLE_JID, messageId: null, labelId: '7', name: 'VIP', labelled: true },
  'chat.history': {
    jid: EXAMPLE_JID,
    requestId: '3EB0A1B2C3D4E5F60718',
    state: 'done',
    received: 50,
    isAll: false,
  },
  'group.members': { ...inGroup, change: 'added', members: [EXAMPLE_JID] },
  'group.updated': { ...inGroup, change: 'subject', subject: 'Neighbours' },
  'group.requests': { ...inGroup, by: EXAMPLE_JID, change: 'asked', people: [EXAMPLE_JID] },
  'call.received': { ...call, state: 'ringing' },
  'call.ended': { ...call, state: 'missed' },
  'status.posted': { ...posted, origin: 'api' },
  'status.failed': { ...ofStatus, error: null, failure: null },
  'status.received': { ...posted, ...ofOther, pushName: 'Ana', origin: 'contact' },
  'status.seen': { ...ofStatus, by: EXAMPLE_JID, timestamp: message.timestamp },
  'status.reaction': { ...ofStatus, by: EXAMPLE_JID, reaction: '💚' },
  'status.deleted': ofStatus,
  'conversation.entry': { jid: EXAMPLE_JID, entryId: otherId, kind: 'resolved', change: 'added' },
  'channel.post': {
    ...ofChannel,
    ...{ change: 'posted', id: EXAMPLE_MESSAGE_ID, serverId: 104, type: 'text' },
    ...{ text: 'We open at nine tomorrow', file: null, isOwn: false },
  },
  'channel.counts': { ...ofChannel, serverId: 104, views: 87, reactions: [{ emoji: '👍', count: 12 }] },
  'channel.updated': { ...ofChannel, change: 'milestone', milestone: 'follows', value: 100, serverId: null },
  'profile.updated': { timestamp: message.timestamp, change: 'privacy', privacy: { lastSeen: 'nobody' } },
  'flow.state.changed': {
    flowStateId,
    flowId,
    contactJid: EXAMPLE_JID,
    state: 'completed',
    currentNodeId: null,
    error: null,
  },
  'flow.event': {
    event: 'order.placed',
    payload: { number: 1001 },
    flowId,
    flowStateId,
    contactJid: EXAMPLE_JID,
    nodeId: 'tell',
  },
  'proxy.failed': { proxyId, fault: 'unreachable', movedTo: otherId },
  'campaign.updated': {
    ...{ campaignId: '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d', name: 'Winter sale' },
    ...{ state: 'paused', change: 'paused', pausedBecause: 'late' },
  },
  'workspace.updated': { part: 'departments' },
  'connection.failed': { name: 'crm', state: 'ended', error: 'invalid_grant' },
}

/** When the example of an event happened. */
export const EVENT_EXAMPLE_AT = AT

/** The same of what is told only as it happens. */
export const LIVE_EVENT_EXAMPLES: { readonly 'presence.changed': ShownPresence } = {
  'presence.changed': {
    jid: EXAMPLE_GROUP,
    availability: 'unknown',
    lastSeenAt: null,
    active: [{ jid: EXAMPLE_JID, name: 'Ana', activity: 'typing' }],
  },
}
