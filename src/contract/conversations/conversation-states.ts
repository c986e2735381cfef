/** How far people are with a conversation. */
export const CONVERSATION_STATES = ['open', 'waiting', 'snoozed', 'resolved'] as const

/**
 * Which conversations a list shows; `mentions`: those with notes that name who asks, what they did not see first. From `archived` on
 * by what WhatsApp keeps of the chat, whatever its state.
 */
export const SHOWN_CONVERSATIONS = [
  'open',
  'waiting',
  'unassigned',
  'mine',
  'mentions',
  'snoozed',
  'resolved',
  'archived',
  'pinned',
  'muted',
  'marked_unread',
] as const
