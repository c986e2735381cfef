import type { BanReason, StatusCauseParams } from '../../core/client/status-cause.ts'
import { renderCoded } from '../coded.ts'
import { joinSentences, type Sentences } from '../sentences.ts'
import { proxyWords } from './proxies.ts'

const BANS: Readonly<Record<BanReason, string>> = {
  STRANGERS: 'Escreveu para pessoas demais que não a têm entre os contatos.',
  BLOCKED: 'Pessoas demais a bloquearam.',
  GROUPS: 'Criou grupos demais com pessoas que não a têm entre os contatos.',
  SAME_MESSAGE: 'Enviou a mesma mensagem a pessoas demais.',
  BROADCASTS: 'Enviou demais a listas de transmissão.',
}

/** What the network or the connection said of a client's state. */
export const statusCauses: Sentences<StatusCauseParams> = {
  CLOSED_BY_HOST: 'O serviço fechou a conexão.',
  LEASE_LOST: 'Outro processo cuida deste número agora.',
  BROKE_DOWN: ({ error }) => `A conexão foi abandonada: ${error}.`,
  SILENT: 'A rede não deu sinal de vida por um tempo, então a conexão é aberta de novo.',
  HANDSHAKE_REFUSED:
    'O servidor recusou o início da conexão. Confira se o servidor e a chave raiz são um do outro.',
  UNLINKED: 'O telefone removeu este aparelho. Conecte de novo com um novo código QR.',
  BANNED_FOR_NOW: ({ why, until }) =>
    joinSentences(
      'A conta está banida por um tempo. Espere até o fim; o telefone mostra quanto falta.',
      why && BANS[why],
      until && `Termina em ${until}.`,
    ),
  LOCKED: 'A conta está bloqueada. Abra o aplicativo no telefone e siga o que ele pede.',
  VERSION_REFUSED:
    'O servidor recusa esta versão. Uma mais nova é tentada; se continuar assim, atualize o serviço.',
  BANNED: 'A conta está banida. Peça uma revisão no aplicativo do telefone.',
  NO_ANSWER: 'O servidor não respondeu a tempo. A conexão é tentada de novo.',
  KIND_REFUSED: 'O servidor recusa este tipo de aparelho. Atualize o serviço.',
  NO_LINKED_DEVICES: 'A conta não aceita mais aparelhos conectados. Conecte de novo com um novo código QR.',
  LOGIN_EXPIRED: 'O login venceu. A conexão é tentada de novo.',
  DEVICE_UNKNOWN: 'O servidor não conhece este aparelho. Conecte de novo com um novo código QR.',
  SESSION_VOID: 'A sessão não vale mais. Conecte de novo com um novo código QR.',
  CUT: 'A conexão caiu. Ela é aberta de novo.',
  REPLACED: 'Outra conexão usa este aparelho. Pare a outra e depois conecte este número de novo.',
  SERVER_FAILED: 'O servidor teve uma falha interna. A conexão é tentada de novo.',
  CLIENT_OUTDATED: 'O servidor recusa esta versão. Atualize o serviço.',
  SERVER_AWAY: 'O servidor não está disponível. A conexão é tentada de novo.',
  RESTART_ASKED: 'O servidor pediu uma nova conexão, como faz depois que um aparelho é conectado.',
  ENDED_WITH: ({ message }) => `A conexão terminou com ${message ?? 'nenhum motivo dito'}.`,
  DEVICE_REMOVED: 'Este aparelho foi tirado da conta, no telefone ou pela rede. Pergunta-se mais uma vez.',
  QR_EXPIRED: 'Ninguém escaneou o código QR a tempo. Conecte de novo para ter outro.',
  PAIRING_UNVERIFIED:
    'O que o telefone assinou para este aparelho não pôde ser conferido, então ele não foi conectado. Escaneie um novo código QR.',
  PASSKEY_EXPIRED:
    'Ninguém assinou com a chave de acesso a tempo. Conecte de novo e escaneie um novo código QR.',
  PASSKEY_REFUSED:
    'A rede não aceitou a confirmação da chave de acesso. Conecte de novo e escaneie um novo código QR.',
  PASSKEY_UNREADABLE:
    'A rede pediu uma chave de acesso de um modo que não se entende. Atualize o serviço e depois conecte de novo.',
  NEWER_VERSION: ({ refused, next }) =>
    `O servidor recusa a versão ${refused} do WhatsApp Web, então a conexão é aberta de novo com a ${next}.`,
  NO_NEWER_VERSION: ({ refused }) =>
    `O servidor recusa a versão ${refused} do WhatsApp Web, e não se conhece outra mais nova. A página de versões é consultada de novo e a conexão tentada sozinha; se WEB_VERSION nomeia esta versão, remova-a, senão atualize o serviço.`,
  PROXY_FAILED: ({ failure }) => renderCoded(proxyWords.failures, failure),
  RESTRICTED_UNTIL: ({ until }) => `até ${until}`,
  SESSION_TAKEN_BACK: 'a sessão exportada foi trazida de volta',
  SESSION_IMPORTED: 'uma sessão foi importada',
  OTHER: ({ sentence }) => sentence,
}
