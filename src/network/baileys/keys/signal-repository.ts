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
export function createRepositoryFactory(options: SignalRepositoryOptions): MakeRepository {
  const { credentials, keys, journal } = options
  return (auth, logger, pnToLid) => {
    // The library wrapped our keys in its own transactions; ours take their place everywhere it passed them on.
    const { get, set, transaction, isInTransaction } = keys
    Object.assign(auth.keys, { get, set, transaction, isInTransaction })
    const base = options.makeBase(auth, logger, pnToLid)
    const identity = readOwnIdentity(credentials)
    const lock = createKeyedLock()
    const addressOf = createAddressBook(base, storePairs)
    const storageOf = (batch: KeyBatch) => createSignalStorage(credentials, identity, keys, batch)

    function storePairs(pairs: readonly Pair[], store: () => Promise<void>): Promise<void> {
      return keys.transaction(async () => {
        await store()
        for (const pair of pairs) await moveSessions(base, keys, lock, pair)
      }, 'lid-mapping')
    }

    function cipherFor(storage: SignalStorage, address: string): SignalCipher {
      const cipher = new SessionCipher(storage, toProtocolAddress(address))
      // The original queues by address across every client of the process; here the lock below does it.
      cipher.queueJob = (job) => job()
      return cipher
    }

    async function encryptInto(batch: KeyBatch, jid: string, data: Buffer): Promise<Ciphertext> {
      const { address } = await addressOf(jid)
      const { type, body } = await lock(address, () => cipherFor(storageOf(batch), address).encrypt(data))
      return { type: type === 3 ? 'pkmsg' : 'msg', ciphertext: body }
    }

    /**
     * Notes the sender's identity. A changed one means a phone that was set up anew: the session with the one before is
     * closed, so that nothing more is written to it, and kept, for what was still on its way from there.
     */
    async function noteIdentity(batch: KeyBatch, address: string, ciphertext: Uint8Array): Promise<void> {
      const identityKey = readIdentityKey(ciphertext)
      if (!identityKey) return
      const known = await keys.readOne('identity-key', address)
      if (known instanceof Uint8Array && identityKey.equals(known)) return
      if (known) await closeSession(batch, address)
      keys.put(batch, 'identity-key', address, identityKey)
    }

    async function closeSession(batch: KeyBatch, address: string): Promise<void> {
      const stored = await keys.loadSession(address)
      if (!stored?.getOpenSession()) return
      const record = copyRecord(stored)
      const open = record.getOpenSession()
      if (open) record.closeSession(open)
      keys.put(batch, 'session', address, record)
    }

    async function decryptPairwise(
      batch: KeyBatch,
      jid: string,
      type: string,
      ciphertext: Uint8Array,
    ): Promise<Buffer> {
      const { address } = await addressOf(jid)
      return lock(address, async () => {
        const storage = storageOf(batch)
        if (type !== 'pkmsg') return cipherFor(storage, address).decryptWhisperMessage(asBuffer(ciphertext))
        await noteIdentity(batch, address, ciphertext)
        // A first message that cannot be read leaves the record as it was, the open session open.
        const loadSession = async () => {
          const record = await keys.loadSession(address)
          return record && copyRecord(record)
        }
        return cipherFor({ ...storage, loadSession }, address).decryptPreKeyWhisperMessage(
          asBuffer(ciphertext),
        )
      })
    }

    /** Decrypts, and commits the plaintext with the ratchet. A message that was decrypted before yields nothing new. */
    async function decryptOnce(
      ciphertext: Uint8Array,
      decrypt: (batch: KeyBatch) => Promise<Uint8Array>,
    ): Promise<Uint8Array> {
      const batch = keys.newBatch()
      const arrival = journal.arrivalOf(ciphertext)
      try {
        const plaintext = await decrypt(batch)
        await journal.record(arrival, plaintext, batch)
        return plaintext
      } catch (error) {
        // A changed identity is kept even so; without keys in the batch this does nothing.
        await keys.commit(batch).catch(() => {})
        if (!isUsedAlready(error) && !journal.wasSeen(arrival)) throw error
        journal.noteDuplicate(arrival)
        return NOTHING_NEW
      }
    }

    async function injectE2ESession({ jid, session }: NewSession): Promise<void> {
      const { identityKey, signedPreKey } = session
      if (!verifySignature(identityKey, signedPreKey.publicKey, signedPreKey.signature)) {
        throw new Error('the signed key of a device does not belong to its identity')
      }
      const batch = keys.newBatch()
      const { address } = await addressOf(jid)
      await lock(address, async () => {
        keys.put(batch, 'identity-key', address, asBuffer(identityKey))
        await new SessionBuilder(storageOf(batch), toProtocolAddress(address)).initOutgoing(session)
      })
      await keys.commit(batch)
    }

    async function deleteSession(jids: string[]): Promise<void> {
      const batch = keys.newBatch()
      for (const jid of jids) {
        const { address } = await addressOf(jid)
        await lock(address, async () => keys.put(batch, 'session', address, null))
      }
      await keys.commit(batch)
    }

    const sessions: PairwiseSessions = {
      encryptInto,
      hasSession: async (jid) =>
        (await keys.loadSession((await addressOf(jid)).address))?.haveOpenSession() ?? false,
      wireJid: async (jid) => (await addressOf(jid)).jid,
    }
    options.onReady(sessions)

    const repository: Repository = {
      ...base,
      async encryptMessage({ jid, data }) {
        const batch = keys.newBatch()
        const encrypted = await encryptInto(batch, jid, asBuffer(data))
        await keys.commit(batch)
        return encrypted
      },
      decryptMessage: ({ jid, type, ciphertext }) =>
        decryptOnce(ciphertext, (batch) => decryptPairwise(batch, jid, type, ciphertext)),
      decryptGroupMessage: (given) =>
        decryptOnce(given.msg, (batch) =>
          lock(given.group, () => keys.within(batch, () => base.decryptGroupMessage(given))),
        ),
      encryptGroupMessage: (given) => keys.outsideTransaction(() => base.encryptGroupMessage(given)),
      getSenderKeyDistributionMessage: (given) =>
        keys.outsideTransaction(() => base.getSenderKeyDistributionMessage(given)),
      injectE2ESession,
      // They moved when the two addresses were first told together.
      migrateSession: async () => ({ migrated: 0, skipped: 0, total: 0 }),
      deleteSession,
      async validateSession(jid) {
        return (await sessions.hasSession(jid))
          ? { exists: true }
          : { exists: false, reason: 'no open session' }
      },
      async getSessionInfo(jid) {
        const open = (await keys.loadSession((await addressOf(jid)).address))?.getOpenSession()
        if (!open || typeof open.registrationId !== 'number') return null
        return { baseKey: new Uint8Array(open.indexInfo.baseKey), registrationId: open.registrationId }
      },
    }
    return repository
  }
}
