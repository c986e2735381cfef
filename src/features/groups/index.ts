export { GROUP_COMMAND, type GroupAct, type GroupActs } from './commands.ts'
export { Groups, toInvite, toResults } from './groups.ts'
export { createGroupCommand } from './owner-side.ts'
