import { z } from 'zod'
import { CONTACT_FIELD_TYPES } from '../../core/contact/contact-fields.ts'
import { recogniseWorkflow } from '../../core/flow/exchange/foreign.ts'
import { problemText } from '../../core/input/input-problem.ts'
import { Problem, ProblemList } from '../errors.ts'
import { clientId, jsonTextOr, resourceId, versionNumber } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { FLOW_STATUSES, Flow } from '../resources.ts'
import { callHttp } from './calls.ts'
import { FlowDocument, flowName, flowParts } from './exchange.ts'
import { incoming } from './incoming.ts'
import { languages } from './languages.ts'
import { missed } from './missed.ts'
import { testOnPhone, testPhones } from './phone-tests.ts'
import { results } from './results.ts'
import { states } from './states.ts'
import { steps } from './steps.ts'
import { testCases } from './tests.ts'
import { expectedUpdatedAt, flowVersions } from './versions.ts'

const byId = z.strictObject({ id: resourceId.describe('Flow id.') })
const validate = defineOperation({
  name: 'flows.validate',
  summary: 'Check a flow without publishing it',
  description:
    'Give the id of a stored flow, a flow document as `flow`, or both: then the document is checked as what that flow is to become.',
  scope: 'flows:read',
  reach: { ids: { id: 'flow' } },
  effect: 'reads',
  extension: true,
  input: z.strictObject({ id: resourceId.optional(), flow: FlowDocument.optional() }).check((ctx) => {
    if (ctx.value.id !== undefined || ctx.value.flow !== undefined) return
    ctx.issues.push({ code: 'custom', message: problemText('ID_OR_FLOW'), input: ctx.value, path: ['id'] })
  }),
  output: ProblemList,
})

const BLOCK_STATUSES = ['exact', 'changed', 'stub'] as const

