import { createHash } from 'node:crypto'
import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import { isSignedBy, toSignalKey } from '../../infra/keys.ts'
import type { Companion } from '../../state/companion.ts'
import type { Network } from '../../state/network.ts'
import type { KeyBundle } from '../../state/simulated-device.ts'
import type { User } from '../../state/user.ts'
import { parseAddress } from '../addresses.ts'
import { identityNodes } from '../device-identity.ts'
import { bytesOf, child, children, node, uintBytes, uintOf } from '../nodes.ts'
import { takeCompanionBundle } from '../pre-keys.ts'
import { noteProblem } from '../problems.ts'
import { BAD_REQUEST, type IqHandler, NOT_FOUND, OK } from './answer.ts'

const KEY_TYPE = Buffer.from([5])

const buildKey = (tag: string, id: number, key: Uint8Array, signature?: Uint8Array): BinaryNode =>
  node(tag, {}, [
    node('id', {}, uintBytes(id, 3)),
    node('value', {}, key),
    ...(signature === undefined ? [] : [node('signature', {}, signature)]),
  ])

/** The children that describe a device's public keys, as key answers and retry receipts carry them. */
export function buildBundle(bundle: KeyBundle): { registration: BinaryNode; keys: BinaryNode[] } {
  const { signedPreKey, preKey } = bundle
  return {
    registration: node('registration', {}, uintBytes(bundle.registrationId, 4)),
    keys: [
      node('type', {}, KEY_TYPE),
      node('identity', {}, bundle.identity),
      ...(preKey === undefined ? [] : [buildKey('key', preKey.id, preKey.public)]),
      buildKey('skey', signedPreKey.id, signedPreKey.public, signedPreKey.signature),
    ],
  }
}

const readSignedPreKey = (skey: BinaryNode) => ({
  id: uintOf(child(skey, 'id')),
  public: bytesOf(child(skey, 'value')).toString('base64'),
  signature: bytesOf(child(skey, 'signature')).toString('base64'),
})

export const handleKeyCount: IqHandler = (_network, { companion }) => ({
  content: [node('count', { value: String(companion.preKeyCount) })],
})

/** Whether a signed key is signed by the identity the device was linked with. */
function isOwnSignedKey({ record }: Companion, skey: BinaryNode): boolean {
  const key = toSignalKey(bytesOf(child(skey, 'value')))
  return isSignedBy(Buffer.from(record.identity, 'base64'), key, bytesOf(child(skey, 'signature')))
}

/**
 * What is wrong with keys of which anybody would refuse a session: libsignal checks the signature of every bundle
 * (sandbox-truth.md, wrong 4). No source shows which code the network answers with.
 */
function refuseKeys(companion: Companion, iq: BinaryNode, skey: BinaryNode): string | undefined {
  const identity = child(iq, 'identity')
  if (identity !== undefined && bytesOf(identity).toString('base64') !== companion.record.identity) {
    return 'the identity is not the one the device was linked with'
  }
  return isOwnSignedKey(companion, skey) ? undefined : 'the signed key is not signed by the device'
}

/** The client uploads one-time keys together with its identity and signed key. */
export const handleKeyUpload: IqHandler = (network, { companion }, iq) => {
  const skey = child(iq, 'skey')
  const list = child(iq, 'list')
  if (skey === undefined || list === undefined || child(iq, 'identity') === undefined) return BAD_REQUEST
  const refusal = refuseKeys(companion, iq, skey)
  if (refusal !== undefined) {
    noteProblem(network, companion, iq, 'key-upload', refusal)
    return BAD_REQUEST
  }
  const keys = children(list).map((key) => ({
    id: uintOf(child(key, 'id')),
    public: bytesOf(child(key, 'value')),
  }))
  if (keys.some((key) => key.public.length !== 32)) return BAD_REQUEST
  companion.record.signedPreKey = readSignedPreKey(skey)
  companion.record.registrationId = uintOf(child(iq, 'registration'))
  companion.save()
  companion.addPreKeys(keys)
  return OK
}

