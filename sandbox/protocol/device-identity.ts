import { proto } from 'baileys/WAProto/index.js'
import { isSignedBy } from '../infra/keys.ts'
import type { Companion } from '../state/companion.ts'
import type { User } from '../state/user.ts'
import { ACCOUNT_SIGNATURE_PREFIX, DEVICE_SIGNATURE_PREFIX } from './pairing.ts'

/**
 * Whether the identity that comes with the first message of a linked device proves that the account's phone accepted
 * the device and that the device holds its key. Proven bytes are remembered: verifying takes milliseconds.
 */
export function isIdentityProven(owner: User, companion: Companion, identityBytes: Buffer): boolean {
  const fingerprint = identityBytes.toString('base64')
  if (companion.provenIdentity === fingerprint) return true
  const signed = proto.ADVSignedDeviceIdentity.decode(identityBytes)
  const { details, accountSignature, deviceSignature } = signed
  if (!details || !accountSignature || !deviceSignature) return false
  const accountKey = owner.phone.identity.public
  const deviceKey = Buffer.from(companion.record.identity, 'base64')
  const isProven =
    isSignedBy(accountKey, Buffer.concat([ACCOUNT_SIGNATURE_PREFIX, details, deviceKey]), accountSignature) &&
    isSignedBy(
      deviceKey,
      Buffer.concat([DEVICE_SIGNATURE_PREFIX, details, deviceKey, accountKey]),
      deviceSignature,
    )
  if (isProven) companion.provenIdentity = fingerprint
  return isProven
}
