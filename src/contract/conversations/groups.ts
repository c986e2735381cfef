import { z } from 'zod'
import type { Address } from '../../core/addresses.ts'
import { problemText } from '../../core/input/input-problem.ts'
import { clientId, idempotencyKey, namedRecipient, ownPicture } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { KnownPicture } from './network/picture.ts'

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')

const groupJid = z
  .string()
  .max(64)
  .regex(/^\d{5,25}(?:-\d{5,15})?@g\.us$/, problemText('NO_GROUP_ADDRESS'))
  .transform((text) => text as Address)
  .describe('Address of the group, `<id>@g.us`.')

/** What one call may be about; the network takes about as many. */
const MAX_PEOPLE = 100
const people = z.array(namedRecipient).min(1).max(MAX_PEOPLE)
const members = people.describe('People, each as the recipient of a message is given, also by @username.')

const subject = z.string().trim().min(1).max(100)
const description = z.string().max(2_048)

const INVITE = /^(?:(?:https?:\/\/)?chat\.whatsapp\.com\/(?:invite\/)?)?([\w-]{16,64})\/?(?:\?\S{0,200})?$/
const invite = z
  .string()
  .trim()
  .max(320)
  .regex(INVITE, problemText('NO_GROUP_INVITE'))
  .transform((text) => INVITE.exec(text)?.[1] ?? '')
  .describe('An invite link, or the code at its end.')

/** How long messages may stay, as the network’s own apps offer it: always, a day, a week, 90 days. */
const EXPIRATIONS = [0, 86_400, 604_800, 7_776_000] as const

const whoMay = z.enum(['everyone', 'admins'])
const settings = {
  send: whoMay.describe('Who may write.'),
  edit: whoMay.describe('Who may change subject, description, picture and the time messages stay.'),
  add: whoMay.describe('Who may add people.'),
  approval: z.boolean().describe('Whoever joins by the link waits until an admin lets them in.'),
}
export const GroupSettings = z.object({
  ...settings,
  expirationSec: z.int().describe('After how many seconds messages disappear; 0: they stay.'),
})

const role = z.enum(['member', 'admin', 'superadmin'])

const username = z.string().nullable()

const GroupSummary = z.object({
  jid: z.string(),
  subject: z.string(),
  description: z.string().nullable(),
  creatorJid: z.string().nullable().describe('Null when the network does not say.'),
  createdAt: timestamp.nullable(),
  size: z.int().describe('How many members there are.'),
  role: role.nullable().describe('What the client’s account is in it; null when it is not in it.'),
  settings: GroupSettings,
})

const Group = GroupSummary.extend({
  members: z.array(
    z.object({
      jid: z.string(),
      phoneNumber: z.string().nullable().describe('E.164 with its +; null when the group hides it.'),
      lid: z.string().nullable(),
      username: username.describe('By which they may be found; null where the group does not tell.'),
      role: role.describe('`superadmin` made the group; other admins neither demote nor remove them.'),
    }),
  ),
})

const MemberResult = z.object({
  jid: z.string().describe('As it was given.'),
  state: z
    .enum(['done', 'already', 'invite_only', 'unknown', 'key_needed', 'refused'])
    .describe(
      '`already`: it was so before. `invite_only`: wants to be asked; send `invite` as a groupInvite message. `unknown`: not on the network, or not in the group. `key_needed`: the username finds them with its key alone; they have to write first. `refused`: see `networkCode`.',
    ),
  networkCode: z.int().nullable().describe('The network’s own code, where it was not done.'),
  invite: z.object({ code: z.string(), expiresAt: timestamp.nullable() }).nullable(),
})

const Results = z.object({ results: z.array(MemberResult).describe('One for each person, in their order.') })
const Invite = z.object({ code: z.string(), url: z.string() })
const Success = z.object({ success: z.literal(true) })

const reach = { ids: { clientId: 'client' } } as const
const inGroup = { clientId, groupJid }

/** What reads of groups have in common. */
const reads = { scope: 'groups:read', reach, effect: 'reads', extension: true } as const
const writes = { scope: 'groups:write', reach, effect: 'writes', extension: true } as const

const ADMINS_ONLY = 'Only admins of the group may.'

