import { z } from 'zod'
import { Problem, ProblemList } from './errors.ts'
import { FlowDocument, flowName, flowParts } from './exchange.ts'
import {
  clientId,
  cursor,
  idempotencyKey,
  jsonTextOr,
  recipient,
  resourceId,
  versionNumber,
} from './fields.ts'
import { callHttp } from './flow-calls.ts'
import { testedDraft, testOnPhone, testPhones } from './flow-phone-tests.ts'
import { testCases } from './flow-tests.ts'
import { expectedUpdatedAt, flowVersions } from './flow-versions.ts'
import { extension, operation } from './operation.ts'
import {
  FLOW_STATUSES,
  Flow,
  FlowState,
  FlowStateEvent,
  FlowStateSend,
  FlowStateTransition,
  RUN_ERRORS,
  RUN_STATES,
} from './resources.ts'

const byId = z.strictObject({ id: resourceId.describe('Flow id.') })
const byStateId = z.strictObject({ id: resourceId.describe('Flow state id.') })

const ListedFlowState = FlowState.extend({
  isTest: z.boolean().describe('It tests a draft on somebody’s phone.'),
  contactName: z.string().nullable().describe('The name in the address book, else the one the person chose.'),
})

const states = {
  get: operation('flows', 'Get a flow state', 'Where one contact is in a flow, and the context it keeps.')
    .input(byStateId)
    .output(FlowState),
  events: operation(
    'flows',
    'List the events of a flow state with the transitions they caused, in order',
    'What was received, and each step taken for it.',
  )
    .input(byStateId)
    .output(z.array(z.object({ event: FlowStateEvent, transition: FlowStateTransition.nullable() }))),
  sends: extension('flows', 'List the messages a flow state sent, in order, with how far each got')
    .input(byStateId)
    .output(z.array(FlowStateSend)),
  list: extension('flows', 'List flow states, newest first')
    .input(
      z.strictObject({
        flowId: resourceId.optional(),
        clientId: clientId.optional(),
        contactJid: recipient.optional(),
        contact: z
          .string()
          .max(200)
          .optional()
          .describe('Part of the contact’s name or number, whatever its case, its accents and its spaces.'),
        state: z.enum(RUN_STATES).optional(),
        error: z.enum(RUN_ERRORS).optional().describe('Only runs that failed so.'),
        isTest: z.boolean().optional().describe('Only tests of drafts, or only runs of published versions.'),
        cursor: cursor.optional(),
        limit: z.int().min(1).max(200).default(50),
      }),
    )
    .output(z.object({ states: z.array(ListedFlowState), nextCursor: z.string().nullable() })),
  testedDraft,
  start: extension(
    'flows',
    'Start a published flow for a contact',
    'CONFLICT with `reason` RUN_EXISTS (and `flowStateId`) when a run is in the way, or why else nothing started.',
  )
    .input(
      z.strictObject({
        flowId: resourceId,
        contactJid: recipient,
        inputs: z
          .record(z.string().max(64), z.unknown())
          .optional()
          .describe('Values of its trigger.api inputs.'),
        idempotencyKey,
      }),
    )
    .output(FlowState),
  pause: extension('flows', 'Hand a live flow state over to people, as if one had written')
    .input(byStateId)
    .output(FlowState),
  resume: extension(
    'flows',
    'Let a flow state go on',
    'A waiting one takes `text` as the answer; a handed over or parked one goes on where it was; `nodeId` jumps.',
  )
    .input(
      z.strictObject({
        id: resourceId,
        nodeId: z.string().min(1).max(64).optional(),
        text: z.string().max(4096).optional(),
      }),
    )
    .output(FlowState),
  cancel: extension('flows', 'Cancel a flow state that has not ended').input(byStateId).output(FlowState),
}

const validate = extension(
  'flows',
  'Check a flow without publishing it',
  'Give the id of a stored flow, a flow document as `flow`, or both: then the document is checked as what that flow is to become.',
)
  .input(
    z.strictObject({ id: resourceId.optional(), flow: FlowDocument.optional() }).check((ctx) => {
      if (ctx.value.id !== undefined || ctx.value.flow !== undefined) return
      ctx.issues.push({ code: 'custom', message: 'Give id, flow or both.', input: ctx.value, path: ['id'] })
    }),
  )
  .output(ProblemList)

