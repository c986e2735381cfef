import { z } from 'zod'
import { CALL_STATES } from '../../conversation/call.ts'
import { GROUP_CHANGES, type GroupEvent } from '../../conversation/flow-event.ts'
import type { MessageSender } from '../../conversation/message.ts'

const senderSchema = z.strictObject({
  jid: z.string(),
  phone: z.string().nullish(),
  username: z.string().nullish(),
  name: z.string().nullish(),
})

/**
 * Something happens to somebody in a group, in the conversation of the step: that of the person, or of the group when `jid` is its
 * address or `place` says so. Without a `person` it is the contact of the step.
 */
export const groupChangeSchema = z.strictObject({
  group: z.string(),
  change: z.enum(GROUP_CHANGES),
  place: z.enum(['person', 'group']).optional(),
  person: senderSchema.optional(),
  by: senderSchema.nullish(),
})

/** The contact of the step calls by phone, or what became of it. */
export const phoneCallSchema = z.strictObject({
  state: z.enum(CALL_STATES),
  isVideo: z.boolean().default(false),
})

type PersonStep = z.infer<typeof senderSchema>

const toSender = ({ jid, phone = null, username, name = null }: PersonStep): MessageSender => ({
  ...{ jid, phone },
  ...(username ? { username } : {}),
  name,
})

/** What a step of a case says of a group; the person is the contact of the step unless another is named. */
export function toGroupChange(
  contact: PersonStep,
  { group, change, place, person, by }: z.infer<typeof groupChangeSchema>,
): Omit<GroupEvent, 'eventId' | 'receivedAt'> {
  return {
    ...{ type: 'group_changed', group, change, place: place ?? (contact.jid === group ? 'group' : 'person') },
    ...{ person: toSender(person ?? contact), by: by ? toSender(by) : null },
  }
}
