import type { ChatRefusals } from '../../../core/conversation/chat-refusals.ts'
import type { PreparationProblem } from '../../../core/conversation/content.ts'
import type { RefusalParams, RunRefusals, SendRefusals } from '../../../core/refusal-reasons.ts'
import type { Sentences } from '../../sentences.ts'
import { describeNetworkRefusal } from '../network-refusal.ts'

const NOT_CONNECTED: Readonly<Record<RefusalParams['CLIENT_NOT_CONNECTED']['while'], string>> = {
  sending:
    'O número não está conectado, então nada foi enviado. Conecte o número ou espere que se conecte e tente de novo.',
  checking: 'A rede não respondeu se conhece este número, então nada foi enviado. Tente de novo.',
  naming: 'A rede não disse de quem é este nome de usuário, então nada foi enviado. Tente de novo.',
  preparing: 'A rede não respondeu a tempo, então nada foi enviado. Tente de novo.',
  testing:
    'O número não está conectado, então nenhum teste começou. Conecte o número ou espere que se conecte e teste.',
}

const ABOUT: Readonly<Record<'quoted' | 'forwarded' | 'edited', string>> = {
  quoted: 'A mensagem citada',
  forwarded: 'A mensagem encaminhada',
  edited: 'A mensagem editada',
}

function describePreparation(problem: PreparationProblem): string {
  switch (problem.why) {
    case 'unreadable':
      return `${ABOUT[problem.of]} não pode ser lida como está guardada.`
    case 'empty':
      return `${ABOUT[problem.of]} não tem conteúdo que possa ser mostrado de novo.`
    case 'view_once':
      return 'Uma mensagem de visualização única não pode ser encaminhada.'
    case 'no_text':
      return 'A mensagem editada não tem nem texto nem legenda.'
  }
}

const OWN_ONLY: Readonly<Record<RefusalParams['NOT_OWN_MESSAGE']['act'], string>> = {
  edit: 'Só mensagens que este número enviou podem ser editadas.',
  revoke: 'Só mensagens que este número enviou podem ser apagadas aqui.',
}

const PLACES: Readonly<Record<RefusalParams['PLACE_UNKNOWN']['list'], string>> = {
  conversation: 'O cursor não é um que este serviço deu. Use nextCursor ou o cursor de uma mensagem.',
  inbox: 'O cursor não é um que este serviço deu. Use nextCursor.',
  pages: 'O cursor não é um que este serviço deu. Use o nextCursor da página anterior.',
}

const noFile = ({ words }: RefusalParams['MEDIA_GONE']): string =>
  `Não é possível obter o arquivo agora: ${words ?? 'Não foi baixado a tempo.'}`

