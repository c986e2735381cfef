import { z } from 'zod'
import { ITEM_STATUSES } from '../../core/flow/evaluate/compare-evaluations.ts'
import { evaluationCheck, MAX_CHECKS } from '../../core/flow/evaluate/evaluation-checks.ts'
import { resourceId, versionNumber } from '../fields.ts'
import { defineOperation } from '../operation.ts'

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')
const flowId = resourceId.describe('Flow id.')

export const MAX_EVALUATED = 100
export const EVALUATION_STATUSES = ['waiting', 'running', 'done', 'stopped', 'cancelled', 'failed'] as const
export const ANSWER_SOURCES = ['model', 'recorded'] as const

const limits = z.strictObject({
  items: z.int().min(1).max(MAX_EVALUATED).default(MAX_EVALUATED),
  cost: z
    .number()
    .positive()
    .max(1_000_000)
    .nullable()
    .default(null)
    .describe('By the prices of the models.'),
  tokens: z.int().min(1).max(100_000_000).nullable().default(null).describe('Read and written together.'),
  seconds: z.int().min(1).max(3_600).default(600).describe('That conversations take together.'),
})

const counts = {
  total: z.int(),
  passed: z.int(),
  failed: z.int(),
  skipped: z.int(),
  tokens: z.int(),
  cost: z.number(),
  durationMs: z.int(),
}

const Evaluation = z.object({
  id: z.string(),
  flowId: z.string(),
  version: z.int().nullable().describe('Null: the draft as it was.'),
  answers: z.enum(ANSWER_SOURCES),
  status: z
    .enum(EVALUATION_STATUSES)
    .describe('`stopped`: a limit was reached. `failed`: its process died over it again and again.'),
  stoppedBy: z.enum(['cost', 'tokens', 'seconds']).nullable(),
  limits: z.object({
    items: z.int(),
    cost: z.number().nullable(),
    tokens: z.int().nullable(),
    seconds: z.int(),
  }),
  ...counts,
  createdAt: timestamp,
  startedAt: timestamp.nullable(),
  endedAt: timestamp.nullable(),
})

const Item = z.object({
  key: z
    .string()
    .describe('The same for the same conversation in every evaluation: the id of its case, else its title.'),
  title: z.string(),
  status: z.enum(ITEM_STATUSES),
  score: z.number().nullable().describe('Of its judges, 0 to 10; null where there are none.'),
  problem: z.string().nullable().describe('Why it could not be played.'),
  checks: z.array(
    z.object({
      kind: z.string(),
      ok: z.boolean(),
      expected: z.string(),
      found: z.string().nullable(),
      score: z.number().nullable(),
      reason: z.string().nullable(),
    }),
  ),
  lines: z.array(z.object({ from: z.enum(['contact', 'flow', 'person']), text: z.string(), step: z.int() })),
  refused: z
    .array(z.string())
    .describe('Calls that nothing answered: they were not made, and failed. `NODE` or `NODE:TOOL`.'),
  tokens: z.int(),
  cost: z.number(),
  durationMs: z.int(),
})

const named = { flowId, id: resourceId.describe('Evaluation id.') }
const ofFlow = { ids: { flowId: 'flow' } } as const

/** Conversations that are played with a draft or a version, each answer judged by checks or by a model. */
export const evaluations = {
  start: defineOperation({
    name: 'evaluations.start',
    summary: 'Play the test cases of a flow with its models, and judge what they answer',
    description:
      'A case holds its checks under `evaluation.checks`; `checks` hold for every one beside them. Models are asked for real unless `answers` is `recorded`. Nothing else happens: nothing is sent, tables are those of the case, and calls are answered by `samples` and steps, or fail.',
    scope: 'flows:write',
    reach: ofFlow,
    effect: 'writes',
    usesSecrets: true,
    extension: true,
    input: z.strictObject({
      flowId,
      version: versionNumber.optional().describe('A published version; left out: the draft.'),
      caseIds: z
        .array(resourceId)
        .min(1)
        .max(MAX_EVALUATED)
        .optional()
        .describe('Only these; left out: all.'),
      answers: z.enum(ANSWER_SOURCES).default('model'),
      checks: z.array(evaluationCheck).max(MAX_CHECKS).default([]),
      limits: limits.prefault({}),
    }),
    output: Evaluation,
  }),
  list: defineOperation({
    name: 'evaluations.list',
    summary: 'List the evaluations of a flow, newest first',
    scope: 'flows:read',
    reach: ofFlow,
    effect: 'reads',
    extension: true,
    input: z.strictObject({ flowId }),
    output: z.array(Evaluation),
  }),
  get: defineOperation({
    name: 'evaluations.get',
    summary: 'Get an evaluation with what came of each conversation',
    scope: 'flows:read',
    reach: ofFlow,
    effect: 'reads',
    extension: true,
    input: z.strictObject(named),
    output: Evaluation.extend({ items: z.array(Item) }),
  }),
  compare: defineOperation({
    name: 'evaluations.compare',
    summary: 'Compare two evaluations of a flow: what got worse, better, and what was said',
    scope: 'flows:read',
    reach: ofFlow,
    effect: 'reads',
    extension: true,
    input: z.strictObject({ ...named, withId: resourceId.describe('The evaluation before.') }),
    output: z.object({
      before: Evaluation,
      after: Evaluation,
      items: z.array(
        z.object({
          key: z.string(),
          change: z.enum(['better', 'worse', 'same', 'new', 'gone']),
          before: Item.nullable(),
          after: Item.nullable(),
        }),
      ),
    }),
  }),
  cancel: defineOperation({
    name: 'evaluations.cancel',
    summary: 'Cancel an evaluation that has not ended',
    description: 'A question that was asked already is answered and counted; no other is asked.',
    scope: 'flows:write',
    reach: ofFlow,
    effect: 'writes',
    extension: true,
    input: z.strictObject(named),
    output: Evaluation,
  }),
  delete: defineOperation({
    name: 'evaluations.delete',
    summary: 'Delete an evaluation with its results',
    scope: 'flows:write',
    reach: ofFlow,
    effect: 'destroys',
    extension: true,
    input: z.strictObject(named),
    output: z.object({ success: z.boolean() }),
  }),
}
