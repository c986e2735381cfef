import { z } from 'zod'
import { parseRecipient, toPhoneNumber } from '../../core/addresses.ts'
import { problemText } from '../../core/input/input-problem.ts'
import { idempotencyKey, resourceId } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { FlowState } from '../resources.ts'
import { FlowDocument } from './exchange.ts'

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')
const flowId = resourceId.describe('Flow id.')

/** Only numbers are people who can be asked first, so no other form of address is taken. Handlers get E.164 with its +. */
const phoneNumber = z
  .string()
  .min(1)
  .max(40)
  .transform((value, ctx): string => {
    const parsed = value.includes('@') ? null : parseRecipient(value)
    const phone = parsed?.ok ? toPhoneNumber(parsed.address) : null
    if (phone !== null) return phone
    const message = problemText('NO_PHONE_NUMBER', { least: 6 })
    ctx.issues.push({ code: 'custom', message, input: value })
    return z.NEVER
  })
  .describe('E.164, the + may be left out; spaces and dashes are ignored.')

/** How many numbers may try a flow's drafts out. */
export const MAX_TEST_PHONES = 10

export const TestPhone = z.object({
  phoneNumber: z.string().describe('E.164 with its +.'),
  createdAt: timestamp,
})

export const testPhones = {
  list: defineOperation({
    name: 'flows.testPhones.list',
    summary: 'List the numbers on which a flow’s draft may be tested, oldest first',
    scope: 'flows:read',
    reach: { ids: { id: 'flow' } },
    effect: 'reads',
    extension: true,
    input: z.strictObject({ id: flowId }),
    output: z.array(TestPhone),
  }),
  add: defineOperation({
    name: 'flows.testPhones.add',
    summary: 'Allow a number to be used for tests of a flow’s draft',
    description: `Give only numbers of people who know of it. At most ${MAX_TEST_PHONES}; one that is there already stays as it is.`,
    scope: 'flows:write',
    reach: { ids: { id: 'flow' } },
    effect: 'writes',
    extension: true,
    input: z.strictObject({ id: flowId, phoneNumber }),
    output: TestPhone,
  }),
  remove: defineOperation({
    name: 'flows.testPhones.remove',
    summary: 'Take a number off the list for tests of a flow’s draft',
    description: 'A test that is under way goes on; flows.states.cancel ends it.',
    scope: 'flows:write',
    reach: { ids: { id: 'flow' } },
    effect: 'destroys',
    extension: true,
    input: z.strictObject({ id: flowId, phoneNumber }),
    output: z.object({ success: z.boolean() }),
  }),
}

export const testOnPhone = defineOperation({
  name: 'flows.testOnPhone',
  summary: 'Start a test of a flow’s draft on a phone',
  description:
    'The draft is kept as it stands, and only this number gets it: until the test ends, it stands in the place of the published flow for this one contact. Ends an earlier test on the number. CONFLICT with `reason` when something is in the way.',
  scope: 'runs:write',
  right: 'build',
  reach: { ids: { id: 'flow' } },
  effect: 'writes',
  usesSecrets: true,
  extension: true,
  input: z.strictObject({
    id: flowId,
    phoneNumber,
    triggerId: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe('The trigger to begin at. Without it: its trigger.api, else its first.'),
    inputs: z
      .record(z.string().max(64), z.unknown())
      .optional()
      .describe('Values of its trigger.api inputs.'),
    idempotencyKey,
  }),
  output: FlowState,
})

export const testedDraft = defineOperation({
  name: 'flows.states.testedDraft',
  summary: 'Get the draft that a flow state tests',
  description: 'As it was when the test began; null for a flow state of a published version.',
  scope: 'runs:read',
  reach: { ids: { id: 'flow state' } },
  effect: 'reads',
  extension: true,
  input: z.strictObject({ id: resourceId.describe('Flow state id.') }),
  output: z.object({ flow: FlowDocument.nullable() }),
})
