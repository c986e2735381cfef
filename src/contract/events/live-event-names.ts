/**
 * What is told only to who listens while it happens: it is in no log, so it is neither listed nor given again, and comes only to
 * who names it.
 */
export const LIVE_EVENT_NAMES = ['presence.changed'] as const

/** The name under which the stream of events and webhooks say who is there, and what they do. */
export const CONTACT_PRESENCE = LIVE_EVENT_NAMES[0]

/** Of a contact whether they are there; in groups only what is done in them is told. */
export const AVAILABILITIES = ['available', 'unavailable', 'unknown'] as const

export const CHAT_ACTIVITIES = ['typing', 'recording'] as const
