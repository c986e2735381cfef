export { Channels } from './channels.ts'
export { CHANNEL_COMMAND } from './commands.ts'
export { createChannelCommand } from './owner-side.ts'