const BLOCK_STATUSES = ['exact', 'changed', 'stub'] as const

const importTypebot = extension(
  'flows',
  'Import an exported Typebot (version 6 or later) as a draft',
  'The report names each block: `exact`, `changed` as its note says, or `stub`, a place holder to be filled in. Groups nothing leads to are one entry of type `groups`: a flow with them cannot be published.',
)
  .input(
    z.strictObject({
      bot: jsonTextOr(z.record(z.string(), z.unknown())).describe('The file Typebot exports, or its text.'),
      clientId: clientId.nullish(),
      name: flowName.optional().describe('In place of the bot’s own name.'),
      removeOrphans: z.boolean().optional().describe('Leaves out what nothing in the bot leads to.'),
    }),
  )
  .output(
    z.object({
      flow: Flow,
      report: z.array(
        z.object({
          id: z.string().describe('Id of the block or event in the bot.'),
          group: z.string().describe('Title of its group.'),
          type: z.string(),
          status: z.enum(BLOCK_STATUSES),
          note: z.string().nullable(),
        }),
      ),
    }),
  )

export const flows = {
  list: operation(
    'flows',
    'List the caller’s flows, newest first',
    'All of them, or those that fit every filter given.',
  )
    .input(
      z.strictObject({
        clientId: clientId.optional(),
        status: z.enum(FLOW_STATUSES).optional(),
        isActive: z.boolean().optional(),
        search: z
          .string()
          .max(200)
          .optional()
          .describe('Part of the name or description, whatever its case and accents.'),
      }),
    )
    .output(z.array(Flow)),
  import: operation(
    'flows',
    'Import a flow as a draft',
    'The graph may be unfinished; publishing checks it. Flows in `bundle` are imported with it, links between them rewritten.',
  )
    .input(FlowDocument)
    .output(
      Flow.extend({
        warnings: z
          .array(Problem)
          .optional()
          .describe(
            'Data of it, or of a flow in `bundle`, that publishing refuses, such as a time zone that is none; absent when there is no such. The graph is not judged.',
          ),
      }),
    ),
  publish: operation(
    'flows',
    'Publish a flow',
    'BAD_REQUEST with `errors` and `warnings` when its graph is not valid, or when one of its saved test cases falls short.',
  )
    .input(
      z.strictObject({
        ...byId.shape,
        note: z.string().max(500).optional().describe('Kept with the version this makes.'),
        ignoreTestCases: z.boolean().optional().describe('Publishes without playing the saved test cases.'),
        expectedUpdatedAt,
      }),
    )
    .output(Flow),
  unpublish: operation('flows', 'Unpublish a flow', 'Running flow states finish; no new ones start.')
    .input(byId)
    .output(Flow),
  states,
  get: extension('flows', 'Get a flow').input(byId).output(Flow),
  update: extension('flows', 'Change a flow; a published one keeps running as it was published')
    .input(z.strictObject({ id: resourceId, name: flowName.optional(), ...flowParts, expectedUpdatedAt }))
    .output(Flow),
  ...flowVersions,
  testCases,
  testPhones,
  testOnPhone,
  callHttp,
  delete: extension('flows', 'Delete a flow and cancel its flow states')
    .input(byId)
    .output(z.object({ success: z.boolean(), cancelledRunIds: z.array(z.string()) })),
  export: extension(
    'flows',
    'Export a flow as a flow document',
    'With the flows it calls in `bundle`. Secrets, tokens and addresses of this installation do not travel.',
  )
    .input(
      z.strictObject({
        ...byId.shape,
        linked: z.boolean().default(true).describe('False leaves out the flows it calls.'),
        number: versionNumber.optional().describe('A published version in place of the draft.'),
      }),
    )
    .output(FlowDocument),
  importTypebot,
  validate,
  duplicate: extension('flows', 'Copy a flow as a draft', 'Its test cases are copied too.')
    .input(z.strictObject({ id: resourceId, name: flowName.optional() }))
    .output(Flow),
}
