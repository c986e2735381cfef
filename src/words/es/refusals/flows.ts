import type { CallFailure } from '../../../core/conversation/call-failure.ts'
import type { TypebotProblem, WorkflowStart } from '../../../core/flow/index.ts'
import type {
  FlowNext,
  FlowRefusals,
  MediaRefusals,
  NotAvailable,
  RefusalParams,
} from '../../../core/refusal-reasons.ts'
import { renderCallFailure } from '../../call-failures.ts'
import { describeFinding } from '../../findings.ts'
import { type Sentences, withoutFullStop } from '../../sentences.ts'
import { callFailures } from '../call-failures.ts'
import { findings } from '../findings.ts'

const NEXT: Readonly<Record<FlowNext, string>> = { publish: 'publica', test: 'prueba' }

const CHOSEN = 'Usa una clave que lo tenga; los permisos se eligen al crear la clave.'

const HOLDERS: Readonly<Record<RefusalParams['SCOPE_MISSING']['holder'], (scope: string) => string>> = {
  key: (scope) => `Esta clave no tiene el permiso ${scope}. ${CHOSEN}`,
  call: (scope) => `La llamada usa un secreto, y esta clave no tiene el permiso ${scope}. ${CHOSEN}`,
  model: (scope) =>
    `El modelo usa un secreto como clave, y esta clave no tiene el permiso ${scope}. ${CHOSEN}`,
  flow: (scope) => `El flujo usa un secreto, y esta clave no tiene el permiso ${scope}. ${CHOSEN}`,
}

function describeCase(params: RefusalParams['TEST_CASE_UNREADABLE']): string {
  switch (params.why) {
    case 'characters':
      return `La prueba tiene más de ${params.most} caracteres. Corrígela e intenta de nuevo.`
    case 'steps':
      return `El guion de la prueba tiene más de ${params.most} pasos. Corrígelo e intenta de nuevo.`
    case 'form':
      return `La prueba no se puede leer: ${params.words}. Corrígela e intenta de nuevo.`
  }
}

const quoted = (text: string | null): string => (text === null ? 'nada' : `"${text}"`)

function describeReplay(problem: RefusalParams['RUN_NOT_REPEATABLE']): string {
  switch (problem.code) {
    case 'SAYS_OTHER':
      return `Al repetir esta conversación, el flujo no dice lo que se dijo: ${quoted(problem.params.said)} en lugar de ${quoted(problem.params.sent)}. Dependió de algo que no se guarda con ella. Guarda una conversación con el simulador como prueba.`
    case 'MASK_CHANGES':
      return 'Con los datos personales cambiados, esta conversación sigue otro camino en el flujo. Deja los nombres, teléfonos o correos como están, o elige otra conversación.'
    case 'NOTHING_TO_PLAY':
      return 'Esta conversación empieza con algo que una prueba no puede contener. Elige otra.'
    case 'FLOW_REFUSED':
      return 'La versión en que ocurrió esta conversación se rechazaría hoy. Elige una conversación más nueva.'
    case 'TOO_MANY_RUNS':
      return `Hay más de ${problem.params.most} conversaciones con el contacto en esta selección. Empieza por una más reciente.`
    case 'NOT_REPLAYED':
      return 'La repetición de esta conversación no terminó a tiempo. Elige una más corta.'
  }
}

const CHAT_BODY = '{"action":"sendMessage","sessionId":"{{ contact.jid }}","chatInput":"{{ message.text }}"}'

/** Como um workflow que fica no n8n e um fluxo daqui trabalham juntos. */
const WORKFLOWS: Readonly<Record<WorkflowStart, (params: RefusalParams['N8N_WORKFLOW']) => string>> = {
  chat: ({ node, path }) =>
    `Haz público el chat de "${node}" en n8n y activa el workflow. Luego dibuja aquí un flujo: trigger.any_message, un nodo http con POST a https://TU-N8N/${path} y el cuerpo JSON ${CHAT_BODY}, la ruta "output" de la respuesta en una variable y un send.text con esa variable.`,
  webhook: ({ node, method, path }) =>
    `Deja que un flujo lo llame: un nodo http con ${method} a https://TU-N8N/${path}, y lo que responde "Respond to Webhook" en variables. O deja que reciba todos los mensajes: agrega https://TU-N8N/${path} como webhook de message.received (entonces "${node}" tiene que aceptar POST) y responde con el nodo Parley del paquete n8n-nodes-parley.`,
  parley: ({ node }) =>
    `"${node}" ya es el nodo de este servicio: activa el workflow en n8n con una dirección y una clave de API de este servicio, y aquí no hay nada que importar.`,
  other: ({ node }) =>
    `Empieza en "${node}", que solo n8n puede esperar. Para que funcione con conversaciones, pon en su lugar un Parley Trigger (paquete n8n-nodes-parley) o un Webhook; para escribir a personas desde él, usa el nodo Parley.`,
}

