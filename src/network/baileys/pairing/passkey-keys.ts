import { randomBytes } from 'node:crypto'
import { aesEncryptGCM, bytesToCrockford, Curve, hkdf, hmacSign, type KeyPair, proto, sha256 } from 'baileys'

/*
 * The secrets of linking with a passkey, as whatsmeow's `pair-passkey.go` and zapo's `shortcake-crypto.ts` have them: the
 * device commits itself to a nonce before it sees the phone's, so that neither can choose the code that people compare.
 */

const KEY_BYTES = 32
const IV_BYTES = 12
const CODE_BYTES = 5
/** A web client in Chrome. */
const DEVICE_TYPE = proto.DeviceProps.PlatformType.CHROME

/** With this the device proves that it is the one whose secret the phone has seen, and no code need be compared. */
export const deriveHandoffKey = (advSecret: Uint8Array): Uint8Array =>
  hkdf(advSecret, KEY_BYTES, { info: 'shortcake-passkey-handoff-v1' })

export const proveHandoff = (handoffKey: Uint8Array, payload: Uint8Array): Buffer =>
  hmacSign(payload, handoffKey)

/** What the device has committed itself to. */
export interface Prologue {
  ephemeral: KeyPair
  nonce: Buffer
  ref: string
  /** `ProloguePayload`, as it is sent. */
  payload: Uint8Array
}

export function makePrologue(ref: string): Prologue {
  const [ephemeral, nonce] = [Curve.generateKeyPair(), randomBytes(KEY_BYTES)]
  const identity = proto.CompanionEphemeralIdentity.encode({
    ...{ publicKey: ephemeral.public, deviceType: DEVICE_TYPE, ref },
  }).finish()
  const hash = sha256(Buffer.concat([identity, nonce]))
  const payload = proto.ProloguePayload.encode({
    companionEphemeralIdentity: identity,
    commitment: { hash },
  }).finish()
  return { ephemeral, nonce, ref, payload }
}

/** What phone and device have agreed on. */
export interface Agreement {
  /** What both show, `XXXX-XXXX`. */
  code: string
  key: Uint8Array
}

/** Throws when the phone's part is not of the right lengths. */
export function agreeWithPhone({ ephemeral, nonce, ref }: Prologue, primaryBytes: Uint8Array): Agreement {
  const primary = proto.PrimaryEphemeralIdentity.decode(primaryBytes)
  const [publicKey, primaryNonce] = [Buffer.from(primary.publicKey ?? []), Buffer.from(primary.nonce ?? [])]
  if (publicKey.length !== KEY_BYTES || primaryNonce.length !== KEY_BYTES)
    throw new Error('the phone’s part of the passkey link is malformed')
  const digest = sha256(Buffer.concat([nonce, publicKey]))
  const mixed = Buffer.from(primaryNonce.subarray(0, CODE_BYTES).map((byte, at) => byte ^ (digest[at] ?? 0)))
  const code = bytesToCrockford(mixed)
  const salt = Buffer.from(`Companion Pairing ${DEVICE_TYPE} with ref ${ref}`)
  const key = hkdf(Curve.sharedKey(ephemeral.private, publicKey), KEY_BYTES, {
    salt,
    info: 'Pairing Information Encryption Key',
  })
  return { code: `${code.slice(0, 4)}-${code.slice(4)}`, key }
}

/** The device's keys and secret, for the phone alone: `EncryptedPairingRequest`. */
export function sealPairingRequest(
  { key }: Agreement,
  keys: { noise: Uint8Array; identity: Uint8Array; advSecret: Uint8Array },
): Uint8Array {
  const plain = proto.PairingRequest.encode({
    companionPublicKey: keys.noise,
    companionIdentityKey: keys.identity,
    advSecret: keys.advSecret,
  }).finish()
  const iv = randomBytes(IV_BYTES)
  const encryptedPayload = aesEncryptGCM(plain, key, iv, Buffer.alloc(0))
  return proto.EncryptedPairingRequest.encode({ encryptedPayload, iv }).finish()
}
