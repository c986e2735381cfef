import type { CaseFailureWords } from '../case-failures.ts'

export const caseFailures: CaseFailureWords = {
  places: {
    flows: () => 'fluxos',
    publish: () => 'publicação',
    step: ({ number, step }) => `passo ${number} (${step})`,
    flow: ({ flow }) => flow,
    node: ({ flow, node }) => `${flow}, nó ${node}`,
  },
  problems: {
    FLOW_UNREADABLE: ({ words }) => words,
    TIME_PAST: ({ at }) => `"at" ${at} já passou; o relógio só anda para a frente`,
    DIFFERS: ({ name, expected, found }) => `${name}: esperado ${expected}, veio ${found}`,
    TRANSITIONS_TOO_MANY: ({ most, count }) =>
      `maxTransitions: esperadas no máximo ${most}, registradas ${count}`,
    NOT_BEGUN: ({ withinMs }) => `não pôde começar em ${withinMs} ms`,
    NOT_ENDED: ({ withinMs }) =>
      withinMs === null ? 'não foi executado até o fim' : `não foi executado até o fim em ${withinMs} ms`,
    NOT_PLAYED: ({ why }) => `não pôde ser executado: ${why}`,
  },
  runFailed: (why) => `a execução falhou: ${why}`,
}
