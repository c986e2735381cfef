import type { ModelBound } from '../../core/conversation/call-failure.ts'
import type { CallFailureWords } from '../call-failures.ts'

const BOUNDS: Readonly<Record<ModelBound, string>> = {
  calls: 'llamadas',
  tokens: 'tokens',
  seconds: 'segundos',
  cost: 'costo',
}

export const callFailures: CallFailureWords = {
  NO_METHOD: 'Esto no es un método de solicitud.',
  NO_HTTP_ADDRESS: 'La dirección no es http ni https. Corrígela.',
  CREDENTIALS_IN_ADDRESS: 'La dirección contiene una contraseña. Ponla en un encabezado.',
  HEADER_REFUSED: ({ name }) => `El encabezado ${JSON.stringify(name)} no se puede enviar.`,
  ADDRESS_PRIVATE: ({ host }) =>
    `${host} es una dirección de una red privada, a la que no se llama. Un operador puede permitirla (OUTBOUND_ALLOW).`,
  NOT_ENCRYPTED: ({ host }) =>
    `${host} se llamaría sin cifrado. Usa https; un operador puede indicar direcciones que se llaman sin él (OUTBOUND_ALLOW).`,
  HOST_NOT_FOUND: ({ host }) => `No se encontró el servidor ${host}. Revisa el nombre.`,
  ADDRESS_OF_ANOTHER: 'A los modelos se les llama solo en su propia dirección.',
  REQUEST_TOO_LARGE: ({ most }) => `La solicitud tiene más de ${most} bytes.`,
  SECRET_MISSING: ({ secret }) => `No hay un secreto "${secret}". Guárdalo, o corrige el nombre en el flujo.`,
  SECRET_HELD: ({ secret }) =>
    `El secreto "${secret}" no puede ir al servidor de esta llamada. Indica el servidor en el secreto, o corrige la dirección.`,
  NOT_CONNECTED: ({ secret }) =>
    `El secreto "${secret}" aún no está conectado. Conéctalo en la página de secretos.`,
  CONNECTION_ENDED: ({ secret }) =>
    `La conexión "${secret}" terminó: el otro sistema ya no acepta sus tokens. Conéctala de nuevo en la página de secretos.`,
  TOKEN_REFUSED: ({ secret, error }) =>
    `No se dio ningún token para "${secret}"${error === null ? '' : ` (${error})`}. Revisa la configuración en la página de secretos.`,
  TOKEN_FAILED: ({ secret, error }) =>
    `No se pudo obtener un token para "${secret}"${error === null ? '' : ` (${error})`}. La próxima llamada lo intenta de nuevo.`,
  FILE_TOO_LARGE: ({ most }) => `El archivo tiene más de ${most} bytes.`,
  FILE_GONE: 'Ya no hay un archivo con este id. Los archivos de mensajes se guardan solo por un tiempo.',
  FILE_UNAVAILABLE: ({ why }) => `El archivo no se pudo obtener de la red: ${why ?? 'no llegó a tiempo.'}`,
  FILES_NOT_POSTED: 'Desde aquí no se pueden enviar archivos.',
  CONNECTED_TOO_LATE: ({ host }) => `No se pudo llegar a ${host} a tiempo.`,
  CONNECT_FAILED: ({ error }) => `No se pudo conectar (${error}).`,
  CONNECTION_LOST: 'La conexión terminó antes de la respuesta completa.',
  NO_ANSWER: ({ withinMs }) => `Ninguna respuesta en ${withinMs} ms.`,
  ANSWER_TOO_LARGE: ({ host, most }) => `La respuesta de ${host} tiene más de ${most} bytes.`,
  REDIRECTED: 'Redirige a otra dirección. Usa la dirección final.',
  REDIRECTED_TOO_OFTEN: ({ most }) => `Más de ${most} redirecciones. Usa la dirección final.`,
  REDIRECTED_UNENCRYPTED: ({ host }) => `${host} redirige a una dirección sin cifrado.`,
  REDIRECTED_WITH_BODY: ({ host }) =>
    `${host} redirige a otro servidor una solicitud con contenido. Usa la dirección final.`,
  GIVEN_UP: 'La solicitud se abandonó.',
  SERVICE_STOPPED: 'El servicio se detuvo durante la llamada, que no se puede repetir.',
  NO_MAIL_SERVER: ({ secret }) =>
    `El secreto "${secret}" no es un servidor de correo. Guarda uno con este nombre, o indica otro en el flujo.`,
  MAILS_NOT_SENT_HERE: 'Desde aquí no se pueden enviar correos.',
  MAIL_REFUSED: ({ status }) => `El servidor de correo rechazó el correo (${status}).`,
  MAIL_DEFERRED: ({ status }) => `El servidor de correo no acepta correos por ahora (${status}).`,
  MAIL_LOGIN_REFUSED: 'El servidor de correo rechazó el usuario o la contraseña del secreto.',
  MAIL_SERVER_UNCLEAR: 'El servidor de correo respondió algo que no se entiende.',
  MAIL_TLS_FAILED: ({ host }) =>
    `No se pudo hacer una conexión cifrada con ${host}. Revisa el puerto, el tipo de cifrado y el certificado.`,
  MAIL_LIMIT_REACHED: ({ most }) => `Se alcanzó el límite de hoy, de ${most} correos de este número.`,
  MAIL_UNKNOWN: 'No se sabe si el correo se envió; no se envía de nuevo.',
  MODELS_NOT_ASKED_HERE: 'Este proceso no consulta modelos.',
  MODEL_NOT_SET_UP: ({ model }) => `No hay un modelo "${model}". Configúralo, o elige otro en el flujo.`,
  MODEL_DELETED: 'El modelo se eliminó.',
  MODEL_KEY_MISSING: ({ model, secret }) =>
    `El modelo "${model}" necesita el secreto "${secret}", que no existe.`,
  MODEL_KEY_HELD: ({ model, secret }) =>
    `El secreto "${secret}" no puede ir al servidor del modelo "${model}".`,
  RUN_LIMIT_REACHED: ({ model, bound }) =>
    `El modelo "${model}" tiene un límite por ejecución, y se alcanzó el de ${BOUNDS[bound]}.`,
  CONTACT_LIMIT_REACHED: ({ model, bound }) =>
    `El modelo "${model}" tiene un límite por contacto en 24 horas, y se alcanzó el de ${BOUNDS[bound]}.`,
  DAY_LIMIT_REACHED: ({ model, bound }) =>
    `El modelo "${model}" tiene un límite para todos en 24 horas, y se alcanzó el de ${BOUNDS[bound]}.`,
  MODEL_KEY_REFUSED: ({ status }) =>
    `El servidor del modelo respondió ${status}. Revisa la clave del modelo.`,
  MODEL_UNKNOWN: ({ status }) =>
    `El servidor del modelo respondió ${status}. Revisa la dirección y el nombre del modelo.`,
  MODEL_PLACES_TAKEN: ({ model }) =>
    `Ya están en curso tantas preguntas como el modelo ${model} puede recibir a la vez.`,
  MODEL_BUSY: ({ status }) =>
    `El servidor del modelo respondió ${status}. Pregunta con menos frecuencia, o sube ahí los límites.`,
  MODEL_FAILED: ({ status }) => `El servidor del modelo respondió ${status}.`,
  MODEL_REFUSED: ({ status }) => `El servidor del modelo respondió ${status}.`,
  ANSWER_UNREADABLE: ({ status }) =>
    status === null
      ? 'El servidor del modelo respondió algo que no se entiende.'
      : `El servidor del modelo respondió ${status}. No se entiende lo que dijo.`,
  ANSWER_HELD_BACK: 'El servidor del modelo retuvo la respuesta.',
  ANSWER_CUT: 'La respuesta se cortó. Permite más tokens, o pide menos.',
  ANSWER_NOT_AS_ASKED: 'La respuesta del modelo no es lo que se pidió.',
  ANSWER_WITH_SECRET: 'La respuesta del modelo contiene el valor de un secreto y no se pasó adelante.',
  SERVICE_STOPPED_ASKING: 'El servicio se detuvo todas las veces mientras se consultaba al modelo.',
  TOOLS_NOT_CALLED_HERE: 'Este proceso no llama a herramientas.',
  TOOL_AT_OTHER_ADDRESS: 'A las herramientas se les llama solo en su propia dirección.',
  TOOL_REFUSED: 'El servidor de la herramienta rechazó la llamada, o respondió algo que no se entiende.',
  TOOL_OUTPUT_UNREADABLE: 'La herramienta dio algo que no cabe en un texto.',
  ANSWERED: ({ status }) => `Respondió con el estado ${status}.`,
  RECEIVER_GONE:
    'El destino respondió que ya no existe (estado 410). Corrige la dirección y activa el webhook de nuevo.',
  NOT_TRIED: 'No se intentó en 24 horas: el webhook estaba en pausa o desactivado.',
  OTHER: ({ sentence }) => sentence,
}
