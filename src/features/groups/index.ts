export { GROUP_COMMAND } from './commands.ts'
export { Groups } from './groups.ts'
export { createGroupCommand } from './owner-side.ts'
