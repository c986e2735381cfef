import type { ChatRefusals } from '../../../core/conversation/chat-refusals.ts'
import type { PreparationProblem } from '../../../core/conversation/content.ts'
import type { RefusalParams, RunRefusals, SendRefusals } from '../../../core/refusal-reasons.ts'
import type { Sentences } from '../../sentences.ts'
import { describeNetworkRefusal } from '../network-refusal.ts'

const NOT_CONNECTED: Readonly<Record<RefusalParams['CLIENT_NOT_CONNECTED']['while'], string>> = {
  sending:
    'El número no está conectado, así que no se envió nada. Conéctalo, o espera a que se conecte, e intenta de nuevo.',
  checking: 'La red no respondió si conoce este número, así que no se envió nada. Intenta de nuevo.',
  naming: 'La red no dijo de quién es este nombre de usuario, así que no se envió nada. Intenta de nuevo.',
  preparing: 'La red no respondió a tiempo, así que no se envió nada. Intenta de nuevo.',
  testing:
    'El número no está conectado, así que no empezó ninguna prueba. Conéctalo, o espera a que se conecte, y prueba.',
}

const ABOUT: Readonly<Record<'quoted' | 'forwarded' | 'edited', string>> = {
  quoted: 'El mensaje citado',
  forwarded: 'El mensaje reenviado',
  edited: 'El mensaje editado',
}

function describePreparation(problem: PreparationProblem): string {
  switch (problem.why) {
    case 'unreadable':
      return `${ABOUT[problem.of]} no se puede leer como está guardado.`
    case 'empty':
      return `${ABOUT[problem.of]} no tiene contenido que se pueda mostrar de nuevo.`
    case 'view_once':
      return 'Un mensaje para ver una sola vez no se puede reenviar.'
    case 'no_text':
      return 'El mensaje editado no tiene texto ni leyenda.'
  }
}

const OWN_ONLY: Readonly<Record<RefusalParams['NOT_OWN_MESSAGE']['act'], string>> = {
  edit: 'Solo se pueden editar mensajes que envió este número.',
  revoke: 'Aquí solo se pueden eliminar mensajes que envió este número.',
}

const PLACES: Readonly<Record<RefusalParams['PLACE_UNKNOWN']['list'], string>> = {
  conversation: 'El cursor no es uno que haya dado este servicio. Usa nextCursor o el cursor de un mensaje.',
  inbox: 'El cursor no es uno que haya dado este servicio. Usa nextCursor.',
  pages: 'El cursor no es uno que haya dado este servicio. Usa el nextCursor de la página anterior.',
}

const noFile = ({ words }: RefusalParams['MEDIA_GONE']): string =>
  `No se puede obtener el archivo ahora: ${words ?? 'No se descargó a tiempo.'}`

