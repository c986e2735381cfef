import { z } from 'zod'
import { resourceId } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { Coded } from '../resources.ts'
import { FlowDocument } from './exchange.ts'

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')
const flowId = resourceId.describe('Flow id.')

/** A case in the form of docs/flows.md; what is in it is checked by the engine, which names what is wrong. */
const CaseDocument = z
  .record(z.string(), z.unknown())
  .describe(
    'A case in the form of docs/flows.md. The flow it tests is called `flow` in it and need not be among its `flows`.',
  )

export const TestCase = z.object({
  id: z.string(),
  flowId: z.string(),
  title: z.string(),
  case: CaseDocument,
  createdAt: timestamp,
  updatedAt: timestamp,
})

export const testCases = {
  list: defineOperation({
    name: 'flows.testCases.list',
    summary: 'List the test cases of a flow, oldest first',
    scope: 'flows:read',
    reach: { ids: { id: 'flow' } },
    effect: 'reads',
    extension: true,
    input: z.strictObject({ id: flowId }),
    output: z.array(TestCase),
  }),
  save: defineOperation({
    name: 'flows.testCases.save',
    summary: 'Save a test case with a flow, or change one',
    description: 'They are played before each publish; one that falls short refuses it.',
    scope: 'flows:write',
    reach: { ids: { id: 'flow' } },
    effect: 'writes',
    extension: true,
    input: z.strictObject({
      id: flowId,
      caseId: resourceId.optional().describe('The case to change; without it a new one is made.'),
      case: CaseDocument,
    }),
    output: TestCase,
  }),
  record: defineOperation({
    name: 'flows.testCases.record',
    summary: 'Save a conversation that was had as a test case of its flow',
    description:
      'What came in and what other systems answered become the script, and what the version it ran on says to that is expected. Needs `runs:read` beside `flows:write`. CONFLICT with `reason` RUN_NOT_REPEATABLE where a replay does not say what was said, and RUN_NOT_RECORDED once its events are gone.',
    scope: 'flows:write',
    reach: { ids: { id: 'flow', flowStateId: 'flow state', fromFlowStateId: 'flow state' } },
    effect: 'writes',
    extension: true,
    input: z.strictObject({
      id: flowId,
      flowStateId: resourceId.describe('A run of the flow, ended or not.'),
      fromFlowStateId: resourceId
        .optional()
        .describe(
          'An earlier run of the flow with the same contact. The case then begins with it and holds each run of the flow up to `flowStateId`, 20 at most.',
        ),
      title: z.string().trim().min(1).max(120),
      mask: z
        .strictObject({
          names: z.boolean().default(true).describe('The name of the contact, and each word of it.'),
          phones: z.boolean().default(true).describe('Numbers that look like phones.'),
          emails: z.boolean().default(true),
        })
        .default({ names: true, phones: true, emails: true })
        .describe('What is replaced, wherever it was written or answered. All of it by default.'),
    }),
    output: z.object({
      testCase: TestCase,
      masked: z
        .object({ names: z.int(), phones: z.int(), emails: z.int() })
        .describe('How many different ones were replaced.'),
      endsBefore: z
        .string()
        .nullable()
        .describe(
          'The type of the first event that no test can hold; the test ends before it. Null: all is in it.',
        ),
    }),
  }),
  delete: defineOperation({
    name: 'flows.testCases.delete',
    summary: 'Delete a test case',
    scope: 'flows:write',
    reach: { ids: { id: 'flow' } },
    effect: 'destroys',
    extension: true,
    input: z.strictObject({ id: flowId, caseId: resourceId.describe('Test case id.') }),
    output: z.object({ success: z.boolean() }),
  }),
  run: defineOperation({
    name: 'flows.testCases.run',
    summary: 'Play test cases on a flow without publishing it',
    description:
      'All saved ones, or the `case` given; on the stored draft, or on the document given as `flow`. Nothing is sent.',
    scope: 'flows:read',
    reach: { ids: { id: 'flow' } },
    effect: 'reads',
    extension: true,
    input: z.strictObject({ id: flowId, flow: FlowDocument.optional(), case: CaseDocument.optional() }),
    output: z.object({
      ok: z.boolean(),
      results: z.array(
        z.object({
          caseId: z.string().nullable().describe('Null for a case that was given.'),
          title: z.string(),
          ok: z.boolean(),
          failures: z.array(z.string()).describe('Each way in which it fell short, as a sentence.'),
          problems: z
            .array(Coded.extend({ places: z.array(z.looseObject({ part: z.string() })) }))
            .describe('The same as codes with what varies, and where in the case, from the outside in.'),
        }),
      ),
    }),
  }),
}