export const sends: Sentences<SendRefusals> = {
  CLIENT_NOT_CONNECTED: (params) => NOT_CONNECTED[params.while],
  SEND_QUEUE_FULL: ({ waiting }) =>
    `O número já tem ${waiting} mensagens na fila, então esta não entrou. Tente mais tarde, ou aumente as mensagens por segundo.`,
  NO_CALL_LINK:
    'A rede não deu um link para a chamada, então nada foi enviado. Tente de novo em instantes, ou envie o evento sem chamada.',
  RECIPIENT_NOT_FOUND: ({ address }) =>
    `${address} não está na rede, então nada foi enviado. Confira o número com o código do país.`,
  USERNAME_NOT_FOUND: ({ username }) =>
    `Ninguém tem o nome de usuário @${username}, então nada foi enviado. Confira como ele se escreve.`,
  USERNAME_KEY_NEEDED: ({ username }) =>
    `Só quem conhece a chave encontra @${username}, então nada foi enviado. Peça a chave à pessoa, ou que ela escreva primeiro.`,
  ANSWERED_MEANWHILE: () =>
    'Nada foi enviado: outra pessoa escreveu nesta conversa enquanto isso. Leia, e envie de novo se ainda fizer sentido.',
  EDIT_WINDOW_PAST: ({ minutes }) =>
    `Mensagens podem ser editadas por ${minutes} minutos, e esta é mais antiga. Envie uma nova.`,
  DELETE_WINDOW_PAST: ({ hours }) =>
    `Mensagens podem ser apagadas por ${hours} horas, e esta é mais antiga. Nada foi enviado.`,
  MESSAGE_NOT_FOUND: () => 'Este número não tem esta mensagem naquela conversa.',
  QUOTED_NOT_FOUND: () => 'Este número não tem a mensagem citada naquela conversa; cite uma que ele viu.',
  MESSAGE_NOT_PREPARED: (problem) => `${describePreparation(problem)} Nada foi enviado.`,
  REACH_OUT_RESTRICTED: ({ until }) =>
    `Nada foi enviado: a rede não deixa esta conta escrever a pessoas novas. Isto termina em ${until}.`,
  NEW_CHAT_LIMIT: ({ until }) =>
    `Nada foi enviado: a conta já começou quase tantas conversas novas quanto a rede permite. Quem escreveu primeiro é respondido. Isto termina em ${until}.`,
  KEY_OF_OTHER: ({ fromMe }) =>
    fromMe
      ? 'A chave diz que este número escreveu a mensagem, mas foi o contato.'
      : 'A chave diz que o contato escreveu a mensagem, mas foi este número.',
  KEY_OF_OTHER_CHAT: 'A chave é de outra conversa que o destino; os dois têm de ser a conversa da mensagem.',
  NOT_OWN_MESSAGE: ({ act }) => OWN_ONLY[act],
  NOT_EDITABLE: ({ type }) => `Esta mensagem é do tipo ${type}; só textos e legendas podem ser editados.`,
  PLACE_UNKNOWN: ({ list }) => PLACES[list],
  FIELD_MISPLACED: ({ fitting, type }) =>
    `Um campo da mensagem só combina com ${fitting.join(', ')}, não com ${type}.`,
  MESSAGE_TYPE_UNKNOWN: 'A mensagem não é de um tipo que este servidor conheça.',
  ALBUM_ITEM_EMPTY: 'O álbum tem um item sem imagem nem vídeo.',
  NO_FILE_IN_MESSAGE: 'Esta mensagem não tem arquivo.',
  SNOOZE_NOT_AHEAD: 'O adiamento precisa de um momento daqui até um ano, e nada mais precisa dele.',
  NOTE_NOT_OWN: 'Só quem escreveu uma nota pode alterá-la ou apagá-la.',
  TOO_MANY_REPLIES: ({ most }) => `Já existem ${most} respostas prontas; exclua uma que não seja necessária.`,
  SHORTCUT_TAKEN: ({ shortcut }) => `Outra resposta pronta já tem o atalho /${shortcut}; escolha outro.`,
  TOO_MANY_DEPARTMENTS: ({ most }) => `Já existem ${most} departamentos; exclua um que não seja necessário.`,
  DEPARTMENT_TAKEN: ({ name }) => `Outro departamento já tem o nome ${name}; escolha outro.`,
  TOO_MANY_LABELS: ({ most }) => `Já existem ${most} etiquetas; exclua uma que não seja necessária.`,
  LABEL_TAKEN: ({ name }) => `Outra etiqueta já se chama “${name}”; escolha essa ou outro nome.`,
  CONVERSATION_LABELS_FULL: ({ most }) =>
    `Esta conversa já tem ${most} etiquetas; tire uma de que ela não precise.`,
  TOO_MANY_CAMPAIGNS: ({ most }) => `Já existem ${most} campanhas; exclua uma que tenha terminado.`,
  CAMPAIGN_TOO_LARGE: ({ most }) => `alcança mais de ${most} pessoas; escolha menos, ou faça duas campanhas.`,
  CAMPAIGN_EMPTY:
    'A campanha não alcança ninguém: o público está vazio, ou todos ficam de fora. Escolha outras pessoas.',
  CAMPAIGN_WITHOUT_CONTENT: 'está vazio: escreva uma mensagem, adicione um arquivo ou escolha um fluxo.',
  CAMPAIGN_AUDIO_WITH_TEXT:
    'não pode acompanhar um arquivo de áudio, que não tem legenda: deixe-o vazio ou escolha outro arquivo.',
  CAMPAIGN_FILE_GONE: 'é um arquivo que foi excluído desde então: escolha outro, ou nenhum.',
  CAMPAIGN_FLOW_UNREADY: 'O fluxo não pode começar neste número: não está publicado, ou é de outro número.',
  CAMPAIGN_IS: ({ state }) => CAMPAIGN_STATES[state],
  STATUS_SHOWS_NO_PRESENCE: 'O destino é o canal de status; lá ninguém vê presença.',
  STATUS_HAS_NO_PICTURE: 'Este é o canal de status, que não tem foto.',
  STATUS_IS_NO_CHAT:
    'Este é o canal de status, que não é uma conversa: use status.post, status.delete e status.react.',
  MEDIA_GONE: noFile,
  MEDIA_NOT_AVAILABLE: noFile,
  NO_ANSWER_IN_TIME: 'A rede não respondeu a tempo. Tente de novo.',
  NETWORK_NOT_ANSWERING:
    'A rede não respondeu, então não se sabe se foi feito. Veja como está e tente de novo.',
  PICTURES_ASKED_TOO_OFTEN:
    'Muitas fotos foram pedidas à rede em pouco tempo; pedir mais parece coleta em massa. Tente de novo em dez minutos.',
}

