import type { RefusalParams, SessionRefusals } from '../../../core/refusal-reasons.ts'
import type { Sentences } from '../../sentences.ts'

const UNKNOWN_FILE: Readonly<Record<RefusalParams['SESSION_FILE_UNKNOWN']['found'], string>> = {
  no_session:
    'No se encontró ninguna sesión de Baileys. Da la carpeta de useMultiFileAuthState (en zip), un documento JSON con creds y keys, o las filas de Evolution API o WAHA en JSON.',
  no_export: 'Este archivo no es una sesión exportada.',
  nesting: 'El archivo no es de una sesión: tiene demasiados niveles.',
  sqlite:
    'Es una base de datos SQLite. WAHA guarda la sesión de su motor NOWEB en archivos JSON al lado: da la carpeta con creds.json. Las sesiones de los motores GOWS y WEBJS no se pueden mover.',
  parley_export:
    'Este archivo lo exportó Parley mismo. Elige la importación de otro Parley, con su frase secreta.',
  gzip: 'Es un archivo gzip. Descomprímelo y da la carpeta o un zip de ella.',
}

function describeDamage(damage: RefusalParams['SESSION_FILE_DAMAGED']): string {
  switch (damage.part) {
    case 'file':
      return 'El archivo está cortado o lo alteraron. Cópialo de nuevo de donde se exportó.'
    case 'content':
      return 'Lo que hay en el archivo no es una sesión.'
    case 'json':
      return 'El JSON está cortado o dañado. Cópialo de nuevo.'
    case 'zip':
      return 'El zip está cortado o dañado, o tiene contraseña. Hazlo de nuevo, sin contraseña.'
    case 'identity':
      return `Las credenciales no tienen una identidad que sirva (${damage.fields.join(', ') || 'están vacías o cortadas'}). Detén el programa que las escribió y cópialas de nuevo.`
    case 'key_pair':
      return `Las dos mitades de ${damage.name} en las credenciales no van juntas. Copia las credenciales de nuevo.`
  }
}

function describeSize(size: RefusalParams['SESSION_TOO_LARGE']): string {
  switch (size.of) {
    case 'export':
      return 'Esta sesión es demasiado grande para un archivo. Mueve el servicio entero con parley backup.'
    case 'time':
      return 'El archivo tarda demasiado en leerse. Da solo la carpeta o las filas de una sesión.'
    case 'unpacked':
      return `El archivo tiene más de ${size.entries} entradas o ${size.mib} MiB descomprimido. Da solo la carpeta o las filas de una sesión.`
    case 'values':
      return `El archivo tiene más de ${size.most} valores. Da solo la carpeta o las filas de una sesión.`
  }
}

const EXPORTED: Readonly<Record<RefusalParams['SESSION_EXPORTED']['while'], string>> = {
  starting:
    'La sesión de este número se exportó y puede estar en uso en otro lugar. Si no lo está, recupérala antes en la configuración del número.',
  importing:
    'La sesión de este número se exportó y se puede recuperar. Importa en un número nuevo que nunca se haya vinculado.',
}

const BEING_MOVED: Readonly<Record<RefusalParams['SESSIONS_BEING_MOVED']['by'], string>> = {
  everybody: 'Ahora se están moviendo varias sesiones. Intenta de nuevo en un momento.',
  owner: 'Todavía se están leyendo otras sesiones tuyas. Intenta de nuevo en un minuto, una después de otra.',
}

export const sessions: Sentences<SessionRefusals> = {
  SESSION_FILE_UNKNOWN: ({ found }) => UNKNOWN_FILE[found],
  SESSION_FILE_DAMAGED: describeDamage,
  SESSION_TOO_LARGE: describeSize,
  SESSION_CREDS_MISSING:
    'Tiene claves, pero no las credenciales (creds.json, o la fila de Session). Da las dos partes juntas.',
  SESSION_KEYS_MISSING:
    'Tiene credenciales, pero ninguna de sus claves (pre-key-…, session-…). Da la carpeta o el hash donde están, junto con las credenciales.',
  SESSION_NOT_REGISTERED:
    'Las credenciales nunca se vincularon con un teléfono, o se borraron al cerrar la sesión. Vincula el número con un código QR.',
  SESSION_OTHER_NETWORK: ({ account }) =>
    account === null
      ? 'La sesión es de otra red. Impórtala en un número de la red de donde se exportó.'
      : `La cuenta "${account}" no es un dispositivo vinculado de esta red.`,
  SESSION_AMBIGUOUS: ({ count, sessions }) =>
    `El archivo tiene ${count} sesiones: ${sessions}. Escribe cuál se importa.`,
  SESSION_NOT_IN_FILE: ({ wanted, sessions }) =>
    `No hay una sesión "${wanted}" en el archivo; hay ${sessions}.`,
  NO_SESSION: 'No hay una sesión vinculada que mover. Conecta antes el número y escanea su código QR.',
  SESSION_EXISTS: 'Este número ya tiene una sesión. Importa en un número nuevo que nunca se haya vinculado.',
  SESSION_IN_USE: 'Otro número de este servicio tiene esta sesión. Expórtala ahí, o elimina ese número.',
  SESSION_EXPORTED: (params) => EXPORTED[params.while],
  SESSION_NOT_EXPORTED: 'La sesión de este número no se exportó; no hay nada que recuperar.',
  SESSION_PASSPHRASE_WRONG: 'La frase secreta no abre este archivo.',
  SESSION_FILE_VERSION: ({ version, known }) =>
    `La versión del archivo es ${version}, y este Parley lee ${known}.`,
  SESSIONS_BEING_MOVED: ({ by }) => BEING_MOVED[by],
  WORKER_NOT_STOPPED: 'Este número todavía está en uso. Páusalo e intenta de nuevo en medio minuto.',
}
