import { randomBytes } from 'node:crypto'
import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import { proto } from 'baileys/WAProto/index.js'
import type { Connection } from '../infra/connection.ts'
import { isSignedBy } from '../infra/keys.ts'
import type { Network, PendingPairing } from '../state/network.ts'
import type { User } from '../state/user.ts'
import { InputError, SERVER_JID } from './addresses.ts'
import { DEVICE_SIGNATURE_PREFIX, offerIdentity } from './identity-offer.ts'
import { bytesOf, child, node, uintOf } from './nodes.ts'
import { askForPasskey } from './passkey.ts'
import { type RefreshChild, sendRefresh } from './registration-refresh.ts'

const MAX_LINKED_DEVICES = 4
const LOOK_AGAIN_MS = 500

const { PlatformType } = proto.DeviceProps

/** What the phone's list of linked devices says of a client: its system and its browser. */
function readShownAs(bytes: Uint8Array | null | undefined): string {
  const { os, platformType } = proto.DeviceProps.decode(bytes ?? new Uint8Array())
  return `${os}/${PlatformType[platformType ?? PlatformType.UNKNOWN]}`
}

type Registration = proto.ClientPayload.IDevicePairingRegistrationData

/** Ends a connection whose references are used up, unless somebody has scanned or typed and it goes on. */
function closeUnlessLinking(pairing: PendingPairing): void {
  if (pairing.code?.typed ?? pairing.passkey)
    pairing.timer = setTimeout(() => closeUnlessLinking(pairing), LOOK_AGAIN_MS)
  else if (pairing.accepted === undefined) pairing.connection.close()
}

/** Answers a client that is not paired yet with the references for its QRs, and closes when all have expired. */
export function startPairing(
  network: Network,
  connection: Connection,
  noise: Buffer,
  registration: Registration,
): void {
  const { count, firstMs, nextMs, graceMs } = network.qr
  const now = network.now()
  const refs = new Map<string, number>()
  for (let index = 0; index < count; index += 1) {
    refs.set(`2@${randomBytes(24).toString('base64url')}`, now + firstMs + index * nextMs + graceMs)
  }
  const field = (bytes: Uint8Array | null | undefined) => Buffer.from(bytes ?? [])
  const pairing: PendingPairing = {
    connection,
    noise,
    identity: field(registration.eIdent),
    registrationId: uintOf(node('eRegid', {}, field(registration.eRegid))),
    signedPreKey: {
      id: uintOf(node('eSkeyId', {}, field(registration.eSkeyId))),
      public: field(registration.eSkeyVal),
      signature: field(registration.eSkeySig),
    },
    shownAs: readShownAs(registration.deviceProps),
    refs,
    retiredSecrets: new Set(),
    code: undefined,
    passkey: undefined,
    accepted: undefined,
    timer: setTimeout(() => closeUnlessLinking(pairing), firstMs + (count - 1) * nextMs + graceMs),
  }
  network.pairings.set(connection, pairing)
  const content = [...refs.keys()].map((ref) => node('ref', {}, Buffer.from(ref)))
  connection.send(
    node('iq', { from: SERVER_JID, type: 'set', id: randomBytes(8).toString('hex'), xmlns: 'md' }, [
      node('pair-device', {}, content),
    ]),
  )
}

interface ScannedQr {
  ref: string
  noise: Buffer
  identity: Buffer
  advSecret: Buffer
}

/** Reads the text of a QR as the client shows it: an optional link, then reference, keys and secret. */
export function parseQr(qr: unknown): ScannedQr {
  const text = typeof qr === 'string' ? qr : ''
  const [ref, noise, identity, advSecret] = text.slice(text.indexOf('#') + 1).split(',')
  if (!ref || !noise || !identity || !advSecret) {
    throw new InputError('this is not the text of a pairing QR: pass it exactly as the client gave it')
  }
  const bytes = (base64: string) => Buffer.from(base64, 'base64')
  return { ref, noise: bytes(noise), identity: bytes(identity), advSecret: bytes(advSecret) }
}

