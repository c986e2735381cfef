import { AT, contactDetails, flowState, testCase, testPhone, testResult } from './answered-resources.ts'
import { EXAMPLE_IDS } from './ids.ts'

const { flowId, flowStateId } = EXAMPLE_IDS

const success = { success: true }

/** What the operations of test cases and of tests on phones answer. */
export const FLOW_TEST_ANSWERS = {
  'flows.testCases.list': [testCase],
  'flows.testCases.save': testCase,
  'flows.testCases.record': { testCase, masked: { names: 1, phones: 2, emails: 0 }, endsBefore: null },
  'flows.testCases.delete': success,
  'flows.testCases.run': { ok: true, results: [testResult] },
  'flows.missed.list': {
    groups: [
      {
        place: 'question',
        nodeId: 'menu',
        texts: ['talk to somebody', 'talk to sombody'],
        count: 7,
        contacts: 5,
        lastAt: '2026-05-02T10:00:00.000Z',
        examples: [
          {
            text: 'Talk to somebody!',
            contactJid: '447700900123@s.whatsapp.net',
            contactName: 'Ana',
            at: '2026-05-02T10:00:00.000Z',
            flowStateId: flowState.id,
          },
        ],
      },
    ],
    isPartial: false,
  },
  'flows.missed.dismiss': success,
  'flows.languages.export': {
    csv: 'Key,Place,Kind,pt,en\r\nhi.text,hi (send.text),text,Olá,\r\n',
    main: 'pt',
    others: ['en'],
    updatedAt: '2026-05-02T10:00:00.000Z',
  },
  'flows.languages.import': {
    changed: 1,
    unknownKeys: [],
    unknownColumns: [],
    staleKeys: [],
    updatedAt: '2026-05-02T10:00:01.000Z',
  },
  'flows.testPhones.list': [testPhone],
  'flows.testPhones.add': testPhone,
  'flows.testPhones.remove': success,
  'flows.testOnPhone': flowState,
}

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
  'flows.states.pause': { ...flowState, state: 'handed_off' },
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
