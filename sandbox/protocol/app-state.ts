import { randomBytes } from 'node:crypto'
import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import { proto } from 'baileys/WAProto/index.js'
import type { Companion } from '../state/companion.ts'
import type { Network } from '../state/network.ts'
import type { Session } from '../state/session.ts'
import type { User } from '../state/user.ts'
import { SERVER_JID } from './addresses.ts'
import {
  type AppChange,
  acceptPatch,
  appendMutations,
  buildSnapshot,
  encodeMutations,
  encryptChanges,
  readCollection,
} from './app-state-codec.ts'
import { deliver } from './delivery.ts'
import type { IqHandler } from './iq/answer.ts'
import { uploadMedia } from './media-message.ts'
import { bytesOf, child, children, node, seconds } from './nodes.ts'
import { sendPeerMessage } from './peer-messages.ts'
import { noteProblem } from './problems.ts'

const NAME_COLLECTION = 'critical_block'
const CONFLICT = '409'
const BAD_REQUEST = '400'

/**
 * A phone keeps the name its owner chose in app state, whence rc14 (processSyncAction) and whatsmeow (push.go) have it:
 * without one rc14 does not even say that it is available.
 */
function writeOwnName(network: Network, owner: User): void {
  const record = network.appStates.of(owner.number, network.now())
  const collection = network.appStates.collection(record, NAME_COLLECTION)
  if (collection.version > 0) return
  const value = { timestamp: network.now(), pushNameSetting: { name: owner.record.name } }
  const changes = encryptChanges(record, [{ index: ['setting_pushName'], value, version: 1 }])
  appendMutations(record, collection, NAME_COLLECTION, changes)
  network.appStates.save(owner.number)
}

/** The phone shows the name that a linked device wrote, as everybody else does from then on. */
function takeOwnName(owner: User, held: ReadonlyMap<string, proto.ISyncActionValue>): void {
  const name = held.get(JSON.stringify(['setting_pushName']))?.pushNameSetting?.name
  if (!name) return
  owner.record.name = name
  owner.save()
}

/** The phone gives a linked device the key to the account's app state. */
export function shareAppStateKey(network: Network, owner: User, companion: Companion): Promise<void> {
  writeOwnName(network, owner)
  const { keyId, keyData, madeAt } = network.appStates.of(owner.number, network.now())
  return sendPeerMessage(network, owner, companion, {
    type: proto.Message.ProtocolMessage.Type.APP_STATE_SYNC_KEY_SHARE,
    appStateSyncKeyShare: {
      keys: [
        {
          keyId: { keyId: Buffer.from(keyId, 'base64') },
          keyData: {
            keyData: Buffer.from(keyData, 'base64'),
            fingerprint: { rawId: owner.phone.signal.registrationId, currentIndex: 0, deviceIndexes: [0] },
            timestamp: madeAt,
          },
        },
      ],
    },
  })
}

/** Tells the linked devices of an account, except the one that made the change, that a collection is newer. */
function announceCollection(
  network: Network,
  owner: User,
  name: string,
  version: number,
  except?: Companion,
): void {
  for (const companion of owner.companions.values()) {
    if (companion === except) continue
    const id = randomBytes(8).toString('hex')
    const attrs = { from: SERVER_JID, type: 'server_sync', id, t: seconds(network.now()) }
    const content = [node('collection', { name, version: String(version) })]
    deliver(network, companion, '', node('notification', attrs, content))
  }
}

/** An encrypted file of `MediaAppState` (whatsmeow's ExternalBlobReference). */
async function uploadFile(network: Network, bytes: Uint8Array): Promise<proto.IExternalBlobReference> {
  const {
    url: _,
    fileLength,
    ...file
  } = await uploadMedia(network.media, [bytes], 'App State', network.now())
  return { ...file, fileSizeBytes: fileLength }
}

/**
 * Of one version; what are more the phone uploads as a file, and the patch has the reference to it: WhatsApp Web's
 * `WAWebSyncdMMSUpload.exceedInlineMutationCount`, with the least of `syncd_inline_mutations_max_count`.
 */
const MOST_INLINE = 100

/** The phone changes app state. */
export async function changeAppState(
  network: Network,
  owner: User,
  name: string,
  changes: AppChange[],
): Promise<void> {
  const record = network.appStates.of(owner.number, network.now())
  const mutations = encryptChanges(record, changes)
  const isLarge = mutations.length > MOST_INLINE
  const file = isLarge ? await uploadFile(network, encodeMutations(record, mutations)) : undefined
  const collection = network.appStates.collection(record, name)
  appendMutations(record, collection, name, mutations, file)
  network.appStates.save(owner.number)
  announceCollection(network, owner, name, collection.version)
}

/** Bytes of a patch with one bit of its code changed. */
function spoil(patch: Buffer): Buffer {
  const decoded = proto.SyncdPatch.decode(patch)
  const code = Buffer.from(decoded.patchMac ?? [])
  code[0] = (code[0] ?? 0) ^ 1
  decoded.patchMac = code
  return Buffer.from(proto.SyncdPatch.encode(decoded).finish())
}

