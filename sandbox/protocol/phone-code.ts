import { createCipheriv, createDecipheriv, hkdfSync, pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import { agree, generateKeyPair } from '../infra/keys.ts'
import type { Network, OpenPhoneCode, PendingPairing } from '../state/network.ts'
import type { User } from '../state/user.ts'
import { InputError, SERVER_JID } from './addresses.ts'
import { BAD_REQUEST, type IqAnswer, OK, RATE_LIMITED } from './iq/answer.ts'
import { bytesOf, child, node, seconds, textOf } from './nodes.ts'
import { linkOrAskPasskey, requireRoom, requireUnrestricted } from './pairing.ts'

/*
 * Linking by a code that is typed into the phone: the server's and the phone's side of `link_code_companion_reg`, after
 * the client's side in whatsmeow (`pair-code.go`), rc14 and whatsapp-rust (`pair_code.rs`).
 */

const TAG = 'link_code_companion_reg'
const [SALT_BYTES, CTR_IV_BYTES, GCM_IV_BYTES, GCM_TAG_BYTES, KEY_BYTES] = [32, 16, 12, 16, 32]
const WRAPPED_BYTES = SALT_BYTES + CTR_IV_BYTES + KEY_BYTES
const BUNDLE_BYTES = SALT_BYTES + GCM_IV_BYTES + 3 * KEY_BYTES + GCM_TAG_BYTES
const ITERATIONS = 2 << 16

/**
 * Only common browsers and systems are let through, as `Browser (OS)`; anything else is 400 (whatsmeow's `PairPhone`;
 * OpenWA#1666). The lists are those that rc14 and whatsapp-rust know; which others the network takes is not known.
 */
const DEVICE_NAME = /^(?:Chrome|Edge|Firefox|IE|Opera|Safari) \((?:Windows|Mac OS|Linux|Ubuntu)\)$/

const stretch = promisify(pbkdf2)
const keyOfCode = (code: string, salt: Buffer): Promise<Buffer> =>
  stretch(code, salt, ITERATIONS, KEY_BYTES, 'sha256')
const derive = (secret: Buffer, salt: Buffer, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, KEY_BYTES))

/** A client asks for a code: the server keeps what only the code opens, and gives a reference. */
export function handleCompanionHello(network: Network, pairing: PendingPairing, asked: BinaryNode): IqAnswer {
  const [, number] = /^(\d{7,15})@s\.whatsapp\.net$/.exec(asked.attrs.jid ?? '') ?? []
  const bytes = (tag: string) => bytesOf(child(asked, tag))
  const wrappedEphemeral = bytes('link_code_pairing_wrapped_companion_ephemeral_pub')
  const isComplete =
    wrappedEphemeral.length === WRAPPED_BYTES &&
    bytes('companion_server_auth_key_pub').equals(pairing.noise) &&
    /^\d{1,2}$/.test(textOf(child(asked, 'companion_platform_id'))) &&
    DEVICE_NAME.test(textOf(child(asked, 'companion_platform_display'))) &&
    bytes('link_code_pairing_nonce').length === 1
  if (number === undefined || !isComplete || pairing.accepted || pairing.passkey) return BAD_REQUEST
  const refusal = network.faults.takeCodeRefusal(number)
  if (refusal !== undefined) return refusal === 429 ? RATE_LIMITED : BAD_REQUEST
  const ref = Buffer.from(randomBytes(16).toString('base64url'))
  pairing.code?.typed?.done.reject(new InputError('the client asked for another code'))
  const expiresAt = network.now() + network.qr.codeMs
  pairing.code = { number, ref, wrappedEphemeral, expiresAt, typed: undefined }
  return { content: [node(TAG, {}, [node('link_code_pairing_ref', {}, ref)])] }
}

function notify(
  network: Network,
  pairing: PendingPairing,
  attrs: Record<string, string>,
  content: BinaryNode[],
): void {
  const id = randomBytes(8).toString('hex')
  const outer = { from: SERVER_JID, type: TAG, id, t: seconds(network.now()) }
  pairing.connection.send(node('notification', outer, [node(TAG, attrs, content)]))
}

function findByNumber(network: Network, { number }: User): [PendingPairing, OpenPhoneCode] {
  for (const pairing of network.pairings.values())
    if (pairing.code?.number === number && !pairing.accepted && !pairing.passkey)
      return [pairing, pairing.code]
  throw new InputError(`no client shows a code for ${number}: ask it for one`)
}

