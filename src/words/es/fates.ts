import type { MessageType } from '../../core/conversation/message.ts'
import type { NearBecause, PauseCause } from '../../core/flow/index.ts'
import { type FateReader, type FateWords, sayDuration } from '../fates.ts'
import { wordFor } from '../run-story.ts'
import { reasons } from './runs.ts'

const NEAR: Readonly<Record<NearBecause, string>> = {
  whole_message: 'pide el mensaje completo',
  beginning: 'pide el comienzo del mensaje',
  whole_word: 'pide una palabra completa',
  case: 'distingue mayúsculas o acentos',
  typing: 'se escribe de otra manera',
}

const KINDS: Readonly<Record<MessageType, string>> = {
  text: 'un texto',
  image: 'una imagen',
  video: 'un video',
  audio: 'un archivo de audio',
  voice: 'una nota de voz',
  document: 'un documento',
  sticker: 'un sticker',
  location: 'una ubicación',
  contact: 'un contacto',
  poll_vote: 'un voto',
  other: 'un mensaje de este tipo',
}
const MORE_KINDS = {
  ...KINDS,
  video_note: 'una nota de video',
  phone_only: 'un mensaje que se abre en el teléfono',
}
const kind = (type: string): string => wordFor(MORE_KINDS, type)

const counted = (one: string, many: string) => (count: number) => `${count} ${count === 1 ? one : many}`
const duration = (seconds: number): string =>
  sayDuration(seconds, {
    day: counted('día', 'días'),
    hour: counted('hora', 'horas'),
    minute: counted('minuto', 'minutos'),
    second: counted('segundo', 'segundos'),
  })

const messages = (count: number): string => (count === 1 ? 'un mensaje' : `${count} mensajes`)

function sayCause(by: PauseCause | null, { flow, node, time }: FateReader): string {
  switch (by?.kind) {
    case 'person':
      return `Los flujos están en pausa porque una persona tomó el chat a las ${time(by.at)}`
    case 'flow':
      return `Los flujos están en pausa porque ${node(by)} de ${flow(by.flowId)} pasó el chat a personas a las ${time(by.at)}`
    case 'loop_guard':
      return `Los flujos están en pausa porque el contacto escribió tanto como otro bot a las ${time(by.at)}`
    default:
      return 'Los flujos están en pausa porque el chat lo tienen personas'
  }
}

const CHANGE_TRIGGER = 'Cambia cuándo el disparador acepta mensajes, o agrega otro disparador.'

