import { AT, sendResult } from '../answered-resources.ts'
import { EXAMPLE_IDS, EXAMPLE_JID, EXAMPLE_MESSAGE_ID } from '../ids.ts'

const { clientId } = EXAMPLE_IDS
const one = { clientId, id: EXAMPLE_MESSAGE_ID }
const audience = { setting: 'contacts', people: 214, leftOut: 0 }
const shown = { background: '#1f6e5c', postedAt: AT, expiresAt: AT }

/** What operations on statuses are called with, by operation. */
export const STATUS_REQUESTS = {
  'status.post': { clientId, text: 'Today: soup', background: '#1f6e5c', font: 'bold' },
  'status.delete': one,
  'status.list': { clientId },
  'status.listViewers': one,
  'status.previewAudience': { clientId },
  'status.listReceived': { clientId },
  'status.markSeen': { clientId, ids: [EXAMPLE_MESSAGE_ID] },
  'status.react': { ...one, reaction: '💚' },
} as const

/** What they answer. */
export const STATUS_ANSWERS = {
  'status.post': { ...sendResult, audience, expiresAt: AT },
  'status.delete': sendResult,
  'status.list': {
    statuses: [
      {
        ...{ id: EXAMPLE_MESSAGE_ID, type: 'text', text: 'Today: soup', font: 'bold', ...shown },
        ...{ state: 'posted', failure: null, error: null, origin: 'api', isOver: false, audience },
        ...{ delivered: 180, seen: 97, liked: 4, replies: 2 },
      },
    ],
    nextCursor: null,
  },
  'status.listViewers': {
    viewers: [
      {
        ...{ jid: EXAMPLE_JID, name: 'Ana', deliveredAt: AT, seenAt: AT },
        ...{ reaction: '💚', replies: [EXAMPLE_MESSAGE_ID] },
      },
    ],
  },
  'status.previewAudience': audience,
  'status.listReceived': {
    statuses: [
      {
        ...{
          id: EXAMPLE_MESSAGE_ID,
          jid: EXAMPLE_JID,
          name: 'Ana',
          type: 'text',
          text: 'On holiday',
          ...shown,
        },
        ...{ hasFile: false, isSeen: false, isMuted: false, reaction: null },
      },
    ],
  },
  'status.markSeen': { type: 'success', client: clientId, message: '1 status is marked as seen.' },
  'status.react': sendResult,
}
