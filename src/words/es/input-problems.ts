import type { Bound } from '../../core/input/input-problem.ts'
import { describeJsonProblem, type InputProblemWords, type JsonProblemWords } from '../input-problems.ts'

const KINDS: Readonly<Record<string, string>> = {
  string: 'un texto',
  number: 'un número',
  int: 'un número entero',
  boolean: 'true o false',
  array: 'una lista',
  object: 'un objeto',
  record: 'un objeto',
  null: 'null',
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'un correo electrónico',
  url: 'una dirección como https://example.com',
  guid: 'un id en forma de UUID',
  uuid: 'un id en forma de UUID',
  base64: 'los bytes del archivo en base64',
  datetime: 'una fecha y hora en ISO 8601 con zona, como 2026-01-01T12:00:00Z',
}

const BOUNDS: Readonly<Record<Bound, string>> = {
  exactly: 'exactamente',
  at_least: 'al menos',
  more_than: 'más de',
  at_most: 'como máximo',
  less_than: 'menos de',
}

const COUNTED: Readonly<Record<string, string>> = { string: ' caracteres', array: ' elementos' }

const nameKind = (kind: string): string => KINDS[kind] ?? `un valor del tipo ${kind}`

const jsonProblems: JsonProblemWords = {
  depth: ({ most }) => `tiene más de ${most} niveles.`,
  parts: ({ most }) => `tiene más de ${most} valores y claves.`,
  unsafe: ({ path }) =>
    `tiene un carácter NUL o la mitad de un par sustituto${path && ` en ${path}`}, lo que un texto no puede tener.`,
  untold: ({ path }) => `tiene un campo ${path}, un nombre que ningún campo puede llevar. Dale otro.`,
}

