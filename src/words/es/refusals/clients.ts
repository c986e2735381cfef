import type {
  ClientRefusals,
  PairingLinkRefusals,
  RefusalParams,
  SandboxRefusals,
} from '../../../core/refusal-reasons.ts'
import type { Sentences } from '../../sentences.ts'

const NO_CODE: Readonly<Record<RefusalParams['PAIRING_CODE_REFUSED']['why'], string>> = {
  bad_request:
    'La red no quiso dar un código para este número. Revisa el número; si está bien, espera unos minutos, porque también responde así cuando se piden códigos demasiadas veces.',
  rate_limited:
    'La red no da ningún código ahora, porque se pidieron demasiados. Espera unos minutos, o escanea el código QR.',
  no_answer: 'La red no respondió a tiempo, así que no hay código. Pídelo de nuevo.',
  passkey_asked:
    'La red espera la llave de acceso de la cuenta que ya escaneó o escribió. Confírmala, o reconecta el número.',
}

const NO_PASSKEY: Readonly<Record<RefusalParams['NO_PASSKEY_ASKED']['worker'], string>> = {
  running: 'La red no le pide ahora una llave de acceso a este número.',
  stopped: 'El número está en pausa, así que la red no le pide nada.',
}

const PASSKEY: Readonly<Record<RefusalParams['PASSKEY_REFUSED']['why'], string>> = {
  wrong_challenge:
    'Esto se firmó para otra solicitud. Copia el script que se muestra ahora, firma de nuevo y pega el resultado.',
  refused:
    'La red rechazó esta llave de acceso. Firma con la de la cuenta que escaneó el código y pega el resultado de nuevo.',
  no_answer: 'La red no respondió a tiempo. Entrégalo de nuevo.',
}

export const clients: Sentences<ClientRefusals> = {
  RECIPIENT_UNREADABLE: ({ given }) =>
    `"${given}" no es un destinatario. Usa un número con el código del país, o la dirección de un contacto o grupo.`,
  STATUS_IS_NO_CONTACT: 'El canal de estados no es un contacto.',
  NO_WORKER: 'El número todavía espera para conectarse. Eso pasa solo en cuanto haya lugar.',
  WORKER_ENDED: 'La conexión terminó de nuevo enseguida. El estado del número dice por qué.',
  WORKER_NOT_RUNNING:
    'El número está en pausa, así que no se puede desvincular desde aquí. Conéctalo antes, o quita el dispositivo en el teléfono.',
  WORKER_NOT_STARTED: 'No se pudo reconectar aquí. Intenta de nuevo en unos segundos.',
  WORKER_UNSURE: 'No hubo respuesta a tiempo; lo que se pidió aún puede tener efecto.',
  WORKER_CHANGED_HANDS: 'El número acaba de cambiar de lugar. Intenta de nuevo en unos segundos.',
  ALREADY_PAIRED: 'Este número ya está vinculado a una cuenta. Para vincular otra, desvincúlalo primero.',
  NOT_PAIRING: 'El número aún no muestra nada para escanear. Espera un momento e intenta de nuevo.',
  PAIRING_CODE_REFUSED: ({ why }) => NO_CODE[why],
  NO_PASSKEY_ASKED: ({ worker }) => NO_PASSKEY[worker],
  PASSKEY_REFUSED: ({ why }) => PASSKEY[why],
}

export const pairingLinks: Sentences<PairingLinkRefusals> = {
  NOT_LINKABLE:
    'Este número ya está vinculado a una cuenta, o su sesión está en otro lugar o a prueba. Para vincular otra cuenta, desvincúlalo primero.',
  LINK_UNKNOWN: 'Este enlace no funciona, o ya no. Pide otro a quien lo envió.',
  LINK_OVER: 'Este enlace ya terminó. Pide otro a quien lo envió.',
  LINK_OPENED_ELSEWHERE:
    'Este enlace se abrió en otro navegador. Suéltalo ahí primero; si no fuiste tú, avisa a quien lo envió.',
  LINK_USED_UP: 'Esto se intentó demasiadas veces con este enlace. Pide otro a quien lo envió.',
  TOO_OFTEN: 'Esto se pidió demasiadas veces. Espera un minuto e intenta de nuevo.',
  NO_VISIT: 'Esta página ya no tiene abierto el enlace. Abre el enlace de nuevo.',
  PAIRING_METHOD: 'Los enlaces de vinculación se usan con POST y un cuerpo JSON.',
  PAIRING_CONTENT_TYPE: 'Envía JSON con Content-Type: application/json.',
  PAIRING_PATH_UNKNOWN: 'No hay nada en esta ruta.',
}

export const sandbox: Sentences<SandboxRefusals> = {
  NOT_PAIRED: 'Este número aún no está vinculado. Conéctalo y escanea su código QR.',
  NOT_A_SANDBOX_CLIENT: 'Este número es de WhatsApp; escanea su código QR con WhatsApp en un teléfono.',
  NETWORK_NOT_AVAILABLE:
    'Dentro de este servicio no hay una red de prueba; escanea el código QR donde está esa red.',
  NO_QR: 'Ahora no hay un código QR para escanear. Conecta el número y espera a que muestre uno.',
  FILE_TOO_LARGE: ({ mib }) => `Este archivo tiene más de ${mib} MiB; no se muestra aquí.`,
  SANDBOX_REFUSED: ({ words }) => `${words}.`,
}
