import type { CaseFailureWords } from '../case-failures.ts'

export const caseFailures: CaseFailureWords = {
  places: {
    flows: () => 'flows',
    publish: () => 'publish',
    step: ({ number, step }) => `step ${number} (${step})`,
    flow: ({ flow }) => flow,
    node: ({ flow, node }) => `${flow} node ${node}`,
  },
  problems: {
    FLOW_UNREADABLE: ({ words }) => words,
    TIME_PAST: ({ at }) => `"at" ${at} is in the past; the clock only runs forward`,
    DIFFERS: ({ name, expected, found }) => `${name}: expected ${expected}, got ${found}`,
    TRANSITIONS_TOO_MANY: ({ most, count }) => `maxTransitions: at most ${most} expected, ${count} recorded`,
    NOT_BEGUN: ({ withinMs }) => `could not be begun within ${withinMs} ms`,
    NOT_ENDED: ({ withinMs }) =>
      withinMs === null ? 'was not played to its end' : `was not played to its end within ${withinMs} ms`,
    NOT_PLAYED: ({ why }) => `could not be played: ${why}`,
  },
  runFailed: (why) => `the run failed: ${why}`,
}
