import type { RunFailureWords } from '../run-failures.ts'
import { FIELD_TYPES } from './findings.ts'

/** Nodes whose type is no word of a sentence. */
const NODES: Readonly<Record<string, string>> = {
  ask: 'una pregunta',
  menu: 'un menú',
  'menu.list': 'un menú',
  subflow: 'un subflujo',
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'texto',
  number: 'número',
  boolean: 'sí o no',
  date: 'fecha',
  list: 'lista',
  object: 'objeto',
}

export const runFailures: RunFailureWords = {
  failures: {
    STEPS_OF_EVENT: ({ most }) => `más de ${most} pasos para un evento`,
    STEPS_OF_DAY: ({ most }) => `más de ${most} pasos de una ejecución en un día`,
    EVENTS_OF_DAY: ({ most }) => `más de ${most} eventos de una ejecución en un día`,
    SENDS_OF_EVENT: ({ most }) => `más de ${most} mensajes para un evento`,
    SWITCHES_OF_EVENT: ({ most }) => `más de ${most} cambios de flujo para un evento`,
    SUBFLOWS_TOO_DEEP: ({ most }) => `subflujos anidados más allá de ${most} niveles`,
    CALLS_IN_ROW: ({ most }) => `más de ${most} llamadas seguidas sin mensaje del contacto ni espera`,
    VARIABLES_TOO_LARGE: ({ size, most }) =>
      `las variables de la ejecución ocupan ${size} bytes, más que ${most}`,
    NODE_UNKNOWN: ({ node }) => `el nodo "${node}" no se puede ejecutar en esta versión del flujo`,
    NODE_NOT_EXECUTED: ({ type }) => `los nodos del tipo ${type} no se pueden ejecutar`,
    NODE_NOT_WAITING: ({ type }) => `los nodos del tipo ${type} no esperan nada`,
    SIGNAL_UNEXPECTED: ({ type, signal }) => `${NODES[type] ?? type} no puede continuar con ${signal}`,
    NO_QUESTION: 'la ejecución no esperaba una respuesta',
    NO_TOOL_CALLED: 'no se llamó a ninguna herramienta',
    CALLER_GONE: 'la versión del flujo que llamó ya no existe',
    FLOW_NOT_CALLABLE: ({ flow }) => `el flujo "${flow}" no está publicado con un trigger.api conectado`,
    INPUT_MISSING: ({ name }) => `falta la entrada "${name}"`,
    INPUT_INVALID: ({ name, type }) => `la entrada "${name}" no es ${TYPES[type] ?? type}`,
    NEVER_OPEN: 'espera: el calendario no abre en 30 días',
    NO_MOMENT: 'espera: "at" no es fecha y hora',
    MOMENT_TOO_FAR: 'espera: el momento está a más de 30 días',
    OUTPUT_TOO_LONG: ({ most }) => `el texto pasó de ${most} caracteres`,
    LOOPS_TOO_LONG: ({ most }) =>
      `los bucles for de un texto recorren ${most} elementos en total como máximo`,
    LOOP_TOO_LONG: ({ most }) => `un bucle for recorre ${most} elementos como máximo; acorta antes la lista`,
    TEMPLATE_FAILED: ({ why }) => why,
    SERVICE_FAILED: ({ reference }) =>
      `Algo falló dentro del servicio, no en el flujo. El registro del servicio dice qué, en ${reference}.`,
  },
  leadsNowhere: (exit, node, why) =>
    `se tomó la salida "${exit}" de "${node}", pero no lleva a ninguna parte${why === null ? '' : `: ${why}`}`,
  values: {
    VARIABLE_NO_NUMBER: 'la variable no contiene un número',
    AMOUNT_NO_NUMBER: 'la cantidad no es un número',
    NO_NUMBER: ({ shown }) => `${shown} no es un número`,
    NO_WHOLE_NUMBER: ({ shown }) => `${shown} no es un número entero`,
    NO_DATE: ({ shown }) => `${shown} no es una fecha`,
    NO_LIST: ({ shown }) => `${shown} no es una lista`,
    NO_JSON: 'el valor no es un JSON válido',
    JSON_TOO_DEEP: ({ most }) => `el JSON tiene más de ${most} niveles.`,
    JSON_TOO_WIDE: ({ most }) => `el JSON tiene más de ${most} valores y claves.`,
    NO_CHOICE: ({ shown, choices }) => `${shown} no es una de las opciones ${choices}`,
    NO_FIELD_VALUE: ({ shown, type }) => `${shown} no cabe en el campo, que es ${FIELD_TYPES[type]}`,
    DIVIDED_BY_ZERO: 'un número se divide entre cero',
    FORMULA_TOO_COSTLY: 'la fórmula da demasiado trabajo',
    NUMBER_TOO_LARGE: 'el número es demasiado grande para hacer cuentas',
    LIST_TOO_LONG: ({ most }) => `una lista tiene más de ${most} elementos`,
    TEXT_TOO_LONG: ({ most }) => `un texto tiene más de ${most} caracteres`,
    RANGE_TOO_LONG: ({ most }) => `un intervalo tiene ${most} números como máximo`,
    NO_ORDER: 'una lista se ordena por "asc" o "desc"',
    NO_RANGE_TO_DRAW_FROM: ({ least, most }) => `no se puede sortear un número de ${least} a ${most}`,
    NO_PLACES: ({ most }) => `un número se redondea a entre 0 y ${most} decimales`,
    NO_TIME_ZONE: ({ shown }) => `${shown} no es una zona horaria`,
    NO_TIME_UNIT: ({ units }) => `la unidad de un tiempo es una de ${units}`,
    YEAR_OUTSIDE: 'una fecha queda fuera de los años 1000 a 9999',
  },
  noValue: (variable, why) => `definir ${variable}: ${why}`,
  sendFailed: (node, error) => `el mensaje de "${node}" no se pudo entregar: ${error}`,
  sendsFailedInRow: (count, sendFailed) => `${count} mensajes seguidos: ${sendFailed}`,
}
