import { createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import { proto } from 'baileys/WAProto/index.js'
import { agree, generateKeyPair } from '../infra/keys.ts'
import type { Network, OpenPasskey, PendingPairing } from '../state/network.ts'
import type { User } from '../state/user.ts'
import { InputError, SERVER_JID } from './addresses.ts'
import { offerIdentity } from './identity-offer.ts'
import { BAD_REQUEST, type IqAnswer, OK } from './iq/answer.ts'
import { bytesOf, child, node, seconds } from './nodes.ts'
import { sendRefresh } from './registration-refresh.ts'
import { findAssertionFault, PASSKEY_RP_ID } from './webauthn.ts'

/*
 * Linking with a passkey: the server's and the phone's side, after the device's side in whatsmeow (`pair-passkey.go`) and
 * zapo (`WaShortcakeFlow.ts`, `shortcake-crypto.ts`). What the network does when something is wrong is not known; here it
 * refuses with 400, which every client understands, and the record of problems says what it was.
 */

const [KEY_BYTES, GCM_TAG_BYTES, CODE_BYTES] = [32, 16, 5]
/** Crockford's alphabet as the network's clients use it. */
const LETTERS = '123456789ABCDEFGHJKLMNPQRSTVWXYZ'

const sha256 = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest()
const derive = (secret: Buffer, salt: string, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, Buffer.from(salt), info, KEY_BYTES))

/** Five bytes as `XXXX-XXXX`. */
function toCode(bytes: Buffer): string {
  const bits = BigInt(`0x${bytes.toString('hex')}`)
  const text = Array.from(
    { length: 8 },
    (_, at) => LETTERS[Number((bits >> BigInt(35 - 5 * at)) & 31n)],
  ).join('')
  return `${text.slice(0, 4)}-${text.slice(4)}`
}

function notify(network: Network, pairing: PendingPairing, type: string, content: BinaryNode): void {
  const attrs = { from: SERVER_JID, type, id: randomBytes(8).toString('hex'), t: seconds(network.now()) }
  pairing.connection.send(node('notification', attrs, [content]))
}

const buildOptions = (network: Network, { number, challenge }: OpenPasskey): BinaryNode => {
  const passkey = network.directory.ensure(number).passkey
  const options = {
    challenge,
    timeout: network.qr.passkeyMs,
    rpId: PASSKEY_RP_ID,
    allowCredentials: [{ id: passkey.id, type: 'public-key' }],
    userVerification: 'required',
    // Seen in what the real network asks (WhiskeySockets/Baileys, pull request 2689); browsers leave it alone.
    extensions: { uvm: true },
  }
  return node('passkey_request_options', {}, Buffer.from(JSON.stringify(options)))
}

/** Asks a device for the account's passkey, after a scan or a typed code. The socket stays open. */
export function askForPasskey(network: Network, user: User, pairing: PendingPairing, secret: Buffer): void {
  const askedAt = network.now()
  pairing.passkey = {
    ...{ number: user.number, secret, askedAt, expiresAt: askedAt + network.qr.passkeyMs },
    challenge: randomBytes(KEY_BYTES).toString('base64url'),
    ...{ ref: undefined, prologue: undefined, phone: undefined, agreed: undefined },
  }
  notify(network, pairing, 'passkey_prologue_request', buildOptions(network, pairing.passkey))
}

function refuse(network: Network, passkey: OpenPasskey, stanza: BinaryNode, detail: string): IqAnswer {
  network.recorder.addProblem({
    ...{ at: network.now(), number: passkey.number, device: 0, rule: 'passkey', detail, stanza },
  })
  return BAD_REQUEST
}

export function handleGetOptions(network: Network, { passkey }: PendingPairing): IqAnswer {
  return passkey ? { content: [buildOptions(network, passkey)] } : BAD_REQUEST
}

