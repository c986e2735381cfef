export { Channels } from './channels.ts'
export { CHANNEL_COMMAND, toFollowed } from './commands.ts'
export { type ChannelCommandDeps, createChannelCommand } from './owner-side.ts'
