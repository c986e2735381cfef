import { z } from 'zod'
import { clientId, cursor, idempotencyKey, namedRecipient, recipient, resourceId } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import {
  Coded,
  FlowState,
  FlowStateEvent,
  FlowStateSend,
  FlowStateTransition,
  RUN_ERRORS,
  RUN_STATES,
} from '../resources.ts'
import { testedDraft } from './phone-tests.ts'
import { CurrentFlow, StartPreview, StepName, stepsOfRun } from './steps.ts'

const byStateId = z.strictObject({ id: resourceId.describe('Flow state id.') })

const HistoryRun = z.object({
  flowStateId: z.string(),
  flowId: z.string(),
  flowName: z.string(),
  state: z.enum(RUN_STATES),
  isTest: z.boolean().describe('It tests a draft on somebody’s phone.'),
  began: z.object({
    at: z.iso.datetime(),
    eventType: z.string().nullable().describe('As in the events of the flow state; null when they are gone.'),
    source: z.string().nullable(),
    step: StepName.nullable().describe('The trigger or the step it began at.'),
  }),
  endedAt: z.iso.datetime().nullable(),
  step: StepName.nullable().describe('Where it is, or ended; null in a flow that was called.'),
  failure: Coded.nullable().describe('Why it failed.'),
})

const replace = z
  .boolean()
  .optional()
  .describe('A run in the way is parked where its flow goes on later, else cancelled.')

const startFields = {
  flowId: resourceId,
  contactJid: namedRecipient,
  nodeId: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe('A step or trigger of the published version (`flows.steps`).'),
  inputs: z
    .record(z.string().max(64), z.unknown())
    .optional()
    .describe('Values of its trigger.api inputs; at a step, variables.'),
  replace,
  endPause: z.boolean().optional().describe('Gives the contact back to flows where a person has it.'),
}

const ListedFlowState = FlowState.extend({
  isTest: z.boolean().describe('It tests a draft on somebody’s phone.'),
  contactName: z.string().nullable().describe('The name in the address book, else the one the person chose.'),
})

