import type { ProxyWords } from '../proxies.ts'

const because = (error: string | null): string => (error === null ? '' : ` (${error})`)

export const proxyWords: ProxyWords = {
  failures: {
    NOT_FOUND: ({ proxy }) => `No se encontró el proxy ${proxy}.`,
    PRIVATE: ({ proxy }) =>
      `El proxy ${proxy} está en una red privada, a la que no se llama. Un operador puede permitirlo (OUTBOUND_ALLOW).`,
    LATE: ({ proxy }) => `El proxy ${proxy} no respondió a tiempo.`,
    NO_PROXY: ({ proxy }) => `Lo que responde en ${proxy} no es un proxy de este tipo.`,
    NO_SOCKS5: ({ proxy }) => `El proxy ${proxy} no habla SOCKS5.`,
    CREDENTIALS_REFUSED: ({ proxy }) => `El proxy ${proxy} rechaza el usuario o la contraseña.`,
    CONNECTION_REFUSED: ({ proxy, error }) => `El proxy ${proxy} rechaza la conexión${because(error)}.`,
    NETWORK_NOT_REACHED: ({ proxy, error }) => `El proxy ${proxy} no llega a la red${because(error)}.`,
    ENDED: ({ proxy, error }) => `El proxy ${proxy} cerró la conexión${because(error)}.`,
    UNREACHABLE: ({ proxy, error }) => `No se puede llegar al proxy ${proxy}${because(error)}.`,
    FILE_LOST: 'Un archivo no pasó por el proxy.',
    TEST_FILE_LOST: 'Un archivo no pasó.',
    OTHER: ({ sentence }) => sentence,
  },
  entries: {
    HOST_EMPTY: 'el servidor está vacío',
    HOST_INVALID: 'el servidor no es un nombre ni una dirección',
    PORT_INVALID: ({ most }) => `el puerto no es un número de 1 a ${most}`,
    CREDENTIALS_TOO_LONG: ({ most }) =>
      `el usuario y la contraseña de un proxy socks5 tienen ${most} bytes cada uno como máximo`,
    USER_WITH_COLON: ({ protocol }) => `el usuario de un proxy ${protocol} no puede contener dos puntos`,
    LISTED_BEFORE: 'el mismo proxy (servidor, puerto y usuario) ya está antes en esta lista',
  },
  moves: {
    NO_WORKER: 'El número todavía espera para conectarse.',
    MANY_AT_ONCE: 'Son demasiados números a la vez; en un momento toma solo el nuevo camino.',
  },
  notRestarted: 'No se reinició.',
}
