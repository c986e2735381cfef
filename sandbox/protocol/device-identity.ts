import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import { proto } from 'baileys/WAProto/index.js'
import { isSignedBy, sign } from '../infra/keys.ts'
import type { Companion } from '../state/companion.ts'
import type { PlayedDevice, User } from '../state/user.ts'
import { ACCOUNT_SIGNATURE_PREFIX, DEVICE_SIGNATURE_PREFIX } from './identity-offer.ts'
import { node } from './nodes.ts'

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
  const accountKey = owner.phone.signal.identity.public
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

function buildProof({ owner, device, signal }: PlayedDevice): Buffer {
  const account = owner.phone.signal.identity
  const { E2EE } = proto.ADVEncryptionType
  const details = Buffer.from(
    proto.ADVDeviceIdentity.encode({
      ...{ rawId: owner.phone.signal.registrationId, timestamp: 0, keyIndex: device },
      ...{ accountType: E2EE, deviceType: E2EE },
    }).finish(),
  )
  const { public: deviceKey } = signal.identity
  const byAccount = Buffer.concat([ACCOUNT_SIGNATURE_PREFIX, details, deviceKey])
  const byDevice = Buffer.concat([DEVICE_SIGNATURE_PREFIX, details, deviceKey, account.public])
  const proof = proto.ADVSignedDeviceIdentity.encode({
    details,
    accountSignatureKey: account.public,
    accountSignature: sign(account.private, byAccount),
    deviceSignature: sign(signal.identity.private, byDevice),
  }).finish()
  return Buffer.from(proof)
}

/**
 * What a linked device shows with the first messages of its sessions, with keys of its own in retry receipts (rc14's
 * `sendRetryRequest`) and in answers of the key server; nothing for a phone.
 */
export function identityNodes(played: PlayedDevice): BinaryNode[] {
  if (played.device === 0) return []
  played.identityProof ??= buildProof(played)
  return [node('device-identity', {}, played.identityProof)]
}
