import type { CallFailure } from '../../../core/conversation/call-failure.ts'
import type { TypebotProblem, WorkflowStart } from '../../../core/flow/index.ts'
import type {
  FlowNext,
  FlowRefusals,
  MediaRefusals,
  NotAvailable,
  RefusalParams,
} from '../../../core/refusal-reasons.ts'
import { renderCallFailure } from '../../call-failures.ts'
import { describeFinding } from '../../findings.ts'
import { type Sentences, withoutFullStop } from '../../sentences.ts'
import { callFailures } from '../call-failures.ts'
import { findings } from '../findings.ts'

const NEXT: Readonly<Record<FlowNext, string>> = { publish: 'publique', test: 'teste' }

const CHOSEN = 'Use uma chave que o tenha; os escopos são escolhidos quando a chave é criada.'

const HOLDERS: Readonly<Record<RefusalParams['SCOPE_MISSING']['holder'], (scope: string) => string>> = {
  key: (scope) => `Esta chave não tem o escopo ${scope}. ${CHOSEN}`,
  call: (scope) => `A chamada usa um segredo, e esta chave não tem o escopo ${scope}. ${CHOSEN}`,
  model: (scope) => `O modelo usa um segredo como chave, e esta chave não tem o escopo ${scope}. ${CHOSEN}`,
  flow: (scope) => `O fluxo usa um segredo, e esta chave não tem o escopo ${scope}. ${CHOSEN}`,
}

function describeCase(params: RefusalParams['TEST_CASE_UNREADABLE']): string {
  switch (params.why) {
    case 'characters':
      return `O teste tem mais de ${params.most} caracteres. Corrija e tente de novo.`
    case 'steps':
      return `O roteiro do teste tem mais de ${params.most} passos. Corrija e tente de novo.`
    case 'form':
      return `O teste não pode ser lido: ${params.words}. Corrija e tente de novo.`
  }
}

const quoted = (text: string | null): string => (text === null ? 'nada' : `"${text}"`)

function describeReplay(problem: RefusalParams['RUN_NOT_REPEATABLE']): string {
  switch (problem.code) {
    case 'SAYS_OTHER':
      return `Ao repetir esta conversa, o fluxo não diz o que foi dito: ${quoted(problem.params.said)} no lugar de ${quoted(problem.params.sent)}. Ela dependeu de algo que não é guardado com ela. Salve uma conversa com o simulador como teste.`
    case 'MASK_CHANGES':
      return 'Com os dados pessoais trocados, esta conversa segue outro caminho no fluxo. Mantenha nomes, telefones ou e-mails como estão, ou escolha outra conversa.'
    case 'NOTHING_TO_PLAY':
      return 'Esta conversa começa com algo que um teste não pode conter. Escolha outra.'
    case 'FLOW_REFUSED':
      return 'A versão em que esta conversa ocorreu seria recusada hoje. Escolha uma conversa mais nova.'
    case 'TOO_MANY_RUNS':
      return `Há mais de ${problem.params.most} conversas com o contato nesta escolha. Comece por uma mais recente.`
    case 'NOT_REPLAYED':
      return 'A repetição desta conversa não terminou a tempo. Escolha uma mais curta.'
  }
}

const CHAT_BODY = '{"action":"sendMessage","sessionId":"{{ contact.jid }}","chatInput":"{{ message.text }}"}'

/** Como um workflow que fica no n8n e um fluxo daqui trabalham juntos. */
const WORKFLOWS: Readonly<Record<WorkflowStart, (params: RefusalParams['N8N_WORKFLOW']) => string>> = {
  chat: ({ node, path }) =>
    `Torne público o chat de "${node}" no n8n e ative o workflow. Depois desenhe um fluxo aqui: trigger.any_message, um nó http com POST para https://SEU-N8N/${path} e o corpo JSON ${CHAT_BODY}, o caminho "output" da resposta em uma variável e um send.text com essa variável.`,
  webhook: ({ node, method, path }) =>
    `Deixe um fluxo chamá-lo: um nó http com ${method} para https://SEU-N8N/${path}, e o que "Respond to Webhook" responde em variáveis. Ou deixe que ele receba toda mensagem: adicione https://SEU-N8N/${path} como webhook de message.received (então "${node}" precisa aceitar POST) e responda com o nó Parley do pacote n8n-nodes-parley.`,
  parley: ({ node }) =>
    `"${node}" já é o nó deste serviço: ative o workflow no n8n com um endereço e uma chave de API deste serviço, e nada precisa ser importado aqui.`,
  other: ({ node }) =>
    `Ele começa em "${node}", que só o n8n pode esperar. Para que funcione com conversas, coloque um Parley Trigger (pacote n8n-nodes-parley) ou um Webhook no lugar; para escrever a pessoas a partir dele, use o nó Parley.`,
}