export const states = {
  get: defineOperation({
    name: 'flows.states.get',
    summary: 'Get a flow state',
    description: 'Where one contact is in a flow, and the context it keeps.',
    scope: 'runs:read',
    reach: { ids: { id: 'flow state' } },
    effect: 'reads',
    input: byStateId,
    output: FlowState,
  }),
  events: defineOperation({
    name: 'flows.states.events',
    summary: 'List the events of a flow state with the transitions they caused, in order',
    description: 'What was received, and each step taken for it.',
    scope: 'runs:read',
    reach: { ids: { id: 'flow state' } },
    effect: 'reads',
    assistant: true,
    input: byStateId,
    output: z.array(z.object({ event: FlowStateEvent, transition: FlowStateTransition.nullable() })),
  }),
  sends: defineOperation({
    name: 'flows.states.sends',
    summary: 'List the messages a flow state sent, in order, with how far each got',
    scope: 'runs:read',
    reach: { ids: { id: 'flow state' } },
    effect: 'reads',
    extension: true,
    input: byStateId,
    output: z.array(FlowStateSend),
  }),
  story: defineOperation({
    name: 'flows.states.story',
    summary:
      'Tell what a flow state did: events, transitions and messages, with codes beside their sentences',
    description:
      'For who shows a run in another language: `summary`, `failure` and the `failure` of the whole are `{code, params}`, null where only the sentence was stored.',
    scope: 'runs:read',
    reach: { ids: { id: 'flow state' } },
    effect: 'reads',
    extension: true,
    input: byStateId,
    output: z.object({
      failure: Coded.nullable().describe('Why it failed; of `error` of the flow state.'),
      steps: z.array(
        z.object({
          event: FlowStateEvent.extend({ summary: Coded.nullable().describe('Of `payloadSummary`.') }),
          transition: FlowStateTransition.nullable(),
        }),
      ),
      sends: z.array(FlowStateSend.extend({ failure: Coded.nullable().describe('Of `error`.') })),
    }),
  }),
  list: defineOperation({
    name: 'flows.states.list',
    summary: 'List flow states, newest first',
    scope: 'runs:read',
    reach: { ids: { clientId: 'client', flowId: 'flow' }, lists: 'clientId' },
    effect: 'reads',
    extension: true,
    assistant: true,
    input: z.strictObject({
      flowId: resourceId.optional(),
      clientId: clientId.optional(),
      contactJid: recipient.optional(),
      contact: z
        .string()
        .max(200)
        .optional()
        .describe('Part of the contact’s name or number; case, accents and spaces do not matter.'),
      state: z.enum(RUN_STATES).optional(),
      error: z.enum(RUN_ERRORS).optional().describe('Only runs that failed so.'),
      isTest: z.boolean().optional().describe('Only tests of drafts, or only other runs.'),
      cursor: cursor.optional(),
      limit: z.int().min(1).max(200).default(50),
    }),
    output: z.object({ states: z.array(ListedFlowState), nextCursor: z.string().nullable() }),
  }),
  testedDraft,
  start: defineOperation({
    name: 'flows.states.start',
    summary: 'Start a published flow for a contact',
    description:
      'CONFLICT with `reason` RUN_EXISTS (and `flowStateId`) when a run is in the way, HANDOFF while a person has the contact.',
    scope: 'runs:write',
    reach: { ids: { flowId: 'flow' } },
    effect: 'writes',
    usesSecrets: true,
    extension: true,
    assistant: true,
    input: z.strictObject({ ...startFields, idempotencyKey }),
    output: FlowState,
  }),
  preview: defineOperation({
    name: 'flows.states.preview',
    summary: 'Tell what a start would do, and do nothing',
    description:
      'The messages as the contact would see them, up to where the run would wait, and what would make way. Nothing outside is asked but who has a username, so behind a call of another system or a model nothing is known. Refuses what `flows.states.start` refuses.',
    scope: 'runs:read',
    reach: { ids: { flowId: 'flow' } },
    effect: 'reads',
    extension: true,
    input: z.strictObject(startFields),
    output: StartPreview,
  }),
  steps: stepsOfRun,
  current: defineOperation({
    name: 'flows.states.current',
    summary: 'Tell where flows are with a contact',
    description: 'The run under way and its step, who looks after the contact, and what was left.',
    scope: 'runs:read',
    reach: { ids: { clientId: 'client' } },
    effect: 'reads',
    extension: true,
    input: z.strictObject({ clientId, contactJid: recipient }),
    output: CurrentFlow,
  }),
  history: defineOperation({
    name: 'flows.states.history',
    summary: 'List what flows did with a contact, newest first',
    description: 'How each run began and how it ended, without its context and events.',
    scope: 'runs:read',
    reach: { ids: { clientId: 'client' } },
    effect: 'reads',
    extension: true,
    input: z.strictObject({
      clientId,
      contactJid: recipient,
      cursor: cursor.optional(),
      limit: z.int().min(1).max(200).default(50),
    }),
    output: z.object({ runs: z.array(HistoryRun), nextCursor: z.string().nullable() }),
  }),
  pause: defineOperation({
    name: 'flows.states.pause',
    summary: 'Hand a live flow state over to people, as if one had written',
    scope: 'runs:write',
    reach: { ids: { id: 'flow state' } },
    effect: 'writes',
    extension: true,
    input: byStateId,
    output: FlowState,
  }),
  resume: defineOperation({
    name: 'flows.states.resume',
    summary: 'Let a flow state go on',
    description:
      'A waiting one takes `text` as the answer; a handed over or parked one goes on where it was; `nodeId` jumps to a step of the version it is on, and its variables stay. Where a person looks after the contact, that ends. A parked one is refused with RUN_EXISTS while another run is under way, unless `replace` is given.',
    scope: 'runs:write',
    reach: { ids: { id: 'flow state' } },
    effect: 'writes',
    extension: true,
    input: z.strictObject({
      id: resourceId,
      nodeId: z.string().min(1).max(64).optional(),
      text: z.string().max(4096).optional(),
      replace,
      idempotencyKey,
    }),
    output: FlowState,
  }),
  cancel: defineOperation({
    name: 'flows.states.cancel',
    summary: 'Cancel a flow state that has not ended',
    scope: 'runs:write',
    reach: { ids: { id: 'flow state' } },
    effect: 'destroys',
    extension: true,
    input: byStateId,
    output: FlowState,
  }),
}