export const sends: Sentences<SendRefusals> = {
  CLIENT_NOT_CONNECTED: (params) => NOT_CONNECTED[params.while],
  SEND_QUEUE_FULL: ({ waiting }) =>
    `El número ya tiene ${waiting} mensajes en espera, así que este no se aceptó. Intenta más tarde, o sube sus mensajes por segundo.`,
  NO_CALL_LINK:
    'La red no dio un enlace para la llamada, así que no se envió nada. Intenta de nuevo en un momento, o envía el evento sin llamada.',
  RECIPIENT_NOT_FOUND: ({ address }) =>
    `${address} no está en la red, así que no se envió nada. Revisa el número con su código del país.`,
  USERNAME_NOT_FOUND: ({ username }) =>
    `Nadie tiene el nombre de usuario @${username}, así que no se envió nada. Revisa cómo se escribe.`,
  USERNAME_KEY_NEEDED: ({ username }) =>
    `Solo quien conoce la clave encuentra a @${username}, así que no se envió nada. Pide la clave a la persona, o que escriba primero.`,
  ANSWERED_MEANWHILE: () =>
    'No se envió nada: otra persona escribió en este chat mientras tanto. Léelo y envíalo de nuevo si aún hace falta.',
  EDIT_WINDOW_PAST: ({ minutes }) =>
    `Los mensajes se pueden editar durante ${minutes} minutos, y este es más viejo. Envía uno nuevo.`,
  DELETE_WINDOW_PAST: ({ hours }) =>
    `Los mensajes se pueden eliminar durante ${hours} horas, y este es más viejo. No se envió nada.`,
  MESSAGE_NOT_FOUND: () => 'Este número no tiene este mensaje en ese chat.',
  QUOTED_NOT_FOUND: () => 'Este número no tiene el mensaje citado en ese chat; cita uno que haya visto.',
  MESSAGE_NOT_PREPARED: (problem) => `${describePreparation(problem)} No se envió nada.`,
  REACH_OUT_RESTRICTED: ({ until }) =>
    `No se envió nada: la red no deja que esta cuenta escriba a personas nuevas. Esto termina el ${until}.`,
  NEW_CHAT_LIMIT: ({ until }) =>
    `No se envió nada: la cuenta ya empezó casi tantos chats nuevos como permite la red. A quienes escribieron primero se les responde. Esto termina el ${until}.`,
  KEY_OF_OTHER: ({ fromMe }) =>
    fromMe
      ? 'La clave dice que este número escribió el mensaje, pero fue el contacto.'
      : 'La clave dice que el contacto escribió el mensaje, pero fue este número.',
  KEY_OF_OTHER_CHAT: 'La clave es de otro chat que el destino; los dos tienen que ser el chat del mensaje.',
  NOT_OWN_MESSAGE: ({ act }) => OWN_ONLY[act],
  NOT_EDITABLE: ({ type }) => `Este mensaje es del tipo ${type}; solo se pueden editar textos y leyendas.`,
  PLACE_UNKNOWN: ({ list }) => PLACES[list],
  FIELD_MISPLACED: ({ fitting, type }) =>
    `Un campo del mensaje va solo con ${fitting.join(', ')}, no con ${type}.`,
  MESSAGE_TYPE_UNKNOWN: 'El mensaje no es de un tipo que conozca este servidor.',
  ALBUM_ITEM_EMPTY: 'El álbum tiene un elemento sin imagen ni video.',
  NO_FILE_IN_MESSAGE: 'Este mensaje no tiene archivo.',
  SNOOZE_NOT_AHEAD: 'Para posponer hace falta un momento de aquí a un año, y para nada más.',
  NOTE_NOT_OWN: 'Solo quien escribió una nota puede cambiarla o borrarla.',
  TOO_MANY_REPLIES: ({ most }) => `Ya hay ${most} respuestas rápidas; elimina una que no haga falta.`,
  SHORTCUT_TAKEN: ({ shortcut }) => `Otra respuesta rápida ya tiene el atajo /${shortcut}; elige otro.`,
  TOO_MANY_DEPARTMENTS: ({ most }) => `Ya hay ${most} departamentos; elimina uno que no haga falta.`,
  DEPARTMENT_TAKEN: ({ name }) => `Otro departamento ya tiene el nombre ${name}; elige otro.`,
  TOO_MANY_LABELS: ({ most }) => `Ya hay ${most} etiquetas; elimina una que no haga falta.`,
  LABEL_TAKEN: ({ name }) => `Otra etiqueta ya se llama “${name}”; elige esa u otro nombre.`,
  CONVERSATION_LABELS_FULL: ({ most }) =>
    `Esta conversación ya tiene ${most} etiquetas; quita una que no necesite.`,
  TOO_MANY_CAMPAIGNS: ({ most }) => `Ya hay ${most} campañas; elimina una que haya terminado.`,
  CAMPAIGN_TOO_LARGE: ({ most }) => `llega a más de ${most} personas; elige menos, o haz dos campañas.`,
  CAMPAIGN_EMPTY:
    'La campaña no llega a nadie: el público está vacío, o todos quedan fuera. Elige a otras personas.',
  CAMPAIGN_WITHOUT_CONTENT: 'está vacío: escribe un mensaje, añade un archivo o elige un flujo.',
  CAMPAIGN_AUDIO_WITH_TEXT:
    'no puede acompañar un archivo de audio, que no tiene texto al pie: déjalo vacío o elige otro archivo.',
  CAMPAIGN_FILE_GONE: 'es un archivo que se eliminó desde entonces: elige otro, o ninguno.',
  CAMPAIGN_FLOW_UNREADY: 'El flujo no puede empezar en este número: no está publicado, o es de otro número.',
  CAMPAIGN_IS: ({ state }) => CAMPAIGN_STATES[state],
  STATUS_SHOWS_NO_PRESENCE: 'El destino es el canal de estados; ahí nadie ve presencia.',
  STATUS_HAS_NO_PICTURE: 'Este es el canal de estados, que no tiene foto.',
  STATUS_IS_NO_CHAT:
    'Este es el canal de estados, que no es un chat: usa status.post, status.delete y status.react.',
  MEDIA_GONE: noFile,
  MEDIA_NOT_AVAILABLE: noFile,
  NO_ANSWER_IN_TIME: 'La red no respondió a tiempo. Intenta de nuevo.',
  NETWORK_NOT_ANSWERING:
    'La red no respondió, así que no se sabe si se hizo. Mira cómo está e inténtalo de nuevo.',
  PICTURES_ASKED_TOO_OFTEN:
    'Se pidieron muchas fotos a la red en poco tiempo; pedir más parece una recopilación masiva. Intenta de nuevo en diez minutos.',
}

