import type { AuthenticationCreds, SignalRepositoryWithLIDStore, UserFacingSocketConfig } from 'baileys'
import type { InboundJournal } from '../inbound/inbound-journal.ts'
import type { KeyBatch } from './commit-queue.ts'
import {
  copyRecord,
  isUsedAlready,
  ProtocolAddress,
  readIdentityKey,
  SessionBuilder,
  SessionCipher,
  type SignalCipher,
  type SignalStorage,
} from './libsignal.ts'
import { moveSessions, type Pair } from './session-moves.ts'
import { createKeyedLock, type SignalKeys } from './signal-keys.ts'
import { createSignalStorage, readOwnIdentity } from './signal-storage.ts'
import { verifySignature } from './signatures.ts'

type MakeRepository = NonNullable<UserFacingSocketConfig['makeSignalRepository']>

/** One encrypted form of a message, for one device. */
export interface Ciphertext {
  type: 'pkmsg' | 'msg'
  ciphertext: Uint8Array
}

/** What sending needs of the repository beyond what the library asks for. */
export interface PairwiseSessions {
  hasSession(jid: string): Promise<boolean>
  /** Encrypts for one device; the ratchet's step goes into `batch`, to be committed before the result leaves. */
  encryptInto(batch: KeyBatch, jid: string, data: Buffer): Promise<Ciphertext>
  /** The address under which the network keeps this device's keys: its LID when one is known. */
  wireJid(jid: string): Promise<string>
}

export interface SignalRepositoryOptions {
  credentials: AuthenticationCreds
  keys: SignalKeys
  journal: InboundJournal
  makeBase: MakeRepository
  onReady: (sessions: PairwiseSessions) => void
}

const MAX_KNOWN_ADDRESSES = 2000

const isPhoneJid = (jid: string): boolean => jid.endsWith('@s.whatsapp.net') || jid.endsWith('@hosted')

function toProtocolAddress(address: string): object {
  const dot = address.lastIndexOf('.')
  return new ProtocolAddress(address.slice(0, dot), Number(address.slice(dot + 1)))
}

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** One empty message with its padding: what a delivery that was decrypted before is answered with. */
const NOTHING_NEW = Buffer.of(1)

type Repository = SignalRepositoryWithLIDStore
type NewSession = Parameters<Repository['injectE2ESession']>[0]

/**
 * Remembers under which address a device's session is kept, until a mapping changes. `together` stores new pairs, and
 * what follows from them, as one.
 */
function createAddressBook(
  base: Repository,
  together: (pairs: readonly Pair[], store: () => Promise<void>) => Promise<void>,
) {
  const known = new Map<string, { address: string; jid: string }>()
  const stored = new Map<string, string>()
  const { lidMapping } = base
  const storeMappings = lidMapping.storeLIDPNMappings.bind(lidMapping)
  // The library tells the same pair with every message of a contact; only the first time is news.
  lidMapping.storeLIDPNMappings = async (pairs) => {
    const news = pairs.filter(({ lid, pn }) => stored.get(pn) !== lid)
    if (!news.length) return
    known.clear()
    await together(news, () => storeMappings(news))
    known.clear()
    if (stored.size >= MAX_KNOWN_ADDRESSES) stored.clear()
    for (const { lid, pn } of news) stored.set(pn, lid)
  }
  return async (jid: string): Promise<{ address: string; jid: string }> => {
    const remembered = known.get(jid)
    if (remembered) return remembered
    const wireJid = (isPhoneJid(jid) ? await lidMapping.getLIDForPN(jid) : null) ?? jid
    const found = { jid: wireJid, address: base.jidToSignalProtocolAddress(wireJid) }
    if (known.size >= MAX_KNOWN_ADDRESSES) known.clear()
    known.set(jid, found)
    return found
  }
}

/**
 * The library's Signal repository, with two promises it does not make by itself: a ciphertext or plaintext is handed
 * out only after the ratchet's step is committed, and an inbound plaintext is committed with it.
 */
