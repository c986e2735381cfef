import type { GroupRefusals } from '../../../core/conversation/group-refusals.ts'
import type { Sentences } from '../../sentences.ts'
import { describeNetworkRefusal } from '../network-refusal.ts'

/** Of operations on groups. */
export const groups: Sentences<GroupRefusals> = {
  GROUP_NOT_FOUND: 'La red no conoce este grupo. Revisa su dirección.',
  NOT_IN_GROUP:
    'El número no está en este grupo. Alguien tiene que agregarlo, o puede unirse con un enlace de invitación.',
  NOT_GROUP_ADMIN:
    'Solo los administradores del grupo pueden hacer esto. Pide a uno que haga administrador al número.',
  ALREADY_IN_GROUP: 'El número ya está en este grupo.',
  INVITE_OVER: ({ why }) =>
    why === 'revoked'
      ? 'Este enlace de invitación fue cambiado por otro. Pide el nuevo a un administrador del grupo.'
      : 'Este enlace de invitación no existe. Revisa que esté completo.',
  NOT_A_PERSON: ({ given }) =>
    `${given} no es una persona. Los miembros de un grupo son personas, por número o LID.`,
  PICTURE_NOT_TAKEN: 'Esta imagen no se puede usar. Envía un JPEG, PNG, WebP o GIF.',
  GROUP_RATE_LIMITED:
    'Se preguntó a la red por grupos demasiadas veces. Espera unos minutos e intenta de nuevo.',
  GROUP_REFUSED: ({ networkCode }) =>
    `${describeNetworkRefusal('La red lo rechazó', networkCode)} No cambió nada.`,
  GROUP_NOT_ASKED:
    'El número no está conectado, así que no se preguntó a la red. Conéctalo, o espera a que se conecte, e intenta de nuevo.',
}