const EXISTS: Readonly<Record<RefusalParams['RUN_EXISTS']['while'], string>> = {
  starting: 'El contacto ya está en una ejecución; cancélala o espera a que termine.',
  testing:
    'El número está en una ejecución de un flujo publicado; cancélala o espera a que termine, y prueba.',
}

const DECIDED: Readonly<Record<RefusalParams['APPROVAL_DECIDED']['as'], string>> = {
  approved: 'se aprobó',
  changed: 'se cambió y se aprobó',
  declined: 'se rechazó',
}

const NOT_ACTIVE: Readonly<Record<RefusalParams['FLOW_NOT_ACTIVE']['why'], string>> = {
  unpublished: 'El flujo no está publicado; publícalo primero.',
  unpublished_here: 'El flujo no está publicado para este número; publícalo primero.',
  no_api_trigger: 'El flujo no tiene un trigger.api conectado; agrega uno y publica.',
}

const HANDED_OFF: Readonly<Record<RefusalParams['HANDOFF']['while'], string>> = {
  starting: 'Una persona tomó el chat; espera a que eso termine, o continúa la ejecución.',
  testing: 'Una persona tiene el chat con este número. Devuélvelo al flujo y prueba.',
}

const changedNothing = (why: string): string => `La solicitud no cambió nada (${why}).`

