import type { MessageType } from '../../core/conversation/message.ts'
import type { NearBecause, PauseCause } from '../../core/flow/index.ts'
import { type FateReader, type FateWords, sayDuration } from '../fates.ts'
import { wordFor } from '../run-story.ts'
import { reasons } from './runs.ts'

const NEAR: Readonly<Record<NearBecause, string>> = {
  whole_message: 'ela pede a mensagem inteira',
  beginning: 'ela pede o começo da mensagem',
  whole_word: 'ela pede uma palavra inteira',
  case: 'ela distingue maiúsculas ou acentos',
  typing: 'ela se escreve de outro jeito',
}

const KINDS: Readonly<Record<MessageType, string>> = {
  text: 'um texto',
  image: 'uma imagem',
  video: 'um vídeo',
  audio: 'um arquivo de áudio',
  voice: 'uma mensagem de voz',
  document: 'um documento',
  sticker: 'uma figurinha',
  location: 'uma localização',
  contact: 'um contato',
  poll_vote: 'um voto',
  other: 'uma mensagem deste tipo',
}
const MORE_KINDS = {
  ...KINDS,
  video_note: 'um recado em vídeo',
  phone_only: 'uma mensagem que se abre no telefone',
}
const kind = (type: string): string => wordFor(MORE_KINDS, type)

const counted = (one: string, many: string) => (count: number) => `${count} ${count === 1 ? one : many}`
const duration = (seconds: number): string =>
  sayDuration(seconds, {
    day: counted('dia', 'dias'),
    hour: counted('hora', 'horas'),
    minute: counted('minuto', 'minutos'),
    second: counted('segundo', 'segundos'),
  })

const messages = (count: number): string => (count === 1 ? 'uma mensagem' : `${count} mensagens`)

function sayCause(by: PauseCause | null, { flow, node, time }: FateReader): string {
  switch (by?.kind) {
    case 'person':
      return `Os fluxos estão pausados porque uma pessoa assumiu a conversa às ${time(by.at)}`
    case 'flow':
      return `Os fluxos estão pausados porque ${node(by)} de ${flow(by.flowId)} passou a conversa a pessoas às ${time(by.at)}`
    case 'loop_guard':
      return `Os fluxos estão pausados porque o contato escreveu tanto quanto outro robô às ${time(by.at)}`
    default:
      return 'Os fluxos estão pausados porque pessoas têm a conversa'
  }
}

const CHANGE_TRIGGER = 'Mude quando o gatilho aceita mensagens ou adicione outro gatilho.'

