export { Channels } from './channels.ts'
export { CHANNEL_COMMAND } from './commands.ts'
export { type ChannelCommandDeps, createChannelCommand } from './owner-side.ts'