export const inputProblems: InputProblemWords = {
  // O que todo esquema encontra
  INVALID: 'La entrada no es válida.',
  FIELD_UNKNOWN: 'Aquí no hay un campo así. Revisa cómo se escribe, o déjalo fuera.',
  INPUT_OF_OTHER_KIND: ({ kind }) => `La entrada es ${nameKind(kind)} en JSON; esto es otra cosa.`,
  MISSING: ({ kind }) => `Falta esto. Pon ${nameKind(kind)}.`,
  OF_OTHER_KIND: ({ kind }) => `Pon ${nameKind(kind)}.`,
  NONE_OF: ({ choices }) => `Pon ${choices.length === 1 ? '' : 'uno de '}${choices.join(', ')}.`,
  EMPTY: 'Esto no puede quedar vacío.',
  SIZE: ({ bound, size, unit }) => `Pon ${BOUNDS[bound]} ${size}${COUNTED[unit] ?? ''}.`,
  OF_OTHER_FORM: ({ format }) =>
    FORMATS[format] === undefined ? 'Esto no tiene la forma que se acepta aquí.' : `Pon ${FORMATS[format]}.`,
  NO_MULTIPLE: ({ divisor }) => `Pon un múltiplo de ${divisor}.`,
  NO_FORM_FITS:
    'Esto no es nada de lo que se acepta aquí; la página de referencia muestra las formas posibles.',
  // Names, ids and addresses
  NO_CLIENT_ID: 'Esto no es el id de un número; esos ids son UUID.',
  NO_USERNAME: 'debe ser un nombre de usuario como @ana.b, de 3 a 35 letras, números, puntos y guiones bajos',
  NO_PHONE_NUMBER: ({ least }) =>
    `Esto no es un número de teléfono: escribe sus ${least} a 15 dígitos, primero el código del país.`,
  NO_RECIPIENT: ({ given }) =>
    `"${given}" no es un destinatario. Usa dígitos con el código del país, +E.164, <dígitos>@s.whatsapp.net, <dígitos>@c.us, <id>@lid, <id>@g.us o status@broadcast.`,
  NO_NAME: 'Un nombre tiene letras sin acento, dígitos y _, y no empieza con un dígito.',
  NO_NAME_WITH_DASHES: 'Un nombre tiene letras sin acento, dígitos, _ y -, y no empieza con un dígito.',
  NO_SHORTCUT: 'Un atajo tiene hasta 32 letras, dígitos, _ y -, y empieza con una letra o un dígito.',
  MESSAGE_OR_FLOW: 'Una campaña envía un mensaje o inicia un flujo, no las dos cosas.',
  NO_TIME_ZONE: 'Indica una zona horaria IANA, como Europe/Madrid.',
  NO_OPENING_HOURS: 'Pon al menos un horario; cada uno termina después de empezar.',
  NO_DAY: 'Pon un día, como 2026-11-26.',
  NO_DAY_RANGE: ({ most }) => `Pon un día que no sea anterior al primero, y ${most} días como máximo.`,
  OTHER_DEPARTMENT: 'Elige otro departamento, no este.',
  NO_NODE_ID: 'El id de un nodo tiene de 1 a 64 letras, dígitos, _ o -.',
  NO_NODE_TYPE: 'El tipo de un nodo se escribe como send.text.',
  NO_VARIABLE_NAME: 'El nombre de una variable tiene letras sin acento, dígitos y _.',
  NO_EVENT_ID: 'Esto no es el id de un evento; están en la lista de eventos o de entregas.',
  NO_DELIVERY_ID: 'Esto no es el id de una entrega; están en la lista de entregas.',
  NO_SHA256: 'Un SHA-256 tiene 64 dígitos hexadecimales.',
  NO_LINK_TOKEN: 'Este enlace no está completo.',
  NO_VISIT_TOKEN: 'Esto no son 32 bytes en base64url.',
  NO_URL: 'Esto no es una dirección http o https.',
  NO_WEBHOOK_URL: 'Esto no es una dirección de http o https.',
  NO_ADDRESS: 'Una dirección empieza con https:// y nombra un servidor.',
  NO_MODEL_ADDRESS:
    'Una dirección empieza con https:// y nombra un servidor, como https://models.example.com/v1.',
  NO_SECRET_HOST:
    'Un servidor es un nombre como api.example.com, *.example.com para todos los que están debajo, o una dirección; sin https:// ni ruta.',
  NO_PROXY_PORT: 'El puerto es un texto de dígitos.',
  NO_GROUP_ADDRESS: 'Esto no es la dirección de un grupo.',
  NO_CHANNEL_ADDRESS: 'Esto no es la dirección de un canal.',
  NO_CHANNEL_LINK: 'Esto no es un enlace de un canal; se ve como https://whatsapp.com/channel/ y un código.',
  NO_GROUP_INVITE:
    'Esto no es un enlace de invitación a un grupo; se ve como https://chat.whatsapp.com/ y un código.',
  SANDBOX_NUMBER: 'Esto no es un número de teléfono; escribe dígitos con el código del país.',
  SANDBOX_NUMBER_LENGTH: 'Un número de teléfono tiene de 5 a 15 dígitos.',
  // Campos que andam juntos
  REQUIRED: ({ name }) => `Hace falta ${name}.`,
  NAMES_DIFFER: ({ given, name }) =>
    `${given.join(' y ')} dicen lo mismo, pero con valores distintos; envía solo ${name}.`,
  ID_OR_FLOW: 'Pon id, flow o los dos.',
  DELIVERIES_OR_RANGE: 'Pon deliveryIds, o un intervalo con from, to o los dos.',
  ONE_ACT: ({ acts }) => `Pon exactamente uno de ${acts.join(', ')}.`,
  // Valores
  NO_FIELD_VALUE: ({ most }) =>
    `Pon un texto de ${most} caracteres como máximo, un número, true, false o null.`,
  NO_SECRET_TEXT: ({ chars, parts }) =>
    `Pon un texto de ${chars} caracteres como máximo, o una lista de ${parts} textos y partes {secret, as} como máximo.`,
  FORMAT_VERSION: ({ version }) =>
    `Este servidor lee la versión ${version} del formato de intercambio de flujos.`,
  JSON_TEXT_TOO_LONG: 'Este texto JSON tiene más de 1 MiB.',
  NO_JSON_TEXT: 'Este texto no es JSON.',
  JSON_TEXT_REFUSED: ({ problem }) =>
    `Este JSON no se puede aceptar: ${describeJsonProblem(jsonProblems, problem)}`,
  // Mensagens
  NO_BASE64: 'Esto no es base64.',
  NO_BASE64URL: 'Esto no es base64url, como lo da `PublicKeyCredential.toJSON()`.',
  NO_MIME_TYPE: 'Esto no es un tipo MIME como image/png.',
  NO_MEDIA_TYPE: 'Esto no es un tipo de archivo.',
  NO_MEDIA_SOURCE:
    'Da el archivo como dirección http(s), como {url}, como {base64, mimetype} o como {mediaId}.',
  NO_MOMENT: 'Da la fecha y hora en ISO 8601 con zona, o en segundos enteros desde 1970.',
  NO_QUOTED: 'Da el mensaje citado por su id o por su clave {remoteJid, id, fromMe}.',
  OPTIONS_SAME: 'Dos opciones son iguales.',
  SELECTABLE_TOO_MANY: 'selectableCount es mayor que el número de opciones.',
  NO_PIN: 'Pon 1 para fijar o 2 para soltar.',
  NO_PIN_TIME: 'Pon 86400, 604800 o 2592000 segundos: 24 h, 7 o 30 días.',
  NO_MESSAGE_TYPE: ({ types }) => `Un mensaje necesita exactamente un tipo: uno de ${types.join(', ')}.`,
  MESSAGE_TYPES_MANY: ({ types }) =>
    `Un mensaje tiene exactamente un tipo, pero este tiene ${types.join(' y ')}; envíalos de a uno.`,
  ALBUM_ITEM: 'Un elemento de un álbum es una imagen o un video, con leyenda si quieres.',
  NO_COLOUR: 'Indica el color como #RRGGBB, por ejemplo #1f6e5c.',
  NO_STATUS_CONTENT: 'Indica exactamente uno de text, image, video y voice.',
  STATUS_FIELD_MISPLACED:
    'Esto no va con lo que se publica: la leyenda es de una imagen o un video, el fondo de un texto o una grabación, la fuente de un texto.',
  STATUS_FOR_PEOPLE: 'Un estado va a personas: indica sus números o LID, no grupos.',
}
