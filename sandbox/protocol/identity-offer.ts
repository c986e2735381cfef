import { createHmac, randomBytes } from 'node:crypto'
import { proto } from 'baileys/WAProto/index.js'
import { generateKeyPair, sign } from '../infra/keys.ts'
import type { Network, PendingPairing } from '../state/network.ts'
import type { User } from '../state/user.ts'
import { SERVER_JID } from './addresses.ts'
import { node, seconds } from './nodes.ts'

export const ACCOUNT_SIGNATURE_PREFIX = Buffer.from([6, 0])
export const DEVICE_SIGNATURE_PREFIX = Buffer.from([6, 1])

/** The phone signs the client's identity and has the network offer it; `secret` is what phone and client both know. */
export function offerIdentity(
  network: Network,
  user: User,
  pairing: PendingPairing,
  secret: Buffer,
): { device: number } {
  const { forgePairing } = network.faults.of(`${user.number}.0`)
  const device = user.takeDeviceNumber()
  const details = Buffer.from(
    proto.ADVDeviceIdentity.encode({
      rawId: user.phone.signal.registrationId,
      timestamp: Math.floor(network.now() / 1000),
      keyIndex: device,
      accountType: proto.ADVEncryptionType.E2EE,
      deviceType: proto.ADVEncryptionType.E2EE,
    }).finish(),
  )
  const signed = proto.ADVSignedDeviceIdentity.encode({
    details,
    accountSignatureKey: user.phone.signal.identity.public,
    accountSignature: sign(
      forgePairing ? generateKeyPair().private : user.phone.signal.identity.private,
      Buffer.concat([ACCOUNT_SIGNATURE_PREFIX, details, pairing.identity]),
    ),
  }).finish()
  const deviceIdentity = proto.ADVSignedDeviceIdentityHMAC.encode({
    details: signed,
    hmac: createHmac('sha256', secret).update(signed).digest(),
    accountType: proto.ADVEncryptionType.E2EE,
  }).finish()
  pairing.accepted = { number: user.number, device, details, keyIndex: device }
  pairing.connection.send(
    node(
      'iq',
      { from: SERVER_JID, type: 'set', id: randomBytes(8).toString('hex'), t: seconds(network.now()) },
      [
        node('pair-success', {}, [
          node('device-identity', {}, deviceIdentity),
          node('device', { jid: user.jid('pn', device), lid: user.jid('lid', device) }),
          node('platform', { name: 'android' }),
        ]),
      ],
    ),
  )
  return { device }
}
