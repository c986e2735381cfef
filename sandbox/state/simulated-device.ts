import { ProtocolAddress, SessionBuilder, SessionCipher, SessionRecord, type SignalStorage } from 'libsignal'
import type { Journal } from '../infra/journal.ts'
import { deriveKeyPair, type KeyPair, sign, toSignalKey } from '../infra/keys.ts'

const SIGNED_PRE_KEY_ID = 1
/** As many sessions as the reference library keeps of one device (`ARCHIVED_STATES_MAX_LENGTH`), and chains of one session. */
const MAX_SESSIONS = 40
const MAX_RECEIVING_CHAINS = 5
const RECEIVING = 2
const OWNER_SEPARATOR = '>'
/** What the ciphers of this protocol are called on the wire. */
export type CipherType = 'pkmsg' | 'msg'

/** The public keys with which somebody else starts a session with a device. */
export interface KeyBundle {
  registrationId: number
  identity: Buffer
  signedPreKey: { id: number; public: Buffer; signature: Buffer }
  preKey: { id: number; public: Buffer } | undefined
}

interface Chain {
  chainType: number
  chainKey: object
  messageKeys: object
}

interface SessionEntry {
  indexInfo: { closed: number; used: number }
  currentRatchet: object
  _chains: Record<string, Chain>
}

/** A copy that can be stepped. Key bytes are shared, for they are replaced and never written into. */
function copySession(session: SessionEntry): SessionEntry {
  const chains = Object.entries(session._chains).map(([key, chain]): [string, Chain] => [
    key,
    { ...chain, chainKey: { ...chain.chainKey }, messageKeys: { ...chain.messageKeys } },
  ])
  return Object.assign(Object.create(Object.getPrototypeOf(session)) as SessionEntry, session, {
    indexInfo: { ...session.indexInfo },
    currentRatchet: { ...session.currentRatchet },
    _chains: Object.fromEntries(chains),
  })
}

/**
 * A session record that does not print key material when a session is replaced, and that forgets old receiving
 * chains, of which the library keeps one for every change of direction.
 */
class QuietRecord extends SessionRecord {
  declare sessions: Record<string, SessionEntry>
  /** Where it is given, the only session that is tried. */
  #only: string | undefined

  /** A record to work on; with a key, one of which only that session is tried and changed. */
  copy(only?: string): QuietRecord {
    const copy = new QuietRecord()
    copy.#only = only
    for (const [key, session] of Object.entries(this.sessions)) {
      copy.sessions[key] = only === undefined || only === key ? copySession(session) : session
    }
    return copy
  }

  /** The keys of its sessions, that of the one used last first. */
  keysByUse(): string[] {
    const all = Object.entries(this.sessions).sort(([, a], [, b]) => b.indexInfo.used - a.indexInfo.used)
    return all.map(([key]) => key)
  }

  getSessions(): SessionEntry[] {
    const keys = this.#only === undefined ? this.keysByUse() : [this.#only]
    return keys.flatMap((key) => this.sessions[key] ?? [])
  }

  closeSession(session: SessionEntry): void {
    session.indexInfo.closed = Date.now()
  }

  removeOldSessions(): void {
    const all = Object.entries(this.sessions)
    for (const [key, session] of all.slice(0, -MAX_SESSIONS)) {
      if (session.indexInfo.closed !== -1) delete this.sessions[key]
    }
    for (const [, { _chains: chains }] of all) {
      const receiving = Object.keys(chains).filter((key) => chains[key]?.chainType === RECEIVING)
      for (const key of receiving.slice(0, -MAX_RECEIVING_CHAINS)) delete chains[key]
    }
  }
}

/**
 * The Signal half of a simulated phone or linked device. Every key derives from one seed; sessions and the used one-time
 * keys are rows of the journal, under its name.
 */