const importTypebot = defineOperation({
  name: 'flows.importTypebot',
  summary: 'Import an exported Typebot (version 6 or later) as a draft',
  description:
    'The report names each block: `exact`, `changed` as its note says, or `stub`, a place holder to be filled in. Groups nothing leads to are one entry of type `groups`: a flow with them cannot be published.',
  scope: 'flows:write',
  reach: { ids: { clientId: 'client' }, makes: true },
  effect: 'writes',
  usesSecrets: true,
  extension: true,
  input: z.strictObject({
    bot: jsonTextOr(z.record(z.string(), z.unknown())).describe('The file Typebot exports, or its text.'),
    clientId: clientId.nullish(),
    name: flowName.optional().describe('In place of the bot’s own name.'),
    removeOrphans: z.boolean().optional().describe('Leaves out what nothing in the bot leads to.'),
  }),
  output: z.object({
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
})

/** A table or a field of contacts that a flow came with. */
const BroughtDefinition = z.object({
  kind: z.enum(['table', 'contactField']),
  name: z.string(),
  state: z
    .enum(['there', 'made', 'clash', 'left'])
    .describe(
      '`there`: it was, just so; `made`; `clash`: there is another one of the name, which stays; `left`: it could not be made (a limit of the plan, or a key without `contacts:write`).',
    ),
  differences: z
    .array(
      z.object({
        name: z.string().describe('The column; of a field its name.'),
        has: z.enum(CONTACT_FIELD_TYPES).nullable().describe('Its type here; null where there is none.'),
        needs: z.enum(CONTACT_FIELD_TYPES),
        choices: z.array(z.string()).describe('Those that are missing here.'),
      }),
    )
    .describe('Of a clash: what is another one than the flow was made for.'),
  unique: z.array(z.array(z.string())).describe('Of a clash: groups of columns that are not unique here.'),
})

export const flows = {
  list: defineOperation({
    name: 'flows.list',
    summary: 'List the caller’s flows, newest first',
    description: 'All of them, or those that fit every filter given.',
    scope: 'flows:read',
    reach: { ids: { clientId: 'client' }, lists: 'clientId' },
    effect: 'reads',
    assistant: true,
    input: z.strictObject({
      clientId: clientId.optional(),
      status: z.enum(FLOW_STATUSES).optional(),
      isActive: z.boolean().optional(),
      search: z
        .string()
        .max(200)
        .optional()
        .describe('Part of the name or description, whatever its case and accents.'),
    }),
    output: z.array(Flow),
  }),
  import: defineOperation({
    name: 'flows.import',
    summary: 'Import a flow as a draft',
    description:
      'The graph may be unfinished; publishing checks it. A workflow of n8n is refused with how it connects (`reason` N8N_WORKFLOW). Flows in `bundle` are imported with it, links between them rewritten. Tables and contact fields in `requires` are made where there are none of the name, without rows and values; those that are there stay.',
    scope: 'flows:write',
    reach: { ids: { clientId: 'client' }, makes: true },
    effect: 'writes',
    usesSecrets: true,
    recognise: recogniseWorkflow,
    input: FlowDocument,
    output: Flow.extend({
      warnings: z
        .array(Problem)
        .optional()
        .describe(
          'Data of it, or of a flow in `bundle`, that publishing refuses, such as a time zone that is none; absent when there is no such. The graph is not judged.',
        ),
      definitions: z
        .array(BroughtDefinition)
        .optional()
        .describe('Tables and contact fields that it came with (`requires`), and what became of each.'),
    }),
  }),
  publish: defineOperation({
    name: 'flows.publish',
    summary: 'Publish a flow',
    description:
      'BAD_REQUEST with `errors` and `warnings` when its graph is not valid, or when one of its saved test cases falls short.',
    scope: 'flows:write',
    reach: { ids: { id: 'flow' } },
    effect: 'writes',
    usesSecrets: true,
    input: z.strictObject({
      ...byId.shape,
      note: z.string().max(500).optional().describe('Kept with the version this makes.'),
      ignoreTestCases: z.boolean().optional().describe('Publishes without playing the saved test cases.'),
      expectedUpdatedAt,
    }),
    output: Flow,
  }),
  unpublish: defineOperation({
    name: 'flows.unpublish',
    summary: 'Unpublish a flow',
    description: 'Running flow states finish; no new ones start.',
    scope: 'flows:write',
    reach: { ids: { id: 'flow' } },
    effect: 'writes',
    input: byId,
    output: Flow,
  }),
  states,
  steps,
  get: defineOperation({
    name: 'flows.get',
    summary: 'Get a flow',
    scope: 'flows:read',
    reach: { ids: { id: 'flow' } },
    effect: 'reads',
    extension: true,
    input: byId,
    output: Flow,
  }),
  update: defineOperation({
    name: 'flows.update',
    summary: 'Change a flow; a published one keeps running as it was published',
    scope: 'flows:write',
    reach: { ids: { id: 'flow', clientId: 'client' } },
    effect: 'destroys',
    usesSecrets: true,
    extension: true,
    input: z.strictObject({ id: resourceId, name: flowName.optional(), ...flowParts, expectedUpdatedAt }),
    output: Flow,
  }),
  ...flowVersions,
  testCases,
  missed,
  languages,
  incoming,
  results,
  testPhones,
  testOnPhone,
  callHttp,
  delete: defineOperation({
    name: 'flows.delete',
    summary: 'Delete a flow and cancel its flow states',
    scope: 'flows:write',
    reach: { ids: { id: 'flow' } },
    effect: 'destroys',
    extension: true,
    input: byId,
    output: z.object({ success: z.boolean(), cancelledRunIds: z.array(z.string()) }),
  }),
  export: defineOperation({
    name: 'flows.export',
    summary: 'Export a flow as a flow document',
    description:
      'With the flows it calls in `bundle`. Secrets, tokens and addresses of this installation do not travel.',
    scope: 'flows:read',
    reach: { ids: { id: 'flow' } },
    effect: 'reads',
    extension: true,
    input: z.strictObject({
      ...byId.shape,
      linked: z.boolean().default(true).describe('False leaves out the flows it calls.'),
      number: versionNumber.optional().describe('A published version in place of the draft.'),
    }),
    output: FlowDocument,
  }),
  importTypebot,
  validate,
  duplicate: defineOperation({
    name: 'flows.duplicate',
    summary: 'Copy a flow as a draft',
    description: 'Its test cases are copied too.',
    scope: 'flows:write',
    reach: { ids: { id: 'flow' } },
    effect: 'writes',
    usesSecrets: true,
    extension: true,
    input: z.strictObject({ id: resourceId, name: flowName.optional() }),
    output: Flow,
  }),
}
