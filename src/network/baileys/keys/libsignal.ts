import { createRequire } from 'node:module'
import { calculateAgreement, generateKeyPair } from './curve.ts'
import { signByPlatform } from './signatures.ts'

/**
 * The parts of libsignal that the connector uses, typed, and made silent: the original prints whole session records,
 * private keys included, to the console whenever a session opens, closes or fails.
 */

export interface SignalKeyPair {
  pubKey: Buffer
  privKey: Buffer
}

export interface SignalChain {
  chainKey: { counter: number; key?: Buffer | undefined }
  chainType: number
  messageKeys: Record<string, Buffer>
}

export interface SignalSession {
  registrationId?: number
  currentRatchet: {
    ephemeralKeyPair: SignalKeyPair
    lastRemoteEphemeralKey: Buffer
    previousCounter: number
    rootKey: Buffer
  }
  indexInfo: {
    baseKey: Buffer
    baseKeyType: number
    closed: number
    used: number
    created: number
    remoteIdentityKey: Buffer
  }
  pendingPreKey?: { baseKey: Buffer; signedKeyId: number; preKeyId?: number } | undefined
  _chains: Record<string, SignalChain>
}

export interface SignalRecord {
  sessions: Record<string, SignalSession>
  haveOpenSession(): boolean
  getOpenSession(): SignalSession | undefined
  closeSession(session: SignalSession): void
  serialize(): object
}

export interface SignalStorage {
  loadSession(address: string): Promise<SignalRecord | null>
  storeSession(address: string, record: SignalRecord): Promise<void>
  isTrustedIdentity(): boolean
  loadPreKey(id: number): Promise<SignalKeyPair | undefined>
  removePreKey(id: number): Promise<void>
  loadSignedPreKey(): SignalKeyPair
  getOurRegistrationId(): number
  getOurIdentity(): SignalKeyPair
}

export interface SignalCipher {
  encrypt(data: Buffer): Promise<{ type: number; body: Buffer }>
  decryptPreKeyWhisperMessage(data: Buffer): Promise<Buffer>
  decryptWhisperMessage(data: Buffer): Promise<Buffer>
  doDecryptWhisperMessage(data: Buffer, session: SignalSession): Promise<Buffer>
  queueJob<T>(job: () => Promise<T>): Promise<T>
}

interface SignalBuilder {
  initOutgoing(bundle: unknown): Promise<void>
}

interface Libsignal {
  ProtocolAddress: new (name: string, deviceId: number) => object
  SessionRecord: {
    new (): SignalRecord
    deserialize(data: unknown): SignalRecord
    createEntry(): SignalSession
    prototype: SignalRecord
  }
  SessionCipher: {
    new (storage: SignalStorage, address: object): SignalCipher
    prototype: Record<string, unknown>
  }
  SessionBuilder: new (storage: SignalStorage, address: object) => SignalBuilder
}

const require = createRequire(import.meta.url)
const libsignal = require('libsignal') as Libsignal
const { MessageCounterError, SessionError } = require('libsignal/src/errors.js') as Record<
  'MessageCounterError' | 'SessionError',
  new (
    message: string,
  ) => Error
>
const { PreKeyWhisperMessage } = require('libsignal/src/protobufs.js') as {
  PreKeyWhisperMessage: { decode(bytes: Uint8Array): { identityKey?: Uint8Array } }
}

export const { ProtocolAddress, SessionRecord, SessionCipher, SessionBuilder } = libsignal

const MAX_CLOSED_SESSIONS = 40

function removeOldSessions(this: SignalRecord): void {
  const closed = Object.entries(this.sessions).filter(([, session]) => session.indexInfo.closed !== -1)
  const surplus = Object.keys(this.sessions).length - MAX_CLOSED_SESSIONS
  if (surplus <= 0) return
  closed.sort(([, a], [, b]) => a.indexInfo.closed - b.indexInfo.closed)
  for (const [key] of closed.slice(0, surplus)) delete this.sessions[key]
}

/** A session that can be stepped without a trace in the original. Key bytes are shared: nothing writes into them. */
function copySession(session: SignalSession): SignalSession {
  const copy = Object.assign(SessionRecord.createEntry(), session)
  copy.currentRatchet = { ...session.currentRatchet }
  copy.indexInfo = { ...session.indexInfo }
  copy._chains = {}
  for (const id in session._chains) {
    const chain = session._chains[id] as SignalChain
    copy._chains[id] = { ...chain, chainKey: { ...chain.chainKey }, messageKeys: { ...chain.messageKeys } }
  }
  return copy
}

/** A record to work on, which is stored in place of the original when the work succeeded, and forgotten otherwise. */
export function copyRecord(record: SignalRecord): SignalRecord {
  const copy = new SessionRecord()
  for (const key in record.sessions) {
    copy.sessions[key] = copySession(record.sessions[key] as SignalSession)
  }
  return copy
}

/**
 * Tries each session, as the original does, but on a copy, of which only the one that fitted is kept: libsignal steps
 * a ratchet before it checks the authentication code, so a session that did not fit would be stored damaged, and what
 * the contact sends in it, or gets from it, could not be read any more. It also tells "this counter was used already"
 * apart from "no session fits", so that a message delivered twice is known for what it is.
 */
async function decryptWithSessions(
  this: SignalCipher,
  data: Buffer,
  sessions: readonly SignalSession[],
): Promise<{ session: SignalSession; plaintext: Buffer }> {
  let usedAlready: Error | null = null
  for (const session of sessions) {
    const trial = copySession(session)
    try {
      const plaintext = await this.doDecryptWhisperMessage(data, trial)
      trial.indexInfo.used = Date.now()
      delete session.pendingPreKey
      Object.assign(session, trial)
      return { session, plaintext }
    } catch (error) {
      if (error instanceof MessageCounterError) usedAlready = error
    }
  }
  throw (
    usedAlready ??
    new SessionError(sessions.length ? 'No matching sessions found for message' : 'No sessions available')
  )
}

const silentWarnings = new Set([
  'Closing open session in favor of incoming prekey bundle',
  'Decrypted message with closed session.',
])

function silence(): void {
  const record = libsignal.SessionRecord.prototype as unknown as Record<string, unknown>
  record.closeSession = (session: SignalSession) => {
    if (session.indexInfo.closed === -1) session.indexInfo.closed = Date.now()
  }
  record.openSession = (session: SignalSession) => {
    session.indexInfo.closed = -1
  }
  record.removeOldSessions = removeOldSessions
  libsignal.SessionCipher.prototype.decryptWithSessions = decryptWithSessions
  Object.assign(require('libsignal/src/curve.js'), { calculateAgreement, generateKeyPair })
  signByPlatform()
  const warn = console.warn
  console.warn = (...values: unknown[]) => {
    if (!silentWarnings.has(String(values[0]))) warn.apply(console, values)
  }
}
silence()

/** The message was decrypted before: the ratchet has no key for its counter any more. */
export const isUsedAlready = (error: unknown): boolean => error instanceof MessageCounterError

/** The sender's identity key inside a first message of a session; null when it cannot be read. */
export function readIdentityKey(preKeyMessage: Uint8Array): Buffer | null {
  if (preKeyMessage.length < 2 || ((preKeyMessage[0] ?? 0) & 0xf) !== 3) return null
  try {
    const { identityKey } = PreKeyWhisperMessage.decode(preKeyMessage.subarray(1))
    return identityKey?.length === 33 ? Buffer.from(identityKey) : null
  } catch {
    return null
  }
}