const EXISTS: Readonly<Record<RefusalParams['RUN_EXISTS']['while'], string>> = {
  starting: 'O contato já está em uma execução; cancele ou espere que termine.',
  testing:
    'O número está em uma execução de um fluxo publicado; cancele a execução ou espere que termine e teste.',
}

const DECIDED: Readonly<Record<RefusalParams['APPROVAL_DECIDED']['as'], string>> = {
  approved: 'foi aprovado',
  changed: 'foi mudado e aprovado',
  declined: 'foi recusado',
}

const NOT_ACTIVE: Readonly<Record<RefusalParams['FLOW_NOT_ACTIVE']['why'], string>> = {
  unpublished: 'O fluxo não está publicado; publique antes.',
  unpublished_here: 'O fluxo não está publicado para este número; publique antes.',
  no_api_trigger: 'O fluxo não tem um trigger.api conectado; adicione um e publique.',
}

const HANDED_OFF: Readonly<Record<RefusalParams['HANDOFF']['while'], string>> = {
  starting: 'Uma pessoa assumiu a conversa; espere que isso termine, ou retome a execução.',
  testing: 'Uma pessoa está com a conversa deste número. Devolva a conversa ao fluxo e teste.',
}

const changedNothing = (why: string): string => `O pedido não mudou nada (${why}).`

