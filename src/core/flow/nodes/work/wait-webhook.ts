import { z } from 'zod'
import { readJsonPath } from '../../expressions/json-path.ts'
import { findingText } from '../../findings.ts'
import { MAX_HTTP_MAPS, MAX_NODE_RESULT_CHARS, MAX_WAIT_SEC } from '../../limits.ts'
import { TIMEOUT, variableName } from '../fields/text-field.ts'
import { commonFields, defineNode, fail, type StepContext, type StepResult } from '../node-type.ts'
import {
  callPath,
  checkSignature,
  signatureSchema,
  signatureTexts,
  toSignatureRule,
} from '../triggers/incoming-call.ts'
import type { IncomingCall, SignatureRule } from '../triggers/webhook-rule.ts'

const DAY_SEC = 86_400

const schema = z.strictObject({
  ...commonFields,
  timeoutSec: z
    .number()
    .min(1, findingText('WAIT_TOO_SHORT'))
    .max(MAX_WAIT_SEC, findingText('WAIT_TOO_LONG'))
    .default(DAY_SEC),
  map: z
    .array(z.strictObject({ path: callPath, var: variableName }))
    .max(MAX_HTTP_MAPS, findingText('MAPS_TOO_MANY', { most: MAX_HTTP_MAPS }))
    .default([]),
  saveAs: variableName.optional(),
  signature: signatureSchema,
  onMessage: z.enum(['ignore', 'buffer', 'skip']).default('ignore'),
})
type WaitData = z.output<typeof schema>

/** Waits for one call from outside, at an address that only this visit of this run has. */
export const waitWebhook = defineNode({
  type: 'wait.webhook',
  group: 'action',
  schema,
  docs: {
    summary:
      'Waits until another system calls an address of this run, which texts before it insert as `{{ node.ID.url }}`: a payment is done, a form is filled in. Messages meanwhile are ignored, kept for the next question, or end the wait by timeout.',
    sample: {
      timeoutSec: 3_600,
      map: [{ path: 'body.data.object.amount_total', var: 'paid' }],
      signature: { scheme: 'stripe', secret: '{{ secrets.stripe_hook }}' },
    },
  },
  hasInput: true,
  waits: true,
  handles: () => [
    { id: 'received', label: 'received', optional: false, unconnected: 'complete' },
    { ...TIMEOUT, label: 'nothing came' },
  ],
  texts: ({ signature }) => signatureTexts(signature),
  writes: ({ map, saveAs }) => [...map.map((item) => item.var), ...(saveAs === undefined ? [] : [saveAs])],
  check: ({ signature }) => checkSignature(signature),
  onMessage: (data) => data.onMessage,
  execute: (data, step) => ({ kind: 'wait_timer', dueAt: step.now + data.timeoutSec * 1_000 }),
  resume: (data, step, signal) => {
    if (signal.kind === 'called') return take(data, step, signal.call)
    if (signal.kind === 'elapsed') return { kind: 'follow', handle: 'timeout', outcome: 'timeout' }
    return fail('SIGNAL_UNEXPECTED', { type: 'wait.webhook', signal: signal.kind })
  },
})

function take(data: WaitData, step: StepContext, call: IncomingCall): StepResult {
  const { body } = call
  const size = JSON.stringify(body)?.length ?? 0
  step.setNodeResult({ status: null, body: size > MAX_NODE_RESULT_CHARS ? null : body, error: null })
  for (const { path, var: name } of data.map) step.setVariable(name, readJsonPath(call, path))
  if (data.saveAs !== undefined) step.setVariable(data.saveAs, body)
  return { kind: 'follow', handle: 'received', outcome: 'ok' }
}

/** How calls of a wait show that they come from who knows its secret; null where they need not. */
export function readWaitSignature(data: unknown): SignatureRule | null {
  const parsed = schema.safeParse(data)
  return parsed.success ? toSignatureRule(parsed.data.signature) : null
}
