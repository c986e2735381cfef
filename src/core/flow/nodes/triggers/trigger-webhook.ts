import { z } from 'zod'
import { INPUT_TYPES } from '../../expressions/input-types.ts'
import { findingText } from '../../findings.ts'
import { commonFields, defineNode, OUT } from '../node-type.ts'
import {
  callPath,
  checkSignature,
  signatureSchema,
  signatureTexts,
  toSignatureRule,
} from './incoming-call.ts'
import { checkInputs, inputName } from './trigger-api.ts'

const inputSchema = z.strictObject({
  name: inputName,
  path: callPath,
  type: z.enum(INPUT_TYPES).default('string'),
  required: z.boolean().default(false),
  default: z.unknown().optional(),
})

const schema = z.strictObject({
  ...commonFields,
  contact: callPath.default('body.phone'),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, findingText('NO_COUNTRY'))
    .optional(),
  unknownContacts: z.enum(['start', 'refuse']).default('start'),
  inputs: z.array(inputSchema).max(50).default([]),
  signature: signatureSchema,
  dedupe: callPath.optional(),
})

/** Lets other systems start the flow for a contact by calling an address of its own. */
export const triggerWebhook = defineNode({
  type: 'trigger.webhook',
  group: 'trigger',
  schema,
  docs: {
    summary:
      'Starts the flow when another system calls an address of its own. `contact` says where in the call the number is; inputs are mapped from places in the call and become variables.',
    sample: {
      contact: 'body.customer.phone',
      country: 'BR',
      inputs: [{ name: 'order', path: 'body.order.id', type: 'string', required: true }],
      signature: { scheme: 'github', secret: '{{ secrets.shop }}' },
    },
  },
  hasInput: false,
  waits: false,
  handles: () => [OUT],
  texts: ({ signature }) => signatureTexts(signature),
  writes: ({ inputs }) => inputs.map(({ name }) => name),
  check: ({ inputs, signature }) => [...checkInputs(inputs), ...checkSignature(signature)],
  trigger: ({ contact, country = null, unknownContacts, inputs, signature, dedupe }) => ({
    kind: 'webhook',
    contact,
    country,
    startsUnknown: unknownContacts === 'start',
    inputs,
    signature: toSignatureRule(signature),
    ...(dedupe === undefined ? {} : { dedupe }),
  }),
  execute: () => ({ kind: 'follow', handle: 'out', outcome: 'triggered' }),
})