function describeTypebotProblem(problem: TypebotProblem): string {
  switch (problem.why) {
    case 'none':
      return `Esto no es un Typebot exportado: ${problem.place || 'el contenido'} falta o no es lo que debería ser.`
    case 'version':
      return `La versión ${problem.version} de Typebot no se puede leer. Abre el bot en Typebot 6 o más nuevo y expórtalo de nuevo.`
    case 'no_flow':
      return `El bot no cabe en un flujo: ${withoutFullStop(describeFinding(findings, problem.problem))}.`
  }
}

export const flows: Sentences<FlowRefusals> = {
  FLOW_CHANGED: 'El flujo cambió mientras tanto. Léelo de nuevo y compara antes de guardar.',
  FLOW_UNREADABLE: ({ problem }) =>
    `El flujo no se puede leer: ${withoutFullStop(describeFinding(findings, problem))}. Corrígelo e intenta de nuevo.`,
  FLOW_HAS_ERRORS: ({ errors, next }) =>
    `El flujo tiene ${errors} ${errors === 1 ? 'error' : 'errores'}; corrígelo y ${NEXT[next]}.`,
  FLOW_PUBLISHED: 'Un flujo publicado no puede pasar a otro número. Retíralo antes.',
  FLOW_WITHOUT_CLIENT: ({ next }) =>
    `El flujo no tiene número, así que ninguna cuenta podría ejecutarlo. Elige un número y ${NEXT[next]}.`,
  MAIN_MENU_UNSUITABLE:
    'El menú principal tiene que ser un flujo publicado de este número con un nodo trigger.main_menu. Publica uno y elígelo.',
  VERSION_UNKNOWN: ({ number }) => `El flujo no tiene la versión ${number}. Mira la lista de versiones.`,
  SCOPE_MISSING: ({ scope, holder }) => HOLDERS[holder](scope),
  CALLS_NOT_MADE_HERE: 'Este proceso no hace llamadas. Usa un servicio en funcionamiento.',
  BUNDLE_UNREADABLE: ({ twice }) =>
    `Dos flujos del conjunto se llaman "${twice}"; dale a cada uno su propio ref.`,
  TYPEBOT_UNREADABLE: describeTypebotProblem,
  N8N_WORKFLOW: (params) =>
    `Este es un workflow de n8n, que sigue funcionando allá. ${WORKFLOWS[params.start](params)}`,
  BOT_ARCHIVE:
    'Este es un archivo comprimido, no un flujo. Los bots de Botpress (.bpz) y de Landbot no se pueden leer: Botpress no dice qué hay en sus archivos, y Landbot no documenta ninguna exportación. Los flujos en el formato de intercambio y los bots exportados de Typebot 6 o más nuevo sí se pueden.',
  TRIGGER_UNKNOWN:
    'El borrador no tiene un disparador conectado con este id. Pon el id de uno, o déjalo fuera.',
  PHONE_NOT_ALLOWED:
    'Los borradores de este flujo no se pueden probar en este número. Agrega el número y prueba.',
  TOO_MANY_TEST_PHONES: ({ most }) => `Un flujo se prueba en ${most} números como máximo. Quita uno primero.`,
  TEST_PHONE_UNKNOWN: 'El flujo no tiene este número. Mira la lista.',
  EVALUATION_UNKNOWN: 'Esta evaluación ya no existe en este flujo.',
  EVALUATION_WITHOUT_CASES: 'El flujo no tiene pruebas. Guarda antes conversaciones con él como pruebas.',
  EVALUATION_ENDED: 'La evaluación ya terminó.',
  TOO_MANY_EVALUATIONS: ({ most }) =>
    `Como máximo ${most} evaluaciones esperan o están en curso a la vez. Espera a una, o cancélala.`,
  TEST_CASE_UNKNOWN: 'Esta prueba ya no existe en este flujo.',
  TEST_CASE_UNREADABLE: describeCase,
  TEST_CASES_FALL_SHORT: ({ failed, of }) =>
    `${failed} de ${of} pruebas del flujo fallan; corrige el flujo o la prueba, o publica sin tener en cuenta las pruebas.`,
  TOO_MANY_TEST_CASES: ({ most }) => `Un flujo tiene ${most} pruebas como máximo. Elimina una primero.`,
  TOO_MANY_TESTS_RUNNING: 'Hay demasiadas pruebas en curso. Intenta de nuevo en un momento.',
  FLOW_WITHOUT_LANGUAGES:
    'El flujo habla un solo idioma. Indica los idiomas en la configuración del flujo y luego exporta los textos.',
  NO_TRANSLATION_TABLE:
    'Esto no es una tabla de traducciones. La primera línea nombra las columnas, entre ellas Key; exporta los textos para tener una.',
  RUN_NOT_RECORDED:
    'Los eventos de esta conversación ya no están guardados, así que no puede ser una prueba. Elige una más nueva.',
  RUN_NOT_REPEATABLE: describeReplay,
}