export const fates: FateWords = {
  lines: {
    BLOCKED: () => 'Nenhum fluxo responde: o contato está bloqueado.',
    PAUSED: ({ until, by }, reader) =>
      until === null
        ? `${sayCause(by, reader)}.`
        : `${sayCause(by, reader)}; eles continuam às ${reader.time(until)}.`,
    LOOP_GUARD: ({ flowId, until }, { flow, time }) =>
      `Mensagens demais em um minuto, como de outro robô: ${flow(flowId)} passou a conversa a pessoas até ${time(until)}.`,
    NO_FLOWS: () => 'Nenhum fluxo está ativo neste número.',
    NO_LISTENERS: () => 'Os fluxos ativos não começam com uma mensagem.',
    NEAR_KEYWORD: ({ keyword, because, flowId }, { flow }) =>
      `Nenhuma palavra-chave serve. A mais próxima é “${keyword}” de ${flow(flowId)}, mas ${NEAR[because]}.`,
    NOTHING_FITS: () => 'Nenhum gatilho de um fluxo ativo serve para esta mensagem.',
    NOT_TEXT: ({ type }) => `As palavras-chave são comparadas com texto, e isto é ${kind(type)} sem texto.`,
    NOT_IN_GROUPS: () => 'Nenhum fluxo ativo escuta em grupos.',
    ONLY_FIRST: ({ flowId }, { flow }) =>
      `${flow(flowId)} só aceita a primeira mensagem que um contato escreve.`,
    ONLY_AFTER_IDLE: ({ flowId, idleSec }, { flow }) =>
      `${flow(flowId)} só aceita uma mensagem quando o contato não escreveu nada por ${duration(idleSec)}.`,
    ONLY_TYPES: ({ flowId, types }, { flow }) => `${flow(flowId)} só aceita ${types.map(kind).join(', ')}.`,
    COOLING: ({ flowId, until }, { flow, time }) =>
      `A palavra-chave serve, mas ${flow(flowId)} só começa de novo para este contato às ${time(until)}.`,
    ONCE_ONLY: ({ flowId }, { flow }) =>
      `${flow(flowId)} só é executado uma vez por contato, e já foi para este.`,
    RESTING: ({ flowId }, { flow }) =>
      `${flow(flowId)} não começa outra execução para este contato enquanto uma anterior repousa.`,
    TOO_OLD: ({ sentAt, limitSec }, { time }) =>
      `Foi enviada às ${time(sentAt)} e chegou mais de ${duration(limitSec)} depois, porque o número estava desligado: um fluxo não começa tão tarde.`,
    IN_DELAY: (place, { flow, node, time }) =>
      `${flow(place.flowId)} está esperando em ${node(place)}${place.until === null ? '' : ` até ${time(place.until)}`} e não aceita mensagens enquanto isso.`,
    BEFORE_QUESTION: (place, { node }) =>
      `Foi escrita antes de o contato poder ver a pergunta ${node(place)}, por isso não a responde.`,
    NOT_ASKED: (place, { flow, node }) =>
      `${flow(place.flowId)} está em ${node(place)} e não espera por nenhuma mensagem.`,
    RUN_BUSY: (place, { flow, node }) => {
      const { state } = place
      if (state === 'waiting_effect')
        return `Espera a vez: ${flow(place.flowId)} aguarda um resultado em ${node(place)}.`
      if (state === 'waiting_approval')
        return `Espera a vez: uma resposta de ${flow(place.flowId)} aguarda a aprovação de uma pessoa.`
      return `Espera a vez: ${flow(place.flowId)} está ocupado em ${node(place)}.`
    },
    QUESTION_UNCONFIRMED: (place, { node }) =>
      `Espera até ser confirmado que a pergunta ${node(place)} foi enviada.`,
    OWN_MESSAGE: ({ by }) =>
      ({
        flow: 'Foi um fluxo deste número que a enviou.',
        api: 'Foi enviada deste número pela API ou pela caixa de entrada.',
        phone: 'Foi enviada do próprio telefone deste número.',
      })[by],
    HISTORY: () =>
      'Veio com o histórico da conta: os fluxos só respondem ao que chega enquanto estão em execução.',
    STATUS_POST: () => 'É uma publicação de status, a que os fluxos não respondem.',
    NOT_FOR_FLOWS: ({ type }) => `Os fluxos não reagem aqui a ${kind(type)}.`,
    FORGOTTEN: ({ days }) => `O que foi decidido sobre ela é guardado por ${days} dias, que já passaram.`,
    QUEUED: ({ isConnected }) =>
      isConnected ? 'Chegou e está sendo decidida.' : 'Chegou e espera: o número não está conectado.',
    RETRIED: ({ attempts }) =>
      `Não pôde ser processada (${attempts} tentativas até agora) e será tentada de novo.`,
    GIVEN_UP: ({ reference }) =>
      `O serviço não conseguiu processá-la e desistiu${reference === null ? '' : `; o registro diz o motivo em ${reference}`}.`,
    IGNORED: ({ reason }) => `Nenhum fluxo a aceitou: ${wordFor(reasons, reason)}.`,
    PUT_OFF: () => 'Espera até que a execução do contato termine o que está fazendo.',
    STARTED: ({ flowId, sent }, { flow }) => `Iniciou ${flow(flowId)}, que respondeu com ${messages(sent)}.`,
    RESUMED: ({ flowId, sent }, { flow }) =>
      `${flow(flowId)} continuou de onde parou, com ${messages(sent)}.`,
    ANSWERED: (place, { flow, node }) =>
      `${flow(place.flowId)} a recebeu em ${node(place)} e respondeu com ${messages(place.sent)}.`,
    NOT_UNDERSTOOD: (place, { flow, node }) =>
      `${flow(place.flowId)} não a entendeu em ${node(place)} e disse isso com ${messages(place.sent)}.`,
    KEPT: (place, { flow, node }) =>
      `${flow(place.flowId)} a guarda em ${node(place)} até o contato terminar ou o tempo acabar.`,
    SAID_NOTHING: (place, { flow, node }) =>
      `${flow(place.flowId)} a recebeu e não enviou nada; o último passo foi ${node(place)}.`,
    OUTSIDE_HOURS: (place, { flow, node }) =>
      `Chegou fora do horário de ${node(place)}, em que ${flow(place.flowId)} não diz nada.`,
    HANDED_OFF: (place, { flow, node }) =>
      `${flow(place.flowId)} passou a conversa a pessoas em ${node(place)}.`,
    AWAITS_EFFECT: (place, { flow, node }) =>
      `${flow(place.flowId)} a recebeu e aguarda um resultado em ${node(place)}.`,
    AWAITS_APPROVAL: ({ flowId }, { flow }) =>
      `${flow(flowId)} escreveu uma resposta, que aguarda a aprovação de uma pessoa.`,
    RUN_FAILED: ({ flowId, failure }, reader) =>
      `${reader.flow(flowId)} a recebeu e falhou: ${reader.failure(failure)}`,
    ANSWER_NOT_SENT: ({ flowId, error }, { flow, sendError }) =>
      `${flow(flowId)} respondeu, mas a resposta não foi enviada${error === null ? '.' : `: ${sendError(error)}`}`,
    ANSWER_WAITS: ({ flowId, isConnected }, { flow }) =>
      isConnected
        ? `${flow(flowId)} respondeu, e a resposta está a caminho.`
        : `${flow(flowId)} respondeu, e a resposta espera: o número não está conectado.`,
    RUN_GONE: () => 'Um fluxo a recebeu; a execução foi removida depois.',
  },
  hints: {
    BLOCKED: 'Desbloqueie o contato.',
    PAUSED: 'Devolva a conversa aos fluxos ou espere.',
    LOOP_GUARD: 'Se foi uma pessoa, devolva a conversa aos fluxos na caixa de entrada.',
    NO_FLOWS: 'Publique um fluxo para este número.',
    NO_LISTENERS: 'Adicione a um fluxo um gatilho por palavra-chave ou por qualquer mensagem.',
    NEAR_KEYWORD: ({ because }) =>
      because === 'typing'
        ? 'Adicione o que foi escrito como palavra-chave ou deixe o gatilho perdoar erros de digitação.'
        : 'Adicione o que foi escrito como palavra-chave ou escolha como ela é comparada.',
    NOTHING_FITS: 'Adicione a um fluxo uma palavra-chave ou um gatilho por qualquer mensagem.',
    NOT_TEXT: 'Adicione um gatilho por qualquer mensagem que aceite este tipo.',
    NOT_IN_GROUPS: 'Deixe um gatilho por palavra-chave escutar em grupos.',
    ONLY_FIRST: CHANGE_TRIGGER,
    ONLY_AFTER_IDLE: CHANGE_TRIGGER,
    ONLY_TYPES: CHANGE_TRIGGER,
    COOLING: 'Encurte no gatilho a pausa entre dois inícios.',
    ONCE_ONLY: 'Escolha nas configurações do fluxo o que acontece quando ele é iniciado de novo.',
    RESTING: 'Escolha nas configurações do fluxo o que acontece quando ele é iniciado de novo.',
    TOO_OLD: 'Responda você; mantenha o número conectado.',
    IN_DELAY: 'Deixe a espera terminar com uma mensagem ou guarde o que for escrito nela.',
    BEFORE_QUESTION: 'Deixe o fluxo aceitar respostas escritas antes, nas configurações.',
    NOT_ASKED: null,
    RUN_BUSY: ({ state }) =>
      state === 'waiting_approval' ? 'Aprove ou recuse a resposta na caixa de entrada.' : null,
    QUESTION_UNCONFIRMED: null,
    OWN_MESSAGE: null,
    HISTORY: null,
    STATUS_POST: null,
    NOT_FOR_FLOWS: null,
    FORGOTTEN: null,
    QUEUED: ({ isConnected }) => (isConnected ? null : 'Conecte o número.'),
    RETRIED: null,
    GIVEN_UP: 'Responda você e veja o registro do serviço.',
    IGNORED: null,
    PUT_OFF: null,
    STARTED: null,
    RESUMED: null,
    ANSWERED: null,
    NOT_UNDERSTOOD: 'Adicione o que foi escrito como outra palavra para uma das opções.',
    KEPT: null,
    SAID_NOTHING: 'Abra a execução para ver por onde ela foi.',
    OUTSIDE_HOURS: 'Desenhe o que é dito fora do horário.',
    HANDED_OFF: 'Responda na caixa de entrada.',
    AWAITS_EFFECT: null,
    AWAITS_APPROVAL: 'Aprove ou recuse a resposta na caixa de entrada.',
    RUN_FAILED: 'Abra a execução e desenhe a saída para este erro.',
    ANSWER_NOT_SENT: 'Responda você quando o motivo tiver passado.',
    ANSWER_WAITS: ({ isConnected }) => (isConnected ? null : 'Conecte o número.'),
    RUN_GONE: null,
  },
}