export function handleGetRef(_network: Network, { passkey }: PendingPairing): IqAnswer {
  if (!passkey) return BAD_REQUEST
  passkey.ref = randomBytes(16).toString('base64url')
  return { content: [node('ref', {}, Buffer.from(passkey.ref))] }
}

/** What is wrong with what a device commits itself to; else what it is. */
function readPrologue(
  network: Network,
  passkey: OpenPasskey,
  payload: Buffer,
  proof: Buffer,
): string | NonNullable<OpenPasskey['prologue']> {
  const { companionEphemeralIdentity, commitment } = proto.ProloguePayload.decode(payload)
  const identity = Buffer.from(companionEphemeralIdentity ?? [])
  const { publicKey, ref } = proto.CompanionEphemeralIdentity.decode(identity)
  if (publicKey?.length !== KEY_BYTES || commitment?.hash?.length !== KEY_BYTES)
    return 'the commitment is incomplete'
  if (!passkey.ref || ref !== passkey.ref) return 'the reference is not the one that was given'
  const isProven = proof.length > 0
  const key = derive(passkey.secret, '', 'shortcake-passkey-handoff-v1')
  if (isProven && !createHmac('sha256', key).update(payload).digest().equals(proof))
    return 'the proof is not made with the secret that the phone saw'
  if (isProven && network.now() > passkey.askedAt + network.qr.handoffMs) return 'the proof comes too late'
  return { identity, commitment: Buffer.from(commitment.hash), isProven }
}

/** A device hands over what the passkey signed, and commits itself; the phone then tells its own part. */
export function handlePrologue(network: Network, pairing: PendingPairing, asked: BinaryNode): IqAnswer {
  const { passkey } = pairing
  if (!passkey) return BAD_REQUEST
  const bytes = (tag: string) => bytesOf(child(asked, tag))
  if (network.now() > passkey.expiresAt) return refuse(network, passkey, asked, 'the challenge has expired')
  const account = network.directory.ensure(passkey.number)
  const fault = findAssertionFault(
    account.passkey,
    passkey.challenge,
    bytes('credential_id'),
    bytes('webauthn_assertion'),
  )
  if (fault !== undefined) return refuse(network, passkey, asked, fault)
  const prologue = readPrologue(network, passkey, bytes('prologue_payload'), bytes('pairing_handoff_proof'))
  if (typeof prologue === 'string') return refuse(network, passkey, asked, prologue)
  passkey.prologue = prologue
  passkey.agreed = undefined
  passkey.phone = undefined
  return { ...OK, afterwards: () => answerPrologue(network, account, pairing, passkey) }
}

/**
 * The phone tells its own part, a public key and a nonce of the account's primary device (whatsmeow's
 * `parsePasskeyContinuationNotification`). So one that is away does when it is back.
 */
function answerPrologue(
  network: Network,
  account: User,
  pairing: PendingPairing,
  passkey: OpenPasskey,
): void {
  if (!account.phone.record.online || !passkey.prologue || passkey.phone) return
  const phone = { ephemeral: generateKeyPair(), nonce: randomBytes(KEY_BYTES) }
  passkey.phone = phone
  const identity = proto.PrimaryEphemeralIdentity.encode({
    publicKey: phone.ephemeral.public,
    nonce: phone.nonce,
  }).finish()
  const content = node('primary_ephemeral_identity', {}, Buffer.from(identity))
  notify(network, pairing, 'crsc_continuation', content)
}

/** A phone that is back goes on with the device that it was linking. */
export function answerWaitingPrologue(network: Network, user: User): void {
  for (const pairing of network.pairings.values())
    if (pairing.passkey?.number === user.number) answerPrologue(network, user, pairing, pairing.passkey)
}

