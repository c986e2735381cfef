import type { GroupRefusals } from '../../../core/conversation/group-refusals.ts'
import type { Sentences } from '../../sentences.ts'
import { describeNetworkRefusal } from '../network-refusal.ts'

/** Of operations on groups. */
export const groups: Sentences<GroupRefusals> = {
  GROUP_NOT_FOUND: 'A rede não conhece este grupo. Confira o endereço dele.',
  NOT_IN_GROUP:
    'O número não está neste grupo. Alguém precisa adicioná-lo, ou ele pode entrar por um link de convite.',
  NOT_GROUP_ADMIN:
    'Só administradores do grupo podem fazer isto. Peça a um deles que torne o número administrador.',
  ALREADY_IN_GROUP: 'O número já está neste grupo.',
  INVITE_OVER: ({ why }) =>
    why === 'revoked'
      ? 'Este link de convite foi trocado por outro. Peça o novo a um administrador do grupo.'
      : 'Este link de convite não existe. Confira se está inteiro.',
  NOT_A_PERSON: ({ given }) =>
    `${given} não é uma pessoa. Os membros de um grupo são pessoas, por número ou LID.`,
  PICTURE_NOT_TAKEN: 'Esta imagem não pode ser usada. Envie um JPEG, PNG, WebP ou GIF.',
  GROUP_RATE_LIMITED:
    'A rede foi consultada sobre grupos vezes demais. Espere alguns minutos e tente de novo.',
  GROUP_REFUSED: ({ networkCode }) =>
    `${describeNetworkRefusal('A rede recusou', networkCode)} Nada foi mudado.`,
  GROUP_NOT_ASKED:
    'O número não está conectado, então a rede não foi consultada. Conecte o número ou espere que se conecte e tente de novo.',
}