/** What there is: the `ALL_WA_PATCH_NAMES` of rc14 and of whatsmeow's appstate/keys.go. */
const COLLECTIONS = ['critical_block', 'critical_unblock_low', 'regular_high', 'regular_low', 'regular']

/** Why a collection cannot be told of, if it cannot: nobody can be ahead of the server (sandbox-truth.md, kind 9). */
function refuseCollection(network: Network, owner: User, { attrs }: BinaryNode): string | undefined {
  const { name = '', version = '0' } = attrs
  if (!COLLECTIONS.includes(name)) return `there is no collection "${name}"`
  const record = network.appStates.of(owner.number, network.now())
  const known = network.appStates.collection(record, name).version
  return Number(version) > known ? `version ${version} of ${name} is ahead of ${known}` : undefined
}

/** More come page by page (`has_more_patches` of rc14 and whatsmeow). How many the network puts into one is not known. */
const MOST_PATCHES = 20

/** What is answered of the changes there are, and whether more are left. */
function takePage(network: Network, { address }: Companion, all: readonly string[]) {
  const most = all.length > 1 && network.faults.take(address, 'pageAppState') ? 1 : MOST_PATCHES
  return { news: all.slice(0, most), isPaged: all.length > most }
}

function answerCollection(
  network: Network,
  owner: User,
  companion: Companion,
  asked: BinaryNode,
): BinaryNode {
  const { name = '', version = '0' } = asked.attrs
  const record = network.appStates.of(owner.number, network.now())
  const collection = network.appStates.collection(record, name)
  const sent = child(asked, 'patch') ?? child(child(asked, 'patches'), 'patch')
  const isBehind = Number(version) < collection.version
  const fail = (code: string, text: string) =>
    node('collection', { name, version: String(collection.version), type: 'error' }, [
      node('error', { code, text }),
    ])
  if (sent !== undefined) {
    if (isBehind) return fail(CONFLICT, 'conflict')
    if (!acceptPatch(record, collection, name, bytesOf(sent))) return fail(BAD_REQUEST, 'bad-request')
    network.appStates.save(owner.number)
    if (name === NAME_COLLECTION) takeOwnName(owner, readCollection(record, collection))
    announceCollection(network, owner, name, collection.version, companion)
  }
  const snapshot = asksForSnapshot(network, asked) ? collection.snapshot : undefined
  const since = snapshot?.version ?? Number(version)
  const all = collection.patches.map((patch, at) => collection.inFiles?.[at + 1] ?? patch)
  const { news, isPaged } = takePage(network, companion, sent ? [] : all.slice(since))
  const spoilt = news.length > 0 && network.faults.take(companion.address, 'corruptAppState')
  const patches = news.map((patch) => {
    const bytes = Buffer.from(patch, 'base64')
    return node('patch', {}, spoilt ? spoil(bytes) : bytes)
  })
  const attrs = {
    ...{ name, version: String(collection.version), type: 'result' },
    has_more_patches: String(isPaged),
  }
  const parts = [
    ...(snapshot === undefined ? [] : [node('snapshot', {}, Buffer.from(snapshot.reference, 'base64'))]),
    ...(patches.length === 0 ? [] : [node('patches', {}, patches)]),
  ]
  return node('collection', attrs, parts.length === 0 ? undefined : parts)
}

/** Clients ask so at version 0: `return_snapshot` of rc14's resyncAppState, and of whatsmeow's fetchAppStatePatches. */
const asksForSnapshot = (network: Network, { attrs }: BinaryNode): boolean =>
  network.appStateVia === 'snapshot' && attrs.return_snapshot === 'true'

/**
 * The phone uploads what a client is about to ask for whole, as an encrypted file. What changes later follows as changes.
 */
export async function uploadSnapshots(
  network: Network,
  { companion }: Session,
  iq: BinaryNode,
): Promise<void> {
  const { number } = companion.record
  const record = network.appStates.of(number, network.now())
  const asked = children(child(iq, 'sync')).filter((each) => asksForSnapshot(network, each))
  for (const { attrs } of asked) {
    const { name = '' } = attrs
    const collection = record.collections[name]
    if (collection === undefined || collection.version === (collection.snapshot?.version ?? 0)) continue
    const { version } = collection
    const bytes = buildSnapshot(record, collection, name)
    const reference = proto.ExternalBlobReference.encode(await uploadFile(network, bytes)).finish()
    collection.snapshot = { version, reference: Buffer.from(reference).toString('base64') }
    network.appStates.save(number)
  }
}

/** A client asks what is new in collections, or changes one. */
export const handleAppState: IqHandler = (network, { companion }, iq) => {
  const owner = network.directory.ensure(companion.record.number)
  const answers = children(child(iq, 'sync')).map((asked) => {
    const refusal = refuseCollection(network, owner, asked)
    if (refusal === undefined) return answerCollection(network, owner, companion, asked)
    noteProblem(network, companion, iq, 'app-state', refusal)
    const error = node('error', { code: BAD_REQUEST, text: 'bad-request' })
    return node('collection', { name: asked.attrs.name, type: 'error' }, [error])
  })
  return { content: [node('sync', {}, answers)] }
}
