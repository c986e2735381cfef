import { createPrivateKey, createPublicKey, diffieHellman, generateKeyPairSync, hkdfSync } from 'node:crypto'
import { calculateSignature, verifySignature } from 'libsignal/src/curve.js'

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

/** Whether an XEdDSA signature fits; false for malformed input too. */
export function isSignedBy(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    return verifySignature(toSignalKey(publicKey), message, Buffer.from(signature))
  } catch {
    return false
  }
}
