import { z } from 'zod'
import { clientId, cursor, resourceId, versionNumber } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { RUN_STATES } from '../resources.ts'

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')
const moment = z.iso.datetime({ offset: true })

/** Longest id of a column: of a sub-flow and of its node. */
const MAX_COLUMN_CHARS = 200
const columnId = z.string().min(1).max(MAX_COLUMN_CHARS)

export const COLUMN_OPS = ['eq', 'neq', 'contains', 'gt', 'gte', 'lt', 'lte', 'is_set', 'is_empty'] as const

/** Which flow states are looked at; all given hold. */
const whichRuns = {
  id: resourceId.describe('Flow id.'),
  from: moment.optional().describe('Only those that began then or later.'),
  to: moment.optional().describe('Only those that began before.'),
  versions: z
    .array(versionNumber)
    .min(1)
    .max(100)
    .optional()
    .describe('Only those on these published versions.'),
  clientId: clientId.optional(),
  tests: z.boolean().default(false).describe('Those that test a draft, too.'),
}

const rowFilter = {
  ...whichRuns,
  states: z.array(z.enum(RUN_STATES)).min(1).max(RUN_STATES.length).optional(),
  result: z
    .enum(['success', 'failure'])
    .optional()
    .describe(
      'Only completed ones that ended so: `failure` by an `end` node that says so, or for want of an answer.',
    ),
  where: z
    .array(
      z.strictObject({
        column: columnId,
        op: z.enum(COLUMN_OPS).default('eq'),
        value: z.union([z.string().max(1_000), z.number(), z.boolean()]).optional(),
      }),
    )
    .max(5)
    .default([])
    .describe('All of them hold. Numbers are compared as numbers, texts without case and accents.'),
}

const Column = z.object({
  id: columnId.describe(
    'Of a question its node’s id, the same in each version; of a variable `var:` and its name.',
  ),
  kind: z.enum(['question', 'variable']),
  nodeId: z.string().nullable().describe('Of a question.'),
  flowId: z.string().nullable().describe('The sub-flow that asks; null for the flow itself.'),
  variable: z.string().nullable().describe('The variable that keeps it, by its newest name.'),
  label: z.string().describe('As the newest version calls it.'),
  type: z.enum(['text', 'number', 'boolean', 'date', 'choice', 'any']),
})

const Value = z.object({
  value: z.unknown().describe('As it was saved, of its own type.'),
  label: z.string().describe('What the column was called in the version in which it was answered.'),
})

const Row = z.object({
  id: z.string().describe('Flow state id.'),
  clientId: z.string(),
  contactJid: z.string(),
  contactName: z.string().nullable(),
  version: z.int().nullable().describe('Null for a test of a draft.'),
  isTest: z.boolean(),
  state: z.enum(RUN_STATES),
  result: z.enum(['success', 'failure']).nullable().describe('Of a completed one.'),
  error: z.string().nullable(),
  createdAt: timestamp,
  lastEventAt: timestamp.nullable(),
  values: z.record(z.string(), Value).describe('By the ids of columns; one without a value is left out.'),
})

const inTime = {
  id: resourceId.describe('Flow id.'),
  from: moment.optional().describe('Only what came by then or later.'),
  to: moment.optional().describe('Only what came by before.'),
}

const Goal = z.object({
  name: z.string(),
  runs: z.int().describe('Flow states that reached it, each once.'),
  amount: z.number().describe('What they were worth together.'),
  amounts: z.int().describe('Of how many the worth is known.'),
  lastAt: timestamp,
})

const Arm = z.object({
  id: z.string(),
  weight: z.number().nullable().describe('In the newest version; null when it has no such way any more.'),
  runs: z.int().describe('Flow states that took it.'),
  people: z.int().describe('Contacts who took it first; all that follows is about them.'),
  reached: z.int().describe('Those who reached the goal after it.'),
  rate: z.number(),
  low: z.number().describe('The rate is between `low` and `high` with 95 % confidence (Wilson).'),
  high: z.number(),
  probability: z
    .number()
    .describe('That its true rate is the highest: Bayesian, with no rate preferred before.'),
})

