import type { ProxyWords } from '../proxies.ts'

const because = (error: string | null): string => (error === null ? '' : ` (${error})`)

export const proxyWords: ProxyWords = {
  failures: {
    NOT_FOUND: ({ proxy }) => `The proxy ${proxy} was not found.`,
    PRIVATE: ({ proxy }) =>
      `The proxy ${proxy} lies inside a private network, which is not called. An operator can allow it (OUTBOUND_ALLOW).`,
    LATE: ({ proxy }) => `The proxy ${proxy} did not answer in time.`,
    NO_PROXY: ({ proxy }) => `What answers at ${proxy} is no such proxy.`,
    NO_SOCKS5: ({ proxy }) => `The proxy ${proxy} does not speak SOCKS5.`,
    CREDENTIALS_REFUSED: ({ proxy }) => `The proxy ${proxy} refuses its user or password.`,
    CONNECTION_REFUSED: ({ proxy, error }) => `The proxy ${proxy} refuses the connection${because(error)}.`,
    NETWORK_NOT_REACHED: ({ proxy, error }) =>
      `The proxy ${proxy} does not reach the network${because(error)}.`,
    ENDED: ({ proxy, error }) => `The proxy ${proxy} ended the connection${because(error)}.`,
    UNREACHABLE: ({ proxy, error }) => `The proxy ${proxy} cannot be reached${because(error)}.`,
    FILE_LOST: 'A file did not come through the proxy.',
    TEST_FILE_LOST: 'A file did not come through.',
    OTHER: ({ sentence }) => sentence,
  },
  entries: {
    HOST_EMPTY: 'host is empty',
    HOST_INVALID: 'host is neither a name nor an address',
    PORT_INVALID: ({ most }) => `port is not a number from 1 to ${most}`,
    CREDENTIALS_TOO_LONG: ({ most }) => `user and password of a socks5 proxy have at most ${most} bytes each`,
    USER_WITH_COLON: ({ protocol }) => `the user of an ${protocol} proxy cannot contain a colon`,
    LISTED_BEFORE: 'the same proxy (host, port and user) stands in this list before',
  },
  moves: {
    NO_WORKER: 'The number still waits to be connected.',
    MANY_AT_ONCE: 'Too many numbers move at once; it takes the new way by itself soon.',
  },
  notRestarted: 'It was not restarted.',
}
