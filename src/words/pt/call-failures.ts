import type { ModelBound } from '../../core/conversation/call-failure.ts'
import type { CallFailureWords } from '../call-failures.ts'

const BOUNDS: Readonly<Record<ModelBound, string>> = {
  calls: 'chamadas',
  tokens: 'tokens',
  seconds: 'segundos',
  cost: 'custo',
}

export const callFailures: CallFailureWords = {
  NO_METHOD: 'Isto não é um método de pedido.',
  NO_HTTP_ADDRESS: 'O endereço não é http nem https. Corrija.',
  CREDENTIALS_IN_ADDRESS: 'O endereço contém uma senha. Ponha em um cabeçalho.',
  HEADER_REFUSED: ({ name }) => `O cabeçalho ${JSON.stringify(name)} não pode ser enviado.`,
  ADDRESS_PRIVATE: ({ host }) =>
    `${host} é um endereço de uma rede privada, que não é chamado. Quem opera o serviço pode permitir (OUTBOUND_ALLOW).`,
  NOT_ENCRYPTED: ({ host }) =>
    `${host} seria chamado sem criptografia. Use https; quem opera o serviço pode listar endereços chamados sem ela (OUTBOUND_ALLOW).`,
  HOST_NOT_FOUND: ({ host }) => `O servidor ${host} não foi encontrado. Confira o nome.`,
  ADDRESS_OF_ANOTHER: 'Os modelos são chamados só no próprio endereço.',
  REQUEST_TOO_LARGE: ({ most }) => `O pedido tem mais de ${most} bytes.`,
  SECRET_MISSING: ({ secret }) => `Não há um segredo "${secret}". Guarde-o, ou corrija o nome no fluxo.`,
  SECRET_HELD: ({ secret }) =>
    `O segredo "${secret}" não pode ir ao servidor desta chamada. Indique o servidor no segredo, ou corrija o endereço.`,
  NOT_CONNECTED: ({ secret }) =>
    `O segredo "${secret}" ainda não está conectado. Conecte-o na página de segredos.`,
  CONNECTION_ENDED: ({ secret }) =>
    `A conexão "${secret}" terminou: o outro sistema não aceita mais os tokens dela. Conecte-a de novo na página de segredos.`,
  TOKEN_REFUSED: ({ secret, error }) =>
    `Nenhum token foi dado para "${secret}"${error === null ? '' : ` (${error})`}. Confira as configurações na página de segredos.`,
  TOKEN_FAILED: ({ secret, error }) =>
    `Não foi possível obter um token para "${secret}"${error === null ? '' : ` (${error})`}. A próxima chamada tenta de novo.`,
  FILE_TOO_LARGE: ({ most }) => `O arquivo tem mais de ${most} bytes.`,
  FILE_GONE: 'Não há mais um arquivo com este id. Arquivos de mensagens são guardados só por um tempo.',
  FILE_UNAVAILABLE: ({ why }) => `O arquivo não pôde ser obtido da rede: ${why ?? 'não chegou a tempo.'}`,
  FILES_NOT_POSTED: 'Daqui não se podem enviar arquivos.',
  CONNECTED_TOO_LATE: ({ host }) => `Não foi possível chegar a ${host} a tempo.`,
  CONNECT_FAILED: ({ error }) => `Não foi possível conectar (${error}).`,
  CONNECTION_LOST: 'A conexão terminou antes da resposta completa.',
  NO_ANSWER: ({ withinMs }) => `Nenhuma resposta em ${withinMs} ms.`,
  ANSWER_TOO_LARGE: ({ host, most }) => `A resposta de ${host} tem mais de ${most} bytes.`,
  REDIRECTED: 'Redireciona para outro endereço. Use o endereço final.',
  REDIRECTED_TOO_OFTEN: ({ most }) => `Mais de ${most} redirecionamentos. Use o endereço final.`,
  REDIRECTED_UNENCRYPTED: ({ host }) => `${host} redireciona para um endereço sem criptografia.`,
  REDIRECTED_WITH_BODY: ({ host }) =>
    `${host} redireciona para outro servidor um pedido com conteúdo. Use o endereço final.`,
  GIVEN_UP: 'O pedido foi abandonado.',
  SERVICE_STOPPED: 'O serviço parou durante a chamada, que não pode ser repetida.',
  NO_MAIL_SERVER: ({ secret }) =>
    `O segredo "${secret}" não é um servidor de e-mail. Guarde um com este nome, ou indique outro no fluxo.`,
  MAILS_NOT_SENT_HERE: 'Daqui não se podem enviar e-mails.',
  MAIL_REFUSED: ({ status }) => `O servidor de e-mail recusou o e-mail (${status}).`,
  MAIL_DEFERRED: ({ status }) => `O servidor de e-mail não aceita e-mails por enquanto (${status}).`,
  MAIL_LOGIN_REFUSED: 'O servidor de e-mail recusou o usuário ou a senha do segredo.',
  MAIL_SERVER_UNCLEAR: 'O servidor de e-mail respondeu algo que não se entende.',
  MAIL_TLS_FAILED: ({ host }) =>
    `Não foi possível uma conexão criptografada com ${host}. Confira a porta, o tipo de criptografia e o certificado.`,
  MAIL_LIMIT_REACHED: ({ most }) => `O limite de hoje, de ${most} e-mails deste número, foi atingido.`,
  MAIL_UNKNOWN: 'Não se sabe se o e-mail foi enviado; ele não é enviado de novo.',
  MODELS_NOT_ASKED_HERE: 'Este processo não consulta modelos.',
  MODEL_NOT_SET_UP: ({ model }) => `Não há um modelo "${model}". Configure-o, ou escolha outro no fluxo.`,
  MODEL_DELETED: 'O modelo foi apagado.',
  MODEL_KEY_MISSING: ({ model, secret }) =>
    `O modelo "${model}" precisa do segredo "${secret}", que não existe.`,
  MODEL_KEY_HELD: ({ model, secret }) =>
    `O segredo "${secret}" não pode ir ao servidor do modelo "${model}".`,
  RUN_LIMIT_REACHED: ({ model, bound }) =>
    `O modelo "${model}" tem limite por execução, e o limite de ${BOUNDS[bound]} foi atingido.`,
  CONTACT_LIMIT_REACHED: ({ model, bound }) =>
    `O modelo "${model}" tem limite por contato em 24 horas, e o limite de ${BOUNDS[bound]} foi atingido.`,
  DAY_LIMIT_REACHED: ({ model, bound }) =>
    `O modelo "${model}" tem limite para todos em 24 horas, e o limite de ${BOUNDS[bound]} foi atingido.`,
  MODEL_KEY_REFUSED: ({ status }) => `O servidor do modelo respondeu ${status}. Confira a chave do modelo.`,
  MODEL_UNKNOWN: ({ status }) =>
    `O servidor do modelo respondeu ${status}. Confira o endereço e o nome do modelo.`,
  MODEL_PLACES_TAKEN: ({ model }) =>
    `Já estão em curso tantas perguntas quantas o modelo ${model} pode receber ao mesmo tempo.`,
  MODEL_BUSY: ({ status }) =>
    `O servidor do modelo respondeu ${status}. Pergunte com menos frequência, ou aumente os limites lá.`,
  MODEL_FAILED: ({ status }) => `O servidor do modelo respondeu ${status}.`,
  MODEL_REFUSED: ({ status }) => `O servidor do modelo respondeu ${status}.`,
  ANSWER_UNREADABLE: ({ status }) =>
    status === null
      ? 'O servidor do modelo respondeu algo que não se entende.'
      : `O servidor do modelo respondeu ${status}. O que disse não se entende.`,
  ANSWER_HELD_BACK: 'O servidor do modelo reteve a resposta.',
  ANSWER_CUT: 'A resposta foi cortada. Permita mais tokens, ou peça menos.',
  ANSWER_NOT_AS_ASKED: 'A resposta do modelo não é o que foi pedido.',
  ANSWER_WITH_SECRET: 'A resposta do modelo contém o valor de um segredo e não foi repassada.',
  SERVICE_STOPPED_ASKING: 'O serviço parou todas as vezes enquanto o modelo era consultado.',
  TOOLS_NOT_CALLED_HERE: 'Este processo não chama ferramentas.',
  TOOL_AT_OTHER_ADDRESS: 'As ferramentas são chamadas só no próprio endereço.',
  TOOL_REFUSED: 'O servidor da ferramenta recusou a chamada, ou respondeu algo que não se entende.',
  TOOL_OUTPUT_UNREADABLE: 'A ferramenta deu algo que não cabe em um texto.',
  ANSWERED: ({ status }) => `Respondeu com o estado ${status}.`,
  RECEIVER_GONE:
    'O destino respondeu que não existe mais (estado 410). Corrija o endereço e ligue o webhook de novo.',
  NOT_TRIED: 'Não foi tentado em 24 horas: o webhook estava em pausa ou desligado.',
  OTHER: ({ sentence }) => sentence,
}
