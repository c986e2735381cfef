import { AT, mediaFile } from '../answered-resources.ts'
import { EXAMPLE_CHANNEL, EXAMPLE_IDS, EXAMPLE_JID, EXAMPLE_MESSAGE_ID, EXAMPLE_NUMBER } from '../ids.ts'

const { clientId } = EXAMPLE_IDS
const inChannel = { clientId, channelJid: EXAMPLE_CHANNEL }
const link = 'https://whatsapp.com/channel/0029VaAbCdEfGhIjKlMnOp'
const channel = {
  jid: EXAMPLE_CHANNEL,
  name: 'Shop news',
  description: 'What is new, once a week',
  link,
  createdAt: AT,
  followers: 120,
  verified: false,
  role: 'owner',
  muted: false,
  reactions: 'all',
}
const post = {
  id: EXAMPLE_MESSAGE_ID,
  serverId: 104,
  type: 'text',
  text: 'We open at nine tomorrow',
  file: null,
  postedAt: AT,
  editedAt: null,
  views: 87,
  reactions: [{ emoji: '👍', count: 12 }],
}
const success = { success: true }

/** What operations on channels are called with, by operation. */
export const CHANNEL_REQUESTS = {
  'channels.list': { clientId },
  'channels.get': inChannel,
  'channels.preview': { clientId, invite: link },
  'channels.follow': inChannel,
  'channels.unfollow': inChannel,
  'channels.setMuted': { ...inChannel, muted: true },
  'channels.create': { clientId, name: 'Shop news' },
  'channels.update': { ...inChannel, description: 'What is new, once a week' },
  'channels.delete': inChannel,
  'channels.listPosts': inChannel,
  'channels.post': { ...inChannel, text: 'We open at nine tomorrow' },
  'channels.editPost': { ...inChannel, serverId: 104, text: 'We open at ten tomorrow' },
  'channels.downloadFile': { ...inChannel, serverId: 104 },
  'channels.deletePost': { ...inChannel, id: EXAMPLE_MESSAGE_ID },
  'channels.watch': inChannel,
  'channels.listAdmins': inChannel,
  'channels.demoteAdmin': { ...inChannel, person: EXAMPLE_NUMBER },
  'channels.changeOwner': { ...inChannel, person: EXAMPLE_NUMBER },
  'channels.react': { ...inChannel, serverId: 104, emoji: '👍' },
}

/** The same of operations on the presence of contacts. */
export const PRESENCE_REQUESTS = {
  'presence.subscribe': { clientId, jid: EXAMPLE_NUMBER, seconds: 3_600 },
  'presence.unsubscribe': { clientId, jid: EXAMPLE_NUMBER },
  'presence.list': { clientId },
  'sandbox.showPresence': { clientId, phoneNumber: EXAMPLE_NUMBER, presence: 'typing' },
}

/** The same of operations on profiles. */
export const PROFILE_REQUESTS = {
  'profile.get': { clientId },
  'profile.update': { clientId, name: 'The shop', about: 'Open from 9 to 18' },
  'profile.setPicture': { clientId, picture: null },
  'profile.getPrivacy': { clientId },
  'profile.updatePrivacy': { clientId, lastSeen: 'nobody', readReceipts: false },
}

const subscription = {
  jid: EXAMPLE_JID,
  until: AT,
  availability: 'available',
  lastSeenAt: null,
  active: [{ jid: EXAMPLE_JID, name: null, activity: 'typing' }],
}

const admin = {
  ...{ jid: EXAMPLE_JID, phoneNumber: EXAMPLE_NUMBER, lid: null, name: 'Ana', username: null },
  ...{ role: 'owner', followsSince: AT },
}

/** What they answer, by operation. */
export const CHANNEL_ANSWERS = {
  'presence.subscribe': { ...subscription, availability: 'unknown', active: [] },
  'presence.unsubscribe': success,
  'sandbox.showPresence': success,
  'presence.list': { online: true, subscriptions: [subscription] },
  'channels.list': { channels: [{ ...channel, followers: null }] },
  'channels.get': channel,
  'channels.preview': { ...channel, role: 'guest', muted: null },
  'channels.follow': success,
  'channels.unfollow': success,
  'channels.setMuted': success,
  'channels.create': { ...channel, description: null, followers: 0 },
  'channels.update': success,
  'channels.delete': success,
  'channels.listPosts': { posts: [post], nextBefore: null },
  'channels.post': { id: EXAMPLE_MESSAGE_ID, serverId: 104 },
  'channels.editPost': success,
  'channels.downloadFile': mediaFile,
  'channels.deletePost': success,
  'channels.watch': { until: AT },
  'channels.listAdmins': { admins: [admin], count: 1 },
  'channels.demoteAdmin': success,
  'channels.changeOwner': success,
  'channels.react': success,
}
