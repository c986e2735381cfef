import type { MissingThing } from '../../../core/input/missing-thing.ts'
import type { AccountRefusals, CommonRefusals, ProxyRefusals } from '../../../core/refusal-reasons.ts'
import { renderCallFailure } from '../../call-failures.ts'
import { renderCoded } from '../../coded.ts'
import { describeInputProblem } from '../../input-problems.ts'
import type { Sentences } from '../../sentences.ts'
import { callFailures } from '../call-failures.ts'
import { inputProblems } from '../input-problems.ts'
import { proxyWords } from '../proxies.ts'

const MISSING: Readonly<Record<MissingThing, string>> = {
  client: 'Este número não existe mais, ou não é seu.',
  flow: 'Este fluxo não existe mais, ou não é seu.',
  'flow state': 'Esta execução não existe mais, ou não é sua.',
  message: 'Esta mensagem não existe mais, ou não é sua.',
  key: 'Esta chave não existe mais, ou não é sua.',
  webhook: 'Este webhook não existe mais, ou não é seu.',
  user: 'Esta pessoa não existe mais.',
  invitation: 'Este convite não existe mais.',
  workspace: 'Este espaço não existe mais, ou você não está nele.',
  member: 'Esta pessoa não está mais no espaço.',
  'pairing link': 'Este link não existe mais, ou não é seu.',
  session: 'Esta sessão não existe mais, ou não é sua.',
  conversation: 'Ainda não há mensagens nesta conversa.',
  note: 'Esta nota não existe mais.',
  asset: 'Este arquivo não existe mais, ou não é seu.',
  reply: 'Esta resposta pronta não existe mais.',
  department: 'Este departamento não existe mais.',
  label: 'Esta etiqueta não existe mais.',
  campaign: 'Esta campanha não existe mais.',
  document: 'Este documento não existe mais, ou não é seu.',
}

export const common: Sentences<CommonRefusals> = {
  NO_SUCH_THING: ({ what }) => MISSING[what],
  CURSOR_UNKNOWN: 'O cursor não é um nextCursor desta lista. Deixe-o de fora para começar de novo.',
  IDEMPOTENCY_KEY_REUSED:
    'Esta chave de idempotência já foi usada em outro pedido nas últimas 24 horas. Use uma nova para um novo pedido.',
  FIELD_INVALID: ({ problem }) => describeInputProblem(inputProblems, problem),
}

export const account: Sentences<AccountRefusals> = {
  OWN_ACCOUNT: 'Ninguém retira os próprios direitos: peça a outra pessoa da administração.',
  OWNER_STAYS: 'Quem é dono fica como está: antes é preciso passar o espaço a outra pessoa.',
  OWNER_ONLY: 'Só quem é dono passa o espaço a outra pessoa.',
  TOO_MANY_WORKSPACES: ({ most }) =>
    `Uma pessoa pode ser dona de ${most} espaços. Exclua um ou passe um a outra pessoa.`,
  ACCOUNT_FIRST: ({ email }) =>
    `Não há conta para ${email}, e aqui só administradores do serviço criam contas. Peça antes a um deles.`,
  ALREADY_MEMBER: ({ email }) => `${email} já está no espaço. Mude ali a função.`,
  INVITED_OTHER: ({ email }) => `Este convite é para ${email}. Entre com esse endereço.`,
  INVITATION_OVER: 'Este convite não vale mais. Peça um novo a quem convidou você.',
  OTHER_NAME: 'Este não é o nome do espaço. Escreva-o como está ali.',
  HAS_ACCOUNT: ({ email }) => `Já existe uma conta com o e-mail ${email}. Mude-a na lista de pessoas.`,
  NO_ACCOUNT: ({ email }) => `Não há uma conta com o e-mail ${email}. Confira o endereço, ou crie uma antes.`,
  EMAIL_INVALID: ({ email }) => `"${email}" não é um endereço de e-mail.`,
  EMAIL_TAKEN: ({ email }) => `Já existe uma conta com o e-mail ${email}. Use outro.`,
  PASSWORD_LENGTH: ({ least, most }) => `Uma senha tem de ${least} a ${most} caracteres; escolha outra.`,
  KEY_EXPIRY_PAST: 'O prazo já passou. Escolha um momento futuro, ou deixe sem prazo.',
  NO_SERVER_MAIL: 'Este serviço não tem servidor de e-mail. Quem o opera pode indicar um em SMTP_URL.',
  NO_SUCH_SECRET: 'Este segredo não existe mais. Veja a lista.',
  SECRET_VALUE_MISSING: 'Dê o valor do segredo.',
  SECRET_OF_OTHER_KIND:
    'Já existe um segredo com este nome cujo valor se obtém de outro modo. Exclua-o antes, ou escolha outro nome.',
  NO_SUCH_CONNECTION: 'Nenhuma conexão tem este nome. Veja a lista de segredos.',
  KEY_FILE_UNREADABLE:
    'Isto não é um arquivo de chave de uma conta de serviço. Cole o arquivo JSON inteiro, como o Google o entregou.',
  NOBODY_AGREES: 'Esta conexão obtém os tokens sozinha. Teste-a em vez disso.',
  AGREEMENT_UNKNOWN:
    'Esta resposta não pertence a uma conexão iniciada por você nos últimos 10 minutos. Comece de novo na página de segredos.',
  NOT_AGREED: ({ name, error }) =>
    `O outro sistema não autorizou os fluxos a agir por você${error === null ? '' : ` (${error})`}. Conecte "${name}" de novo se não era essa a intenção.`,
  CODE_REFUSED: ({ name, error }) =>
    `O outro sistema não deu um token para "${name}"${error === null ? '' : ` (${error})`}. Confira as configurações da conexão e conecte de novo.`,
  SECRET_HOSTS_MISSING:
    'Indique os servidores aos quais chamadas podem levar o segredo, como api.example.com.',
  TOO_MANY_SECRETS: ({ most }) => `Já existem ${most} segredos; apague um que não seja necessário.`,
  BAD_URL: ({ call }) => renderCallFailure(callFailures, call),
  ADDRESS_REFUSED: ({ call }) => renderCallFailure(callFailures, call),
  TOO_MANY_WEBHOOKS: ({ most }) => `Já existem ${most} webhooks; apague um que não seja necessário.`,
}

export const proxies: Sentences<ProxyRefusals> = {
  SANDBOX_USES_NO_PROXY:
    'Um número de teste não usa proxy: a rede de teste roda junto do serviço, aonde nenhum proxy leva. Dê o proxy a um número do WhatsApp.',
  CLIENTS_WOULD_GO_DIRECT: ({ clients }) =>
    `${clients} números ficariam sem proxy e se conectariam diretamente. Importe outros antes.`,
  PROXY_INVALID: ({ problem }) => `${renderCoded(proxyWords.entries, problem)}.`,
  PROXY_UNKNOWN: 'Este proxy não existe mais. Veja a lista.',
}
