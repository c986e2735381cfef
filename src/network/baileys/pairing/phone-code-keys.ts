import { randomBytes } from 'node:crypto'
import {
  aesDecryptCTR,
  aesEncryptCTR,
  aesEncryptGCM,
  bytesToCrockford,
  Curve,
  derivePairingCodeKey,
  hkdf,
  type KeyPair,
} from 'baileys'

/*
 * The secrets of linking by a code, as whatsmeow's `pair-code.go` and rc14 (`requestPairingCode`, `link_code_companion_reg`)
 * have them: each side's ephemeral key travels under the code, and what both agree on then seals the rest.
 */

const CODE_BYTES = 5
const SALT_BYTES = 32
const [CTR_IV_BYTES, GCM_IV_BYTES] = [16, 12]
const KEY_BYTES = 32
const WRAPPED_BYTES = SALT_BYTES + CTR_IV_BYTES + KEY_BYTES

/** What is typed into the phone, eight characters, and what belongs to it. */
export interface CodeKeys {
  code: string
  ephemeral: KeyPair
}

export const newCodeKeys = (): CodeKeys => ({
  code: bytesToCrockford(randomBytes(CODE_BYTES)),
  ephemeral: Curve.generateKeyPair(),
})

/** The ephemeral key under the code: salt, IV and 32 bytes. */
export async function wrapEphemeral({ code, ephemeral }: CodeKeys): Promise<Buffer> {
  const [salt, iv] = [randomBytes(SALT_BYTES), randomBytes(CTR_IV_BYTES)]
  const key = await derivePairingCodeKey(code, salt)
  return Buffer.concat([salt, iv, aesEncryptCTR(ephemeral.public, key, iv)])
}

export interface PrimaryHello {
  wrappedEphemeral: Uint8Array
  identity: Uint8Array
}

/** Whether the lengths are right; what a wrong code makes of them only the phone can tell. */
export const isPrimaryHello = ({ wrappedEphemeral, identity }: PrimaryHello): boolean =>
  wrappedEphemeral.length === WRAPPED_BYTES && identity.length === KEY_BYTES

/** Answers the phone: the bundle that only the phone can open, and the secret that both have from then on. */
export async function sealKeyBundle(
  { code, ephemeral }: CodeKeys,
  hello: PrimaryHello,
  identity: KeyPair,
): Promise<{ bundle: Buffer; advSecret: Buffer }> {
  const wrapped = Buffer.from(hello.wrappedEphemeral)
  const codeKey = await derivePairingCodeKey(code, wrapped.subarray(0, SALT_BYTES))
  const iv = wrapped.subarray(SALT_BYTES, SALT_BYTES + CTR_IV_BYTES)
  const primaryEphemeral = aesDecryptCTR(wrapped.subarray(SALT_BYTES + CTR_IV_BYTES), codeKey, iv)
  const shared = Curve.sharedKey(ephemeral.private, primaryEphemeral)
  const [salt, bundleIv] = [randomBytes(SALT_BYTES), randomBytes(GCM_IV_BYTES)]
  const random = randomBytes(KEY_BYTES)
  const info = 'link_code_pairing_key_bundle_encryption_key'
  const bundleKey = hkdf(shared, KEY_BYTES, { salt, info })
  const plain = Buffer.concat([identity.public, hello.identity, random])
  const sealed = aesEncryptGCM(plain, bundleKey, bundleIv, Buffer.alloc(0))
  const agreed = Buffer.concat([shared, Curve.sharedKey(identity.private, hello.identity), random])
  return {
    bundle: Buffer.concat([salt, bundleIv, sealed]),
    advSecret: Buffer.from(hkdf(agreed, KEY_BYTES, { info: 'adv_secret' })),
  }
}
