import { flowState, testCase, testPhone, testResult } from './answered-resources.ts'

const success = { success: true }

/** What the operations of test cases and of tests on phones answer. */
export const FLOW_TEST_ANSWERS = {
  'flows.testCases.list': [testCase],
  'flows.testCases.save': testCase,
  'flows.testCases.delete': success,
  'flows.testCases.run': { ok: true, results: [testResult] },
  'flows.testPhones.list': [testPhone],
  'flows.testPhones.add': testPhone,
  'flows.testPhones.remove': success,
  'flows.testOnPhone': flowState,
}
