import { AT } from './answered-resources.ts'
import { CHANNEL_ANSWERS } from './channels/channel-examples.ts'
import { EXAMPLE_GROUP, EXAMPLE_JID, EXAMPLE_MESSAGE_ID, EXAMPLE_NUMBER } from './ids.ts'
import { STATUS_ANSWERS } from './statuses/status-examples.ts'
import { WHATSAPP_LABEL_ANSWERS } from './whatsapp/label-examples.ts'

const numbered = { jid: EXAMPLE_JID, phoneNumber: EXAMPLE_NUMBER, lid: '100000000000001@lid' }
const person = { ...numbered, username: null }
const settings = { send: 'everyone', edit: 'everyone', add: 'admins', approval: false, expirationSec: 0 }
const summary = {
  jid: EXAMPLE_GROUP,
  subject: 'Neighbours',
  description: null,
  creatorJid: EXAMPLE_JID,
  createdAt: AT,
  size: 2,
  role: 'member',
  settings,
}
const group = {
  ...summary,
  members: [
    { ...person, role: 'superadmin' },
    {
      jid: '447700900456@s.whatsapp.net',
      phoneNumber: '+447700900456',
      lid: null,
      username: 'ana.b',
      role: 'member',
    },
  ],
}
const done = { results: [{ jid: EXAMPLE_JID, state: 'done', networkCode: null, invite: null }] }
const invite = { code: 'AbCdEfGhIjKlMnOpQrStUv', url: 'https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv' }
const success = { success: true }

/** Answers about groups, channels and profiles, by operation. */
export const GROUP_ANSWERS = {
  ...CHANNEL_ANSWERS,
  ...WHATSAPP_LABEL_ANSWERS,
  'groups.list': { groups: [{ ...summary, picture: null }] },
  'groups.get': { ...group, picture: null },
  'groups.create': { ...done, group: { ...group, role: 'superadmin' } },
  'groups.leave': success,
  'groups.addMembers': {
    results: [
      {
        jid: EXAMPLE_JID,
        state: 'invite_only',
        networkCode: 403,
        invite: { code: invite.code, expiresAt: AT },
      },
    ],
  },
  'groups.removeMembers': done,
  'groups.promoteMembers': done,
  'groups.demoteMembers': done,
  'groups.update': success,
  'groups.setPicture': success,
  'groups.getInvite': invite,
  'groups.revokeInvite': invite,
  'groups.previewInvite': { ...summary, role: null },
  'groups.join': { jid: EXAMPLE_GROUP, state: 'joined' },
  'groups.listRequests': { requests: [{ ...person, requestedAt: AT }] },
  'profile.get': { name: 'The shop', about: 'Open from 9 to 18', pictureUrl: null },
  'profile.update': success,
  'profile.setPicture': success,
  'profile.getPrivacy': {
    lastSeen: 'contacts',
    online: 'same_as_last_seen',
    picture: 'everyone',
    about: 'everyone',
    readReceipts: true,
    groupsAdd: 'contacts',
    callsAdd: 'everyone',
    messages: 'everyone',
    expirationSec: 0,
  },
  'profile.updatePrivacy': success,
  'groups.approveRequests': done,
  'groups.rejectRequests': done,
}

const call = {
  ...{
    callId: '6A5D0C1E7F4B4C0C8A2E9B3D5F1A7C20',
    jid: EXAMPLE_JID,
    callerJid: EXAMPLE_JID,
    callerName: 'Ana',
  },
  ...{ isVideo: false, state: 'refused', beganAt: AT, endedAt: AT, messageId: EXAMPLE_MESSAGE_ID },
}
const callSettings = { refuseAll: true, message: 'We do not take calls here. Please write.' }

/** Answers about calls and blocked people, by operation. */
export const CALL_ANSWERS = {
  'contacts.block': success,
  'contacts.unblock': success,
  'contacts.listBlocked': { blocked: [{ ...numbered, name: 'Ana' }] },
  'calls.list': { calls: [call], nextCursor: null },
  'calls.reject': { success: true },
  'calls.getSettings': callSettings,
  'calls.updateSettings': callSettings,
  ...STATUS_ANSWERS,
}