export const fates: FateWords = {
  lines: {
    BLOCKED: () => 'Ningún flujo responde: el contacto está bloqueado.',
    PAUSED: ({ until, by }, reader) =>
      until === null
        ? `${sayCause(by, reader)}.`
        : `${sayCause(by, reader)}; continúan a las ${reader.time(until)}.`,
    LOOP_GUARD: ({ flowId, until }, { flow, time }) =>
      `Demasiados mensajes en un minuto, como de otro bot: ${flow(flowId)} pasó el chat a personas hasta las ${time(until)}.`,
    NO_FLOWS: () => 'Ningún flujo está activo en este número.',
    NO_LISTENERS: () => 'Los flujos activos no empiezan con un mensaje.',
    NEAR_KEYWORD: ({ keyword, because, flowId }, { flow }) =>
      `Ninguna palabra clave coincide. La más cercana es “${keyword}” de ${flow(flowId)}, pero ${NEAR[because]}.`,
    NOTHING_FITS: () => 'Ningún disparador de un flujo activo coincide con este mensaje.',
    NOT_TEXT: ({ type }) => `Las palabras clave se comparan con texto, y esto es ${kind(type)} sin texto.`,
    NOT_IN_GROUPS: () => 'Ningún flujo activo escucha en grupos.',
    ONLY_FIRST: ({ flowId }, { flow }) =>
      `${flow(flowId)} acepta solo el primer mensaje que escribe un contacto.`,
    ONLY_AFTER_IDLE: ({ flowId, idleSec }, { flow }) =>
      `${flow(flowId)} acepta un mensaje solo cuando el contacto no escribió nada durante ${duration(idleSec)}.`,
    ONLY_TYPES: ({ flowId, types }, { flow }) => `${flow(flowId)} acepta solo ${types.map(kind).join(', ')}.`,
    COOLING: ({ flowId, until }, { flow, time }) =>
      `La palabra clave coincide, pero ${flow(flowId)} empieza de nuevo para este contacto a partir de las ${time(until)}.`,
    ONCE_ONLY: ({ flowId }, { flow }) =>
      `${flow(flowId)} se ejecuta una sola vez por contacto, y con este ya se ejecutó.`,
    RESTING: ({ flowId }, { flow }) =>
      `${flow(flowId)} no empieza otra ejecución para este contacto mientras una anterior está en reposo.`,
    TOO_OLD: ({ sentAt, limitSec }, { time }) =>
      `Se envió a las ${time(sentAt)} y llegó más de ${duration(limitSec)} después, porque el número estaba desconectado: un flujo no empieza tan tarde.`,
    IN_DELAY: (place, { flow, node, time }) =>
      `${flow(place.flowId)} está esperando en ${node(place)}${place.until === null ? '' : ` hasta las ${time(place.until)}`} y mientras tanto no acepta mensajes.`,
    BEFORE_QUESTION: (place, { node }) =>
      `Se escribió antes de que el contacto pudiera ver la pregunta ${node(place)}, así que no la responde.`,
    NOT_ASKED: (place, { flow, node }) =>
      `${flow(place.flowId)} está en ${node(place)} y no espera ningún mensaje.`,
    RUN_BUSY: (place, { flow, node }) => {
      const { state } = place
      if (state === 'waiting_effect')
        return `Espera su turno: ${flow(place.flowId)} espera un resultado en ${node(place)}.`
      if (state === 'waiting_approval')
        return `Espera su turno: una respuesta de ${flow(place.flowId)} espera que una persona la apruebe.`
      return `Espera su turno: ${flow(place.flowId)} está ocupado en ${node(place)}.`
    },
    QUESTION_UNCONFIRMED: (place, { node }) =>
      `Espera hasta que se confirme que la pregunta ${node(place)} se envió.`,
    OWN_MESSAGE: ({ by }) =>
      ({
        flow: 'Lo envió un flujo de este número.',
        api: 'Se envió desde este número por la API o la bandeja de entrada.',
        phone: 'Se envió desde el propio teléfono de este número.',
      })[by],
    HISTORY: () =>
      'Vino con el historial de la cuenta: los flujos responden solo a lo que llega mientras están en marcha.',
    STATUS_POST: () => 'Es una publicación de estado, a la que los flujos no responden.',
    NOT_FOR_FLOWS: ({ type }) => `Los flujos no reaccionan aquí a ${kind(type)}.`,
    FORGOTTEN: ({ days }) => `Lo que se decidió sobre él se guarda ${days} días, que ya pasaron.`,
    QUEUED: ({ isConnected }) =>
      isConnected ? 'Llegó y se está decidiendo.' : 'Llegó y espera: el número no está conectado.',
    RETRIED: ({ attempts }) =>
      `No se pudo procesar (${attempts} intentos hasta ahora) y se intenta de nuevo.`,
    GIVEN_UP: ({ reference }) =>
      `El servicio no pudo procesarlo y desistió${reference === null ? '' : `; su registro dice por qué en ${reference}`}.`,
    IGNORED: ({ reason }) => `Ningún flujo lo aceptó: ${wordFor(reasons, reason)}.`,
    PUT_OFF: () => 'Espera a que la ejecución del contacto termine lo que está haciendo.',
    STARTED: ({ flowId, sent }, { flow }) => `Inició ${flow(flowId)}, que respondió con ${messages(sent)}.`,
    RESUMED: ({ flowId, sent }, { flow }) =>
      `${flow(flowId)} siguió donde había quedado, con ${messages(sent)}.`,
    ANSWERED: (place, { flow, node }) =>
      `${flow(place.flowId)} lo recibió en ${node(place)} y respondió con ${messages(place.sent)}.`,
    NOT_UNDERSTOOD: (place, { flow, node }) =>
      `${flow(place.flowId)} no lo entendió en ${node(place)} y lo dijo con ${messages(place.sent)}.`,
    KEPT: (place, { flow, node }) =>
      `${flow(place.flowId)} lo guarda en ${node(place)} hasta que el contacto termine o se acabe el tiempo.`,
    SAID_NOTHING: (place, { flow, node }) =>
      `${flow(place.flowId)} lo recibió y no envió nada; el último paso fue ${node(place)}.`,
    OUTSIDE_HOURS: (place, { flow, node }) =>
      `Llegó fuera del horario de ${node(place)}, donde ${flow(place.flowId)} no dice nada.`,
    HANDED_OFF: (place, { flow, node }) => `${flow(place.flowId)} pasó el chat a personas en ${node(place)}.`,
    AWAITS_EFFECT: (place, { flow, node }) =>
      `${flow(place.flowId)} lo recibió y espera un resultado en ${node(place)}.`,
    AWAITS_APPROVAL: ({ flowId }, { flow }) =>
      `${flow(flowId)} escribió una respuesta, que espera que una persona la apruebe.`,
    RUN_FAILED: ({ flowId, failure }, reader) =>
      `${reader.flow(flowId)} lo recibió y falló: ${reader.failure(failure)}`,
    ANSWER_NOT_SENT: ({ flowId, error }, { flow, sendError }) =>
      `${flow(flowId)} respondió, pero la respuesta no se envió${error === null ? '.' : `: ${sendError(error)}`}`,
    ANSWER_WAITS: ({ flowId, isConnected }, { flow }) =>
      isConnected
        ? `${flow(flowId)} respondió, y la respuesta está en camino.`
        : `${flow(flowId)} respondió, y la respuesta espera: el número no está conectado.`,
    RUN_GONE: () => 'Un flujo lo recibió; su ejecución se eliminó después.',
  },
  hints: {
    BLOCKED: 'Desbloquea el contacto.',
    PAUSED: 'Devuelve el chat a los flujos, o espera.',
    LOOP_GUARD: 'Si escribió una persona, devuelve el chat a los flujos en la bandeja de entrada.',
    NO_FLOWS: 'Publica un flujo para este número.',
    NO_LISTENERS: 'Agrega a un flujo un disparador por palabra clave o por cualquier mensaje.',
    NEAR_KEYWORD: ({ because }) =>
      because === 'typing'
        ? 'Agrega como palabra clave lo que se escribió, o deja que el disparador perdone errores de escritura.'
        : 'Agrega como palabra clave lo que se escribió, o elige cómo se compara la palabra clave.',
    NOTHING_FITS: 'Agrega a un flujo una palabra clave o un disparador por cualquier mensaje.',
    NOT_TEXT: 'Agrega un disparador por cualquier mensaje que acepte este tipo.',
    NOT_IN_GROUPS: 'Deja que un disparador por palabra clave escuche en grupos.',
    ONLY_FIRST: CHANGE_TRIGGER,
    ONLY_AFTER_IDLE: CHANGE_TRIGGER,
    ONLY_TYPES: CHANGE_TRIGGER,
    COOLING: 'Acorta en el disparador la pausa entre dos inicios.',
    ONCE_ONLY: 'Elige en la configuración del flujo qué pasa cuando se inicia de nuevo.',
    RESTING: 'Elige en la configuración del flujo qué pasa cuando se inicia de nuevo.',
    TOO_OLD: 'Responde tú; mantén el número conectado.',
    IN_DELAY: 'Deja que la espera termine con un mensaje, o guarda lo que se escriba mientras tanto.',
    BEFORE_QUESTION: 'Deja que el flujo acepte respuestas escritas por adelantado, en su configuración.',
    NOT_ASKED: null,
    RUN_BUSY: ({ state }) =>
      state === 'waiting_approval' ? 'Aprueba o rechaza la respuesta en la bandeja de entrada.' : null,
    QUESTION_UNCONFIRMED: null,
    OWN_MESSAGE: null,
    HISTORY: null,
    STATUS_POST: null,
    NOT_FOR_FLOWS: null,
    FORGOTTEN: null,
    QUEUED: ({ isConnected }) => (isConnected ? null : 'Conecta el número.'),
    RETRIED: null,
    GIVEN_UP: 'Responde tú, y mira el registro del servicio.',
    IGNORED: null,
    PUT_OFF: null,
    STARTED: null,
    RESUMED: null,
    ANSWERED: null,
    NOT_UNDERSTOOD: 'Agrega lo que se escribió como otra palabra para una de las opciones.',
    KEPT: null,
    SAID_NOTHING: 'Abre la ejecución para ver por dónde fue.',
    OUTSIDE_HOURS: 'Dibuja lo que se dice fuera del horario.',
    HANDED_OFF: 'Responde en la bandeja de entrada.',
    AWAITS_EFFECT: null,
    AWAITS_APPROVAL: 'Aprueba o rechaza la respuesta en la bandeja de entrada.',
    RUN_FAILED: 'Abre la ejecución y dibuja la salida para este error.',
    ANSWER_NOT_SENT: 'Responde tú cuando la causa haya pasado.',
    ANSWER_WAITS: ({ isConnected }) => (isConnected ? null : 'Conecta el número.'),
    RUN_GONE: null,
  },
}