const ADVICE: Readonly<Record<RefusalParams['MEDIA_TYPE_MISMATCH']['advice'], string>> = {
  picture: 'Los teléfonos no lo muestran; envía una imagen JPEG o PNG, o un documento.',
  webp: 'No se puede hacer un sticker con él; envía una imagen WebP de 512 por 512.',
  audio: 'Envíalo como audio.',
  video: 'Envíalo como video.',
  sticker: 'Los stickers son imágenes.',
  document: 'Envíalo como documento.',
}

const VOICE: Readonly<Record<RefusalParams['VOICE_NOTE_NOT_CONVERTIBLE']['why'], (found: string) => string>> =
  {
    no_sound: (found) =>
      `El archivo (${found}) dice ser sonido y no se pudo leer así; quizá está cortado. No se envió nada.`,
    unreadable: (found) =>
      `El sonido del archivo (${found}) no se pudo leer; quizá está cortado. No se envió nada.`,
    format: (found) =>
      `Una nota de voz es Opus en Ogg, y este servidor la hace de WAV, MP3, FLAC, Ogg Vorbis y Ogg Opus, no de ${found}. Convierte el archivo, envíalo como audio, o pide a un operador que instale ffmpeg (FFMPEG_PATH). No se envió nada.`,
  }

const NOT_YET: Readonly<Record<NotAvailable, string>> = {
  'sending files from here': 'enviar archivos desde aquí',
  'links to calls from here': 'enlaces para llamadas desde aquí',
  'files given as base64': 'archivos en base64',
  'files of messages': 'archivos de mensajes',
  'assets.list': 'guardar archivos',
  'assets.get': 'guardar archivos',
  'assets.upload': 'guardar archivos',
  'assets.delete': 'guardar archivos',
  'knowledge.add': 'guardar archivos',
}

const notFetched = (call: CallFailure): string =>
  `El archivo no se pudo obtener: ${renderCallFailure(callFailures, call)} No se envió nada.`

export const media: Sentences<MediaRefusals> = {
  FILE_EMPTY: 'El archivo está vacío. Elige otro.',
  FILE_SIZE: 'El archivo está vacío o es demasiado grande. Dalo por una URL.',
  TOO_MANY_FILES: ({ most }) => `Ya hay ${most} archivos; elimina uno que ningún flujo necesite.`,
  ASSET_IN_REPLY: ({ title }) => `La respuesta rápida "${title}" envía este archivo. Quítalo de ahí primero.`,
  ASSET_IN_USE: ({ flowName }) => `El flujo "${flowName}" envía este archivo. Quítalo de ahí primero.`,
  NOT_AVAILABLE_YET: ({ missing }) => `Este servidor aún no hace esto: ${NOT_YET[missing]}.`,
  MEDIA_NOT_FOUND: 'Este número ya no tiene guardado este archivo. Da el archivo de nuevo.',
  MEDIA_TOO_LARGE: ({ call }) => notFetched(call),
  MEDIA_ADDRESS_REFUSED: ({ call }) => notFetched(call),
  MEDIA_NOT_FETCHED: (params) =>
    'call' in params
      ? notFetched(params.call)
      : `${params.host} respondió ${params.status} en lugar del archivo. No se envió nada.`,
  MEDIA_UPLOAD_FAILED: ({ words }) =>
    `El archivo no se pudo poner en el servidor de archivos de la red: ${words} No se envió nada.`,
  MEDIA_TYPE_MISMATCH: ({ media: kind, found, advice }) =>
    `El archivo ${found === null ? 'no es de un tipo conocido' : `es ${found}`}, así que no se puede enviar como ${kind}. ${ADVICE[advice]} No se envió nada.`,
  VOICE_NOTE_TOO_LONG: ({ minutes }) =>
    `Una nota de voz puede durar ${minutes} minutos. Envíala como audio. No se envió nada.`,
  VOICE_NOTE_NOT_CONVERTIBLE: ({ found, why }) => VOICE[why](found),
  BUCKET_UNUSABLE: ({ bucket, words }) =>
    `No se pueden guardar archivos en el bucket ${bucket}: ${words} Corrige las variables S3_, o déjalas fuera para guardar archivos en DATA_DIR.`,
}
