import type {
  ClientRefusals,
  PairingLinkRefusals,
  RefusalParams,
  SandboxRefusals,
} from '../../../core/refusal-reasons.ts'
import type { Sentences } from '../../sentences.ts'

const NO_CODE: Readonly<Record<RefusalParams['PAIRING_CODE_REFUSED']['why'], string>> = {
  bad_request:
    'A rede recusou um código para este número. Confira o número; se estiver certo, espere alguns minutos, pois ela também responde assim quando se pedem códigos demais.',
  rate_limited:
    'A rede não dá nenhum código agora, pois foram pedidos códigos demais. Espere alguns minutos ou escaneie o código QR.',
  no_answer: 'A rede não respondeu a tempo, então não há código. Peça de novo.',
  passkey_asked:
    'A rede espera a chave de acesso da conta que já escaneou ou digitou. Confirme-a, ou reconecte o número.',
}

const NO_PASSKEY: Readonly<Record<RefusalParams['NO_PASSKEY_ASKED']['worker'], string>> = {
  running: 'A rede não pede agora uma chave de acesso a este número.',
  stopped: 'O número está em pausa, então a rede não pede nada a ele.',
}

const PASSKEY: Readonly<Record<RefusalParams['PASSKEY_REFUSED']['why'], string>> = {
  wrong_challenge:
    'Isto foi assinado para outro pedido. Copie o script que aparece agora, assine de novo e cole o resultado.',
  refused:
    'A rede recusou esta chave de acesso. Assine com a da conta que escaneou o código e cole o resultado de novo.',
  no_answer: 'A rede não respondeu a tempo. Entregue de novo.',
}

export const clients: Sentences<ClientRefusals> = {
  RECIPIENT_UNREADABLE: ({ given }) =>
    `"${given}" não é um destinatário. Use um número com o código do país, ou o endereço de um contato ou grupo.`,
  STATUS_IS_NO_CONTACT: 'O canal de status não é um contato.',
  NO_WORKER: 'O número ainda espera para conectar. Isso acontece sozinho assim que houver lugar.',
  WORKER_ENDED: 'A conexão terminou de novo logo em seguida. O estado do número diz o motivo.',
  WORKER_NOT_RUNNING:
    'O número está em pausa, então o aparelho não pode ser desvinculado. Conecte antes, ou remova o aparelho no telefone.',
  WORKER_NOT_STARTED: 'Não foi possível reconectar. Tente de novo em alguns segundos.',
  WORKER_UNSURE: 'Não houve resposta a tempo; a ordem ainda pode ter efeito.',
  WORKER_CHANGED_HANDS: 'O número acabou de mudar de lugar. Tente de novo em alguns segundos.',
  ALREADY_PAIRED: 'Este número já está vinculado a uma conta. Para vincular outra, saia primeiro desta.',
  NOT_PAIRING: 'O número ainda não mostra nada para escanear. Espere um pouco e tente de novo.',
  PAIRING_CODE_REFUSED: ({ why }) => NO_CODE[why],
  NO_PASSKEY_ASKED: ({ worker }) => NO_PASSKEY[worker],
  PASSKEY_REFUSED: ({ why }) => PASSKEY[why],
}

export const pairingLinks: Sentences<PairingLinkRefusals> = {
  NOT_LINKABLE:
    'Este número já está vinculado a uma conta, ou a sessão dele está em outro lugar ou em teste. Para conectar outra conta, saia primeiro desta.',
  LINK_UNKNOWN: 'Este link não funciona, ou não funciona mais. Peça um novo a quem o enviou.',
  LINK_OVER: 'Este link já terminou. Peça um novo a quem o enviou.',
  LINK_OPENED_ELSEWHERE:
    'Este link foi aberto em outro navegador. Solte-o lá primeiro; se não foi você, avise quem o enviou.',
  LINK_USED_UP: 'Isto foi tentado demais com este link. Peça um novo a quem o enviou.',
  TOO_OFTEN: 'Isto foi pedido vezes demais. Espere um minuto e tente de novo.',
  NO_VISIT: 'Esta página não tem mais o link aberto. Abra o link de novo.',
  PAIRING_METHOD: 'Links de conexão são usados com POST e um conteúdo em JSON.',
  PAIRING_CONTENT_TYPE: 'Envie JSON com Content-Type: application/json.',
  PAIRING_PATH_UNKNOWN: 'Não há nada neste caminho.',
}

export const sandbox: Sentences<SandboxRefusals> = {
  NOT_PAIRED: 'Este número ainda não está vinculado. Conecte-o e escaneie o código QR.',
  NOT_A_SANDBOX_CLIENT: 'Este número é do WhatsApp; escaneie o código QR com o WhatsApp de um telefone.',
  NETWORK_NOT_AVAILABLE:
    'Nenhuma rede de teste roda dentro deste serviço; escaneie o código QR onde essa rede roda.',
  NO_QR: 'Não há código QR para escanear agora. Conecte o número e espere até aparecer um.',
  FILE_TOO_LARGE: ({ mib }) => `Este arquivo tem mais de ${mib} MiB; não é mostrado aqui.`,
  SANDBOX_REFUSED: ({ words }) => `${words}.`,
}