export const handleKeyRotation: IqHandler = (network, { companion }, iq) => {
  const skey = child(child(iq, 'rotate'), 'skey')
  if (skey === undefined) return BAD_REQUEST
  const refusal = refuseKeys(companion, iq, skey)
  if (refusal !== undefined) {
    noteProblem(network, companion, iq, 'key-upload', refusal)
    return BAD_REQUEST
  }
  companion.record.signedPreKey = readSignedPreKey(skey)
  companion.save()
  return OK
}

/** What the server holds, for the client to compare: hashed as zapo's SignalDigestSyncApi computes it. */
export const handleKeyDigest: IqHandler = (_network, { companion }) => {
  if (companion.preKeyCount === 0) return NOT_FOUND
  const { registrationId, identity, signedPreKey } = companion.record
  const skey = Buffer.from(signedPreKey.public, 'base64')
  const hash = createHash('sha1').update(Buffer.from(identity, 'base64')).update(skey)
  hash.update(Buffer.from(signedPreKey.signature, 'base64'))
  const ids: BinaryNode[] = []
  for (const [id, key] of companion.preKeys) {
    ids.push(node('id', {}, uintBytes(id, 3)))
    hash.update(key)
  }
  return {
    content: [
      node('digest', {}, [
        node('registration', {}, uintBytes(registrationId, 4)),
        node('type', {}, KEY_TYPE),
        node('identity', {}, Buffer.from(identity, 'base64')),
        buildKey('skey', signedPreKey.id, skey, Buffer.from(signedPreKey.signature, 'base64')),
        node('list', {}, ids),
        node('hash', {}, hash.digest()),
      ]),
    ],
  }
}

function takeBundle(network: Network, jid: string | undefined): KeyBundle | undefined {
  const address = parseAddress(jid)
  const user = network.directory.resolve(address)
  if (address === undefined || user === undefined || !user.record.registered) return undefined
  const played = user.device(address.device)
  if (played === undefined) {
    const companion = user.companions.get(address.device)
    return companion && takeCompanionBundle(network, companion)
  }
  if (user.record.preKeys === 'no-bundle') return undefined
  const bundle = played.signal.takeBundle(user.record.preKeys === 'normal')
  user.save()
  return bundle
}

/** The client asks for the keys of devices it wants to write to. */
export const handleKeyRequest: IqHandler = (network, _session, iq) => ({
  content: [
    node(
      'list',
      {},
      children(child(iq, 'key')).map(({ attrs }) => {
        const bundle = takeBundle(network, attrs.jid)
        if (bundle === undefined) {
          const error = node('error', { code: '404', text: 'item-not-found' })
          return node('user', { jid: attrs.jid }, [error])
        }
        const { registration, keys } = buildBundle(bundle)
        return node('user', { jid: attrs.jid }, [registration, ...keys])
      }),
    ),
  ],
})

function identityOf(user: User, device: number): BinaryNode[] {
  const played = user.device(device)
  if (played !== undefined) return identityNodes(played)
  const proven = user.companions.get(device)?.provenIdentity
  return proven === undefined ? [] : [node('device-identity', {}, Buffer.from(proven, 'base64'))]
}

function buildDevice(network: Network, jid: string | undefined, id: string | undefined): BinaryNode[] {
  const user = network.directory.resolve(jid)
  const device = Number(id)
  const bundle = user && takeBundle(network, user.jid('pn', device))
  if (bundle === undefined) return []
  const { registration, keys } = buildBundle(bundle)
  const identity = user ? identityOf(user, device) : []
  return [node('device', { id }, [registration, ...keys, ...identity])]
}

/**
 * The client asks for the keys of single devices it has lost the session with, as zapo does
 * (`SignalMissingPreKeysSyncApi.ts`; sandbox-truth.md, wrong 3).
 */
export const handleKeyFetch: IqHandler = (network, _session, iq) => ({
  content: [
    node(
      'list',
      {},
      children(child(iq, 'key_fetch')).map((asked) => {
        const { jid } = asked.attrs
        const devices = children(asked).flatMap(({ attrs }) => buildDevice(network, jid, attrs.id))
        const error = node('error', { code: '404', text: 'item-not-found' })
        return node('user', { jid }, devices.length > 0 ? devices : [error])
      }),
    ),
  ],
})
