import { z } from 'zod'
import { clientId, ownPicture } from '../fields.ts'
import { defineOperation } from '../operation.ts'

/** As the network's own apps limit them; what an account says of itself has been shorter since 2026 (Baileys#2727). */
const name = z.string().trim().min(1).max(25)
const about = z.string().trim().max(50)

const EXPIRATIONS = [0, 86_400, 604_800, 7_776_000] as const

const audience = z.enum(['everyone', 'contacts', 'contacts_except', 'nobody'])
const settings = {
  lastSeen: audience.describe('Who sees when the account was last there.'),
  online: z.enum(['everyone', 'same_as_last_seen']).describe('Who sees that it is there now.'),
  picture: audience.describe('Who sees its picture.'),
  about: audience.describe('Who sees what it says of itself.'),
  readReceipts: z
    .boolean()
    .describe('False: nobody is told that the account read something, and it is not told either.'),
  groupsAdd: z
    .enum(['everyone', 'contacts', 'contacts_except'])
    .describe('Who adds it to groups; others have to invite it.'),
  callsAdd: z
    .enum(['everyone', 'known'])
    .describe('Whose calls ring: everyone’s, or those of people it knows.'),
  messages: z.enum(['everyone', 'contacts']).describe('Who may write to it.'),
}

/** Settings as the network tells them; null where it says something else. */
export const KnownPrivacy = z.object({
  lastSeen: settings.lastSeen.nullable(),
  online: settings.online.nullable(),
  picture: settings.picture.nullable(),
  about: settings.about.nullable(),
  readReceipts: settings.readReceipts.nullable(),
  groupsAdd: settings.groupsAdd.nullable(),
  callsAdd: settings.callsAdd.nullable(),
  messages: settings.messages.nullable(),
})

const Privacy = KnownPrivacy.extend({
  expirationSec: z
    .int()
    .describe('After how many seconds messages disappear in chats that begin; 0: they stay.'),
})

const Profile = z.object({
  name: z
    .string()
    .nullable()
    .describe('What people see who have not saved it; null while the phone has not told.'),
  about: z.string().nullable().describe('Null when it says nothing of itself.'),
  pictureUrl: z
    .string()
    .nullable()
    .describe('A link of the network, which ends after some days; null without a picture.'),
})

const Success = z.object({ success: z.literal(true) })

const reach = { ids: { clientId: 'client' } } as const
const reads = { scope: 'profile:read', reach, effect: 'reads', extension: true } as const
const writes = { scope: 'profile:write', reach, effect: 'writes', extension: true } as const

export const profile = {
  get: defineOperation({
    ...reads,
    name: 'profile.get',
    summary: 'Get the profile of a client’s account',
    description: 'As the network tells it now: name, what it says of itself, and picture.',
    input: z.strictObject({ clientId }),
    output: Profile,
  }),
  update: defineOperation({
    ...writes,
    name: 'profile.update',
    summary: 'Change the name of a client’s account, or what it says of itself',
    description:
      'Only what is given changes; when the network refuses one, `data.done` names those before it. A repeat changes nothing.',
    input: z.strictObject({
      clientId,
      name: name.optional(),
      about: about.optional().describe('An empty text takes it away.'),
    }),
    output: Success,
  }),
  setPicture: defineOperation({
    ...writes,
    name: 'profile.setPicture',
    summary: 'Set or take away the picture of a client’s account',
    input: z.strictObject({ clientId, picture: ownPicture }),
    output: Success,
  }),
  getPrivacy: defineOperation({
    ...reads,
    name: 'profile.getPrivacy',
    summary: 'Get what a client’s account lets others see and do',
    input: z.strictObject({ clientId }),
    output: Privacy,
  }),
  updatePrivacy: defineOperation({
    ...writes,
    name: 'profile.updatePrivacy',
    summary: 'Change what a client’s account lets others see and do',
    description:
      'Only what is given changes, one after the other; when the network refuses one, `data.done` names those before it. Whom `contacts_except` leaves out is chosen at the phone.',
    input: z.strictObject({
      clientId,
      lastSeen: settings.lastSeen.optional(),
      online: settings.online.optional(),
      picture: settings.picture.optional(),
      about: settings.about.optional(),
      readReceipts: settings.readReceipts.optional(),
      groupsAdd: settings.groupsAdd.optional(),
      callsAdd: settings.callsAdd.optional(),
      messages: settings.messages.optional(),
      expirationSec: z
        .literal(EXPIRATIONS)
        .optional()
        .describe('After how many seconds messages disappear in chats that begin; 0: they stay.'),
    }),
    output: Success,
  }),
}
