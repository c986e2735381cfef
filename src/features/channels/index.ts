export { Channels } from './channels.ts'
export { CHANNEL_COMMAND, type ChannelActTable, toFollowed } from './commands.ts'
export { noteOwnPost } from './own-posts.ts'
export { type ChannelCommandDeps, createChannelCommand } from './owner-side.ts'
