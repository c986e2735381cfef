import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  verify,
} from 'node:crypto'
import { calculateSignature } from 'libsignal/src/curve.js'

/** An X25519 key pair, both halves 32 raw bytes. */
export interface KeyPair {
  public: Buffer
  private: Buffer
}

const PRIVATE_DER_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex')
const PUBLIC_DER_PREFIX = Buffer.from('302a300506032b656e032100', 'hex')
const SIGNAL_KEY_TYPE = Buffer.from([5])

const toPrivateObject = (raw: Uint8Array) =>
  createPrivateKey({ key: Buffer.concat([PRIVATE_DER_PREFIX, raw]), format: 'der', type: 'pkcs8' })

const toPublicObject = (raw: Uint8Array) =>
  createPublicKey({ key: Buffer.concat([PUBLIC_DER_PREFIX, raw]), format: 'der', type: 'spki' })

const publicBytes = (privateKey: Uint8Array): Buffer =>
  createPublicKey(toPrivateObject(privateKey))
    .export({ format: 'der', type: 'spki' })
    .subarray(PUBLIC_DER_PREFIX.length)

/** A fresh random key pair. */
export function generateKeyPair(): KeyPair {
  const { privateKey } = generateKeyPairSync('x25519')
  const raw = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(PRIVATE_DER_PREFIX.length)
  return { private: raw, public: publicBytes(raw) }
}

/**
 * The key pair that belongs to a label under a seed. Simulated phones derive every key they own this way,
 * so one 32-byte seed is all that has to be stored for them.
 */
export function deriveKeyPair(seed: Uint8Array, label: string): KeyPair {
  const raw = Buffer.from(hkdfSync('sha256', seed, Buffer.alloc(0), label, 32))
  raw[0] = (raw[0] ?? 0) & 0xf8
  raw[31] = ((raw[31] ?? 0) & 0x7f) | 0x40
  return { private: raw, public: publicBytes(raw) }
}

/** The pair of a stored private key. */
export const keyPairFromPrivate = (privateKey: Buffer): KeyPair => ({
  private: privateKey,
  public: publicBytes(privateKey),
})

/** X25519 agreement; throws on a key that is not 32 bytes. */
export const agree = (privateKey: Uint8Array, publicKey: Uint8Array): Buffer =>
  diffieHellman({ privateKey: toPrivateObject(privateKey), publicKey: toPublicObject(publicKey) })

/** The 33-byte form Signal uses: a type byte, then the key. */
export const toSignalKey = (publicKey: Uint8Array): Buffer =>
  publicKey.length === 33 ? Buffer.from(publicKey) : Buffer.concat([SIGNAL_KEY_TYPE, publicKey])

/** An XEdDSA signature (64 bytes) by an X25519 private key. */
export const sign = (privateKey: Buffer, message: Uint8Array): Buffer =>
  Buffer.from(calculateSignature(privateKey, message))

/** The prime of Curve25519. */
const P = 2n ** 255n - 19n
const ED25519_DER_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')
/** Keys that are kept in the other form: the same few sign most. */
const MAX_VERIFIERS = 1_000
const verifiers = new Map<string, KeyObject>()

const toNumber = (littleEndian: Uint8Array): bigint =>
  BigInt(`0x${Buffer.from(littleEndian).reverse().toString('hex')}`)

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  let square = base
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % P
    square = (square * square) % P
  }
  return result
}

/** The Ed25519 key of an X25519 key and the sign that its signature tells (XEdDSA, 2.3: `y = (u - 1) / (u + 1)`). */
function toVerifier(publicKey: Uint8Array, sign: number): KeyObject {
  const name = `${Buffer.from(publicKey).toString('base64')}${sign}`
  const known = verifiers.get(name)
  if (known) return known
  const u = toNumber(publicKey) & ((1n << 255n) - 1n)
  const y = ((u + P - 1n) * power(u + 1n, P - 2n)) % P
  const raw = Buffer.from(y.toString(16).padStart(64, '0'), 'hex').reverse()
  raw[31] = (raw[31] ?? 0) | sign
  const made = createPublicKey({ key: Buffer.concat([ED25519_DER_PREFIX, raw]), format: 'der', type: 'spki' })
  if (verifiers.size >= MAX_VERIFIERS) verifiers.clear()
  verifiers.set(name, made)
  return made
}

/**
 * Whether an XEdDSA signature fits; false for malformed input too. Node's own Ed25519 checks it, in a twentieth of the time that the
 * library's script takes.
 */
export function isSignedBy(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const signalKey = toSignalKey(publicKey)
  if (signalKey.length !== 33 || signalKey[0] !== SIGNAL_KEY_TYPE[0] || signature.length !== 64) return false
  const plain = Buffer.from(signature)
  const last = plain[63] ?? 0
  plain[63] = last & 0x7f
  try {
    return verify(null, message, toVerifier(signalKey.subarray(1), last & 0x80), plain)
  } catch {
    return false
  }
}
