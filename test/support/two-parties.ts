import { DEFAULT_CONNECTION_CONFIG, initAuthCreds } from 'baileys'
import type { Journal } from '../../sandbox/infra/journal.ts'
import { SimulatedDevice } from '../../sandbox/state/simulated-device.ts'
import { createInboundJournal } from '../../src/network/baileys/inbound/inbound-journal.ts'
import { SignalKeys } from '../../src/network/baileys/keys/signal-keys.ts'
import { createRepositoryFactory } from '../../src/network/baileys/keys/signal-repository.ts'
import { createLibraryLog } from '../../src/network/baileys/library-log.ts'
import { createMemoryCredentialStore } from '../../src/network/memory-credentials.ts'
import { silentLog } from '../../src/platform/logger.ts'

export interface Sealed {
  type: 'pkmsg' | 'msg'
  ciphertext: Uint8Array
}

const OUR_ADDRESS = '801.1'
const THEIR_JID = '802@lid'
const ONE_TIME_KEYS = 20

const pad = (text: string): Buffer => Buffer.concat([Buffer.from(text), Buffer.of(1)])
const withType = (key: Uint8Array): Buffer => Buffer.concat([Buffer.of(5), key])

/** Made once: what is played with them starts from new sessions each time. */
const credentials = initAuthCreds()
const oneTimeKeys = Array.from({ length: ONE_TIME_KEYS }, () => initAuthCreds().signedPreKey.keyPair)

/** This service's side: the repository, keys and journal of a connection, on a store that outlives it. */
export class OurSide {
  readonly received: string[] = []
  private readonly store = createMemoryCredentialStore()
  private parts = this.open()
  private nextKey = 1

  async prepare(): Promise<void> {
    const keys = oneTimeKeys.map((pair, index) => [String(index + 1), pair])
    await this.parts.keys.set({ 'pre-key': Object.fromEntries(keys) })
  }

  private open() {
    const keys = new SignalKeys({
      store: this.store,
      encodeCredentials: () => Buffer.of(0),
      onBroken: () => {},
    })
    const journal = createInboundJournal({
      keys,
      onEntry: ({ plaintext }) => void this.received.push(Buffer.from(plaintext).toString()),
      onDuplicate: () => {},
      whenWritable: async () => {},
    })
    const make = createRepositoryFactory({
      credentials,
      keys,
      journal,
      makeBase: DEFAULT_CONNECTION_CONFIG.makeSignalRepository,
      onReady: () => {},
    })
    const auth = { creds: credentials, keys: {} as never }
    return { keys, journal, repository: make(auth, createLibraryLog(silentLog, 'us'), async () => []) }
  }

  /** The process ends and another one goes on with what is in the store. */
  restart(): void {
    this.parts.keys.close()
    this.parts = this.open()
    this.parts.journal.noteStored(this.store.journal)
  }

  async seal(text: string, them: TheirSide): Promise<Sealed> {
    const { exists } = await this.parts.repository.validateSession(THEIR_JID)
    if (!exists) await this.renew(them)
    return this.parts.repository.encryptMessage({ jid: THEIR_JID, data: pad(text) })
  }

  /** A new session from the other side's public keys, whatever there was before. */
  async renew(them: TheirSide): Promise<void> {
    const { registrationId, identity, signedPreKey, preKey } = them.device.takeBundle(true)
    await this.parts.repository.injectE2ESession({
      jid: THEIR_JID,
      session: {
        registrationId,
        identityKey: withType(identity),
        signedPreKey: {
          keyId: signedPreKey.id,
          publicKey: withType(signedPreKey.public),
          signature: signedPreKey.signature,
        },
        preKey: { keyId: preKey?.id ?? 0, publicKey: withType(preKey?.public ?? Buffer.alloc(0)) },
      },
    })
  }

  /** Rejects when it cannot be read; what was read before changes nothing. */
  async read(id: string, { type, ciphertext }: Sealed): Promise<void> {
    const content = Buffer.from(ciphertext)
    const { journal, keys, repository } = this.parts
    journal.noteStanza({
      tag: 'message',
      attrs: { id, from: THEIR_JID },
      content: [{ tag: 'enc', attrs: {}, content }],
    })
    await repository.decryptMessage({ jid: THEIR_JID, type, ciphertext: content })
    await keys.settled()
  }

  bundle() {
    const { registrationId, signedIdentityKey, signedPreKey } = credentials
    const id = this.nextKey++
    const pair = oneTimeKeys[id - 1]
    return {
      registrationId,
      identity: Buffer.from(signedIdentityKey.public),
      signedPreKey: {
        id: signedPreKey.keyId,
        public: Buffer.from(signedPreKey.keyPair.public),
        signature: Buffer.from(signedPreKey.signature),
      },
      preKey: pair && { id, public: Buffer.from(pair.public) },
    }
  }
}

/** Everything of one device, as a data directory would keep it. */
function createRows(): Journal & { of(kind: string): [string, string][] } {
  const rows = new Map<string, string>()
  const keyOf = (kind: string, key: string): string => `${kind}|${key}`
  return {
    put: (kind, key, read) => void rows.set(keyOf(kind, key), String(read())),
    delete: (kind, key) => void rows.delete(keyOf(kind, key)),
    afterCommit: (then) => then(),
    load: () => [],
    close: () => {},
    of: (kind) =>
      [...rows].flatMap(([key, value]) =>
        key.startsWith(`${kind}|`) ? [[key.slice(kind.length + 1), value]] : [],
      ),
  }
}

/** The other side: a phone of the sandbox network, which knows nothing of ours. */
export class TheirSide {
  readonly received: string[] = []
  private readonly seed: Buffer
  private readonly rows = createRows()
  device: SimulatedDevice

  constructor(seed: Buffer) {
    this.seed = seed
    this.device = new SimulatedDevice('802', seed, 1, this.rows)
  }

  restart(): void {
    const { nextPreKeyId } = this.device
    this.device = new SimulatedDevice('802', this.seed, nextPreKeyId, this.rows)
    for (const [key, json] of this.rows.of('session'))
      this.device.restoreSession(key.split('/')[1] ?? '', json)
    for (const [key] of this.rows.of('used-pre-key')) this.device.restoreUsedPreKey(Number(key.split('/')[1]))
  }

  async seal(text: string, us: OurSide): Promise<Sealed> {
    if (!this.device.hasSession(OUR_ADDRESS)) await this.renew(us)
    return this.device.encrypt(OUR_ADDRESS, pad(text))
  }

  renew(us: OurSide): Promise<void> {
    return this.device.startSession(OUR_ADDRESS, us.bundle())
  }

  async read({ type, ciphertext }: Sealed): Promise<void> {
    const plain = await this.device.decrypt(OUR_ADDRESS, type, Buffer.from(ciphertext))
    this.received.push(plain.subarray(0, -1).toString())
  }
}