export const groups = {
  list: defineOperation({
    ...reads,
    name: 'groups.list',
    summary: 'List the groups a client is in',
    description: 'As the network tells it now, without the members; groups.get has them.',
    input: z.strictObject({ clientId }),
    output: z.object({ groups: z.array(GroupSummary.extend({ picture: KnownPicture })) }),
  }),
  get: defineOperation({
    ...reads,
    name: 'groups.get',
    summary: 'Get a group with its members and settings',
    input: z.strictObject(inGroup),
    output: Group.extend({ picture: KnownPicture }),
  }),
  create: defineOperation({
    ...writes,
    name: 'groups.create',
    summary: 'Make a group',
    description:
      'The client’s account is its superadmin. Whom the network did not add is told in `results`; the group is there nevertheless.',
    input: z.strictObject({ clientId, subject, members, idempotencyKey }),
    output: Results.extend({ group: Group }),
  }),
  leave: defineOperation({
    ...writes,
    name: 'groups.leave',
    summary: 'Leave a group',
    description: 'Only somebody who is in it can let the account in again.',
    effect: 'destroys',
    input: z.strictObject(inGroup),
    output: Success,
  }),
  addMembers: defineOperation({
    ...writes,
    name: 'groups.addMembers',
    summary: 'Add people to a group',
    description: 'Admins may, and everyone in it where `settings.add` says so.',
    input: z.strictObject({ ...inGroup, members }),
    output: Results,
  }),
  removeMembers: defineOperation({
    ...writes,
    name: 'groups.removeMembers',
    summary: 'Remove members of a group',
    description: ADMINS_ONLY,
    effect: 'destroys',
    input: z.strictObject({ ...inGroup, members }),
    output: Results,
  }),
  promoteMembers: defineOperation({
    ...writes,
    name: 'groups.promoteMembers',
    summary: 'Make members of a group admins',
    description: ADMINS_ONLY,
    input: z.strictObject({ ...inGroup, members }),
    output: Results,
  }),
  demoteMembers: defineOperation({
    ...writes,
    name: 'groups.demoteMembers',
    summary: 'Make admins of a group plain members',
    description: ADMINS_ONLY,
    input: z.strictObject({ ...inGroup, members }),
    output: Results,
  }),
  update: defineOperation({
    ...writes,
    name: 'groups.update',
    summary: 'Change subject, description or settings of a group',
    description:
      'Only what is given changes, one after the other; when the network refuses one, `data.done` names those before it. A repeat changes nothing.',
    input: z.strictObject({
      ...inGroup,
      subject: subject.optional(),
      description: description.optional().describe('An empty text takes it away.'),
      send: settings.send.optional(),
      edit: settings.edit.optional(),
      add: settings.add.optional(),
      approval: settings.approval.optional(),
      expirationSec: z
        .literal(EXPIRATIONS)
        .optional()
        .describe('After how many seconds new messages disappear; 0: they stay.'),
    }),
    output: Success,
  }),
  setPicture: defineOperation({
    ...writes,
    name: 'groups.setPicture',
    summary: 'Set or take away the picture of a group',
    input: z.strictObject({ ...inGroup, picture: ownPicture }),
    output: Success,
  }),
  getInvite: defineOperation({
    ...reads,
    right: 'talk',
    name: 'groups.getInvite',
    summary: 'Get the invite link of a group',
    description: `${ADMINS_ONLY} Whoever has the link may join.`,
    input: z.strictObject(inGroup),
    output: Invite,
  }),
  revokeInvite: defineOperation({
    ...writes,
    name: 'groups.revokeInvite',
    summary: 'Replace the invite link of a group',
    description: `The one before is worthless then. ${ADMINS_ONLY}`,
    effect: 'destroys',
    input: z.strictObject(inGroup),
    output: Invite,
  }),
  previewInvite: defineOperation({
    ...reads,
    name: 'groups.previewInvite',
    summary: 'See which group an invite link is of',
    description: 'Without joining.',
    input: z.strictObject({ clientId, invite }),
    output: GroupSummary,
  }),
  join: defineOperation({
    ...writes,
    name: 'groups.join',
    summary: 'Join a group by an invite link',
    input: z.strictObject({ clientId, invite }),
    output: z.object({
      jid: z.string(),
      state: z
        .enum(['joined', 'requested'])
        .describe('`requested`: an admin has to let the account in first.'),
    }),
  }),
  listRequests: defineOperation({
    ...reads,
    name: 'groups.listRequests',
    summary: 'List the people who want to join a group',
    description: ADMINS_ONLY,
    input: z.strictObject(inGroup),
    output: z.object({
      requests: z.array(
        z.object({
          jid: z.string(),
          phoneNumber: z.string().nullable(),
          lid: z.string().nullable(),
          username,
          requestedAt: timestamp.nullable(),
        }),
      ),
    }),
  }),
  approveRequests: defineOperation({
    ...writes,
    name: 'groups.approveRequests',
    summary: 'Let people in who want to join a group',
    description: ADMINS_ONLY,
    input: z.strictObject({ ...inGroup, people }),
    output: Results,
  }),
  rejectRequests: defineOperation({
    ...writes,
    name: 'groups.rejectRequests',
    summary: 'Do not let people in who want to join a group',
    description: ADMINS_ONLY,
    input: z.strictObject({ ...inGroup, people }),
    output: Results,
  }),
}
