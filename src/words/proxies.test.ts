import { describe, expect, it } from 'vitest'
import type { MoveFailure } from '../core/client/move-failure.ts'
import type { ProxyEntryProblems, ProxyFailureParams } from '../core/client/proxy-failure.ts'
import { renderCoded } from './coded.ts'
import { proxyWords as en } from './english.ts'
import { renderMoveFailure } from './proxies.ts'
import { proxyWords as pt } from './pt/proxies.ts'

const proxy = 'http://a.example:80'

/** Each with what the interface has answered from the first. */
const FAILURES: {
  readonly [Code in keyof ProxyFailureParams]: readonly [params: ProxyFailureParams[Code], sentence: string]
} = {
  NOT_FOUND: [{ proxy }, 'The proxy http://a.example:80 was not found.'],
  PRIVATE: [
    { proxy },
    'The proxy http://a.example:80 lies inside a private network, which is not called. An operator can allow it (OUTBOUND_ALLOW).',
  ],
  LATE: [{ proxy }, 'The proxy http://a.example:80 did not answer in time.'],
  NO_PROXY: [{ proxy }, 'What answers at http://a.example:80 is no such proxy.'],
  NO_SOCKS5: [{ proxy }, 'The proxy http://a.example:80 does not speak SOCKS5.'],
  CREDENTIALS_REFUSED: [{ proxy }, 'The proxy http://a.example:80 refuses its user or password.'],
  CONNECTION_REFUSED: [
    { proxy, error: '403' },
    'The proxy http://a.example:80 refuses the connection (403).',
  ],
  NETWORK_NOT_REACHED: [{ proxy, error: null }, 'The proxy http://a.example:80 does not reach the network.'],
  ENDED: [{ proxy, error: 'ECONNRESET' }, 'The proxy http://a.example:80 ended the connection (ECONNRESET).'],
  UNREACHABLE: [{ proxy, error: null }, 'The proxy http://a.example:80 cannot be reached.'],
  FILE_LOST: [{}, 'A file did not come through the proxy.'],
  TEST_FILE_LOST: [{}, 'A file did not come through.'],
  OTHER: [{ sentence: 'something of before' }, 'something of before'],
}

const ENTRIES: {
  readonly [Code in keyof ProxyEntryProblems]: readonly [params: ProxyEntryProblems[Code], sentence: string]
} = {
  HOST_EMPTY: [{}, 'host is empty'],
  HOST_INVALID: [{}, 'host is neither a name nor an address'],
  PORT_INVALID: [{ most: 65_535 }, 'port is not a number from 1 to 65535'],
  CREDENTIALS_TOO_LONG: [{ most: 255 }, 'user and password of a socks5 proxy have at most 255 bytes each'],
  USER_WITH_COLON: [{ protocol: 'http' }, 'the user of an http proxy cannot contain a colon'],
  LISTED_BEFORE: [{}, 'the same proxy (host, port and user) stands in this list before'],
}

const list = <Coded>(all: object) =>
  Object.entries(all as Record<string, [object, string]>).map(([code, [params, sentence]]) => ({
    coded: { code, params } as Coded,
    sentence,
  }))
const failures = list<Parameters<typeof en.failure>[0]>(FAILURES)
const entries = list<Parameters<typeof en.entry>[0]>(ENTRIES)

const MOVES: readonly [MoveFailure, string][] = [
  [
    {
      code: 'STATE',
      params: {
        code: 'CONNECTION_LOST',
        cause: { code: 'CUT', params: {} },
        isLeft: false,
      },
    },
    'The connection was lost; the worker reconnects by itself. The connection was cut. It is opened again.',
  ],
  [
    { code: 'STATE', params: { code: 'STOPPED', cause: null, isLeft: true } },
    'It was not restarted. The worker is stopped.',
  ],
  [{ code: 'REFUSED', params: { refusal: { message: 'It is busy.' } } }, 'It is busy.'],
  [{ code: 'NO_WORKER', params: {} }, 'The number still waits to be connected.'],
  [
    { code: 'PROXY_FAILED', params: { failure: { code: 'LATE', params: { proxy } } } },
    'It was not restarted. The proxy http://a.example:80 did not answer in time.',
  ],
  [
    { code: 'MANY_AT_ONCE', params: {} },
    'It was not restarted. Too many numbers move at once; it takes the new way by itself soon.',
  ],
]

describe('what is said of proxies', () => {
  it.each(failures)('is of $coded.code in English what it has always been', ({ coded, sentence }) => {
    expect(en.failure(coded)).toBe(sentence)
  })

  it.each(entries)(
    'is of an entry with $coded.code in English what it has always been',
    ({ coded, sentence }) => {
      expect(en.entry(coded)).toBe(sentence)
    },
  )

  it.each(MOVES)('is of a client that has not moved what it has always been: $code', (failure, sentence) => {
    expect(en.move(failure)).toBe(sentence)
  })

  it('is said in Portuguese with all that varies', () => {
    const renderers = {
      renderStatus: () => 'O worker está parado.',
      renderCause: () => 'Caiu.',
      renderRefusal: () => 'Está ocupado.',
    }
    const all = [
      ...failures.map(({ coded, sentence }) => [sentence, renderCoded(pt.failures, coded)]),
      ...entries.map(({ coded, sentence }) => [sentence, renderCoded(pt.entries, coded)]),
      ...MOVES.map(([failure, sentence]) => [sentence, renderMoveFailure(pt, failure, renderers)]),
    ].filter(([sentence]) => sentence !== 'something of before')
    const wrong = ([sentence, rendered = '']: string[]) =>
      sentence === rendered || /undefined|\[object|It was/.test(rendered)
    expect(all.filter(wrong)).toEqual([])
  })

  it('is a code of a newer service where there are no words for it', () => {
    expect(renderCoded(pt.failures, { code: 'OF_TOMORROW', params: {} })).toBe('OF_TOMORROW')
  })
})