/** A device opens its commitment: now both sides know the code. */
export function handleCompanionNonce(
  network: Network,
  { passkey }: PendingPairing,
  asked: BinaryNode,
): IqAnswer {
  const nonce = bytesOf(asked)
  if (!passkey?.prologue || !passkey.phone || !passkey.ref) return BAD_REQUEST
  const { identity, commitment } = passkey.prologue
  if (!sha256(identity, nonce).equals(commitment))
    return refuse(network, passkey, asked, 'the nonce is not the one that was committed to')
  const { publicKey, deviceType } = proto.CompanionEphemeralIdentity.decode(identity)
  const { ephemeral, nonce: ownNonce } = passkey.phone
  const digest = sha256(nonce, ephemeral.public)
  const mixed = Buffer.from(ownNonce.subarray(0, CODE_BYTES).map((byte, at) => byte ^ (digest[at] ?? 0)))
  const salt = `Companion Pairing ${deviceType ?? 0} with ref ${passkey.ref}`
  const shared = agree(ephemeral.private, publicKey ?? Buffer.alloc(0))
  passkey.agreed = { code: toCode(mixed), key: derive(shared, salt, 'Pairing Information Encryption Key') }
  return OK
}

function openRequest(key: Buffer, bytes: Buffer): proto.PairingRequest | undefined {
  try {
    const { encryptedPayload, iv } = proto.EncryptedPairingRequest.decode(bytes)
    const sealed = Buffer.from(encryptedPayload ?? [])
    const decipher = createDecipheriv('aes-256-gcm', key, iv ?? Buffer.alloc(0))
    decipher.setAuthTag(sealed.subarray(-GCM_TAG_BYTES))
    return proto.PairingRequest.decode(
      Buffer.concat([decipher.update(sealed.subarray(0, -GCM_TAG_BYTES)), decipher.final()]),
    )
  } catch {
    return undefined
  }
}

/** The device's keys and its new secret, for the phone, which then links it. */
export function handlePairingRequest(network: Network, pairing: PendingPairing, asked: BinaryNode): IqAnswer {
  const { passkey } = pairing
  if (!passkey?.agreed) return BAD_REQUEST
  const opened = openRequest(passkey.agreed.key, bytesOf(asked))
  if (!opened) return refuse(network, passkey, asked, 'the pairing request does not open')
  const secret = Buffer.from(opened.advSecret ?? [])
  const isOurs =
    pairing.noise.equals(Buffer.from(opened.companionPublicKey ?? [])) &&
    pairing.identity.equals(Buffer.from(opened.companionIdentityKey ?? []))
  if (!isOurs) return refuse(network, passkey, asked, 'the keys are not those of this device')
  const isUsed = secret.equals(passkey.secret) || pairing.retiredSecrets.has(secret.toString('base64'))
  if (secret.length !== KEY_BYTES || isUsed)
    return refuse(network, passkey, asked, 'the secret was used before')
  const user = network.directory.ensure(passkey.number)
  return { ...OK, afterwards: () => void offerIdentity(network, user, pairing, secret) }
}

/** The code that the phone of an account shows; undefined while it shows none, or none need be compared. */
export function codeOnPhone(network: Network, user: User): string | undefined {
  for (const { passkey } of network.pairings.values())
    if (passkey?.number === user.number && passkey.prologue?.isProven === false) return passkey.agreed?.code
  return undefined
}

function findAsked(network: Network, { number }: User): [PendingPairing, OpenPasskey] {
  for (const pairing of network.pairings.values())
    if (pairing.passkey?.number === number) return [pairing, pairing.passkey]
  throw new InputError(`no client is asked for the passkey of ${number}`)
}

/** Asks a device that is asked for a passkey once more, with the same challenge. */
export function repeatPasskeyRequest(network: Network, user: User): void {
  const [pairing, passkey] = findAsked(network, user)
  notify(network, pairing, 'passkey_prologue_request', buildOptions(network, passkey))
}

/** A refresh in the middle: the secret of the scan counts no more, as that of the proof it stays (real-network.md 1b). */
export function refreshDuringPasskey(network: Network, user: User): void {
  const [pairing, { secret }] = findAsked(network, user)
  sendRefresh(network, pairing, secret)
}
