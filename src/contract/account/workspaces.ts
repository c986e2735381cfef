import { z } from 'zod'
import { clientId, resourceId } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { WORKSPACE_ROLES } from '../scopes.ts'
import { overview } from './overview.ts'

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')
const id = z.string().min(1).max(64)
const role = z.enum(WORKSPACE_ROLES)
const name = z.string().trim().min(1).max(120)
const success = z.object({ success: z.boolean() })

const clientIds = z
  .array(z.string())
  .nullable()
  .describe('The only clients an agent sees; null: all of the workspace.')

const limitedTo = z
  .array(clientId)
  .min(1)
  .max(100)
  .nullish()
  .describe('Of an agent the only clients they see. Null or left out: all of the workspace.')

/** What clients, flows, secrets and the rest belong to. */
const Workspace = z.object({
  id: z.string(),
  name: z.string(),
  plan: z.enum(['free', 'pro']).describe('Its tier: limits of calls, documents and tables.'),
  role: role.describe('What the caller is in it.'),
  clientIds,
  members: z.int().describe('How many people are in it.'),
  isActive: z.boolean().describe('Whether this call works in it.'),
})

/** Somebody in the workspace. */
const Member = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  clientIds,
  since: timestamp,
  awaySince: timestamp
    .nullable()
    .describe('From then on they get no conversations by rules. Null: they get them.'),
})

const WorkspaceInvitation = z.object({
  id: z.string(),
  email: z.string(),
  role,
  clientIds,
  invitedBy: z.string().describe('Name of who made it.'),
  createdAt: timestamp,
  expiresAt: timestamp.describe('From then on the link opens nothing.'),
})

const given = z.enum(['admin', 'agent', 'viewer'])

/** For signed-in people, about no client. */
const OF_PEOPLE = { scope: 'people', reach: 'none', extension: true } as const

const members = {
  list: defineOperation({
    name: 'workspaces.members.list',
    summary: 'List who is in the workspace',
    ...OF_PEOPLE,
    right: 'view',
    effect: 'reads',
    input: z.strictObject({}),
    output: z.array(Member),
  }),
  update: defineOperation({
    name: 'workspaces.members.update',
    summary: 'Change what somebody is in the workspace',
    description:
      'The role `owner` hands the workspace over: only its owner may, and becomes an admin by it. What a person may no longer see ends at once, open streams too.',
    ...OF_PEOPLE,
    right: 'manage',
    effect: 'writes',
    input: z.strictObject({ userId: id, role, clientIds: limitedTo }),
    output: Member,
  }),
  remove: defineOperation({
    name: 'workspaces.members.remove',
    summary: 'Take somebody out of the workspace',
    description:
      'Their keys and sessions open nothing of it from the next call on. What they made stays. The owner cannot be taken out.',
    ...OF_PEOPLE,
    right: 'manage',
    effect: 'destroys',
    input: z.strictObject({ userId: id }),
    output: success,
  }),
  setAway: defineOperation({
    name: 'workspaces.members.setAway',
    summary: 'Take no conversations for now, or take them again',
    description:
      'Of the caller alone. Rules of departments pass over who is away; conversations that are theirs stay theirs.',
    ...OF_PEOPLE,
    right: 'talk',
    effect: 'writes',
    audited: false,
    input: z.strictObject({ isAway: z.boolean() }),
    output: Member,
  }),
  leave: defineOperation({
    name: 'workspaces.members.leave',
    summary: 'Leave the workspace',
    description: 'Its owner hands it over first. Who is in no other workspace gets one of their own.',
    ...OF_PEOPLE,
    right: 'view',
    effect: 'destroys',
    input: z.strictObject({}),
    output: success,
  }),
}

const invitations = {
  list: defineOperation({
    name: 'workspaces.invitations.list',
    summary: 'List who was invited into the workspace and has not come yet, newest first',
    ...OF_PEOPLE,
    right: 'manage',
    effect: 'reads',
    input: z.strictObject({}),
    output: z.array(WorkspaceInvitation),
  }),
  create: defineOperation({
    name: 'workspaces.invitations.create',
    summary: 'Invite somebody into the workspace',
    description:
      'Only for signed-in people. The link is good for seven days and for the person with this address: who has no account makes one with it, who has one joins with workspaces.join. Inviting the same address again ends the earlier link, and so does taking the rights of whoever made it.',
    ...OF_PEOPLE,
    right: 'manage',
    effect: 'writes',
    input: z.strictObject({ email: z.email().max(254), role: given, clientIds: limitedTo }),
    output: WorkspaceInvitation.extend({
      path: z.string().describe('What to open at the address of this service. It is shown this once.'),
    }),
  }),
  revoke: defineOperation({
    name: 'workspaces.invitations.revoke',
    summary: 'Take an invitation into the workspace back',
    ...OF_PEOPLE,
    right: 'manage',
    effect: 'destroys',
    input: z.strictObject({ id: resourceId }),
    output: success,
  }),
}

export const workspaces = {
  list: defineOperation({
    name: 'workspaces.list',
    summary: 'List the workspaces the caller is in',
    description: 'Only for signed-in people.',
    ...OF_PEOPLE,
    right: 'view',
    effect: 'reads',
    input: z.strictObject({}),
    output: z.array(Workspace),
  }),
  get: defineOperation({
    name: 'workspaces.get',
    summary: 'Tell which workspace the caller works in, and as what',
    description: 'A key works in one workspace, with at most the rights that its user has there.',
    scope: 'any',
    right: 'view',
    reach: 'none',
    effect: 'reads',
    extension: true,
    input: z.strictObject({}),
    output: Workspace,
  }),
  update: defineOperation({
    name: 'workspaces.update',
    summary: 'Rename the workspace',
    ...OF_PEOPLE,
    right: 'manage',
    effect: 'writes',
    input: z.strictObject({ name }),
    output: Workspace,
  }),
  create: defineOperation({
    name: 'workspaces.create',
    summary: 'Make another workspace, and work in it',
    description: 'It is empty, and its owner is who made it, with their plan. Only for signed-in people.',
    ...OF_PEOPLE,
    right: 'view',
    effect: 'writes',
    input: z.strictObject({ name }),
    output: Workspace,
  }),
  enter: defineOperation({
    name: 'workspaces.enter',
    summary: 'Work in another workspace with this session',
    ...OF_PEOPLE,
    right: 'view',
    effect: 'writes',
    audited: false,
    input: z.strictObject({ id }),
    output: success,
  }),
  join: defineOperation({
    name: 'workspaces.join',
    summary: 'Join a workspace by the link of an invitation',
    description: 'It has to be for the address of who is signed in. The session works in it from then on.',
    ...OF_PEOPLE,
    right: 'view',
    effect: 'writes',
    input: z.strictObject({ token: z.string().min(1).max(128) }),
    output: Workspace,
  }),
  delete: defineOperation({
    name: 'workspaces.delete',
    summary: 'Delete the workspace with all that is in it',
    description:
      'Only its owner may. Clients are stopped, and then, all at once, clients, flows, contacts, messages, secrets, documents and keys are gone for good.',
    ...OF_PEOPLE,
    right: 'own',
    effect: 'destroys',
    input: z.strictObject({ name: z.string().max(200).describe('The name of the workspace, as it is now.') }),
    output: success,
  }),
  overview,
  members,
  invitations,
}