class CommittedSessions implements PairwiseSessions {
  private readonly base: Repository
  private readonly credentials: AuthenticationCreds
  private readonly keys: SignalKeys
  private readonly journal: InboundJournal
  private readonly identity: ReturnType<typeof readOwnIdentity>
  private readonly lock = createKeyedLock()
  private readonly addressOf: ReturnType<typeof createAddressBook>

  constructor(options: SignalRepositoryOptions, base: Repository) {
    this.base = base
    this.credentials = options.credentials
    this.keys = options.keys
    this.journal = options.journal
    this.identity = readOwnIdentity(this.credentials)
    this.addressOf = createAddressBook(base, (pairs, store) => this.storePairs(pairs, store))
  }

  async encryptInto(batch: KeyBatch, jid: string, data: Buffer): Promise<Ciphertext> {
    const { address } = await this.addressOf(jid)
    const { type, body } = await this.lock(address, () =>
      cipherFor(this.storageOf(batch), address).encrypt(data),
    )
    return { type: type === 3 ? 'pkmsg' : 'msg', ciphertext: body }
  }

  async hasSession(jid: string): Promise<boolean> {
    return (await this.keys.loadSession((await this.addressOf(jid)).address))?.haveOpenSession() ?? false
  }

  async wireJid(jid: string): Promise<string> {
    return (await this.addressOf(jid)).jid
  }

  /** In the form in which the library asks for it. */
  toRepository(): Repository {
    return {
      ...this.base,
      encryptMessage: async ({ jid, data }) => {
        const batch = this.keys.newBatch()
        const encrypted = await this.encryptInto(batch, jid, asBuffer(data))
        await this.keys.commit(batch)
        return encrypted
      },
      decryptMessage: ({ jid, type, ciphertext }) =>
        this.decryptOnce(ciphertext, (batch) => this.decryptPairwise(batch, jid, type, ciphertext)),
      decryptGroupMessage: (given) =>
        this.decryptOnce(given.msg, (batch) =>
          this.lock(given.group, () => this.keys.within(batch, () => this.base.decryptGroupMessage(given))),
        ),
      encryptGroupMessage: (given) =>
        this.keys.outsideTransaction(() => this.base.encryptGroupMessage(given)),
      getSenderKeyDistributionMessage: (given) =>
        this.keys.outsideTransaction(() => this.base.getSenderKeyDistributionMessage(given)),
      injectE2ESession: (given) => this.injectE2ESession(given),
      // They moved when the two addresses were first told together.
      migrateSession: async () => ({ migrated: 0, skipped: 0, total: 0 }),
      deleteSession: (jids) => this.deleteSession(jids),
      validateSession: async (jid) =>
        (await this.hasSession(jid)) ? { exists: true } : { exists: false, reason: 'no open session' },
      getSessionInfo: async (jid) => {
        const open = (await this.keys.loadSession((await this.addressOf(jid)).address))?.getOpenSession()
        if (!open || typeof open.registrationId !== 'number') return null
        return { baseKey: new Uint8Array(open.indexInfo.baseKey), registrationId: open.registrationId }
      },
    }
  }

  private storageOf(batch: KeyBatch) {
    return createSignalStorage(this.credentials, this.identity, this.keys, batch)
  }

  private storePairs(pairs: readonly Pair[], store: () => Promise<void>): Promise<void> {
    return this.keys.transaction(async () => {
      await store()
      for (const pair of pairs) await moveSessions(this.base, this.keys, this.lock, pair)
    }, 'lid-mapping')
  }

  /**
   * Notes the sender's identity. A changed one means a phone that was set up anew: the session with the one before is
   * closed, so that nothing more is written to it, and kept, for what was still on its way from there.
   */
  private async noteIdentity(batch: KeyBatch, address: string, ciphertext: Uint8Array): Promise<void> {
    const identityKey = readIdentityKey(ciphertext)
    if (!identityKey) return
    const known = await this.keys.readOne('identity-key', address)
    if (known instanceof Uint8Array && identityKey.equals(known)) return
    if (known) await this.closeSession(batch, address)
    this.keys.put(batch, 'identity-key', address, identityKey)
  }

