import { z } from 'zod'
import { extension } from './operation.ts'

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

const adminOnly = (summary: string, describe?: string) =>
  extension('users', summary, describe).meta({ extension: true, adminOnly: true })

export const users = {
  list: adminOnly('List the people of this service (admin only)')
    .input(z.strictObject({}))
    .output(z.array(User)),
  create: adminOnly(
    'Make an account for somebody (admin only)',
    'Only for signed-in people. `password` is drawn here and shown this once; the person changes it after signing in.',
  )
    .input(
      z.strictObject({
        email: z.email().max(254),
        name: z.string().trim().min(1).max(120),
        role: role.default('user'),
        plan: plan.default('free'),
      }),
    )
    .output(User.extend({ password: z.string() })),
  update: adminOnly(
    'Change somebody’s role or plan, or suspend them (admin only)',
    'Only for signed-in people. Suspending signs the person out everywhere and refuses their keys at once.',
  )
    .input(
      z.strictObject({ id, role: role.optional(), plan: plan.optional(), suspended: z.boolean().optional() }),
    )
    .output(User),
}

export const sessions = {
  list: extension('sessions', 'List where the caller is signed in', 'Only for signed-in people.')
    .input(z.strictObject({}))
    .output(z.array(SignedInSession)),
  end: extension('sessions', 'Sign out a session of the caller', 'Only for signed-in people.')
    .input(z.strictObject({ id }))
    .output(z.object({ success: z.boolean() })),
}
