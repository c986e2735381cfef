import type { RunFailureWords } from '../run-failures.ts'
import { FIELD_TYPES } from './findings.ts'

/** Nodes whose type is no word of a sentence. */
const NODES: Readonly<Record<string, string>> = {
  ask: 'uma pergunta',
  menu: 'um menu',
  'menu.list': 'um menu',
  subflow: 'um subfluxo',
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'texto',
  number: 'número',
  boolean: 'sim ou não',
  date: 'data',
  list: 'lista',
  object: 'objeto',
}

export const runFailures: RunFailureWords = {
  failures: {
    STEPS_OF_EVENT: ({ most }) => `mais de ${most} passos para um evento`,
    STEPS_OF_DAY: ({ most }) => `mais de ${most} passos de uma execução em um dia`,
    EVENTS_OF_DAY: ({ most }) => `mais de ${most} eventos de uma execução em um dia`,
    SENDS_OF_EVENT: ({ most }) => `mais de ${most} mensagens para um evento`,
    SWITCHES_OF_EVENT: ({ most }) => `mais de ${most} trocas de fluxo para um evento`,
    SUBFLOWS_TOO_DEEP: ({ most }) => `subfluxos aninhados além de ${most} níveis`,
    CALLS_IN_ROW: ({ most }) => `mais de ${most} chamadas seguidas sem mensagem do contato nem espera`,
    VARIABLES_TOO_LARGE: ({ size, most }) =>
      `as variáveis da execução ocupam ${size} bytes, mais que ${most}`,
    NODE_UNKNOWN: ({ node }) => `o nó "${node}" não pode ser executado nesta versão do fluxo`,
    NODE_NOT_EXECUTED: ({ type }) => `nós do tipo ${type} não podem ser executados`,
    NODE_NOT_WAITING: ({ type }) => `nós do tipo ${type} não esperam por nada`,
    SIGNAL_UNEXPECTED: ({ type, signal }) => `${NODES[type] ?? type} não pode continuar com ${signal}`,
    NO_QUESTION: 'a execução não esperava uma resposta',
    NO_TOOL_CALLED: 'nenhuma ferramenta foi chamada',
    CALLER_GONE: 'a versão do fluxo que chamou não existe mais',
    FLOW_NOT_CALLABLE: ({ flow }) => `o fluxo "${flow}" não está publicado com um trigger.api conectado`,
    INPUT_MISSING: ({ name }) => `falta a entrada "${name}"`,
    INPUT_INVALID: ({ name, type }) => `a entrada "${name}" não é ${TYPES[type] ?? type}`,
    NEVER_OPEN: 'espera: o calendário não abre em 30 dias',
    NO_MOMENT: 'espera: "at" não é data e hora',
    MOMENT_TOO_FAR: 'espera: o momento está a mais de 30 dias',
    OUTPUT_TOO_LONG: ({ most }) => `o texto passou de ${most} caracteres`,
    LOOPS_TOO_LONG: ({ most }) => `os laços for de um texto percorrem no máximo ${most} itens no total`,
    LOOP_TOO_LONG: ({ most }) => `um laço for percorre no máximo ${most} itens; encurte a lista antes`,
    TEMPLATE_FAILED: ({ why }) => why,
    SERVICE_FAILED: ({ reference }) =>
      `Algo falhou dentro do serviço, não no fluxo. O registro do serviço diz o quê, em ${reference}.`,
  },
  leadsNowhere: (exit, node, why) =>
    `a saída "${exit}" de "${node}" foi tomada, mas não leva a lugar nenhum${why === null ? '' : `: ${why}`}`,
  values: {
    VARIABLE_NO_NUMBER: 'a variável não contém um número',
    AMOUNT_NO_NUMBER: 'a quantia não é um número',
    NO_NUMBER: ({ shown }) => `${shown} não é um número`,
    NO_WHOLE_NUMBER: ({ shown }) => `${shown} não é um número inteiro`,
    NO_DATE: ({ shown }) => `${shown} não é uma data`,
    NO_LIST: ({ shown }) => `${shown} não é uma lista`,
    NO_JSON: 'o valor não é um JSON válido',
    JSON_TOO_DEEP: ({ most }) => `o JSON tem mais de ${most} níveis.`,
    JSON_TOO_WIDE: ({ most }) => `o JSON tem mais de ${most} valores e chaves.`,
    NO_CHOICE: ({ shown, choices }) => `${shown} não é uma das opções ${choices}`,
    NO_FIELD_VALUE: ({ shown, type }) => `${shown} não cabe no campo, que é ${FIELD_TYPES[type]}`,
    DIVIDED_BY_ZERO: 'um número é dividido por zero',
    FORMULA_TOO_COSTLY: 'a fórmula dá trabalho demais',
    NUMBER_TOO_LARGE: 'o número é grande demais para contas',
    LIST_TOO_LONG: ({ most }) => `uma lista tem mais de ${most} itens`,
    TEXT_TOO_LONG: ({ most }) => `um texto tem mais de ${most} caracteres`,
    RANGE_TOO_LONG: ({ most }) => `um intervalo tem no máximo ${most} números`,
    NO_ORDER: 'uma lista se ordena por "asc" ou "desc"',
    NO_RANGE_TO_DRAW_FROM: ({ least, most }) => `não se pode sortear um número de ${least} a ${most}`,
    NO_PLACES: ({ most }) => `um número se arredonda a 0 até ${most} casas`,
    NO_TIME_ZONE: ({ shown }) => `${shown} não é um fuso horário`,
    NO_TIME_UNIT: ({ units }) => `a unidade de um tempo é uma de ${units}`,
    YEAR_OUTSIDE: 'uma data fica fora dos anos 1000 a 9999',
  },
  noValue: (variable, why) => `definir ${variable}: ${why}`,
  sendFailed: (node, error) => `a mensagem de "${node}" não pôde ser entregue: ${error}`,
  sendsFailedInRow: (count, sendFailed) => `${count} mensagens seguidas: ${sendFailed}`,
}