function describeTypebotProblem(problem: TypebotProblem): string {
  switch (problem.why) {
    case 'none':
      return `Isto não é um Typebot exportado: ${problem.place || 'o conteúdo'} falta ou não é o que deveria ser.`
    case 'version':
      return `A versão ${problem.version} do Typebot não pode ser lida. Abra o bot no Typebot 6 ou mais recente e exporte de novo.`
    case 'no_flow':
      return `O bot não cabe em um fluxo: ${withoutFullStop(describeFinding(findings, problem.problem))}.`
  }
}

export const flows: Sentences<FlowRefusals> = {
  FLOW_CHANGED: 'O fluxo foi alterado enquanto isso. Leia de novo e compare antes de salvar.',
  FLOW_UNREADABLE: ({ problem }) =>
    `O fluxo não pode ser lido: ${withoutFullStop(describeFinding(findings, problem))}. Corrija e tente de novo.`,
  FLOW_HAS_ERRORS: ({ errors, next }) =>
    `O fluxo tem ${errors} ${errors === 1 ? 'erro' : 'erros'}; corrija e ${NEXT[next]}.`,
  FLOW_PUBLISHED: 'Um fluxo publicado não pode passar a outro número. Despublique antes.',
  FLOW_WITHOUT_CLIENT: ({ next }) =>
    `O fluxo não tem número, então nenhuma conta poderia executá-lo. Escolha um número e ${NEXT[next]}.`,
  MAIN_MENU_UNSUITABLE:
    'O menu principal tem de ser um fluxo publicado deste número com um nó trigger.main_menu. Publique um e escolha-o.',
  VERSION_UNKNOWN: ({ number }) => `O fluxo não tem a versão ${number}. Veja a lista de versões.`,
  SCOPE_MISSING: ({ scope, holder }) => HOLDERS[holder](scope),
  CALLS_NOT_MADE_HERE: 'Este processo não faz chamadas. Use um serviço em execução.',
  BUNDLE_UNREADABLE: ({ twice }) => `Dois fluxos do conjunto se chamam "${twice}"; dê a cada um o seu ref.`,
  TYPEBOT_UNREADABLE: describeTypebotProblem,
  N8N_WORKFLOW: (params) =>
    `Este é um workflow do n8n, que continua rodando lá. ${WORKFLOWS[params.start](params)}`,
  BOT_ARCHIVE:
    'Este é um arquivo compactado, não um fluxo. Bots do Botpress (.bpz) e do Landbot não podem ser lidos: o Botpress não diz o que há em seus arquivos, e o Landbot não documenta exportação. Fluxos no formato de troca e bots exportados do Typebot 6 ou mais novo podem.',
  TRIGGER_UNKNOWN: 'O rascunho não tem um gatilho conectado com este id. Dê o id de um, ou deixe sem.',
  PHONE_NOT_ALLOWED:
    'Os rascunhos deste fluxo não podem ser testados neste número. Adicione o número e teste.',
  TOO_MANY_TEST_PHONES: ({ most }) => `Um fluxo é testado em no máximo ${most} números. Remova um primeiro.`,
  TEST_PHONE_UNKNOWN: 'O fluxo não tem este número. Veja a lista.',
  EVALUATION_UNKNOWN: 'Esta avaliação não existe mais neste fluxo.',
  EVALUATION_WITHOUT_CASES: 'O fluxo não tem testes. Salve antes conversas com ele como testes.',
  EVALUATION_ENDED: 'A avaliação já terminou.',
  TOO_MANY_EVALUATIONS: ({ most }) =>
    `No máximo ${most} avaliações esperam ou estão em curso ao mesmo tempo. Espere por uma, ou cancele.`,
  TEST_CASE_UNKNOWN: 'Este teste não existe mais neste fluxo.',
  TEST_CASE_UNREADABLE: describeCase,
  TEST_CASES_FALL_SHORT: ({ failed, of }) =>
    `${failed} de ${of} testes do fluxo falham; corrija o fluxo ou o teste, ou publique sem levar em conta os testes.`,
  TOO_MANY_TEST_CASES: ({ most }) => `Um fluxo tem no máximo ${most} testes. Apague um primeiro.`,
  TOO_MANY_TESTS_RUNNING: 'Há testes demais em andamento. Tente de novo em instantes.',
  FLOW_WITHOUT_LANGUAGES:
    'O fluxo fala um só idioma. Indique os idiomas nas configurações do fluxo e depois exporte os textos.',
  NO_TRANSLATION_TABLE:
    'Isto não é uma tabela de traduções. A primeira linha dá nome às colunas, entre elas Key; exporte os textos para ter uma.',
  RUN_NOT_RECORDED:
    'Os eventos desta conversa não estão mais guardados, então ela não pode virar um teste. Escolha uma mais nova.',
  RUN_NOT_REPEATABLE: describeReplay,
}

