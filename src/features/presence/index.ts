export { PRESENCE_COMMAND, type PresenceActTable } from './commands.ts'
export { createPresenceOpener, type HostedPresence, type PresenceOpener } from './owner-side.ts'
export { createContactPresenceHandlers } from './presence.ts'
