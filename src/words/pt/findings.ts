import type { ContactFieldType } from '../../core/contact/contact-fields.ts'
import type { CronField } from '../../core/flow/index.ts'
import type { FindingWords } from '../findings.ts'

/** What a field takes, by the kinds that schemas name. */
const KINDS: Readonly<Record<string, string>> = {
  array: 'uma lista',
  object: 'um objeto',
  record: 'um objeto',
  string: 'um texto',
  number: 'um número',
  int: 'um número inteiro',
  boolean: 'verdadeiro ou falso',
}

const CRON_FIELDS: Readonly<Record<CronField, string>> = {
  minute: 'minuto',
  hour: 'hora',
  day: 'dia do mês',
  month: 'mês',
  weekday: 'dia da semana',
}

/** What a defined field of contacts holds, and how the type of a value for it is called in the form of a node. */
export const FIELD_TYPES: Readonly<Record<ContactFieldType, string>> = {
  text: 'um texto',
  number: 'um número',
  boolean: 'sim ou não',
  date: 'uma data',
  choice: 'uma escolha',
}
const READ_AS: Readonly<Record<ContactFieldType, string>> = {
  text: 'Texto',
  number: 'Número',
  boolean: 'Sim ou não',
  date: 'Data',
  choice: 'Texto',
}

const flow: FindingWords['flow'] = {
  // The graph
  EDGE_TWICE: ({ handle, node }) => `"${handle}" de "${node}" já tem uma ligação; remova uma das duas.`,
  LEADS_NOWHERE: ({ exit }) =>
    `"${exit}" não leva a lugar nenhum: a execução termina ali. Ligue, ou ponha um nó de fim.`,
  EDGE_FROM_NOWHERE: ({ node }) => `A ligação começa em "${node}", que não existe; remova.`,
  EDGE_TO_NOWHERE: ({ node }) => `A ligação leva a "${node}", que não existe; remova.`,
  NO_WAY_IN: ({ type }) => `Nada pode levar a um nó ${type}; remova a ligação.`,
  EXIT_UNKNOWN: ({ type, node, handle }) =>
    `O nó ${type} "${node}" não tem a saída "${handle}"; remova a ligação.`,
  NO_TRIGGER_LEADS: 'Nenhum gatilho leva a algum lugar; ponha um nó de gatilho e ligue.',
  NOT_REACHED: ({ node }) => `Nenhum gatilho chega a "${node}"; ligue ou remova.`,
  LOOP: ({ node }) =>
    `O caminho por "${node}" volta a ele sem esperar; ponha uma pergunta ou uma espera, ou garanta que uma condição saia dele.`,
  NODE_ID_TWICE: ({ id }) => `Dois nós têm o id "${id}"; dê um a cada um.`,
  EDGE_ID_TWICE: ({ id }) => `Duas ligações têm o id "${id}"; dê um a cada uma.`,
  MANY_NODES: ({ count }) => `O fluxo tem ${count} nós; subfluxos o deixam legível.`,
  GO_TO_ITSELF: 'O nó vai para si mesmo; escolha outro destino.',
  GO_TO_NOWHERE: ({ node }) => `Não há um nó "${node}" para onde ir; escolha outro destino.`,
  GO_TO_NO_ENTRY: ({ type }) => `Um salto não pode levar a um nó ${type}; escolha o nó seguinte.`,
  FALLBACK_BLANK: ({ behavior }) =>
    `O texto para o que não é entendido está vazio, mas "${behavior}" o envia; escreva o texto.`,
  // What the host has
  TYPE_UNKNOWN: ({ type }) =>
    `Este servidor não conhece o tipo de nó "${type}"; remova o nó ou atualize o servidor.`,
  TYPE_UNSUPPORTED: ({ type }) =>
    `Este servidor ainda não executa nós ${type}; remova o nó ou atualize o servidor.`,
  USE_UNSUPPORTED: ({ type, need }) =>
    `Este uso de ${type} precisa de ${need}, que este servidor ainda não executa; altere o nó.`,
  FILE_LEFT_OUT: 'Um arquivo não veio com o fluxo; dê-o aqui.',
  FILE_GONE: 'Um arquivo guardado não existe mais; escolha outro.',
  SECRET_UNKNOWN: ({ name }) => `Não há um segredo "${name}"; guarde-o primeiro, ou corrija o nome.`,
  SECRET_HELD: ({ name, host }) =>
    `O segredo "${name}" não pode ir a ${host}; indique este servidor nele, ou corrija o endereço.`,
  SECRET_IN_TEXT: ({ path }) => `${path} parece conter um segredo; guarde-o como segredo do servidor.`,
  // Triggers, menus and other flows
  KEYWORD_SHARED: ({ keyword, flow }) =>
    `"${keyword}" também inicia o fluxo "${flow}"; a prioridade decide qual roda.`,
  MOMENT_PAST:
    'O momento já passou, então ninguém é iniciado; escolha um posterior, ou horários que se repetem.',
  WAITS_FOR_EVER: 'A execução espera aqui para sempre quando ninguém responde; defina um tempo limite.',
  KEYWORD_OF_MENU: ({ keyword }) =>
    `"${keyword}" também é uma palavra-chave do menu principal, que ganha; dê outro nome à opção.`,
  CALLS_ITSELF: 'Um fluxo não pode chamar a si mesmo; use um salto.',
  CALLED_UNPUBLISHED: 'O fluxo chamado não está publicado para este número; publique-o primeiro.',
  CALLED_WITHOUT_TRIGGER: 'O fluxo chamado não tem um gatilho de API ligado; ponha um.',
  // Languages
  TRANSLATION_MISSING: ({ languages }) =>
    `Faltam textos em: ${languages}. Ali os contatos leem o idioma principal.`,
  TRANSLATION_STALE: ({ languages }) => `O texto mudou depois de traduzido: ${languages}. Revise a tradução.`,
  TRANSLATION_UNFIT: ({ languages }) =>
    `Uma tradução insere outros valores entre chaves do que o texto: ${languages}. Use os mesmos.`,
  TRANSLATION_BROKEN: ({ language }) =>
    `Um texto não pode ser usado em ${language}: está em branco ou longo demais, as chaves não estão certas, ou duas opções têm o mesmo nome. Corrija a tradução.`,
  // A definition that cannot be read
  SETTINGS_TIME_ZONE: ({ place }) => `${place}: use um fuso horário IANA, como America/Sao_Paulo`,
  DECLARED_NAME: ({ place }) =>
    `${place}: o nome de uma variável é uma letra ou _ e até 63 letras, dígitos ou _`,
  // What has no code here: a document that is no flow, and what a newer service says
  OTHER: ({ sentence }) => sentence,
}

