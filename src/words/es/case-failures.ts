import type { CaseFailureWords } from '../case-failures.ts'

export const caseFailures: CaseFailureWords = {
  places: {
    flows: () => 'flujos',
    publish: () => 'publicación',
    step: ({ number, step }) => `paso ${number} (${step})`,
    flow: ({ flow }) => flow,
    node: ({ flow, node }) => `${flow}, nodo ${node}`,
  },
  problems: {
    FLOW_UNREADABLE: ({ words }) => words,
    TIME_PAST: ({ at }) => `"at" ${at} ya pasó; el reloj solo avanza`,
    DIFFERS: ({ name, expected, found }) => `${name}: se esperaba ${expected}, llegó ${found}`,
    TRANSITIONS_TOO_MANY: ({ most, count }) =>
      `maxTransitions: se esperaban como máximo ${most}, se registraron ${count}`,
    NOT_BEGUN: ({ withinMs }) => `no pudo empezar en ${withinMs} ms`,
    NOT_ENDED: ({ withinMs }) =>
      withinMs === null ? 'no se ejecutó hasta el final' : `no se ejecutó hasta el final en ${withinMs} ms`,
    NOT_PLAYED: ({ why }) => `no se pudo ejecutar: ${why}`,
  },
  runFailed: (why) => `la ejecución falló: ${why}`,
}
