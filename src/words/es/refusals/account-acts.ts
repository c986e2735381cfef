import type {
  AccountActRefusals,
  PersonRefusals,
  StatusRefusals,
} from '../../../core/client/account-refusals.ts'
import type { Sentences } from '../../sentences.ts'
import { describeNetworkRefusal } from '../network-refusal.ts'

/** De acciones en la cuenta de un número: el perfil, los canales. */
export const accountActs: Sentences<AccountActRefusals> = {
  ACCOUNT_NOT_ASKED:
    'El número no está conectado, así que no se preguntó a la red. Conéctalo, o espera a que se conecte, e intenta de nuevo.',
  ACCOUNT_RATE_LIMITED: 'Se preguntó a la red demasiadas veces. Espera unos minutos e intenta de nuevo.',
  ACCOUNT_REFUSED: ({ networkCode }) => describeNetworkRefusal('La red lo rechazó', networkCode),
  PHONE_NOT_READY:
    'El teléfono todavía no compartió lo necesario para cambiar esto. Abre la aplicación en el teléfono, espera a que se sincronice e intenta de nuevo.',
  ACCOUNT_HAS_NO_NAME:
    'La cuenta todavía no tiene nombre, y sin él la red no deja que esté en línea. Ponle uno en el perfil del número o en el teléfono e intenta de nuevo.',
  ACCOUNT_NOT_ONLINE:
    'La red solo dice quién está en línea a cuentas que también lo están, y esta nunca lo está. Cambia en los ajustes del número cuándo está en línea e intenta de nuevo.',
  TOO_MANY_WATCHED: ({ most }) =>
    `El número ya sigue a ${most} contactos, que es lo máximo. Termina algunos con presence.unsubscribe e intenta de nuevo.`,
  CHANNEL_NOT_FOUND: 'La red no conoce este canal. Revisa su dirección o su enlace.',
  CHANNEL_POST_NOT_FOUND: 'El canal no tiene esta publicación, o fue eliminada.',
  TOO_MANY_DOWNLOADS: ({ most }) =>
    `El número ya está descargando archivos de ${most} publicaciones, que es el máximo. Espera a que terminen algunos e intenta de nuevo.`,
  NOT_CHANNEL_ADMIN: 'Solo el dueño y los administradores del canal pueden hacer esto.',
  PERSON_NOT_CHANNEL_ADMIN: 'Esta persona no es administradora del canal: mira channels.listAdmins.',
  REACTION_NOT_ALLOWED: 'El dueño del canal no permite esta reacción.',
}

const OVER = { answered: 'se contestó', refused: 'se rechazó', missed: 'se perdió' } as const

export const persons: Sentences<PersonRefusals> = {
  PHONE_CALL_NOT_FOUND:
    'No existe esa llamada. `callId` es el del evento call.received; calls.list tiene las del número.',
  PHONE_CALL_OVER: ({ state }) =>
    `La llamada ya no suena: ${OVER[state]}. Solo se rechaza una llamada que suena.`,
}

/** De lo que la cuenta muestra por un día. */
export const statuses: Sentences<StatusRefusals> = {
  STATUS_NOT_FOUND:
    'No existe ese estado. status.list tiene los del número y status.listReceived los de sus contactos.',
  STATUS_OVER: 'Ese estado terminó: ya pasaron sus 24 horas, o se eliminó.',
  STATUS_NOT_POSTED: 'Ese estado no llegó a publicarse: nadie lo tiene, así que no hay nada que eliminar.',
  STATUS_FOR_NOBODY:
    'Nadie vería ese estado: la privacidad de los estados y la agenda de la cuenta no indican a nadie. Indica personas en `audience`, o guarda contactos en el teléfono, e intenta de nuevo.',
}
