import type { AuthenticationCreds } from 'baileys'
import type { KeyBatch } from './commit-queue.ts'
import type { SignalKeyPair, SignalStorage } from './libsignal.ts'
import type { SignalKeys } from './signal-keys.ts'

const PUBLIC_KEY_TYPE = 5

const withType = (publicKey: Uint8Array): Buffer =>
  publicKey.length === 33 ? Buffer.from(publicKey) : Buffer.concat([Buffer.of(PUBLIC_KEY_TYPE), publicKey])

const toPair = (pair: { public: Uint8Array; private: Uint8Array }): SignalKeyPair => ({
  pubKey: Buffer.from(pair.public),
  privKey: Buffer.from(pair.private),
})

/** The identity that goes into every message, made once per connection. */
export function readOwnIdentity(credentials: AuthenticationCreds): SignalKeyPair {
  const { public: publicKey, private: privateKey } = credentials.signedIdentityKey
  return { pubKey: withType(publicKey), privKey: Buffer.from(privateKey) }
}

/**
 * What libsignal reads and writes during one operation. Everything it writes goes into `batch`, which the caller
 * commits before anything that came out of the operation leaves the process.
 */
export function createSignalStorage(
  credentials: AuthenticationCreds,
  identity: SignalKeyPair,
  keys: SignalKeys,
  batch: KeyBatch,
): SignalStorage {
  return {
    loadSession: keys.loadSession,
    storeSession: async (address, record) => keys.put(batch, 'session', address, record),
    isTrustedIdentity: () => true,
    async loadPreKey(id) {
      if (id === undefined || id === null) return undefined
      const pair = await keys.readOne('pre-key', String(id))
      return pair ? toPair(pair as { public: Uint8Array; private: Uint8Array }) : undefined
    },
    removePreKey: async (id) => keys.put(batch, 'pre-key', String(id), null),
    loadSignedPreKey: () => toPair(credentials.signedPreKey.keyPair),
    getOurRegistrationId: () => credentials.registrationId,
    getOurIdentity: () => identity,
  }
}