export const runs: Sentences<RunRefusals> = {
  RUN_EXISTS: (params) => EXISTS[params.while],
  FLOW_NOT_ACTIVE: ({ why }) => NOT_ACTIVE[why],
  APPROVAL_OVER: 'Este texto ya no espera aprobación: su ejecución siguió adelante.',
  APPROVAL_DECIDED: ({ as, by }) => `${by} ya decidió sobre este texto: ${DECIDED[as]}.`,
  RUN_NOT_FOUND: 'El contacto no tiene una ejecución activa o en pausa con este id.',
  NODE_NOT_FOUND: ({ node }) => `No hay un paso "${node}" en la versión del flujo que está en uso.`,
  INPUT_MISSING: ({ name }) => `La entrada "${name}" es obligatoria.`,
  INPUT_INVALID: ({ name, type }) => `La entrada "${name}" no es del tipo ${type}.`,
  HANDOFF: (params) => HANDED_OFF[params.while],
  BLACKLISTED: 'El contacto está bloqueado; desbloquéalo primero.',
  ONCE: 'El flujo se ejecuta una vez por contacto, y ya se ejecutó.',
  COOLDOWN: 'El flujo se inició hace poco para este contacto; su disparador tiene un intervalo mínimo.',
  RETRIGGER_IGNORED:
    'El contacto tiene una ejecución en pausa de este flujo, y la configuración del flujo la conserva.',
  NO_MATCH: changedNothing('ningún disparador coincide'),
  NOT_WAITING: changedNothing('la ejecución no espera por él'),
  BEFORE_PROMPT: changedNothing('llegó antes de la pregunta'),
  STALE_TIMER: changedNothing('el temporizador ya no vale'),
  STALE_EFFECT: changedNothing('el resultado ya no vale'),
  STALE_MESSAGE: changedNothing('el mensaje es demasiado viejo'),
  OWN_ECHO: changedNothing('es un mensaje del propio flujo'),
  GROUP: changedNothing('los flujos no se ejecutan en grupos'),
  NOT_SUPPORTED: changedNothing('esto aún no es posible'),
  FAILED: ({ words }) => changedNothing(words),
  OWN_NUMBER: 'Este es el propio número; prueba en el teléfono de otra persona.',
  NOT_PAUSED: ({ state }) =>
    `Solo se puede pausar una ejecución activa de un número con tiempo de atención mayor que 0; está en ${state}.`,
  RUN_ENDED: ({ state }) => `La ejecución ya terminó (${state}); no hay nada que cancelar.`,
  REQUEST_LATE:
    'La solicitud está guardada, pero no se atendió a tiempo. Mira la ejecución de nuevo en un momento.',
  DRAFTS_NOT_TESTED_HERE: 'Este proceso no prueba borradores. Usa un servicio en funcionamiento.',
}

export const chats: Sentences<ChatRefusals> = {
  CHATS_CHANGED_MEANWHILE:
    'Otros dispositivos de la cuenta cambiaron los chats al mismo tiempo, así que no cambió nada. Intenta de nuevo.',
  CHAT_CHANGE_REFUSED: ({ networkCode }) =>
    `${describeNetworkRefusal('La red rechazó este cambio', networkCode)} No cambió nada.`,
  MUTE_NOT_AHEAD: '`mutedUntil` tiene que ser un momento futuro, `always`, o null para terminarlo.',
  WHATSAPP_LABEL_TAKEN: 'Otra etiqueta de esta cuenta en WhatsApp tiene este nombre. Elige otro, o usa esa.',
  WHATSAPP_LABELS_FULL: ({ most }) =>
    `WhatsApp muestra ${most} etiquetas de una cuenta como máximo, y ya las tiene. Elimina una primero.`,
  WHATSAPP_LABEL_FIXED: 'Esta es una etiqueta propia de WhatsApp, que nadie cambia. No cambió nada.',
  WHATSAPP_LABEL_FILLED:
    'WhatsApp llena esta lista por sí mismo, así que no se puede vincular. Elige una etiqueta que la gente pone en los chats.',
  LABEL_LINKED:
    'Una de las dos etiquetas ya está vinculada con otra en este número. Quita antes ese vínculo.',
}

const CAMPAIGN_STATES: Readonly<Record<RefusalParams['CAMPAIGN_IS']['state'], string>> = {
  draft: 'La campaña no ha empezado.',
  planned: 'La campaña está programada; cancélala primero y vuelve a ser un borrador.',
  running: 'La campaña está en marcha; ponla en pausa o cancélala primero.',
  paused: 'La campaña está en pausa; reanúdala o cancélala primero.',
  done: 'La campaña ha terminado; duplícala para enviarla otra vez.',
  cancelled: 'La campaña se canceló; duplícala para enviarla otra vez.',
}
