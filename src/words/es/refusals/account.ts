import type { MissingThing } from '../../../core/input/missing-thing.ts'
import type { AccountRefusals, CommonRefusals, ProxyRefusals } from '../../../core/refusal-reasons.ts'
import { renderCallFailure } from '../../call-failures.ts'
import { renderCoded } from '../../coded.ts'
import { describeInputProblem } from '../../input-problems.ts'
import type { Sentences } from '../../sentences.ts'
import { callFailures } from '../call-failures.ts'
import { inputProblems } from '../input-problems.ts'
import { proxyWords } from '../proxies.ts'

const MISSING: Readonly<Record<MissingThing, string>> = {
  client: 'Este número ya no existe, o no es tuyo.',
  flow: 'Este flujo ya no existe, o no es tuyo.',
  'flow state': 'Esta ejecución ya no existe, o no es tuya.',
  message: 'Este mensaje ya no existe, o no es tuyo.',
  key: 'Esta clave ya no existe, o no es tuya.',
  webhook: 'Este webhook ya no existe, o no es tuyo.',
  user: 'Esta persona ya no existe.',
  invitation: 'Esta invitación ya no existe.',
  workspace: 'Este espacio de trabajo ya no existe, o no estás en él.',
  member: 'Esta persona ya no está en el espacio de trabajo.',
  'pairing link': 'Este enlace ya no existe, o no es tuyo.',
  session: 'Esta sesión ya no existe, o no es tuya.',
  conversation: 'Aún no hay mensajes en esta conversación.',
  note: 'Esta nota ya no existe.',
  asset: 'Este archivo ya no existe, o no es tuyo.',
  reply: 'Esta respuesta rápida ya no existe.',
  department: 'Este departamento ya no existe.',
  label: 'Esta etiqueta ya no existe.',
  campaign: 'Esta campaña ya no existe.',
  document: 'Este documento ya no existe, o no es tuyo.',
}

export const common: Sentences<CommonRefusals> = {
  NO_SUCH_THING: ({ what }) => MISSING[what],
  CURSOR_UNKNOWN: 'El cursor no es un nextCursor de esta lista. Déjalo fuera para empezar de nuevo.',
  IDEMPOTENCY_KEY_REUSED:
    'Esta clave de idempotencia se usó para otra solicitud en las últimas 24 horas. Usa una nueva para una solicitud nueva.',
  FIELD_INVALID: ({ problem }) => describeInputProblem(inputProblems, problem),
}

export const account: Sentences<AccountRefusals> = {
  OWN_ACCOUNT: 'Nadie se quita sus propios permisos: pídelo a otro administrador.',
  OWNER_STAYS:
    'El propietario se queda como está: antes hay que entregar el espacio de trabajo a otra persona.',
  OWNER_ONLY: 'Solo el propietario entrega el espacio de trabajo.',
  TOO_MANY_WORKSPACES: ({ most }) =>
    `Una persona puede ser propietaria de ${most} espacios de trabajo. Elimina uno o entrega uno.`,
  ACCOUNT_FIRST: ({ email }) =>
    `No hay una cuenta para ${email}, y aquí solo los administradores del servicio crean cuentas. Pídela antes a uno de ellos.`,
  ALREADY_MEMBER: ({ email }) => `${email} ya está en el espacio de trabajo. Cambia ahí su rol.`,
  INVITED_OTHER: ({ email }) => `Esta invitación es para ${email}. Inicia sesión con esa dirección.`,
  INVITATION_OVER: 'Esta invitación ya no vale. Pide otra a quien te invitó.',
  OTHER_NAME: 'Ese no es el nombre del espacio de trabajo. Escríbelo como está ahí.',
  HAS_ACCOUNT: ({ email }) => `Ya hay una cuenta con el correo ${email}. Cámbiala en la lista de personas.`,
  NO_ACCOUNT: ({ email }) =>
    `No hay una cuenta con el correo ${email}. Revisa la dirección, o crea una primero.`,
  EMAIL_INVALID: ({ email }) => `"${email}" no es un correo electrónico.`,
  EMAIL_TAKEN: ({ email }) => `Ya hay una cuenta con el correo ${email}. Usa otro.`,
  PASSWORD_LENGTH: ({ least, most }) => `Una contraseña tiene de ${least} a ${most} caracteres; elige otra.`,
  KEY_EXPIRY_PAST: 'El plazo ya pasó. Elige un momento futuro, o déjalo sin plazo.',
  NO_SERVER_MAIL: 'Este servicio no tiene servidor de correo. Quien lo opera puede indicar uno en SMTP_URL.',
  NO_SUCH_SECRET: 'Este secreto ya no existe. Mira la lista.',
  SECRET_VALUE_MISSING: 'Escribe el valor del secreto.',
  SECRET_OF_OTHER_KIND:
    'Ya hay un secreto con este nombre cuyo valor se obtiene de otro modo. Elimínalo antes, o elige otro nombre.',
  NO_SUCH_CONNECTION: 'Ninguna conexión tiene este nombre. Mira la lista de secretos.',
  KEY_FILE_UNREADABLE:
    'Esto no es un archivo de clave de una cuenta de servicio. Pega el archivo JSON completo, como lo dio Google.',
  NOBODY_AGREES: 'Esta conexión obtiene sus tokens por sí misma. Pruébala en lugar de eso.',
  AGREEMENT_UNKNOWN:
    'Esta respuesta no es de una conexión que hayas iniciado en los últimos 10 minutos. Empieza de nuevo en la página de secretos.',
  NOT_AGREED: ({ name, error }) =>
    `El otro sistema no dejó que los flujos actúen por ti${error === null ? '' : ` (${error})`}. Conecta "${name}" de nuevo si no era tu intención.`,
  CODE_REFUSED: ({ name, error }) =>
    `El otro sistema no dio un token para "${name}"${error === null ? '' : ` (${error})`}. Revisa la configuración de la conexión y conecta de nuevo.`,
  SECRET_HOSTS_MISSING:
    'Indica los servidores a los que las llamadas pueden llevar el secreto, como api.example.com.',
  TOO_MANY_SECRETS: ({ most }) => `Ya hay ${most} secretos; elimina uno que no haga falta.`,
  BAD_URL: ({ call }) => renderCallFailure(callFailures, call),
  ADDRESS_REFUSED: ({ call }) => renderCallFailure(callFailures, call),
  TOO_MANY_WEBHOOKS: ({ most }) => `Ya hay ${most} webhooks; elimina uno que no haga falta.`,
}

export const proxies: Sentences<ProxyRefusals> = {
  SANDBOX_USES_NO_PROXY:
    'Un número de prueba no usa proxy: la red de prueba funciona junto al servicio, adonde no lleva ningún proxy. Dale el proxy a un número de WhatsApp.',
  CLIENTS_WOULD_GO_DIRECT: ({ clients }) =>
    `${clients} números se quedarían sin proxy y se conectarían directamente. Importa otros antes.`,
  PROXY_INVALID: ({ problem }) => `${renderCoded(proxyWords.entries, problem)}.`,
  PROXY_UNKNOWN: 'Este proxy ya no existe. Mira la lista.',
}
