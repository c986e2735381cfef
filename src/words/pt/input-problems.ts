import type { Bound } from '../../core/input/input-problem.ts'
import { describeJsonProblem, type InputProblemWords, type JsonProblemWords } from '../input-problems.ts'

const KINDS: Readonly<Record<string, string>> = {
  string: 'um texto',
  number: 'um número',
  int: 'um número inteiro',
  boolean: 'true ou false',
  array: 'uma lista',
  object: 'um objeto',
  record: 'um objeto',
  null: 'null',
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'um endereço de e-mail',
  url: 'um endereço como https://example.com',
  guid: 'um id na forma de um UUID',
  uuid: 'um id na forma de um UUID',
  base64: 'os bytes do arquivo em base64',
  datetime: 'uma data e hora em ISO 8601 com fuso, como 2026-01-01T12:00:00Z',
}

const BOUNDS: Readonly<Record<Bound, string>> = {
  exactly: 'exatamente',
  at_least: 'pelo menos',
  more_than: 'mais de',
  at_most: 'no máximo',
  less_than: 'menos de',
}

const COUNTED: Readonly<Record<string, string>> = { string: ' caracteres', array: ' itens' }

const nameKind = (kind: string): string => KINDS[kind] ?? `um valor do tipo ${kind}`

const jsonProblems: JsonProblemWords = {
  depth: ({ most }) => `tem mais de ${most} níveis.`,
  parts: ({ most }) => `tem mais de ${most} valores e chaves.`,
  unsafe: ({ path }) =>
    `tem um caractere NUL ou metade de um par substituto${path && ` em ${path}`}, o que um texto não pode ter.`,
  untold: ({ path }) => `tem um campo ${path}, um nome que nenhum campo pode ter. Dê outro a ele.`,
}

