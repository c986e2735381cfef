import type { ShownPresence } from '../../contract/events/live-events.ts'

/** Asks the owner of a client about the presence of its account or of its contacts. */
export const PRESENCE_COMMAND = 'presence.act'

export interface PresenceSubscription extends ShownPresence {
  /** ISO 8601; null while only pages of the team watch. */
  until: string | null
}

/** The acts with what each needs and what it answers. */
export interface PresenceActTable {
  subscribe: { input: { jid: string; seconds: number }; output: PresenceSubscription }
  unsubscribe: { input: { jid: string }; output: null }
  list: { input: object; output: { online: boolean; subscriptions: PresenceSubscription[] } }
  /** Until the connection ends; it goes before the client's setting. */
  setOnline: { input: { isOnline: boolean }; output: null }
}