const SplitTest = z.object({
  nodeId: z.string(),
  label: z.string(),
  winner: z.string().nullable().describe('The way that all take in the newest version: the test is over.'),
  goal: z.string().nullable().describe('Null when no goal was reached yet.'),
  isPartial: z.boolean().describe('There are more; the newest 100,000 draws are looked at.'),
  arms: z.array(Arm),
  leader: z.string().nullable().describe('The way with the highest rate; null when none is ahead.'),
  peopleNeeded: z
    .int()
    .nullable()
    .describe(
      'How many people more it takes to find the difference seen between the first two in 80 % of tests, at 5 %; null when there is none. Before that, being ahead is no result.',
    ),
})

/** What flows found out, from what their runs recorded. */
export const results = {
  answers: defineOperation({
    name: 'flows.results.answers',
    summary: 'Read what people answered in a flow as a table: a row each flow state, a column each question',
    description:
      'From what was recorded when it was answered, over all versions. At most 20,000 flow states are looked at for a page, and the values of at most 3,000: a page may be shorter than asked while `nextCursor` leads on. Sorted by a column, the newest 3,000 that match are sorted, and `isPartial` tells of more.',
    scope: 'runs:read',
    reach: { ids: { id: 'flow', clientId: 'client' } },
    effect: 'reads',
    extension: true,
    input: z.strictObject({
      ...rowFilter,
      sort: columnId.default('createdAt').describe('`createdAt`, or the id of a column.'),
      descending: z.boolean().default(true),
      cursor: cursor.optional(),
      limit: z.int().min(1).max(200).default(50),
    }),
    output: z.object({
      columns: z.array(Column),
      rows: z.array(Row),
      lookedAt: z.int().describe('Flow states looked at for this page.'),
      isPartial: z.boolean().describe('Sorted by a column: older ones were left out.'),
      nextCursor: z.string().nullable(),
    }),
  }),
  exportAnswers: defineOperation({
    name: 'flows.results.exportAnswers',
    summary: 'Save what people answered in a flow as CSV or JSON, piece by piece',
    description:
      'Newest first. The `text` of all pieces, one after the other, is the file: CSV as RFC 4180 has it, in which no cell is read as a formula, or a JSON array.',
    scope: 'runs:read',
    reach: { ids: { id: 'flow', clientId: 'client' } },
    effect: 'reads',
    extension: true,
    input: z.strictObject({
      ...rowFilter,
      format: z.enum(['csv', 'json']).default('csv'),
      columns: z
        .array(columnId)
        .max(200)
        .describe('Ids of `flows.results.answers`, in the order of the file.'),
      cursor: cursor.optional(),
      limit: z.int().min(1).max(1_000).default(500).describe('Rows of a piece, at most.'),
    }),
    output: z.object({ text: z.string(), rows: z.int(), nextCursor: z.string().nullable() }),
  }),
  goals: defineOperation({
    name: 'flows.results.goals',
    summary: 'Count how many flow states of a flow reached each of its goals',
    description:
      'Of `goal` nodes, those of flows it calls too; each once a flow state. Tests of drafts are left out.',
    scope: 'runs:read',
    reach: { ids: { id: 'flow' } },
    effect: 'reads',
    extension: true,
    input: z.strictObject(inTime),
    output: z.array(Goal),
  }),
  tests: defineOperation({
    name: 'flows.results.tests',
    summary: 'Compare the ways of each split of a flow by how many reached a goal',
    description: 'Of `split` nodes of the flow itself. Tests of drafts are left out.',
    scope: 'runs:read',
    reach: { ids: { id: 'flow' } },
    effect: 'reads',
    extension: true,
    input: z.strictObject({
      ...inTime,
      goal: z
        .string()
        .min(1)
        .max(100)
        .optional()
        .describe('Name of a goal; the one reached most without it.'),
    }),
    output: z.array(SplitTest),
  }),
}