export const runs: Sentences<RunRefusals> = {
  RUN_EXISTS: (params) => EXISTS[params.while],
  FLOW_NOT_ACTIVE: ({ why }) => NOT_ACTIVE[why],
  APPROVAL_OVER: 'Este texto já não espera aprovação: a execução continuou.',
  APPROVAL_DECIDED: ({ as, by }) => `${by} já decidiu sobre este texto: ${DECIDED[as]}.`,
  RUN_NOT_FOUND: 'O contato não tem uma execução ativa ou em pausa com este id.',
  NODE_NOT_FOUND: ({ node }) => `Não há um passo "${node}" na versão do fluxo que está em uso.`,
  INPUT_MISSING: ({ name }) => `A entrada "${name}" é obrigatória.`,
  INPUT_INVALID: ({ name, type }) => `A entrada "${name}" não é do tipo ${type}.`,
  HANDOFF: (params) => HANDED_OFF[params.while],
  BLACKLISTED: 'O contato está bloqueado; desbloqueie primeiro.',
  ONCE: 'O fluxo roda uma vez para cada contato, e já rodou.',
  COOLDOWN: 'O fluxo foi iniciado há pouco para este contato; o gatilho tem um intervalo mínimo.',
  RETRIGGER_IGNORED: 'O contato tem uma execução em pausa deste fluxo, que a configuração do fluxo mantém.',
  NO_MATCH: changedNothing('nenhum gatilho serve'),
  NOT_WAITING: changedNothing('a execução não espera por ele'),
  BEFORE_PROMPT: changedNothing('veio antes da pergunta'),
  STALE_TIMER: changedNothing('o temporizador não vale mais'),
  STALE_EFFECT: changedNothing('o resultado não vale mais'),
  STALE_MESSAGE: changedNothing('a mensagem é antiga demais'),
  OWN_ECHO: changedNothing('é uma mensagem do próprio fluxo'),
  GROUP: changedNothing('fluxos não rodam em grupos'),
  NOT_SUPPORTED: changedNothing('isto ainda não é possível'),
  FAILED: ({ words }) => changedNothing(words),
  OWN_NUMBER: 'Este é o próprio número; teste no telefone de outra pessoa.',
  NOT_PAUSED: ({ state }) =>
    `Só se pode pausar uma execução ativa de um número com tempo de atendimento acima de 0; ela está em ${state}.`,
  RUN_ENDED: ({ state }) => `A execução já terminou (${state}); não há nada a cancelar.`,
  REQUEST_LATE: 'O pedido está guardado, mas não foi atendido a tempo. Veja a execução de novo em instantes.',
  DRAFTS_NOT_TESTED_HERE: 'Este processo não testa rascunhos. Use um serviço em execução.',
}

export const chats: Sentences<ChatRefusals> = {
  CHATS_CHANGED_MEANWHILE:
    'Outros aparelhos da conta mudaram as conversas ao mesmo tempo, então nada foi mudado. Tente de novo.',
  CHAT_CHANGE_REFUSED: ({ networkCode }) =>
    `${describeNetworkRefusal('A rede recusou esta mudança', networkCode)} Nada foi mudado.`,
  MUTE_NOT_AHEAD: '`mutedUntil` tem de ser um momento futuro, `always`, ou null para terminar.',
  WHATSAPP_LABEL_TAKEN: 'Outra etiqueta desta conta no WhatsApp tem este nome. Escolha outro, ou use aquela.',
  WHATSAPP_LABELS_FULL: ({ most }) =>
    `O WhatsApp mostra no máximo ${most} etiquetas de uma conta, e ela já tem todas. Apague uma primeiro.`,
  WHATSAPP_LABEL_FIXED: 'Esta é uma etiqueta do próprio WhatsApp, que ninguém muda. Nada foi mudado.',
  WHATSAPP_LABEL_FILLED:
    'O próprio WhatsApp preenche esta lista, então ela não pode ser vinculada. Escolha uma etiqueta que as pessoas põem nas conversas.',
  LABEL_LINKED: 'Uma das duas etiquetas já está vinculada a outra neste número. Desfaça esse vínculo antes.',
}

const CAMPAIGN_STATES: Readonly<Record<RefusalParams['CAMPAIGN_IS']['state'], string>> = {
  draft: 'A campanha ainda não começou.',
  planned: 'A campanha está agendada; cancele-a primeiro, e ela volta a ser um rascunho.',
  running: 'A campanha está em andamento; pause-a ou cancele-a primeiro.',
  paused: 'A campanha está pausada; retome-a ou cancele-a primeiro.',
  done: 'A campanha terminou; duplique-a para enviar de novo.',
  cancelled: 'A campanha foi cancelada; duplique-a para enviar de novo.',
}
