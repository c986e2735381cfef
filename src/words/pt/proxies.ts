import type { ProxyWords } from '../proxies.ts'

const because = (error: string | null): string => (error === null ? '' : ` (${error})`)

export const proxyWords: ProxyWords = {
  failures: {
    NOT_FOUND: ({ proxy }) => `O proxy ${proxy} não foi encontrado.`,
    PRIVATE: ({ proxy }) =>
      `O proxy ${proxy} está em uma rede privada, que não é chamada. Quem opera o serviço pode permitir (OUTBOUND_ALLOW).`,
    LATE: ({ proxy }) => `O proxy ${proxy} não respondeu a tempo.`,
    NO_PROXY: ({ proxy }) => `O que responde em ${proxy} não é um proxy deste tipo.`,
    NO_SOCKS5: ({ proxy }) => `O proxy ${proxy} não fala SOCKS5.`,
    CREDENTIALS_REFUSED: ({ proxy }) => `O proxy ${proxy} recusa o usuário ou a senha.`,
    CONNECTION_REFUSED: ({ proxy, error }) => `O proxy ${proxy} recusa a conexão${because(error)}.`,
    NETWORK_NOT_REACHED: ({ proxy, error }) => `O proxy ${proxy} não chega à rede${because(error)}.`,
    ENDED: ({ proxy, error }) => `O proxy ${proxy} encerrou a conexão${because(error)}.`,
    UNREACHABLE: ({ proxy, error }) => `Não é possível chegar ao proxy ${proxy}${because(error)}.`,
    FILE_LOST: 'Um arquivo não passou pelo proxy.',
    TEST_FILE_LOST: 'Um arquivo não passou.',
    OTHER: ({ sentence }) => sentence,
  },
  entries: {
    HOST_EMPTY: 'o servidor está vazio',
    HOST_INVALID: 'o servidor não é um nome nem um endereço',
    PORT_INVALID: ({ most }) => `a porta não é um número de 1 a ${most}`,
    CREDENTIALS_TOO_LONG: ({ most }) =>
      `usuário e senha de um proxy socks5 têm no máximo ${most} bytes cada um`,
    USER_WITH_COLON: ({ protocol }) => `o usuário de um proxy ${protocol} não pode conter dois-pontos`,
    LISTED_BEFORE: 'o mesmo proxy (servidor, porta e usuário) já está antes nesta lista',
  },
  moves: {
    NO_WORKER: 'O número ainda espera para conectar.',
    MANY_AT_ONCE: 'São muitos números de uma vez; ele toma o novo caminho sozinho em instantes.',
  },
  notRestarted: 'Ele não foi reiniciado.',
}
