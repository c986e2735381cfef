import { z } from 'zod'
import { MODEL_NAME } from '../../../model.ts'
import { findingText } from '../../findings.ts'
import {
  MAX_AI_HISTORY_TURNS,
  MAX_AI_INSTRUCTION_CHARS,
  MAX_AI_ROUTES,
  MAX_AI_STEPS,
  MAX_AI_TIMEOUT_MS,
  MAX_AI_TOKENS,
  MAX_AI_TOOLS,
  MAX_TEXT_CHARS,
  MAX_WAIT_SEC,
  MIN_WAIT_TIMEOUT_SEC,
} from '../../limits.ts'
import { requiredText, variableName } from '../fields/text-field.ts'
import { commonFields } from '../node-type.ts'
import { documentsSchema } from './documents.ts'
import { toolSchema } from './tools.ts'

/** As long as a shop may leave a customer without an answer. */
const DEFAULT_APPROVAL_SEC = 3_600

const text = z
  .string()
  .max(MAX_AI_INSTRUCTION_CHARS, findingText('TEXT_TOO_LONG', { most: MAX_AI_INSTRUCTION_CHARS }))

/** The data of an `ai` node. */
export const aiSchema = z.strictObject({
  ...commonFields,
  model: z.string().regex(MODEL_NAME, findingText('NO_MODEL_NAME')).default('default'),
  mode: z.enum(['reply', 'agent', 'extract', 'classify']).default('reply'),
  system: requiredText(MAX_AI_INSTRUCTION_CHARS),
  facts: text.optional(),
  prompt: text.optional(),
  historyTurns: z.number().int().min(0).max(MAX_AI_HISTORY_TURNS).default(6),
  routes: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, findingText('NO_ROUTE_ID')),
        description: requiredText(1_000),
      }),
    )
    .max(MAX_AI_ROUTES, findingText('ROUTES_TOO_MANY', { most: MAX_AI_ROUTES }))
    .default([]),
  /** What is looked for in the documents of the flow's owner, by what the contact wrote last, and shown to the model. */
  knowledge: documentsSchema.optional(),
  schema: z.unknown().optional(),
  tools: z
    .array(toolSchema)
    .max(MAX_AI_TOOLS, findingText('TOOLS_TOO_MANY', { most: MAX_AI_TOOLS }))
    .default([]),
  maxSteps: z.number().int().min(1).max(MAX_AI_STEPS).default(8),
  /** `restart`: when the contact writes on, the model is asked again with what they wrote. */
  onMessage: z.enum(['wait', 'restart']).default('wait'),
  saveAs: variableName.optional(),
  saveSourcesAs: variableName.optional(),
  send: z.boolean().default(true),
  maxReplyChars: z.number().int().min(1).max(MAX_TEXT_CHARS).default(1_500),
  /** A person decides about an answer before it is sent, in so many seconds. */
  approval: z.boolean().default(false),
  approvalSec: z
    .number()
    .int()
    .min(MIN_WAIT_TIMEOUT_SEC, findingText('TIMEOUT_TOO_SHORT', { least: MIN_WAIT_TIMEOUT_SEC }))
    .max(MAX_WAIT_SEC, findingText('WAIT_TOO_LONG'))
    .default(DEFAULT_APPROVAL_SEC),
  linkHosts: z.array(z.string().min(1).max(253)).max(50).default([]),
  maxTokens: z.number().int().min(16).max(MAX_AI_TOKENS).default(800),
  timeoutMs: z
    .number()
    .int()
    .min(1_000)
    .max(MAX_AI_TIMEOUT_MS, findingText('CALL_TIME_TOO_LONG'))
    .default(30_000),
})
export type AiData = z.output<typeof aiSchema>
