import { flowState, testCase, testPhone, testResult } from './answered-resources.ts'

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
