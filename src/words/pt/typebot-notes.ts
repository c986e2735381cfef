import type { TypebotNoteWords } from '../typebot-notes.ts'

export const typebotNotes: TypebotNoteWords = {
  // Texts, files and pages
  LIST_WRITING: 'uma lista é escrita como este serviço escreve listas',
  CODE_IN_TEXT: 'o código no texto roda em um ambiente isolado, sem rede',
  IMAGE_LINK: 'um clique na imagem levava a uma página',
  SENT_AS_LINK: 'enviado como link',
  // Questions
  BOUNDS_UNCHECKED: 'limites que vêm de variáveis não são conferidos',
  DATE_AS_TEXT: 'uma data com hora ou um intervalo é aceito como texto',
  STORED_AS_DATE: 'a resposta é guardada como AAAA-MM-DD',
  STORED_AS_TIME: 'a resposta é guardada como HH:MM',
  STORED_AS_URL: 'a resposta é guardada inteira, com https://',
  RATING_AS_NUMBER: 'respondido com um número inteiro da escala',
  ONE_FILE: 'aceita um arquivo, não vários; ele é guardado com seu tipo, não como endereço',
  FILE_WITH_KIND: 'o arquivo é guardado com seu tipo, não como endereço',
  FILE_OR_TEXT: 'um arquivo ou uma mensagem de voz é guardado na mesma variável',
  FIRST_MESSAGE_SILENT: 'uma primeira mensagem que não a responde é ignorada em silêncio',
  PICTURES_LEFT_OUT: 'imagens e descrições não são mostradas',
  PAYMENT_LINK:
    'um link de pagamento em vez de um formulário: guarde o segredo "stripe" para api.stripe.com e defina para onde a página leva depois do pagamento',
  PAYMENT_LOOKED_UP:
    'qualquer mensagem depois do link faz consultar o pagamento, e uma chamada ao endereço nos metadados da sessão também',
  CARDS_AS_MENU: 'os cartões são enviados um abaixo do outro, com um menu de todos os botões',
  BUTTONS_LEFT_OUT: 'botões que não cabem em um menu ficam de fora',
  LIST_IN_PAGES: 'uma lista longa aparece em páginas, e uma vazia é pulada',
  NO_ONE_TIME_CODES: 'não há códigos de uso único; pergunte o código e confira por http',
  // Values
  CONTACT_ADDRESS: 'o endereço do contato',
  ALWAYS_MOBILE: 'sempre "mobile"',
  NO_CHANCE: 'contato e hora em vez do acaso',
  FLOW_TIME_ZONE: 'pelo fuso horário do fluxo',
  MOMENT_IN_UTC: 'o momento é escrito em UTC',
  NO_VALUE: ({ name }) => `não há o valor "${name}"`,
  LIST_COPIED: 'a lista é copiada como lista',
  COUNTS_FROM_ZERO: 'conta a partir de 0 quando nada foi guardado antes',
  SCRIPT_COMPUTES: 'calculado por um script sem rede; um resultado que não é número fica vazio',
  TRANSCRIPT_READ:
    'a transcrição não é guardada: um modelo lê a própria conversa, nos outros lugares fica vazia',
  DECIMALS: 'calculado em decimais; o que não pode ser calculado deixa o valor como estava',
  // Conditions and paths
  FORM_FOLDED: 'maiúsculas, acentos e a forma de um número não fazem diferença',
  ACCENTS_FOLDED: 'acentos não fazem diferença',
  NUMBERS_ORDERED: 'só números e datas têm ordem',
  WAIT_IN_VARIABLE: 'o tempo de espera vem de uma variável; escreva-o',
  WHOLE_SECOND: 'espera um segundo inteiro',
  JUMP_IN_VARIABLE: 'o grupo de destino vem de uma variável; desenhe os caminhos',
  RETURNS_BOUNDED: ({ most }) => `volta para no máximo ${most} lugares`,
  LINKED_BOT: 'importe também o bot ligado e escolha-o aqui; é preciso dar nome às entradas e saídas',
  RESUMED_BY_API: 'espera até que a API retome a execução com um texto',
  NO_LOOP: 'desenhe a repetição com um contador, uma condição e um salto',
  PAGE_SCRIPT_LEFT_OUT: 'um script da página do visitante fica de fora',
  SCRIPT_WITHOUT_PAGE: 'roda em um ambiente isolado, sem página e sem rede',
  // Calls and other services
  ADDRESS_INCOMPLETE: 'é preciso escrever o endereço',
  ERROR_NOT_STORED: 'nada é guardado de uma resposta que informa um erro',
  BODY_OF_ALL_ANSWERS: 'é preciso escrever o conteúdo com todas as respostas',
  BODY_AS_TEXT: 'o conteúdo é enviado como texto',
  MODEL_TO_SET_UP: 'configure o modelo que responde aqui: o fornecedor, o nome e a chave dele não vêm junto',
  CONVERSATION_READ: 'o modelo lê a própria conversa em vez de uma variável',
  COUNTS_NOT_STORED: 'contagens de tokens e ids de conversas não são guardados',
  TOOLS_LEFT_OUT: 'as ferramentas não vêm junto: faça de cada uma um fluxo ou uma chamada e dê ao modelo',
  ASSISTANT_ELSEWHERE: 'as instruções do assistente ficam com o fornecedor: escreva-as aqui',
  NO_SPEECH: 'aqui não se gera nem se transcreve voz; trabalhe com textos ou chame um serviço por http',
  MEASUREMENTS_LEFT_OUT: 'medições de páginas da web ficam de fora',
  HANDOFF_WITHOUT_CHATWOOT: 'uma pessoa assume aqui, sem o Chatwoot',
  MAIL_SERVER_TO_SET_UP:
    'guarde seu servidor de e-mail como o segredo "mail": o de lá e o remetente não vêm junto',
  MAIL_TO_NOBODY: 'o e-mail não diz para quem vai, então um webhook é chamado no lugar dele',
  HIDDEN_COPIES_LEFT_OUT: 'cópias ocultas ficam de fora: aqui quem recebe um e-mail vê quem mais recebe',
  ATTACHMENTS_LEFT_OUT: 'arquivos de endereços não são anexados; escolha arquivos que o fluxo recebeu',
  SHEET_ROW_APPENDED: ({ columns }) =>
    `uma chamada ao Google acrescenta a linha: configure o Google como a conexão "google", confira a planilha no endereço e ponha os valores na ordem das colunas dela (${columns || 'nenhuma tem nome'})`,
  SHEET_ROWS_READ:
    'uma chamada ao Google lê as linhas da primeira página: configure o Google como a conexão "google" e pegue da resposta a linha que quer, ou chame no lugar dela a receita "Planilhas Google: achar uma linha"',
  SHEET_ROW_NOT_CHANGED: ({ columns }) =>
    `a linha não é alterada, a planilha só é lida: ache o número dela com a receita "Planilhas Google: achar uma linha" e escreva por http (${columns || 'nenhuma coluna tem nome'})`,
  BLOCK_UNKNOWN: ({ type }) => `blocos do tipo "${type}" não são conhecidos aqui`,
  // Starts and events
  COMMAND_AS_START: ({ command }) => `o comando "${command}" virou um início pela API`,
  EVENT_LEFT_OUT: ({ type }) => `eventos do tipo "${type}" não têm lugar aqui`,
  ANY_WORD_STARTS: 'uma das palavras basta para começar',
  START_CONDITION_LOST: 'é preciso escrever de novo a condição de início',
  ANY_MESSAGE_STARTS: 'qualquer mensagem o inicia, no máximo uma vez por hora',
  GROUPS_NOT_REACHED: ({ groups }) =>
    `nada leva ao que está em ${groups.map((title) => `"${title}"`).join(', ')}; ligue ou remova, senão o fluxo não pode ser publicado`,
}
