import { AT, contactDetails, flowState } from './answered-resources.ts'
import { EXAMPLE_IDS } from './ids.ts'

const { flowId, flowStateId } = EXAMPLE_IDS

const askStep = { nodeId: 'ask', type: 'menu', label: 'Which shop?' }
const currentFlow = {
  ...{ blacklist: false, handoffUntil: null, handoffBy: null },
  run: {
    ...contactDetails.run,
    ...{ step: { flowId, ...askStep }, versionNumber: 3, dueAt: AT },
  },
  lastRun: null,
}
const flowStep = { ...askStep, asks: true, text: 'Which shop is nearest to you?', reads: [] }
const flowTrigger = { nodeId: 'start', type: 'trigger.keyword', label: null }
const startPreview = {
  messages: [{ type: 'text', text: 'Which shop is nearest to you?\n1. North\n2. South', options: null }],
  state: 'waiting_input',
  step: askStep,
  replaces: null,
  endsPause: true,
}

/** Where flows are with a contact, and at which steps they can begin or go on. */
export const FLOW_STEP_ANSWERS = {
  'flows.states.start': flowState,
  'flows.states.preview': startPreview,
  'flows.states.current': currentFlow,
  'flows.states.history': {
    runs: [
      {
        ...{ flowStateId, flowId, flowName: 'Orders', state: 'waiting_input', isTest: false },
        began: { at: AT, eventType: 'message_received', source: 'chat', step: flowTrigger },
        ...{ endedAt: null, step: askStep, failure: null },
      },
    ],
    nextCursor: null,
  },
  'flows.states.steps': {
    ...{ flowId, flowName: 'Orders', versionNumber: 3, nodeId: 'ask' },
    steps: [flowStep],
  },
  'flows.steps': [
    {
      ...{ flowId, name: 'Orders', versionNumber: 3, inputs: [], triggers: [flowTrigger] },
      steps: [flowStep],
    },
  ],
}
