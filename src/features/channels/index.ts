export { Channels } from './channels.ts'
export { CHANNEL_COMMAND, type ChannelActTable, toFollowed, toPosting } from './commands.ts'
export { noteOwnPost, notePosting } from './own-posts.ts'
export { type ChannelCommandDeps, createChannelCommand } from './owner-side.ts'
