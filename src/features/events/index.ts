export {
  CONTACT_PRESENCE_NOTED,
  type ContactPresenceNote,
  TELL_PRESENCE_EVERY_MS,
} from './contact-presence.ts'
export { CALLERS_CHANGED, createEvents, type Events } from './events.ts'
export { appendEvent } from './store.ts'
export { WAKING_TOPICS } from './tail.ts'
export { PRESENCE_NOTED, type PresenceNote } from './team-presence.ts'
export { EventWatermark } from './watermark.ts'
