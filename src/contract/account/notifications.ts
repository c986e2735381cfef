import { z } from 'zod'
import { NOTICE_CHOICES } from '../../core/conversation/notices.ts'
import { problemText } from '../../core/input/input-problem.ts'
import { defineOperation } from '../operation.ts'

const choice = {
  conversations: z
    .enum(NOTICE_CHOICES)
    .describe('`all`: each that begins to wait for a person; `mine`: of those only one’s own and nobody’s.'),
  contents: z.boolean().describe('With the name of the contact and what they wrote.'),
}

const Notifications = z.object({
  ...choice,
  publicKey: z.string().describe('Of this service, for `pushManager.subscribe` (RFC 8292).'),
  devices: z.int().describe('How many devices get pushes.'),
})

const endpoint = z
  .string()
  .max(2_048)
  .refine((url) => URL.canParse(url), { error: problemText('NO_URL') })

/** What a browser's subscription gives: an uncompressed point of P-256 and 16 bytes (RFC 8291, 3.1 and 3.2). */
const keys = z.strictObject({
  p256dh: z.string().regex(/^[\w-]{87}=?$/, problemText('NO_BASE64URL')),
  auth: z.string().regex(/^[\w-]{22}(==)?$/, problemText('NO_BASE64URL')),
})

const shared = { scope: 'people', right: 'view', reach: 'none', audited: false, extension: true } as const

/** What people want to be told of, and where. */
export const notifications = {
  get: defineOperation({
    name: 'notifications.get',
    summary: 'Read what the caller is told of',
    ...shared,
    effect: 'reads',
    input: z.strictObject({}),
    output: Notifications,
  }),
  set: defineOperation({
    name: 'notifications.set',
    summary: 'Choose what the caller is told of',
    ...shared,
    effect: 'writes',
    input: z.strictObject(choice),
    output: Notifications,
  }),
  subscribe: defineOperation({
    name: 'notifications.subscribe',
    summary: 'Have this device get pushes',
    description:
      'Until the session of the call ends, `notifications.unsubscribe` is called, or the push service forgets it.',
    ...shared,
    effect: 'writes',
    input: z.strictObject({
      endpoint,
      keys,
      language: z.string().max(16).default('en').describe('In which the pushes are written.'),
    }),
    output: Notifications,
  }),
  unsubscribe: defineOperation({
    name: 'notifications.unsubscribe',
    summary: 'End pushes to a device',
    ...shared,
    effect: 'writes',
    input: z.strictObject({ endpoint }),
    output: Notifications,
  }),
}
