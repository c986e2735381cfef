import { z } from 'zod'
import { INPUT_TYPES } from '../../core/flow/expressions/input-types.ts'
import { clientId, resourceId } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { Coded, RUN_STATES } from '../resources.ts'

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')

/** A step by what its author called it. */
export const StepName = z.object({
  nodeId: z.string(),
  type: z.string(),
  label: z.string().nullable().describe('What its author wrote on it.'),
})

const Step = StepName.extend({
  asks: z.boolean().describe('It waits for what the contact answers.'),
  text: z.string().nullable().describe('The beginning of what it says, as it is written in the flow.'),
  reads: z.array(z.string()).describe('Variables in its texts.'),
})

const StartableFlow = z.object({
  flowId: z.string(),
  name: z.string(),
  versionNumber: z.int(),
  inputs: z
    .array(z.object({ name: z.string(), type: z.enum(INPUT_TYPES), required: z.boolean() }))
    .describe('Of its trigger.api; empty without one.'),
  triggers: z.array(StepName),
  steps: z.array(Step),
})

const RunSteps = z.object({
  flowId: z.string().describe('Of the flow that is executing: the called one while a sub-flow is.'),
  flowName: z.string(),
  versionNumber: z.int().nullable().describe('Null for a draft that is tested.'),
  nodeId: z.string().nullable().describe('Where the run is.'),
  steps: z.array(Step),
})

/** Where a flow state is. */
const placedRun = {
  id: z.string(),
  flowId: z.string(),
  flowName: z.string(),
  state: z.enum(RUN_STATES),
  step: StepName.extend({ flowId: z.string() })
    .nullable()
    .describe('Of the flow that is executing, as it is called in the version that runs.'),
  versionNumber: z.int().nullable().describe('Of that flow; null for a draft that is tested.'),
}

/** What flows do with a contact now. */
export const CurrentFlow = z.object({
  blacklist: z.boolean().describe('Flows do not answer the contact.'),
  handoffUntil: timestamp.nullable().describe('Until then people look after the contact.'),
  handoffBy: z
    .object({
      kind: z.enum(['person', 'flow', 'loop_guard']),
      at: timestamp,
      name: z
        .string()
        .nullable()
        .describe('Of the person or key that took over; null where nobody knows, such as on the phone.'),
    })
    .nullable()
    .describe('What gave the contact to people (`loop_guard`: too many messages within a minute), and when.'),
  run: z
    .object({
      ...placedRun,
      dueAt: timestamp
        .nullable()
        .describe('When it goes on by itself, or stops waiting for an answer; null without such a time.'),
    })
    .nullable()
    .describe('The flow state under way.'),
  lastRun: z
    .object({
      ...placedRun,
      at: timestamp.describe('When it was parked or failed.'),
      failure: Coded.nullable().describe('Why it failed.'),
    })
    .nullable()
    .describe('The newest flow state, when it was parked (`dormant`) or failed.'),
})

/** What a start would do. */
export const StartPreview = z.object({
  messages: z.array(
    z.object({
      type: z.string(),
      text: z.string(),
      options: z.array(z.string()).nullable().describe('Of a poll.'),
    }),
  ),
  state: z.enum(RUN_STATES).describe('Of the run then.'),
  step: StepName.nullable().describe('Where it would wait; null when it would have ended.'),
  replaces: z
    .object({
      id: z.string(),
      flowId: z.string(),
      flowName: z.string(),
      state: z.enum(RUN_STATES).describe('`dormant` when it can go on later.'),
    })
    .nullable()
    .describe('The run that would make way.'),
  endsPause: z.boolean().describe('A person looks after the contact, and no longer would.'),
})

export const steps = defineOperation({
  name: 'flows.steps',
  summary: 'List the published flows of a client with the steps at which each can begin',
  description: 'For `flows.states.start`: those of the published version, the nearest to its triggers first.',
  scope: 'flows:read',
  reach: { ids: { clientId: 'client' } },
  effect: 'reads',
  extension: true,
  input: z.strictObject({ clientId }),
  output: z.array(StartableFlow),
})

export const stepsOfRun = defineOperation({
  name: 'flows.states.steps',
  summary: 'List the steps of the version that a flow state is on',
  description: 'For `flows.states.resume`.',
  scope: 'runs:read',
  reach: { ids: { id: 'flow state' } },
  effect: 'reads',
  extension: true,
  input: z.strictObject({ id: resourceId.describe('Flow state id.') }),
  output: RunSteps,
})