const ADVICE: Readonly<Record<RefusalParams['MEDIA_TYPE_MISMATCH']['advice'], string>> = {
  picture: 'Os telefones não o mostram; envie uma imagem JPEG ou PNG, ou um documento.',
  webp: 'Não dá para fazer dele uma figurinha; envie uma imagem WebP de 512 por 512.',
  audio: 'Envie como áudio.',
  video: 'Envie como vídeo.',
  sticker: 'Figurinhas são imagens.',
  document: 'Envie como documento.',
}

const VOICE: Readonly<Record<RefusalParams['VOICE_NOTE_NOT_CONVERTIBLE']['why'], (found: string) => string>> =
  {
    no_sound: (found) =>
      `O arquivo (${found}) diz ser som e não pôde ser lido assim; talvez esteja cortado. Nada foi enviado.`,
    unreadable: (found) =>
      `O som do arquivo (${found}) não pôde ser lido; talvez esteja cortado. Nada foi enviado.`,
    format: (found) =>
      `Uma mensagem de voz é Opus em Ogg, e este servidor a faz de WAV, MP3, FLAC, Ogg Vorbis e Ogg Opus, não de ${found}. Converta o arquivo, envie como áudio, ou peça o ffmpeg a quem opera o serviço (FFMPEG_PATH). Nada foi enviado.`,
  }

const NOT_YET: Readonly<Record<NotAvailable, string>> = {
  'sending files from here': 'enviar arquivos daqui',
  'links to calls from here': 'links para chamadas daqui',
  'files given as base64': 'arquivos em base64',
  'files of messages': 'arquivos de mensagens',
  'assets.list': 'guardar arquivos',
  'assets.get': 'guardar arquivos',
  'assets.upload': 'guardar arquivos',
  'assets.delete': 'guardar arquivos',
  'knowledge.add': 'guardar arquivos',
}

const notFetched = (call: CallFailure): string =>
  `O arquivo não pôde ser buscado: ${renderCallFailure(callFailures, call)} Nada foi enviado.`

export const media: Sentences<MediaRefusals> = {
  FILE_EMPTY: 'O arquivo está vazio. Escolha outro.',
  FILE_SIZE: 'O arquivo está vazio ou é grande demais. Dê-o por uma URL.',
  TOO_MANY_FILES: ({ most }) => `Já há ${most} arquivos; apague um de que nenhum fluxo precise.`,
  ASSET_IN_REPLY: ({ title }) => `A resposta pronta "${title}" envia este arquivo. Tire-o de lá primeiro.`,
  ASSET_IN_USE: ({ flowName }) => `O fluxo "${flowName}" envia este arquivo. Tire-o de lá primeiro.`,
  NOT_AVAILABLE_YET: ({ missing }) => `Este servidor ainda não faz isto: ${NOT_YET[missing]}.`,
  MEDIA_NOT_FOUND: 'Este número não tem mais este arquivo guardado. Dê o arquivo de novo.',
  MEDIA_TOO_LARGE: ({ call }) => notFetched(call),
  MEDIA_ADDRESS_REFUSED: ({ call }) => notFetched(call),
  MEDIA_NOT_FETCHED: (params) =>
    'call' in params
      ? notFetched(params.call)
      : `${params.host} respondeu ${params.status} em vez do arquivo. Nada foi enviado.`,
  MEDIA_UPLOAD_FAILED: ({ words }) =>
    `O arquivo não pôde ser posto no servidor de mídia da rede: ${words} Nada foi enviado.`,
  MEDIA_TYPE_MISMATCH: ({ media: kind, found, advice }) =>
    `O arquivo ${found === null ? 'não é de um tipo conhecido' : `é ${found}`}, então não pode ser enviado como ${kind}. ${ADVICE[advice]} Nada foi enviado.`,
  VOICE_NOTE_TOO_LONG: ({ minutes }) =>
    `Uma mensagem de voz pode durar ${minutes} minutos. Envie como áudio. Nada foi enviado.`,
  VOICE_NOTE_NOT_CONVERTIBLE: ({ found, why }) => VOICE[why](found),
  BUCKET_UNUSABLE: ({ bucket, words }) =>
    `Não é possível guardar arquivos no bucket ${bucket}: ${words} Corrija as variáveis S3_, ou deixe-as de fora para guardar arquivos em DATA_DIR.`,
}
