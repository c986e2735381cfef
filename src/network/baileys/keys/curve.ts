import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto'

/**
 * X25519 for libsignal, which writes each key as DER and reads it again for every agreement, and so works out the
 * public half of its own key each time anew. The keys themselves, what is agreed on and what is refused are the same.
 */

/** Public keys go over the wire with this byte before their 32; libsignal takes them without it too. */
const KEY_TYPE = 5
const KEY_BYTES = 32

/** A ratchet's own key is agreed with when it is made and once more when the other side steps. */
const KEPT_KEYS = 512
const kept = new Map<Buffer, KeyObject>()

function keep(privKey: Buffer, key: KeyObject): void {
  if (kept.size >= KEPT_KEYS) {
    for (const oldest of kept.keys()) {
      kept.delete(oldest)
      break
    }
  }
  kept.set(privKey, key)
}

export function generateKeyPair(): { pubKey: Buffer; privKey: Buffer } {
  const { publicKey, privateKey } = generateKeyPairSync('x25519')
  const privKey = privateKey.export({ format: 'raw-private' })
  keep(privKey, privateKey)
  return {
    pubKey: Buffer.concat([Uint8Array.of(KEY_TYPE), publicKey.export({ format: 'raw-public' })]),
    privKey,
  }
}

/**
 * @param pubKey 33 bytes, the first of them 5, or the 32 after it
 * @param privKey 32 bytes
 * @returns the 32 bytes both sides come to
 * @throws when a key is not of that form, or the other side's key is one of the few that agree on nothing
 */
export function calculateAgreement(pubKey: Buffer, privKey: Buffer): Buffer {
  if (!(pubKey instanceof Buffer)) throw new Error('Invalid public key')
  const isMarked = pubKey.length === KEY_BYTES + 1 && pubKey[0] === KEY_TYPE
  if (!isMarked && pubKey.length !== KEY_BYTES) throw new Error('Invalid public key')
  if (!(privKey instanceof Buffer) || privKey.length !== KEY_BYTES) throw new Error('Invalid private key')
  const publicKey = createPublicKey({
    key: isMarked ? pubKey.subarray(1) : pubKey,
    format: 'raw-public',
    asymmetricKeyType: 'x25519',
  })
  const privateKey =
    kept.get(privKey) ??
    createPrivateKey({ key: privKey, format: 'raw-private', asymmetricKeyType: 'x25519' })
  return diffieHellman({ privateKey, publicKey })
}
