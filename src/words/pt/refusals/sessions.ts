import type { RefusalParams, SessionRefusals } from '../../../core/refusal-reasons.ts'
import type { Sentences } from '../../sentences.ts'

const UNKNOWN_FILE: Readonly<Record<RefusalParams['SESSION_FILE_UNKNOWN']['found'], string>> = {
  no_session:
    'Nenhuma sessão do Baileys foi encontrada. Envie a pasta do useMultiFileAuthState (em zip), um documento JSON com creds e keys, ou as linhas da Evolution API ou do WAHA em JSON.',
  no_export: 'Este arquivo não é uma sessão exportada.',
  nesting: 'O arquivo não é de uma sessão: tem níveis demais.',
  sqlite:
    'É um banco SQLite. O WAHA guarda a sessão do motor NOWEB em arquivos JSON ao lado dele: envie a pasta com creds.json. Sessões dos motores GOWS e WEBJS não podem ser movidas.',
  parley_export:
    'Foi o próprio Parley que exportou este arquivo. Escolha a importação de outro Parley, com a frase secreta.',
  gzip: 'É um arquivo gzip. Descompacte e envie a pasta ou um zip dela.',
}

function describeDamage(damage: RefusalParams['SESSION_FILE_DAMAGED']): string {
  switch (damage.part) {
    case 'file':
      return 'O arquivo está incompleto ou foi alterado. Copie de novo de onde foi exportado.'
    case 'content':
      return 'O que está no arquivo não é uma sessão.'
    case 'json':
      return 'O JSON está cortado ou danificado. Copie de novo.'
    case 'zip':
      return 'O zip está cortado ou danificado, ou tem senha. Faça de novo, sem senha.'
    case 'identity':
      return `As credenciais não têm uma identidade que sirva (${damage.fields.join(', ') || 'estão vazias ou cortadas'}). Pare o programa que as escreveu e copie de novo.`
    case 'key_pair':
      return `As duas metades de ${damage.name} nas credenciais não combinam. Copie as credenciais de novo.`
  }
}

function describeSize(size: RefusalParams['SESSION_TOO_LARGE']): string {
  switch (size.of) {
    case 'export':
      return 'Esta sessão é grande demais para um arquivo. Mova o serviço inteiro com parley backup.'
    case 'time':
      return 'O arquivo leva tempo demais para ser lido. Envie só a pasta ou as linhas de uma sessão.'
    case 'unpacked':
      return `O arquivo tem mais de ${size.entries} itens ou ${size.mib} MiB descompactado. Envie só a pasta ou as linhas de uma sessão.`
    case 'values':
      return `O arquivo tem mais de ${size.most} valores. Envie só a pasta ou as linhas de uma sessão.`
  }
}

const EXPORTED: Readonly<Record<RefusalParams['SESSION_EXPORTED']['while'], string>> = {
  starting:
    'A sessão deste número foi exportada e pode estar em uso em outro lugar. Se não estiver, retome-a antes nas configurações do número.',
  importing:
    'A sessão deste número foi exportada e pode ser retomada. Importe em um número novo, que nunca foi vinculado.',
}

const BEING_MOVED: Readonly<Record<RefusalParams['SESSIONS_BEING_MOVED']['by'], string>> = {
  everybody: 'Várias sessões estão sendo movidas agora. Tente de novo em instantes.',
  owner: 'Outras sessões suas ainda estão sendo lidas. Tente de novo em um minuto, uma depois da outra.',
}

export const sessions: Sentences<SessionRefusals> = {
  SESSION_FILE_UNKNOWN: ({ found }) => UNKNOWN_FILE[found],
  SESSION_FILE_DAMAGED: describeDamage,
  SESSION_TOO_LARGE: describeSize,
  SESSION_CREDS_MISSING:
    'Tem chaves, mas não as credenciais (creds.json, ou a linha de Session). Envie as duas partes juntas.',
  SESSION_KEYS_MISSING:
    'Tem credenciais, mas nenhuma das chaves (pre-key-…, session-…). Envie a pasta ou o hash delas junto com as credenciais.',
  SESSION_NOT_REGISTERED:
    'As credenciais nunca foram pareadas com um telefone, ou foram apagadas ao sair da conta. Vincule o número com um código QR.',
  SESSION_OTHER_NETWORK: ({ account }) =>
    account === null
      ? 'A sessão é de outra rede. Importe em um número da rede de onde ela foi exportada.'
      : `A conta "${account}" não é um aparelho conectado desta rede.`,
  SESSION_AMBIGUOUS: ({ count, sessions }) =>
    `O arquivo tem ${count} sessões: ${sessions}. Escreva qual importar.`,
  SESSION_NOT_IN_FILE: ({ wanted, sessions }) => `Não há sessão "${wanted}" no arquivo; há ${sessions}.`,
  NO_SESSION: 'Não há sessão pareada para mover. Conecte o número e escaneie o código QR antes.',
  SESSION_EXISTS: 'Este número já tem uma sessão. Importe em um número novo, que nunca foi vinculado.',
  SESSION_IN_USE: 'Outro número deste serviço tem esta sessão. Exporte lá, ou apague aquele número.',
  SESSION_EXPORTED: (params) => EXPORTED[params.while],
  SESSION_NOT_EXPORTED: 'A sessão deste número não foi exportada; não há nada a retomar.',
  SESSION_PASSPHRASE_WRONG: 'A frase secreta não abre este arquivo.',
  SESSION_FILE_VERSION: ({ version, known }) =>
    `A versão do arquivo é ${version}, e este Parley lê ${known}.`,
  SESSIONS_BEING_MOVED: ({ by }) => BEING_MOVED[by],
  WORKER_NOT_STOPPED: 'Este número ainda está em uso. Pause-o e tente de novo em meio minuto.',
}
