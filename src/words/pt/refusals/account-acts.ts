import type {
  AccountActRefusals,
  PersonRefusals,
  StatusRefusals,
} from '../../../core/client/account-refusals.ts'
import type { Sentences } from '../../sentences.ts'
import { describeNetworkRefusal } from '../network-refusal.ts'

/** De ações na conta de um número: o perfil, os canais. */
export const accountActs: Sentences<AccountActRefusals> = {
  ACCOUNT_NOT_ASKED:
    'O número não está conectado, então a rede não foi consultada. Conecte o número ou espere que se conecte e tente de novo.',
  ACCOUNT_RATE_LIMITED: 'A rede foi consultada vezes demais. Espere alguns minutos e tente de novo.',
  ACCOUNT_REFUSED: ({ networkCode }) => describeNetworkRefusal('A rede recusou', networkCode),
  PHONE_NOT_READY:
    'O telefone ainda não compartilhou o necessário para mudar isto. Abra o aplicativo no telefone, espere que sincronize e tente de novo.',
  ACCOUNT_HAS_NO_NAME:
    'A conta ainda não tem nome, e sem ele a rede não deixa que fique online. Dê um nome no perfil do número ou no telefone e tente de novo.',
  ACCOUNT_NOT_ONLINE:
    'A rede só conta quem está online a contas que também estão, e esta nunca está. Mude nas configurações do número quando ele fica online e tente de novo.',
  TOO_MANY_WATCHED: ({ most }) =>
    `O número já acompanha ${most} contatos, que é o máximo. Encerre alguns com presence.unsubscribe e tente de novo.`,
  CHANNEL_NOT_FOUND: 'A rede não conhece este canal. Confira o endereço ou o link dele.',
  CHANNEL_POST_NOT_FOUND: 'O canal não tem esta publicação, ou ela foi apagada.',
  TOO_MANY_DOWNLOADS: ({ most }) =>
    `O número já está baixando arquivos de ${most} publicações, que é o máximo. Espere alguns terminarem e tente de novo.`,
  NOT_CHANNEL_ADMIN: 'Só o dono e os administradores do canal podem fazer isto.',
  PERSON_NOT_CHANNEL_ADMIN: 'Esta pessoa não é administradora do canal: veja channels.listAdmins.',
  REACTION_NOT_ALLOWED: 'O dono do canal não permite esta reação.',
}

const OVER = { answered: 'foi atendida', refused: 'foi recusada', missed: 'foi perdida' } as const

export const persons: Sentences<PersonRefusals> = {
  PHONE_CALL_NOT_FOUND:
    'Essa ligação não existe. `callId` é o do evento call.received; calls.list traz as ligações do número.',
  PHONE_CALL_OVER: ({ state }) =>
    `A ligação não está mais tocando: ${OVER[state]}. Só se recusa uma ligação que toca.`,
}

/** Do que a conta mostra por um dia. */
export const statuses: Sentences<StatusRefusals> = {
  STATUS_NOT_FOUND:
    'Esse status não existe. status.list traz os do número e status.listReceived os dos contatos.',
  STATUS_OVER: 'Esse status acabou: já passaram as 24 horas dele, ou foi apagado.',
  STATUS_NOT_POSTED: 'Esse status não chegou a ser publicado: ninguém o tem, então não há o que apagar.',
  STATUS_FOR_NOBODY:
    'Ninguém veria esse status: a privacidade do status e a agenda da conta não indicam ninguém. Indique pessoas em `audience`, ou salve contatos no celular, e tente de novo.',
}
