import { z } from 'zod'
import { FlowDocument } from './exchange.ts'
import { resourceId } from './fields.ts'
import { extension } from './operation.ts'

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
  list: extension('flows', 'List the test cases of a flow, oldest first')
    .input(z.strictObject({ id: flowId }))
    .output(z.array(TestCase)),
  save: extension(
    'flows',
    'Save a test case with a flow, or change one',
    'They are played before each publish; one that falls short refuses it.',
  )
    .input(
      z.strictObject({
        id: flowId,
        caseId: resourceId.optional().describe('The case to change; without it a new one is made.'),
        case: CaseDocument,
      }),
    )
    .output(TestCase),
  delete: extension('flows', 'Delete a test case')
    .input(z.strictObject({ id: flowId, caseId: resourceId.describe('Test case id.') }))
    .output(z.object({ success: z.boolean() })),
  run: extension(
    'flows',
    'Play test cases on a flow without publishing it',
    'All saved ones, or the `case` given; on the stored draft, or on the document given as `flow`. Nothing is sent.',
  )
    .input(z.strictObject({ id: flowId, flow: FlowDocument.optional(), case: CaseDocument.optional() }))
    .output(
      z.object({
        ok: z.boolean(),
        results: z.array(
          z.object({
            caseId: z.string().nullable().describe('Null for a case that was given.'),
            title: z.string(),
            ok: z.boolean(),
            failures: z.array(z.string()).describe('Each way in which it fell short, as a sentence.'),
          }),
        ),
      }),
    ),
}