  private async closeSession(batch: KeyBatch, address: string): Promise<void> {
    const stored = await this.keys.loadSession(address)
    if (!stored?.getOpenSession()) return
    const record = copyRecord(stored)
    const open = record.getOpenSession()
    if (open) record.closeSession(open)
    this.keys.put(batch, 'session', address, record)
  }

  private async decryptPairwise(
    batch: KeyBatch,
    jid: string,
    type: string,
    ciphertext: Uint8Array,
  ): Promise<Buffer> {
    const { address } = await this.addressOf(jid)
    return this.lock(address, async () => {
      const storage = this.storageOf(batch)
      if (type !== 'pkmsg') return cipherFor(storage, address).decryptWhisperMessage(asBuffer(ciphertext))
      await this.noteIdentity(batch, address, ciphertext)
      // A first message that cannot be read leaves the record as it was, the open session open.
      const loadSession = async () => {
        const record = await this.keys.loadSession(address)
        return record && copyRecord(record)
      }
      return cipherFor({ ...storage, loadSession }, address).decryptPreKeyWhisperMessage(asBuffer(ciphertext))
    })
  }

  /** Decrypts, and commits the plaintext with the ratchet. A message that was decrypted before yields nothing new. */
  private async decryptOnce(
    ciphertext: Uint8Array,
    decrypt: (batch: KeyBatch) => Promise<Uint8Array>,
  ): Promise<Uint8Array> {
    const batch = this.keys.newBatch()
    const arrival = this.journal.arrivalOf(ciphertext)
    try {
      const plaintext = await decrypt(batch)
      await this.journal.record(arrival, plaintext, batch)
      return plaintext
    } catch (error) {
      // A changed identity is kept even so; without keys in the batch this does nothing.
      await this.keys.commit(batch).catch(() => {})
      if (!isUsedAlready(error) && !this.journal.wasSeen(arrival)) throw error
      this.journal.noteDuplicate(arrival)
      return NOTHING_NEW
    }
  }

  private async injectE2ESession({ jid, session }: NewSession): Promise<void> {
    const { identityKey, signedPreKey } = session
    if (!verifySignature(identityKey, signedPreKey.publicKey, signedPreKey.signature)) {
      throw new Error('the signed key of a device does not belong to its identity')
    }
    const batch = this.keys.newBatch()
    const { address } = await this.addressOf(jid)
    await this.lock(address, async () => {
      this.keys.put(batch, 'identity-key', address, asBuffer(identityKey))
      const known = await this.keys.loadSession(address)
      // Read before: the original works within a queue of the address that all clients of the process share, and a read that
      // does not end would hold them all up.
      const storage = { ...this.storageOf(batch), loadSession: () => Promise.resolve(known) }
      await new SessionBuilder(storage, toProtocolAddress(address)).initOutgoing(session)
    })
    await this.keys.commit(batch)
  }

  private async deleteSession(jids: string[]): Promise<void> {
    const batch = this.keys.newBatch()
    for (const jid of jids) {
      const { address } = await this.addressOf(jid)
      await this.lock(address, async () => this.keys.put(batch, 'session', address, null))
    }
    await this.keys.commit(batch)
  }
}

function cipherFor(storage: SignalStorage, address: string): SignalCipher {
  const cipher = new SessionCipher(storage, toProtocolAddress(address))
  // The original queues by address across every client of the process; here the lock of the caller does it.
  cipher.queueJob = (job) => job()
  return cipher
}

export function createRepositoryFactory(options: SignalRepositoryOptions): MakeRepository {
  const { keys } = options
  return (auth, logger, pnToLid) => {
    // The library wrapped our keys in its own transactions; ours take their place everywhere it passed them on.
    Object.assign(auth.keys, {
      get: keys.get.bind(keys),
      set: keys.set.bind(keys),
      transaction: keys.transaction.bind(keys),
      isInTransaction: keys.isInTransaction.bind(keys),
    })
    const sessions = new CommittedSessions(options, options.makeBase(auth, logger, pnToLid))
    options.onReady(sessions)
    return sessions.toRepository()
  }
}