export const inputProblems: InputProblemWords = {
  // O que todo esquema encontra
  INVALID: 'A entrada não é válida.',
  FIELD_UNKNOWN: 'Não há esse campo aqui. Confira como se escreve, ou tire-o.',
  INPUT_OF_OTHER_KIND: ({ kind }) => `A entrada é ${nameKind(kind)} em JSON; isto é outra coisa.`,
  MISSING: ({ kind }) => `Isto falta. Dê ${nameKind(kind)}.`,
  OF_OTHER_KIND: ({ kind }) => `Dê ${nameKind(kind)}.`,
  NONE_OF: ({ choices }) => `Dê ${choices.length === 1 ? '' : 'um de '}${choices.join(', ')}.`,
  EMPTY: 'Isto não pode ficar vazio.',
  SIZE: ({ bound, size, unit }) => `Dê ${BOUNDS[bound]} ${size}${COUNTED[unit] ?? ''}.`,
  OF_OTHER_FORM: ({ format }) =>
    FORMATS[format] === undefined ? 'Isto não tem a forma aceita aqui.' : `Dê ${FORMATS[format]}.`,
  NO_MULTIPLE: ({ divisor }) => `Dê um múltiplo de ${divisor}.`,
  NO_FORM_FITS: 'Isto não é nada do que se aceita aqui; a página de referência mostra as formas possíveis.',
  // Names, ids and addresses
  NO_CLIENT_ID: 'Isto não é o id de um número; esses ids são UUIDs.',
  NO_USERNAME: 'precisa ser um nome de usuário como @ana.b, de 3 a 35 letras, números, pontos e sublinhados',
  NO_PHONE_NUMBER: ({ least }) =>
    `Isto não é um número de telefone: escreva seus ${least} a 15 dígitos, o código do país primeiro.`,
  NO_RECIPIENT: ({ given }) =>
    `"${given}" não é um destinatário. Use dígitos com o código do país, +E.164, <dígitos>@s.whatsapp.net, <dígitos>@c.us, <id>@lid, <id>@g.us ou status@broadcast.`,
  NO_NAME: 'Um nome tem letras sem acento, dígitos e _, e não começa com dígito.',
  NO_NAME_WITH_DASHES: 'Um nome tem letras sem acento, dígitos, _ e -, e não começa com dígito.',
  NO_SHORTCUT: 'Um atalho tem até 32 letras, dígitos, _ e -, e começa com uma letra ou um dígito.',
  MESSAGE_OR_FLOW: 'Uma campanha envia uma mensagem ou inicia um fluxo, não os dois.',
  NO_TIME_ZONE: 'Informe um fuso horário IANA, como America/Sao_Paulo.',
  NO_OPENING_HOURS: 'Dê pelo menos um horário; cada um termina depois de começar.',
  NO_DAY: 'Dê um dia, como 2026-11-26.',
  NO_DAY_RANGE: ({ most }) => `Dê um dia que não venha antes do primeiro, e no máximo ${most} dias.`,
  OTHER_DEPARTMENT: 'Escolha outro departamento, não este.',
  NO_NODE_ID: 'O id de um nó tem de 1 a 64 letras, dígitos, _ ou -.',
  NO_NODE_TYPE: 'O tipo de um nó se escreve como send.text.',
  NO_VARIABLE_NAME: 'O nome de uma variável tem letras sem acento, dígitos e _.',
  NO_EVENT_ID: 'Isto não é o id de um evento; veja-o na lista de eventos ou de entregas.',
  NO_DELIVERY_ID: 'Isto não é o id de uma entrega; veja-o na lista de entregas.',
  NO_SHA256: 'Um SHA-256 tem 64 dígitos hexadecimais.',
  NO_LINK_TOKEN: 'Este link não está completo.',
  NO_VISIT_TOKEN: 'Isto não são 32 bytes em base64url.',
  NO_URL: 'Isto não é um endereço http ou https.',
  NO_WEBHOOK_URL: 'Isto não é um endereço de http ou https.',
  NO_ADDRESS: 'Um endereço começa com https:// e diz um servidor.',
  NO_MODEL_ADDRESS: 'Um endereço começa com https:// e diz um servidor, como https://models.example.com/v1.',
  NO_SECRET_HOST:
    'Um servidor é um nome como api.example.com, *.example.com para todos abaixo dele, ou um endereço; sem https:// e caminho.',
  NO_PROXY_PORT: 'A porta é um texto de dígitos.',
  NO_GROUP_ADDRESS: 'Isto não é o endereço de um grupo.',
  NO_CHANNEL_ADDRESS: 'Isto não é o endereço de um canal.',
  NO_CHANNEL_LINK:
    'Isto não é o link de um canal; ele se parece com https://whatsapp.com/channel/ e um código.',
  NO_GROUP_INVITE:
    'Isto não é um link de convite de grupo; ele se parece com https://chat.whatsapp.com/ e um código.',
  SANDBOX_NUMBER: 'Isto não é um número de telefone; escreva dígitos com o código do país.',
  SANDBOX_NUMBER_LENGTH: 'Um número de telefone tem de 5 a 15 dígitos.',
  // Campos que andam juntos
  REQUIRED: ({ name }) => `É preciso dar ${name}.`,
  NAMES_DIFFER: ({ given, name }) =>
    `${given.join(' e ')} dizem a mesma coisa, mas com valores diferentes; mande só ${name}.`,
  ID_OR_FLOW: 'Dê id, flow ou os dois.',
  DELIVERIES_OR_RANGE: 'Dê deliveryIds, ou um intervalo com from, to ou os dois.',
  ONE_ACT: ({ acts }) => `Dê exatamente um de ${acts.join(', ')}.`,
  // Valores
  NO_FIELD_VALUE: ({ most }) =>
    `Dê um texto de no máximo ${most} caracteres, um número, true, false ou null.`,
  NO_SECRET_TEXT: ({ chars, parts }) =>
    `Dê um texto de no máximo ${chars} caracteres, ou uma lista de no máximo ${parts} textos e partes {secret, as}.`,
  FORMAT_VERSION: ({ version }) => `Este servidor lê a versão ${version} do formato de troca de fluxos.`,
  JSON_TEXT_TOO_LONG: 'Este texto JSON tem mais de 1 MiB.',
  NO_JSON_TEXT: 'Este texto não é JSON.',
  JSON_TEXT_REFUSED: ({ problem }) =>
    `Este JSON não pode ser aceito: ${describeJsonProblem(jsonProblems, problem)}`,
  // Mensagens
  NO_BASE64: 'Isto não é base64.',
  NO_BASE64URL: 'Isto não é base64url, como dá `PublicKeyCredential.toJSON()`.',
  NO_MIME_TYPE: 'Isto não é um tipo MIME como image/png.',
  NO_MEDIA_TYPE: 'Isto não é um tipo de arquivo.',
  NO_MEDIA_SOURCE:
    'Dê o arquivo como endereço http(s), como {url}, como {base64, mimetype} ou como {mediaId}.',
  NO_MOMENT: 'Dê a data e hora em ISO 8601 com fuso, ou em segundos inteiros desde 1970.',
  NO_QUOTED: 'Dê a mensagem citada por seu id ou por sua chave {remoteJid, id, fromMe}.',
  OPTIONS_SAME: 'Duas opções são iguais.',
  SELECTABLE_TOO_MANY: 'selectableCount é maior que o número de opções.',
  NO_PIN: 'Dê 1 para fixar ou 2 para soltar.',
  NO_PIN_TIME: 'Dê 86400, 604800 ou 2592000 segundos: 24 h, 7 ou 30 dias.',
  NO_MESSAGE_TYPE: ({ types }) => `Uma mensagem precisa de exatamente um tipo: um de ${types.join(', ')}.`,
  MESSAGE_TYPES_MANY: ({ types }) =>
    `Uma mensagem tem exatamente um tipo, mas esta tem ${types.join(' e ')}; mande uma de cada vez.`,
  ALBUM_ITEM: 'Um item de um álbum é uma imagem ou um vídeo, com legenda se quiser.',
  NO_COLOUR: 'Informe a cor como #RRGGBB, por exemplo #1f6e5c.',
  NO_STATUS_CONTENT: 'Informe exatamente um entre text, image, video e voice.',
  STATUS_FIELD_MISPLACED:
    'Isto não combina com o que é publicado: legenda é de imagem ou vídeo, fundo é de texto ou gravação, fonte é de texto.',
  STATUS_FOR_PEOPLE: 'Um status vai para pessoas: informe os números ou LIDs delas, não grupos.',
}