/** Somebody types a code into the phone. Resolves when the phone has linked the client. */
export async function enterPhoneCode(
  network: Network,
  user: User,
  typed: unknown,
): Promise<{ device: number | null }> {
  const code = typeof typed === 'string' ? typed.replaceAll('-', '').toUpperCase() : ''
  if (!/^[1-9A-HJ-NP-TV-Z]{8}$/.test(code))
    throw new InputError('a code has eight letters and digits: type it as it is shown')
  const [pairing, open] = findByNumber(network, user)
  if (network.now() > open.expiresAt)
    throw new InputError('this code has expired: ask the client for another')
  requireUnrestricted(network, user)
  requireRoom(user)
  const own = generateKeyPair()
  const salt = open.wrappedEphemeral.subarray(0, SALT_BYTES)
  const iv = open.wrappedEphemeral.subarray(SALT_BYTES, SALT_BYTES + CTR_IV_BYTES)
  const decipher = createDecipheriv('aes-256-ctr', await keyOfCode(code, salt), iv)
  const companion = decipher.update(open.wrappedEphemeral.subarray(SALT_BYTES + CTR_IV_BYTES))
  const [ownSalt, ownIv] = [randomBytes(SALT_BYTES), randomBytes(CTR_IV_BYTES)]
  const cipher = createCipheriv('aes-256-ctr', await keyOfCode(code, ownSalt), ownIv)
  const wrapped = Buffer.concat([ownSalt, ownIv, cipher.update(own.public)])
  if (pairing.code !== open) throw new InputError('the client shows another code by now')
  const done = Promise.withResolvers<{ device: number | null }>()
  open.typed = { shared: agree(own.private, companion), done }
  notify(network, pairing, { stage: 'primary_hello' }, [
    node('link_code_pairing_wrapped_primary_ephemeral_pub', {}, wrapped),
    node('primary_identity_pub', {}, user.phone.signal.identity.public),
    node('link_code_pairing_ref', {}, open.ref),
  ])
  const giveUp = () => done.reject(new InputError("couldn't link device: the client did not answer in time"))
  const timer = setTimeout(giveUp, Math.max(0, open.expiresAt - network.now()))
  return done.promise.finally(() => {
    clearTimeout(timer)
    open.typed = undefined
  })
}

/** What a client sealed for the phone; undefined when it does not open, as after a wrong code. */
function openBundle(bundle: Buffer, shared: Buffer): Buffer | undefined {
  if (bundle.length !== BUNDLE_BYTES) return undefined
  const [salt, sealed] = [bundle.subarray(0, SALT_BYTES), bundle.subarray(SALT_BYTES + GCM_IV_BYTES)]
  const key = derive(shared, salt, 'link_code_pairing_key_bundle_encryption_key')
  try {
    const decipher = createDecipheriv(
      'aes-256-gcm',
      key,
      bundle.subarray(SALT_BYTES, SALT_BYTES + GCM_IV_BYTES),
    )
    decipher.setAuthTag(sealed.subarray(-GCM_TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(0, -GCM_TAG_BYTES)), decipher.final()])
  } catch {
    return undefined
  }
}

/**
 * The client's answer to the phone. The server passes it on and says that it did; a phone that cannot open it tells its
 * own person and the client nothing (whatsapp-rust#1163, bly#2488).
 */
export function handleCompanionFinish(
  network: Network,
  pairing: PendingPairing,
  answer: BinaryNode,
): IqAnswer {
  const { code } = pairing
  const typed = code?.typed
  const bytes = (tag: string) => bytesOf(child(answer, tag))
  if (!code || !typed || !bytes('link_code_pairing_ref').equals(code.ref)) return BAD_REQUEST
  const user = network.directory.ensure(code.number)
  const { identity } = user.phone.signal
  const plain = openBundle(bytes('link_code_pairing_wrapped_key_bundle'), typed.shared)
  const expected = Buffer.concat([pairing.identity, identity.public])
  const isRight =
    bytes('companion_identity_public').equals(pairing.identity) &&
    plain?.subarray(0, 2 * KEY_BYTES).equals(expected) === true
  if (!plain || !isRight) {
    typed.done.reject(new InputError("couldn't link device: this is not the code that the client shows"))
    return OK
  }
  const agreed = Buffer.concat([
    typed.shared,
    agree(identity.private, pairing.identity),
    plain.subarray(2 * KEY_BYTES),
  ])
  const secret = derive(agreed, Buffer.alloc(0), 'adv_secret')
  return { ...OK, afterwards: () => typed.done.resolve(linkOrAskPasskey(network, user, pairing, secret)) }
}

/** The network makes the code that a client shows void, and asks for another. */
export function refreshPhoneCode(network: Network, user: User, isManual: boolean): void {
  const [pairing, { ref }] = findByNumber(network, user)
  const manual = isManual ? { force_manual_refresh: 'true' } : {}
  pairing.code = undefined
  notify(network, pairing, { stage: 'refresh_code', ...manual }, [node('link_code_pairing_ref', {}, ref)])
}
