import type { BanReason, StatusCauseParams } from '../../core/client/status-cause.ts'
import { renderCoded } from '../coded.ts'
import { joinSentences, type Sentences } from '../sentences.ts'
import { proxyWords } from './proxies.ts'

const BANS: Readonly<Record<BanReason, string>> = {
  STRANGERS: 'Escribió a demasiadas personas que no la tienen entre sus contactos.',
  BLOCKED: 'Demasiadas personas la bloquearon.',
  GROUPS: 'Creó demasiados grupos con personas que no la tienen entre sus contactos.',
  SAME_MESSAGE: 'Envió el mismo mensaje a demasiadas personas.',
  BROADCASTS: 'Envió demasiado a listas de difusión.',
}

/** What the network or the connection said of a client's state. */
export const statusCauses: Sentences<StatusCauseParams> = {
  CLOSED_BY_HOST: 'El servicio cerró la conexión.',
  LEASE_LOST: 'Ahora otro proceso se ocupa de este número.',
  BROKE_DOWN: ({ error }) => `La conexión se abandonó: ${error}.`,
  SILENT: 'La red no dio señales por un rato, así que la conexión se abre de nuevo.',
  HANDSHAKE_REFUSED:
    'El servidor rechazó el inicio de la conexión. Revisa que el servidor y la clave raíz sean uno del otro.',
  UNLINKED: 'El teléfono quitó este dispositivo. Conecta de nuevo con otro código QR.',
  BANNED_FOR_NOW: ({ why, until }) =>
    joinSentences(
      'La cuenta está suspendida por un tiempo. Espera a que termine; el teléfono muestra cuánto falta.',
      why && BANS[why],
      until && `Termina el ${until}.`,
    ),
  LOCKED: 'La cuenta está bloqueada. Abre la aplicación en el teléfono y sigue lo que pide.',
  VERSION_REFUSED:
    'El servidor rechaza esta versión. Se prueba una más nueva; si sigue igual, actualiza el servicio.',
  BANNED: 'La cuenta está suspendida. Pide una revisión en la aplicación del teléfono.',
  NO_ANSWER: 'El servidor no respondió a tiempo. La conexión se intenta de nuevo.',
  KIND_REFUSED: 'El servidor rechaza este tipo de dispositivo. Actualiza el servicio.',
  NO_LINKED_DEVICES: 'La cuenta ya no acepta dispositivos vinculados. Conecta de nuevo con otro código QR.',
  LOGIN_EXPIRED: 'El inicio de sesión venció. La conexión se intenta de nuevo.',
  DEVICE_UNKNOWN: 'El servidor no conoce este dispositivo. Conecta de nuevo con otro código QR.',
  SESSION_VOID: 'La sesión ya no vale. Conecta de nuevo con otro código QR.',
  CUT: 'La conexión se cortó. Se abre de nuevo.',
  REPLACED: 'Otra conexión usa este dispositivo. Detén la otra y luego conecta este número de nuevo.',
  SERVER_FAILED: 'El servidor tuvo una falla interna. La conexión se intenta de nuevo.',
  CLIENT_OUTDATED: 'El servidor rechaza esta versión. Actualiza el servicio.',
  SERVER_AWAY: 'El servidor no está disponible. La conexión se intenta de nuevo.',
  RESTART_ASKED: 'El servidor pidió otra conexión, como hace después de que se vincula un dispositivo.',
  ENDED_WITH: ({ message }) => `La conexión terminó con ${message ?? 'ningún motivo dicho'}.`,
  DEVICE_REMOVED:
    'Este dispositivo se quitó de la cuenta, en el teléfono o por la red. Se pregunta una vez más.',
  QR_EXPIRED: 'Nadie escaneó el código QR a tiempo. Conecta de nuevo para tener otro.',
  PAIRING_UNVERIFIED:
    'Lo que el teléfono firmó para este dispositivo no se pudo verificar, así que no se vinculó. Escanea otro código QR.',
  PASSKEY_EXPIRED: 'Nadie firmó con la llave de acceso a tiempo. Conecta de nuevo y escanea otro código QR.',
  PASSKEY_REFUSED:
    'La red no aceptó la confirmación de la llave de acceso. Conecta de nuevo y escanea otro código QR.',
  PASSKEY_UNREADABLE:
    'La red pidió una llave de acceso de un modo que no se entiende. Actualiza el servicio y luego conecta de nuevo.',
  NEWER_VERSION: ({ refused, next }) =>
    `El servidor rechaza la versión ${refused} de WhatsApp Web, así que la conexión se abre de nuevo con la ${next}.`,
  NO_NEWER_VERSION: ({ refused }) =>
    `El servidor rechaza la versión ${refused} de WhatsApp Web, y no se conoce una más nueva. La página de versiones se consulta de nuevo y la conexión se intenta sola; si WEB_VERSION nombra esta versión, quítala, si no, actualiza el servicio.`,
  PROXY_FAILED: ({ failure }) => renderCoded(proxyWords.failures, failure),
  RESTRICTED_UNTIL: ({ until }) => `hasta ${until}`,
  SESSION_TAKEN_BACK: 'la sesión exportada se recuperó',
  SESSION_IMPORTED: 'se importó una sesión',
  OTHER: ({ sentence }) => sentence,
}
