import { channels } from './channels.ts'
import { groups } from './groups.ts'
import { handoff } from './handoff.ts'

/** Of the forms of what is done with people, groups and channels. */
export const chats = {
  fields: { ...handoff.fields, ...groups.fields, ...channels.fields },
  hints: { ...handoff.hints, ...groups.hints, ...channels.hints },
  choices: groups.choices,
  channels: channels.pick,
}
