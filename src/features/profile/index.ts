export { PROFILE_COMMAND } from './commands.ts'
export { createProfileCommand } from './owner-side.ts'
export { Profile } from './profile.ts'
