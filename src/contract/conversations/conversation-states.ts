/** How far people are with a conversation. */
export const CONVERSATION_STATES = ['open', 'waiting', 'snoozed', 'resolved'] as const

/** Which conversations a list shows. */
export const SHOWN_CONVERSATIONS = ['open', 'waiting', 'unassigned', 'mine', 'snoozed', 'resolved'] as const