function findPairing(network: Network, scanned: ScannedQr): PendingPairing {
  for (const pairing of network.pairings.values()) {
    const validUntil = pairing.refs.get(scanned.ref)
    if (validUntil === undefined) continue
    if (pairing.accepted ?? pairing.passkey) throw new InputError('this QR was already scanned')
    if (network.now() > validUntil) throw new InputError('this QR has expired: scan the one shown now')
    if (!scanned.noise.equals(pairing.noise) || !scanned.identity.equals(pairing.identity)) {
      throw new InputError('the keys in this QR are not those of the client that shows it')
    }
    // What the phone says then is "couldn't link device", and the client hears nothing (bly#2737).
    if (pairing.retiredSecrets.has(scanned.advSecret.toString('base64'))) {
      throw new InputError(
        "couldn't link device: the network retired this QR's secret; scan the one shown now",
      )
    }
    return pairing
  }
  throw new InputError('no client is waiting with this QR: it expired or belongs to another network')
}

/** The network refreshes the registration of the client that shows a QR. */
export function refreshRegistration(network: Network, qr: unknown, child?: RefreshChild): void {
  const scanned = parseQr(qr)
  sendRefresh(network, findPairing(network, scanned), scanned.advSecret, child)
}

/** Throws InputError while a restricted account links nothing (evolution-api#2298). */
export function requireUnrestricted(network: Network, { number }: User): void {
  if ((network.restrictedUntil.get(number) ?? 0) <= network.now()) return
  throw new InputError("couldn't link device: the account is restricted")
}

/** Throws InputError when a phone has as many linked devices as it may have. */
export function requireRoom({ number, devices }: User): void {
  if (devices.length <= MAX_LINKED_DEVICES) return
  throw new InputError(`the phone ${number} already has ${MAX_LINKED_DEVICES} linked devices: unlink one`)
}

/** Lets a user's phone scan a QR: signs the client's identity and offers it. The client's answer completes it. */
export function acceptPairing(network: Network, user: User, qr: unknown): { device: number | null } {
  const scanned = parseQr(qr)
  const pairing = findPairing(network, scanned)
  requireUnrestricted(network, user)
  requireRoom(user)
  if (network.faults.take(`${user.number}.0`, 'refreshOnScan')) {
    sendRefresh(network, pairing, scanned.advSecret)
    throw new InputError(
      "couldn't link device: the network refreshed the registration; scan the QR shown now",
    )
  }
  return linkOrAskPasskey(network, user, pairing, scanned.advSecret)
}

/** Links a device that was scanned or whose code was typed, unless the network asks for the account's passkey first. */
export function linkOrAskPasskey(
  network: Network,
  user: User,
  pairing: PendingPairing,
  secret: Buffer,
): { device: number | null } {
  if (!network.faults.of(`${user.number}.0`).askPasskey) return offerIdentity(network, user, pairing, secret)
  askForPasskey(network, user, pairing, secret)
  return { device: null }
}

/** Takes the client's answer to the offered identity; true when its device signature proves the identity key. */
export function isPairingProven(network: Network, pairing: PendingPairing, answer: BinaryNode): boolean {
  const { accepted } = pairing
  const user = accepted && network.directory.find(accepted.number)
  const signed = bytesOf(child(child(answer, 'pair-device-sign'), 'device-identity'))
  if (accepted === undefined || user === undefined || signed.length === 0) return false
  const { details, deviceSignature } = proto.ADVSignedDeviceIdentity.decode(signed)
  if (!details || !deviceSignature || !accepted.details.equals(details)) return false
  const message = Buffer.concat([
    DEVICE_SIGNATURE_PREFIX,
    accepted.details,
    pairing.identity,
    user.phone.signal.identity.public,
  ])
  return isSignedBy(pairing.identity, message, deviceSignature)
}

/** Makes the linked device of a proven pairing. */
export function completePairing(network: Network, pairing: PendingPairing): void {
  const { accepted } = pairing
  if (accepted === undefined) return
  const { signedPreKey } = pairing
  network.directory.addCompanion({
    number: accepted.number,
    device: accepted.device,
    keyIndex: accepted.keyIndex,
    shownAs: pairing.shownAs,
    identity: pairing.identity.toString('base64'),
    noise: pairing.noise.toString('base64'),
    registrationId: pairing.registrationId,
    signedPreKey: {
      id: signedPreKey.id,
      public: signedPreKey.public.toString('base64'),
      signature: signedPreKey.signature.toString('base64'),
    },
    platform: 'web',
    pairedAt: network.now(),
    historySent: false,
  })
}
