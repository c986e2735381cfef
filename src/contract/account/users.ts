import { z } from 'zod'
import { resourceId } from '../fields.ts'
import { defineOperation } from '../operation.ts'

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')

/** Somebody with an account here. */
const User = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(['admin', 'user']),
  plan: z.enum(['free', 'pro']),
  suspended: z.boolean().describe('May not sign in, and their keys are refused.'),
  clients: z.int().describe('How many clients they have.'),
  createdAt: timestamp,
})

/** Where somebody is signed in; what opens the session is never answered. */
const SignedInSession = z.object({
  id: z.string(),
  createdAt: timestamp,
  expiresAt: timestamp,
  userAgent: z.string().nullable(),
  ipAddress: z.string().nullable(),
})

const id = z.string().min(1).max(64)
const role = z.enum(['admin', 'user'])
const plan = z.enum(['free', 'pro'])

export const users = {
  list: defineOperation({
    name: 'users.list',
    summary: 'List the people of this service (admin only)',
    scope: 'users:read',
    reach: 'account',
    effect: 'reads',
    role: 'admin',
    extension: true,
    input: z.strictObject({}),
    output: z.array(User),
  }),
  create: defineOperation({
    name: 'users.create',
    summary: 'Make an account for somebody (admin only)',
    description:
      'Only for signed-in people. `password` is drawn here and shown this once; the person changes it after signing in.',
    scope: 'people',
    reach: 'account',
    effect: 'writes',
    role: 'admin',
    extension: true,
    input: z.strictObject({
      email: z.email().max(254),
      name: z.string().trim().min(1).max(120),
      role: role.default('user'),
      plan: plan.default('free'),
    }),
    output: User.extend({ password: z.string() }),
  }),
  update: defineOperation({
    name: 'users.update',
    summary: 'Change somebody’s role or plan, or suspend them (admin only)',
    description:
      'Only for signed-in people. Suspending signs the person out everywhere and refuses their keys at once.',
    scope: 'people',
    reach: 'account',
    effect: 'writes',
    role: 'admin',
    extension: true,
    input: z.strictObject({
      id,
      role: role.optional(),
      plan: plan.optional(),
      suspended: z.boolean().optional(),
    }),
    output: User,
  }),
}

const Invitation = z.object({
  id: z.string(),
  email: z.string(),
  role,
  plan,
  invitedBy: z.string().describe('Name of the administrator who made it.'),
  createdAt: timestamp,
  expiresAt: timestamp.describe('From then on the link opens nothing.'),
})

export const invitations = {
  list: defineOperation({
    name: 'invitations.list',
    summary: 'List the invitations that nobody took up yet, newest first (admin only)',
    description: 'One that is over stays in the list until it is taken back or made anew.',
    scope: 'users:read',
    reach: 'account',
    effect: 'reads',
    role: 'admin',
    extension: true,
    input: z.strictObject({}),
    output: z.array(Invitation),
  }),
  create: defineOperation({
    name: 'invitations.create',
    summary: 'Invite somebody, who then chooses their own password (admin only)',
    description:
      'Only for signed-in people. The link is good for seven days and one account; inviting the same address again ends the earlier link, and so does taking the rights of the administrator who made it.',
    scope: 'people',
    reach: 'account',
    effect: 'writes',
    role: 'admin',
    extension: true,
    input: z.strictObject({
      email: z.email().max(254),
      role: role.default('user'),
      plan: plan.default('free'),
    }),
    output: Invitation.extend({
      path: z
        .string()
        .describe(
          'What to open at the address of this service. It opens the account, and is shown this once.',
        ),
    }),
  }),
  revoke: defineOperation({
    name: 'invitations.revoke',
    summary: 'Take an invitation back (admin only)',
    description: 'Only for signed-in people.',
    scope: 'people',
    reach: 'account',
    effect: 'destroys',
    role: 'admin',
    extension: true,
    input: z.strictObject({ id: resourceId }),
    output: z.object({ success: z.boolean() }),
  }),
}

export const sessions = {
  list: defineOperation({
    name: 'sessions.list',
    summary: 'List where the caller is signed in',
    description: 'Only for signed-in people.',
    scope: 'people',
    right: 'view',
    reach: 'none',
    effect: 'reads',
    extension: true,
    input: z.strictObject({}),
    output: z.array(SignedInSession),
  }),
  end: defineOperation({
    name: 'sessions.end',
    summary: 'Sign out a session of the caller',
    description: 'Only for signed-in people.',
    scope: 'people',
    right: 'view',
    reach: 'none',
    effect: 'destroys',
    extension: true,
    input: z.strictObject({ id }),
    output: z.object({ success: z.boolean() }),
  }),
}