const field: FindingWords['field'] = {
  // Triggers and other flows
  IDLE_TIME_MISSING: 'diga depois de quantos segundos parados o fluxo inicia',
  DECLARED_TWICE: ({ name }) => `"${name}" está declarado duas vezes`,
  DEFAULT_OF_OTHER_TYPE: ({ type }) => `não é do tipo ${type}; corrija o valor ou mude o tipo`,
  KEYWORD_BLANK: 'uma palavra-chave não fica vazia',
  KEYWORDS_MISSING: 'escreva pelo menos uma palavra-chave',
  KEYWORDS_TOO_MANY: 'escreva no máximo 50 palavras-chave',
  MENU_KEYWORD_TOO_LONG: 'uma palavra-chave do menu principal tem no máximo 40 caracteres',
  MAIN_MENU_TWICE: 'um fluxo tem um só gatilho de menu principal; remova os outros',
  TIME_ZONE_UNKNOWN: 'use um fuso horário IANA, como America/Sao_Paulo',
  NO_ADDRESS: 'não é um número de telefone nem um endereço',
  CRON_OR_MOMENT: 'dê horários que se repetem ou um momento, um dos dois',
  NO_MOMENT: 'não é uma data com hora, como 2026-12-24 18:00',
  NO_MOMENT_TO_WAIT_FOR: 'não é uma data com hora, como 2026-12-24T18:00:00Z ou 2026-12-24 18:00',
  AUDIENCE_MISSING: 'diga etiquetas, marcas ou endereços; ainda não alcança ninguém',
  CRON_INCOMPLETE: 'horários que se repetem têm cinco campos: minuto hora dia-do-mês mês dia-da-semana',
  CRON_FIELD: ({ text, field }) =>
    `"${text}" não serve como ${CRON_FIELDS[field]} de horários que se repetem`,
  FLOW_TO_CALL_MISSING: 'escolha o fluxo a chamar',
  FLOW_TO_SWITCH_TO_MISSING: 'escolha o fluxo para onde ir',
  NODE_TO_GO_TO_MISSING: 'escolha o nó para onde ir',
  NO_CALL_PATH: 'comece com body, query ou headers, como body.customer.phone, query.id ou headers.x-id',
  SIGNATURE_SECRET_MISSING:
    'indique o segredo com que as chamadas são assinadas, como {{ secrets.shop }}, e nada mais',
  NO_EVENT_NAME: 'um evento tem de 1 a 64 letras minúsculas, dígitos, _ ou .',
  // Questions and options
  NO_COUNTRY: 'um país são duas letras, por exemplo BR',
  GROUP_CHANGES_MISSING: 'escolha pelo menos uma coisa que acontece',
  CALL_STATES_MISSING: 'escolha pelo menos um estado da ligação',
  LABELS_MISSING: 'diga uma etiqueta para pôr ou tirar',
  LABEL_ALSO_REMOVED: ({ label }) => `a etiqueta "${label}" é posta e tirada`,
  NO_GROUP: 'isto não é um grupo: o endereço termina em @g.us',
  NO_PEOPLE: 'cada um é um número, um endereço ou o @usuário de uma pessoa',
  NO_CHANNEL: 'isto não é um canal: o endereço termina em @newsletter',
  NOTHING_TO_POST: 'escreva um texto ou escolha um arquivo',
  NO_COLOUR: 'uma cor tem a forma #1f6e5c',
  REMINDERS_TOO_MANY: ({ most }) => `no máximo ${most} lembretes`,
  MIN_ABOVE_MAX: 'é maior que o máximo',
  PATTERN_MISSING: 'escreva o padrão a que a resposta deve obedecer',
  REMINDERS_UNORDERED: 'os lembretes vão do mais cedo ao mais tarde',
  REMINDER_AFTER_TIMEOUT: 'um lembrete vem antes do tempo limite',
  NO_DATE_FORMAT: 'tem YYYY, MM e DD uma vez cada',
  NO_CASE_ID: 'o id de um caso tem de 1 a 64 letras, dígitos, _ ou -',
  NO_OPTION_ID: 'o id de uma opção tem de 1 a 64 letras, dígitos, _ ou -',
  NO_ARM_ID: 'o id de um ramo tem de 1 a 64 letras, dígitos, _ ou -',
  CASES_MISSING: 'ponha pelo menos um caso',
  OPTIONS_MISSING: 'ponha pelo menos uma opção',
  CONTACTS_MISSING: 'ponha pelo menos um contato',
  ASSIGNMENTS_MISSING: 'ponha pelo menos uma atribuição',
  CONTACTS_TOO_MANY: 'no máximo 20 contatos',
  USED_TWICE: ({ id }) => `"${id}" é usado duas vezes`,
  CASE_FORMS: 'dê exatamente um: todas, qualquer uma ou expressão',
  ROW_WITHOUT_LEFT: ({ op }) => `uma linha com "${op}" precisa de um lado esquerdo`,
  ROW_WITHOUT_RIGHT: ({ op }) => `uma linha com "${op}" precisa de um lado direito`,
  NO_TYPE_TO_COMPARE: ({ types }) => `is_type compara com ${types}`,
  OPTIONS_TOO_MANY: 'um menu tem no máximo 20 opções',
  SEVERAL_NO_POLL: 'uma enquete responde ao primeiro toque; use texto numerado para escolher vários',
  MENU_NO_POLL: ({ most, count }) => `uma enquete tem de 2 a ${most} opções, não ${count}; escolha numerado`,
  NUMBER_OF_ANOTHER: ({ name }) => `"${name}" é o número de outra opção`,
  NAME_OF_TWO: ({ name }) => `"${name}" é o nome de duas opções`,
  POLL_TOO_SHORT: 'uma enquete tem pelo menos 2 opções',
  POLL_TOO_LONG: ({ most }) => `uma enquete tem no máximo ${most} opções`,
  THERE_TWICE: ({ text }) => `"${text}" aparece duas vezes`,
  SELECTABLE_TOO_MANY: 'é mais do que as opções que há',
  WEIGHT_NOT_POSITIVE: 'um peso é maior que 0',
  NO_MODEL_NAME: 'o nome de um modelo tem de 1 a 64 letras, dígitos, _ ou -, e não começa por dígito',
  NO_ROUTE_ID: 'o id de um caminho tem de 1 a 64 letras, dígitos, _ ou -',
  NO_TOOL_NAME: 'uma ferramenta tem letras, dígitos, _ e - no nome, no máximo 64, e não começa por dígito',
  TOOLS_MISSING: 'dê pelo menos uma ferramenta, ou deixe que ele só responda',
  TOOLS_TOO_MANY: ({ most }) => `há no máximo ${most} ferramentas`,
  ROUTES_TOO_FEW: 'dê pelo menos dois caminhos entre os quais escolher',
  ROUTES_TOO_MANY: ({ most }) => `há no máximo ${most} caminhos`,
  INSTRUCTION_READS: ({ name }) =>
    `as instruções não podem ler {{ ${name} }}, que pode conter palavras de outros; leia-o nos fatos`,
  EXTRACT_WITHOUT_VARIABLE: 'indique a variável que recebe o objeto extraído',
  NO_COLLECTION_NAME: 'uma coleção tem letras, dígitos, _ e -, e não começa com dígito',
  COLLECTIONS_MISSING: 'indique as coleções de documentos em que procurar, ou procure em todas',
  SOURCES_WITHOUT_KNOWLEDGE: 'não há fontes onde não se procura em documentos',
  APPROVAL_SENDS_NOTHING: 'aqui nada é enviado que uma pessoa possa aprovar',
  SCHEMA_MISSING: 'diga num JSON Schema o que se deve extrair',
  SCHEMA_NO_JSON: 'não é um JSON Schema',
  SCHEMA_NO_OBJECT: 'tem de ser o esquema de um objeto, com as suas propriedades',
  SCHEMA_TOO_LARGE: ({ most }) => `é grande demais: no máximo ${most} caracteres e 1.000 valores`,
  SCHEMA_KEYWORD: ({ name }) =>
    `não pode usar "${name}"; só se entendem tipos, propriedades, listas, escolhas e tamanhos`,
  NO_LINK_HOST: ({ name }) => `"${name}" não é um servidor; escreva como loja.example.com ou *.example.com`,
  MODEL_NOT_SET: ({ name }) => `não há um modelo "${name}"; configure-o na página Modelos, ou escolha outro`,
  MODEL_KEY_MISSING: ({ name, secret }) =>
    `o modelo "${name}" tira a chave do segredo "${secret}", que falta; guarde-o`,
  NO_TABLE_NAME: 'o nome de uma tabela são letras, dígitos e _, sem dígito no início',
  NO_COLUMN_NAME: 'o nome de uma coluna são letras, dígitos e _, sem dígito no início',
  ROW_VALUES_MISSING: 'dê à linha pelo menos um valor',
  ROW_FILTER_MISSING: 'diga de que linhas se trata; sem filtro seriam todas',
  TABLE_UNKNOWN: ({ name }) => `não existe a tabela "${name}"; crie-a na página Tabelas`,
  COLUMN_UNKNOWN: ({ name, table }) => `a tabela "${table}" não tem a coluna "${name}"`,
  CONTACT_FIELD_UNDEFINED: ({ name }) =>
    `os contatos não têm o campo "${name}"; defina-o na página Contatos, para que as pessoas o vejam e mudem`,
  CONTACT_FIELD_TYPE: ({ name, type }) =>
    `o campo "${name}" é ${FIELD_TYPES[type]}; escolha "${READ_AS[type]}" como tipo do valor`,
  CONTACT_FIELD_VALUE: ({ name, type, choices }) =>
    type === 'choice'
      ? `o campo "${name}" é um destes: ${choices}`
      : `o campo "${name}" é ${FIELD_TYPES[type]}, e isto não é`,
  ANSWER_ABOVE_LIMIT: ({ name, most }) =>
    `é mais do que os ${most} tokens que uma execução pode gastar do modelo "${name}"`,
  ARMS_TOO_FEW: 'uma divisão tem pelo menos dois ramos',
  ARMS_TOO_MANY: 'uma divisão tem no máximo 20 ramos',
  NO_FILE_KIND: ({ kinds }) => `não é um dos gêneros: ${kinds}`,
  // Actions
  EMOJI_MISSING: 'dê o emoji da reação',
  LABEL_MISSING: 'diga a etiqueta',
  NO_MILLISECONDS: 'dê de 0 a 60000 milissegundos',
  SCRIPT_TOO_LONG: 'no máximo 32 KiB',
  SCRIPT_BLANK: 'está vazio; escreva o script',
  SCRIPT_TIME_TOO_LONG: 'no máximo 2 segundos',
  TAGS_MISSING: 'diga uma etiqueta a pôr ou a tirar',
  TAG_ALSO_REMOVED: ({ tag }) => `"${tag}" também é tirada; fique com uma das duas`,
  WAIT_TOO_SHORT: 'pelo menos um segundo',
  WAIT_TOO_LONG: 'no máximo 30 dias',
  CALL_TIME_TOO_LONG: 'no máximo 60 segundos',
  TIMEOUT_TOO_SHORT: ({ least }) => `pelo menos ${least} segundos`,
  WAIT_MISSING: 'diga quanto esperar',
  CALENDAR_MISSING: 'dê os horários a esperar',
  MOMENT_MISSING: 'diga até quando esperar',
  DURATION_NEGATIVE: 'uma duração não é negativa',
  DEPARTMENT_OR_PERSON: 'escolha um departamento ou uma pessoa, não os dois',
  DEPARTMENT_GONE: 'este departamento não existe; escolha outro',
  PERSON_GONE: 'esta pessoa não está no espaço ou não pode escrever a contatos; escolha outra',
  NO_CLOCK_TIME: 'não é uma hora como 09:00',
  NO_DATE: 'não é uma data como 2026-12-25',
  ENDS_BEFORE_IT_BEGINS: 'termina antes de começar; divida à meia-noite (24:00 e 00:00)',
  NEVER_OPEN: 'nunca abre; dê horários a pelo menos um dia',
  FASTER_THAN_CLIENT: ({ most }) => `este número envia no máximo ${most} mensagens por minuto; reduza.`,
  // Addresses and files
  URL_MISSING: 'escreva o endereço',
  MAPS_TOO_MANY: ({ most }) => `no máximo ${most} mapeamentos`,
  NO_SECRET_NAME: 'não é nome de um segredo',
  NO_HEADER_NAME: ({ name }) => `"${name}" não é nome de um cabeçalho`,
  HEADER_WITH_LINE_BREAK: 'um cabeçalho não tem quebras de linha',
  NO_JSON_PATH: 'não é um caminho como items[0].status',
  METHOD_WITHOUT_BODY: ({ method }) => `um pedido ${method} não tem corpo; tire ou escolha POST`,
  BODY_NO_TEXT: 'escreva um texto',
  EMAIL_SECRET_MISSING: 'indique o segredo do servidor de e-mail, como {{ secrets.mail }}, e nada mais',
  EMAIL_TO_MISSING: 'diga a quem vai o e-mail',
  EMAIL_SUBJECT_MISSING: 'dê um assunto ao e-mail',
  EMAIL_EMPTY: 'escreva um texto, ou um em HTML',
  EMAIL_FILES_TOO_MANY: ({ most }) => `no máximo ${most} arquivos`,
  NO_EMAIL_ADDRESS: 'escreva endereços como ana@example.com, separados por vírgulas e sem nomes',
  BODY_NO_FILE: 'indique o arquivo pelo mediaId, por exemplo {{ vars.photo.mediaId }}',
  FILE_WITHOUT_PLACE: 'só vai num formulário com partes ou em JSON; escolha um deles como tipo de corpo',
  FILE_IN_NO_OBJECT: 'recebe um arquivo, então precisa ser um objeto JSON',
  BODY_NO_JSON: 'não é JSON válido; ponha aspas em cada {{ }} (um valor que é um só {{ }} mantém o seu tipo)',
  JSON_TOO_DEEP: ({ most }) => `é JSON demais: tem mais de ${most} níveis.`,
  JSON_TOO_LARGE: ({ most }) => `é JSON demais: tem mais de ${most} valores e chaves.`,
  NO_MEDIA_TYPE: 'não é um tipo de mídia como image/jpeg',
  NO_CAPTION: ({ kind }) => `${kind} não leva texto; envie-o como mensagem própria`,
  MEDIA_TYPE_OF_ANOTHER: ({ type, kind }) => `"${type}" não é ${kind}; mude o gênero ou o tipo`,
  URL_AND_ASSET: 'dê um endereço ou um arquivo guardado, não os dois',
  NO_URL_OR_ASSET: 'dê um endereço ou um arquivo guardado',
  NO_HTTP_ADDRESS: 'comece com https:// (ou http://)',
  HOST_IS_TEMPLATE: 'escreva o host por extenso; só o que vem depois pode ser um modelo',
  HOST_MISSING: 'não tem host',
  CREDENTIALS_IN_ADDRESS: 'tire o que vem antes do @; usuário e senha vão em um cabeçalho',
  ADDRESS_PRIVATE:
    'é um endereço de rede privada; use um público, ou peça a quem opera o serviço que o permita (OUTBOUND_ALLOW)',
  NOT_ENCRYPTED:
    'seria chamado sem criptografia; use https, ou peça a quem opera o serviço que permita o endereço (OUTBOUND_ALLOW)',
  ALBUM_TOO_SHORT: 'um álbum tem pelo menos 2 itens',
  ALBUM_TOO_LONG: ({ most }) => `um álbum tem no máximo ${most} itens`,
  ALBUM_WITH_FILE: 'um álbum tira os arquivos dos itens; remova o endereço e o arquivo guardado',
  NO_DEGREES: ({ most }) => `dê graus de -${most} a ${most}`,
  NO_PHONE: 'não é um número em forma internacional, como +5511912345678',
  // Variables, templates and secrets
  NO_AMOUNT: 'um incremento é um número ou um {{ modelo }}',
  NO_VARIABLE_NAME: 'o nome de uma variável é uma letra ou _ e até 63 letras, dígitos ou _',
  NO_INPUT_NAME: 'o nome de uma entrada é uma letra ou _ e até 63 letras, dígitos ou _',
  NAME_RESERVED: 'este nome é reservado; escolha outro',
  TEXT_TOO_LONG: ({ most }) => `no máximo ${most} caracteres`,
  TEXT_BLANK: 'está vazio; escreva o texto',
  ALWAYS_EMPTY: ({ name, root, fields }) => `"${name}" está sempre vazio; de ${root} há ${fields}.`,
  NEVER_SET: ({ name }) => `nada neste fluxo define "${name}"; fica vazio, a menos que uma entrada o dê.`,
  ROOT_UNKNOWN: ({ name, root }) =>
    `"${name}" começa com "${root}", que não é uma variável nem uma raiz conhecida`,
  SECRET_NOT_HERE: 'segredos só servem em campos de http, ai e webhook; tire daqui',
  SECRET_NOT_ALONE: ({ name }) => `escreva o segredo como {{ secrets.${name} }}, sem filtros nem condições`,
  EXPRESSION_IN_BRACES: 'escreva uma expressão sem {{ }}, por exemplo vars.age >= 18',
  EXPRESSION_EMPTY: 'a expressão está vazia',
  FORMULA_MISSING: 'escreva a fórmula cujo valor a variável recebe, por exemplo vars.preco * 2',
  FORMULA_ENDS_EARLY: 'a fórmula termina cedo demais; falta algo depois do último sinal',
  FORMULA_UNEXPECTED: ({ text, place }) => `"${text}" na posição ${place} não cabe ali`,
  FORMULA_TEXT_OPEN: 'falta fechar as aspas de um texto na fórmula',
  FORMULA_FUNCTION_UNKNOWN: ({ name }) => `não existe a função "${name}"`,
  FORMULA_ARGUMENTS: ({ usage }) => `escreva a função como ${usage}`,
  FORMULA_TOO_DEEP: ({ most }) => `parênteses e funções ficam uns dentro dos outros até ${most} níveis`,
  PATTERN_TOO_LONG: ({ most }) => `um padrão tem no máximo ${most} caracteres`,
  PATTERN_TOO_LARGE: 'o padrão é grande demais; use menos repetições, ou repetições menores',
  PATTERN_CLASSES: ({ most }) => `um padrão tem no máximo ${most} classes como \\p{L}`,
  PATTERN_NOT_RE2: ({ why }) =>
    `${why}; os padrões são RE2: não há look-ahead, look-behind nem referências para trás`,
  // Any field
  FIELD_UNKNOWN: ({ names }) => `campo desconhecido ${names}; remova`,
  NONE_OF_CHOICES: ({ choices }) => `escolha um destes: ${choices}`,
  KIND_OTHER: ({ kind }) => `falta ou é de outro tipo; dê ${KINDS[kind] ?? `um valor do tipo ${kind}`}`,
  TOO_SMALL: ({ least }) => `dê pelo menos ${least}`,
  TOO_BIG: ({ most }) => `dê no máximo ${most}`,
  // What the language of a text or a script says itself, in its own words
  UNREADABLE: ({ why }) => why,
}

export const findings: FindingWords = { flow, field }
