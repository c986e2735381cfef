import type { RefusalParams, SessionRefusals } from '../../../core/refusal-reasons.ts'
import type { Sentences } from '../../sentences.ts'

const UNKNOWN_FILE: Readonly<Record<RefusalParams['SESSION_FILE_UNKNOWN']['found'], string>> = {
  no_session:
    'no session of Baileys was found in it. Give the folder of useMultiFileAuthState (as a zip), a JSON document with creds and keys, or the rows of Evolution API or WAHA as JSON.',
  no_export: 'it is not an exported session (base64 of the file is expected).',
  nesting: 'it nests deeper than any session does.',
  sqlite:
    'it is an SQLite database. WAHA keeps the session of its NOWEB engine in JSON files beside it: give the folder with creds.json. Sessions of the GOWS and WEBJS engines cannot be moved.',
  parley_export: 'Parley itself exported it. Use clients.importSession with its passphrase.',
  gzip: 'it is a gzip archive. Unpack it, then give the folder or a zip of it.',
}

function describeDamage(damage: RefusalParams['SESSION_FILE_DAMAGED']): string {
  switch (damage.part) {
    case 'file':
      return 'it is cut off or was altered. Copy it again from where it was exported.'
    case 'content':
      return 'what is in the file is not a session.'
    case 'json':
      return 'its JSON is cut off or damaged. Copy it again.'
    case 'zip':
      return 'the zip is cut off or damaged, or has a password. Make it again, without a password.'
    case 'identity':
      return `its credentials have no usable identity (${damage.fields.join(', ') || 'they are empty or cut off'}). Stop the program that wrote them, then copy them again.`
    case 'key_pair':
      return `the two halves of ${damage.name} in its credentials do not belong together. Copy the credentials again.`
  }
}

function describeSize(size: RefusalParams['SESSION_TOO_LARGE']): string {
  switch (size.of) {
    case 'export':
      return 'This session is too large for one file. Move the whole service with parley backup instead.'
    case 'time':
      return 'it takes too long to read. Give only the folder or the rows of one session.'
    case 'unpacked':
      return `it holds more than ${size.entries} entries or ${size.mib} MiB unpacked. Give only the folder or the rows of one session.`
    case 'values':
      return `it holds more than ${size.most} values. Give only the folder or the rows of one session.`
  }
}

const EXPORTED: Readonly<Record<RefusalParams['SESSION_EXPORTED']['while'], string>> = {
  starting:
    'The session of this client was exported and may run in another place. Call clients.reclaimSession first, if it does not.',
  importing:
    'The session of this client was exported and may be taken back. Import into a client that was never paired (clients.create makes one).',
}

const BEING_MOVED: Readonly<Record<RefusalParams['SESSIONS_BEING_MOVED']['by'], string>> = {
  everybody: 'Several sessions are being moved right now. Call again in a moment.',
  owner: 'Other sessions of yours are still being read. Try again in a minute, one after the other.',
}

export const sessions: Sentences<SessionRefusals> = {
  SESSION_FILE_UNKNOWN: ({ found }) => UNKNOWN_FILE[found],
  SESSION_FILE_DAMAGED: describeDamage,
  SESSION_TOO_LARGE: describeSize,
  SESSION_CREDS_MISSING:
    'it holds keys but no credentials (creds.json, or the row of Session). Give both together.',
  SESSION_KEYS_MISSING:
    'it holds credentials but none of their keys (pre-key-…, session-…). Give the folder or the hash they are kept in together with the credentials.',
  SESSION_NOT_REGISTERED:
    'its credentials were never paired with a phone, or were reset when it was logged out. Pair the client with a QR code instead.',
  SESSION_OTHER_NETWORK: ({ account }) =>
    account === null
      ? 'The session belongs to another network than this client. Import it into a client of the network it was exported from.'
      : `its account "${account}" is no linked device of this network.`,
  SESSION_AMBIGUOUS: ({ count, sessions }) =>
    `it holds ${count} sessions: ${sessions}. Name the one to import (session).`,
  SESSION_NOT_IN_FILE: ({ wanted, sessions }) => `it has no session "${wanted}"; it has ${sessions}.`,
  NO_SESSION: 'There is no paired session to move. Pair the client with worker.start and server.qr first.',
  SESSION_EXISTS:
    'This client has a session already. Import into a client that was never paired (clients.create makes one).',
  SESSION_IN_USE: 'Another client of this service has this session. Export it there, or delete that client.',
  SESSION_EXPORTED: (params) => EXPORTED[params.while],
  SESSION_NOT_EXPORTED: 'The session of this client was not exported; nothing is to be taken back.',
  SESSION_PASSPHRASE_WRONG: 'it does not open this file.',
  SESSION_FILE_VERSION: ({ version, known }) => `its version is ${version}, and this Parley reads ${known}.`,
  SESSIONS_BEING_MOVED: ({ by }) => BEING_MOVED[by],
  WORKER_NOT_STOPPED:
    'A worker still has this client. Stop it with worker.stop, then call again in half a minute.',
}
