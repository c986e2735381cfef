import { describe, expect, it } from 'vitest'
import type { StatusCause, StatusCauseParams } from '../core/client/status-cause.ts'
import { readStatusCause } from './before/status-causes.ts'
import { renderCoded } from './coded.ts'
import { describeStatusCause } from './english.ts'
import { statusCauses as pt } from './pt/status-causes.ts'

const AGAIN = 'Pair again with a new QR code.'
const RESTART = 'Start the client again and scan a new QR code.'

/** Each with what the interface has answered from the first. */
const CAUSES: {
  readonly [Code in keyof StatusCauseParams]: readonly (readonly [
    params: StatusCauseParams[Code],
    sentence: string,
  ])[]
} = {
  CLOSED_BY_HOST: [[{}, 'The service closed the connection.']],
  LEASE_LOST: [[{}, 'Another worker owns this client now.']],
  BROKE_DOWN: [[{ error: 'no disk' }, 'The connection was given up: no disk.']],
  SILENT: [[{}, 'The network gave no sign of life for a while, so the connection is opened anew.']],
  HANDSHAKE_REFUSED: [
    [{}, 'The server refused the handshake. Check that the server and its root key belong together.'],
  ],
  UNLINKED: [[{}, `The phone removed this device. ${AGAIN}`]],
  BANNED_FOR_NOW: [
    [
      { why: null, until: null },
      'The account is temporarily banned. Wait until the ban ends; the phone shows for how long.',
    ],
    [
      { why: 'BLOCKED', until: '2026-01-01T00:00:00.000Z' },
      'The account is temporarily banned. Wait until the ban ends; the phone shows for how long. Too many people blocked it. It ends at 2026-01-01T00:00:00.000Z.',
    ],
  ],
  LOCKED: [[{}, 'The account is locked. Open the app on the phone and follow what it asks for.']],
  VERSION_REFUSED: [
    [
      {},
      'The server refuses this version of the client. It is tried again with a newer one; if it stays so, update the service.',
    ],
  ],
  BANNED: [[{}, 'The account is banned. Ask for a review in the app on the phone.']],
  NO_ANSWER: [[{}, 'The server did not answer in time. The connection is tried again.']],
  KIND_REFUSED: [[{}, 'The server refuses this kind of client. Update the service.']],
  NO_LINKED_DEVICES: [[{}, `The account does not accept linked devices any more. ${AGAIN}`]],
  LOGIN_EXPIRED: [[{}, 'The login has expired. The connection is tried again.']],
  DEVICE_UNKNOWN: [[{}, `The server does not know this device. ${AGAIN}`]],
  SESSION_VOID: [[{}, `The session is void. ${AGAIN}`]],
  CUT: [[{}, 'The connection was cut. It is opened again.']],
  REPLACED: [[{}, 'Another connection uses this device. Stop the other one, then start this client again.']],
  SERVER_FAILED: [[{}, 'The server had an internal failure. The connection is tried again.']],
  CLIENT_OUTDATED: [[{}, 'The server refuses this version of the client. Update the service.']],
  SERVER_AWAY: [[{}, 'The server is not available. The connection is tried again.']],
  RESTART_ASKED: [[{}, 'The server asked for a new connection, as it does after pairing.']],
  ENDED_WITH: [
    [{ message: null }, 'The connection ended with no reason given.'],
    [{ message: 'Stream Errored (x)' }, 'The connection ended with Stream Errored (x).'],
  ],
  DEVICE_REMOVED: [
    [{}, 'This device was taken off the account, on the phone or by the network. It is asked once more.'],
  ],
  QR_EXPIRED: [[{}, 'Nobody scanned the QR code in time. Start the client again for a new one.']],
  PAIRING_UNVERIFIED: [
    [
      {},
      'What the phone signed for this device could not be verified, so it was not linked. Scan a new QR code.',
    ],
  ],
  PASSKEY_EXPIRED: [[{}, `Nobody signed with the passkey in time. ${RESTART}`]],
  PASSKEY_REFUSED: [[{}, `The network did not accept how the passkey was confirmed. ${RESTART}`]],
  PASSKEY_UNREADABLE: [
    [
      {},
      'The network asked for a passkey in a way that is not understood. Update the service, then start the client again.',
    ],
  ],
  NEWER_VERSION: [
    [
      { refused: '2.3000.1', next: '2.3000.2' },
      'The server refuses version 2.3000.1 of WhatsApp Web, so the connection is opened again with 2.3000.2.',
    ],
  ],
  NO_NEWER_VERSION: [
    [
      { refused: '2.3000.1' },
      'The server refuses version 2.3000.1 of WhatsApp Web, and no newer one is known. The page of versions is asked again and the connection tried by itself; if WEB_VERSION names this version, remove it, else update the service.',
    ],
  ],
  PROXY_FAILED: [
    [
      { failure: { code: 'LATE', params: { proxy: 'http://a.example:80' } } },
      'The proxy http://a.example:80 did not answer in time.',
    ],
  ],
  RESTRICTED_UNTIL: [[{ until: '2026-01-01T00:00:00.000Z' }, 'until 2026-01-01T00:00:00.000Z']],
  SESSION_TAKEN_BACK: [[{}, 'the exported session was taken back']],
  SESSION_IMPORTED: [[{}, 'a session was imported']],
  OTHER: [[{ sentence: 'something of before' }, 'something of before']],
}

const all = Object.entries(CAUSES).flatMap(([code, samples]) =>
  samples.map(([params, sentence]) => ({ cause: { code, params } as StatusCause, sentence })),
)

describe('what is said of the state of a client', () => {
  it.each(all)('is in English what it has always been: $cause', ({ cause, sentence }) => {
    expect(describeStatusCause(cause)).toBe(sentence)
  })

  it.each(all)('is read from rows that have the sentence alone: $cause', ({ cause, sentence }) => {
    // What a proxy did wrong was stored in no words of people.
    const stays: StatusCause = { code: 'OTHER', params: { sentence } }
    expect(readStatusCause(sentence)).toEqual(cause.code === 'PROXY_FAILED' ? stays : cause)
  })

  it('is said in Portuguese with all that varies', () => {
    const rendered = all
      .filter(({ cause }) => cause.code !== 'OTHER')
      .map(({ cause, sentence }) => [sentence, renderCoded(pt, cause)])
    const wrong = ([sentence, said = '']: string[]) =>
      sentence === said || /undefined|\[object|null/.test(said)
    expect(rendered.filter(wrong)).toEqual([])
  })
})