export class SimulatedDevice {
  readonly name: string
  readonly identity: KeyPair
  readonly registrationId: number
  readonly #seed: Buffer
  readonly #signedPreKey: KeyPair
  readonly #journal: Journal
  readonly #records = new Map<string, QuietRecord>()
  readonly #usedPreKeys = new Set<number>()
  readonly #storage: SignalStorage
  #signedPreKeySignature: Buffer | undefined
  #nextPreKeyId: number

  constructor(name: string, seed: Buffer, nextPreKeyId: number, journal: Journal) {
    this.name = name
    this.#seed = seed
    this.#journal = journal
    this.#nextPreKeyId = nextPreKeyId
    this.identity = deriveKeyPair(seed, 'identity')
    this.#signedPreKey = deriveKeyPair(seed, 'signed-pre-key')
    this.registrationId = (seed.readUInt16BE(0) & 0x3fff) + 1
    this.#storage = this.#buildStorage()
  }

  get nextPreKeyId(): number {
    return this.#nextPreKeyId
  }

  /** Hands out the public keys, with one one-time key unless the device is told to have none. */
  takeBundle(withPreKey: boolean): KeyBundle {
    const signed = toSignalKey(this.#signedPreKey.public)
    this.#signedPreKeySignature ??= sign(this.identity.private, signed)
    const signedPreKey = {
      id: SIGNED_PRE_KEY_ID,
      public: this.#signedPreKey.public,
      signature: this.#signedPreKeySignature,
    }
    const preKeyId = this.#nextPreKeyId
    if (withPreKey) this.#nextPreKeyId += 1
    return {
      registrationId: this.registrationId,
      identity: this.identity.public,
      signedPreKey,
      preKey: withPreKey ? { id: preKeyId, public: this.#preKey(preKeyId).public } : undefined,
    }
  }

  /** Whether this device can encrypt for the address (`number.device`) without asking for keys. */
  hasSession(address: string): boolean {
    return this.#records.get(address)?.haveOpenSession() ?? false
  }

  /** Starts a session from somebody's public keys; the next ciphertext is then a `pkmsg`. */
  async startSession(address: string, bundle: KeyBundle): Promise<void> {
    const { signedPreKey, preKey } = bundle
    // The library takes a bundle without a one-time key, though its types say otherwise.
    const session = {
      registrationId: bundle.registrationId,
      identityKey: toSignalKey(bundle.identity),
      signedPreKey: {
        keyId: signedPreKey.id,
        publicKey: toSignalKey(signedPreKey.public),
        signature: signedPreKey.signature,
      },
      preKey: preKey && { keyId: preKey.id, publicKey: toSignalKey(preKey.public) },
    } as Parameters<SessionBuilder['initOutgoing']>[0]
    await new SessionBuilder(this.#storage, this.#toProtocolAddress(address)).initOutgoing(session)
  }

  /** Encrypts under the session with the address; rejects when there is none. */
  async encrypt(address: string, plain: Buffer): Promise<{ type: CipherType; ciphertext: Buffer }> {
    const { type, body } = await new SessionCipher(this.#storage, this.#toProtocolAddress(address)).encrypt(
      plain,
    )
    return { type: type === 3 ? 'pkmsg' : 'msg', ciphertext: Buffer.from(body, 'latin1') }
  }

  /** Decrypts what the address sent; rejects when it was not properly encrypted for this device. */
  decrypt(address: string, type: CipherType, ciphertext: Buffer): Promise<Buffer> {
    if (type === 'msg') return this.#decryptInOne(address, ciphertext)
    return this.#cipherOn(address, this.#records.get(address)?.copy()).decryptPreKeyWhisperMessage(ciphertext)
  }

  /**
   * Tries one session after the other on a copy, and keeps the one that fitted: the library would store those that did
   * not fit too, a step too far. Phones keep them whole.
   */
  async #decryptInOne(address: string, ciphertext: Buffer): Promise<Buffer> {
    const record = this.#records.get(address)
    let failure = new Error('there is no session with the sender')
    for (const key of record?.keysByUse() ?? []) {
      try {
        return await this.#cipherOn(address, record?.copy(key)).decryptWhisperMessage(ciphertext)
      } catch (error) {
        if (error instanceof Error) failure = error
      }
    }
    throw failure
  }

  /** A cipher that works on this record; what it stores takes the place of the device's own. */
  #cipherOn(address: string, record: QuietRecord | undefined): SessionCipher {
    const loadSession = async () => record ?? new QuietRecord()
    return new SessionCipher({ ...this.#storage, loadSession }, this.#toProtocolAddress(address))
  }

  /** Forgets the session with the address, as a reinstalled phone would. */
  dropSession(address: string): void {
    if (!this.#records.delete(address)) return
    this.#journal.delete('session', `${this.name}/${address}`)
  }

  /** Writes nothing more in the session with the address; what comes in it is still read. */
  closeSession(address: string): void {
    const record = this.#records.get(address)?.copy()
    if (record === undefined) return
    for (const session of Object.values(record.sessions)) {
      if (session.indexInfo.closed === -1) record.closeSession(session)
    }
    this.#store(address, record)
  }

  /** Keeps the sessions with one address under another, behind those that are there already, as what is written in. */
  moveSessions(from: string, to: string): void {
    const moved = this.#records.get(from)?.copy()
    if (moved === undefined) return
    const record = this.#records.get(to)?.copy()
    for (const [key, session] of Object.entries(record?.sessions ?? {})) {
      if (moved.haveOpenSession() && session.indexInfo.closed === -1) moved.closeSession(session)
      moved.sessions[key] ??= session
    }
    this.dropSession(from)
    this.#store(to, moved)
  }

  #store(address: string, record: QuietRecord): void {
    this.#records.set(address, record)
    this.#journal.put('session', `${this.name}/${address}`, () => JSON.stringify(record.serialize()))
  }

  dropAllSessions(): void {
    for (const address of [...this.#records.keys()]) this.dropSession(address)
  }

  /** Takes everything of this device off the journal. */
  erase(): void {
    this.dropAllSessions()
    for (const id of this.#usedPreKeys) this.#journal.delete('used-pre-key', `${this.name}/${id}`)
  }

  restoreSession(address: string, json: string): void {
    this.#records.set(address, QuietRecord.deserialize(JSON.parse(json)) as QuietRecord)
  }

  restoreUsedPreKey(id: number): void {
    this.#usedPreKeys.add(id)
  }

  /**
   * The library serializes its work by address in one queue for the whole process. With its own name in front (without a dot, which the library keeps for the device), this
   * phone never waits for another phone, nor for a client in the same process that waits for an answer of the network.
   */
  #toProtocolAddress(address: string): ProtocolAddress {
    const [user = '', device] = address.split('.')
    return new ProtocolAddress(`${this.name.replace('.', ':')}${OWNER_SEPARATOR}${user}`, Number(device))
  }

  #preKey(id: number): KeyPair {
    return deriveKeyPair(this.#seed, `pre-key-${id}`)
  }

  #buildStorage(): SignalStorage {
    const own = toSignalPair(this.identity)
    return {
      loadSession: async (name) => this.#records.get(toAddress(name)) ?? new QuietRecord(),
      storeSession: async (name, record) => this.#store(toAddress(name), record as QuietRecord),
      isTrustedIdentity: () => true,
      loadPreKey: async (rawId) => {
        const id = Number(rawId)
        const known = id > 0 && id < this.#nextPreKeyId && !this.#usedPreKeys.has(id)
        return known ? toSignalPair(this.#preKey(id)) : undefined
      },
      removePreKey: (id) => {
        this.#usedPreKeys.add(id)
        this.#journal.put('used-pre-key', `${this.name}/${id}`, () => '')
      },
      loadSignedPreKey: () => toSignalPair(this.#signedPreKey),
      getOurRegistrationId: () => this.registrationId,
      getOurIdentity: () => own,
    }
  }
}

const toAddress = (name: string): string => name.slice(name.indexOf(OWNER_SEPARATOR) + 1)

const toSignalPair = (pair: KeyPair) => ({ pubKey: toSignalKey(pair.public), privKey: pair.private })
