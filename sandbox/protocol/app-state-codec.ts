import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { proto } from 'baileys/WAProto/index.js'
import type { AppCollection, AppStateRecord } from '../state/app-states.ts'

const { SyncdOperation } = proto.SyncdMutation
const IV_BYTES = 16
const MAC_BYTES = 32
const HASH_BYTES = 128

/** One change of app state: `value` absent removes what the index names. */
export interface AppChange {
  index: string[]
  value?: proto.ISyncActionValue
  /** The version of the action's format. */
  version: number
}

function expandKey(keyData: string) {
  const key = Buffer.from(keyData, 'base64')
  const bytes = Buffer.from(hkdfSync('sha256', key, Buffer.alloc(32), 'WhatsApp Mutation Keys', 160))
  const [index, valueEncryption, valueMac, snapshotMac, patchMac] = [0, 32, 64, 96, 128].map((at) =>
    bytes.subarray(at, at + 32),
  ) as [Buffer, Buffer, Buffer, Buffer, Buffer]
  return { index, valueEncryption, valueMac, snapshotMac, patchMac }
}

type Keys = ReturnType<typeof expandKey>

const hmac = (key: Uint8Array, ...parts: Uint8Array[]): Buffer => {
  const code = createHmac('sha256', key)
  for (const part of parts) code.update(part)
  return code.digest()
}

function versionBytes(version: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32BE(version, 4)
  return bytes
}

function codeValue(operation: number, encrypted: Buffer, keyId: Buffer, keys: Keys): Buffer {
  const head = Buffer.concat([Buffer.from([operation === SyncdOperation.SET ? 1 : 2]), keyId])
  const length = Buffer.alloc(8)
  length.writeUInt8(head.length, 7)
  const code = createHmac('sha512', keys.valueMac).update(head).update(encrypted).update(length).digest()
  return code.subarray(0, MAC_BYTES)
}

/** Adds or takes away one value's share of a collection's hash: sixty-four numbers of sixteen bits. */
function mixHash(hash: Buffer, valueCode: Uint8Array, sign: 1 | -1): void {
  const share = Buffer.from(
    hkdfSync('sha256', valueCode, Buffer.alloc(32), 'WhatsApp Patch Integrity', HASH_BYTES),
  )
  for (let at = 0; at < HASH_BYTES; at += 2) {
    hash.writeUInt16LE((hash.readUInt16LE(at) + sign * share.readUInt16LE(at)) & 0xffff, at)
  }
}

const encryptValue = (plain: Uint8Array, keys: Keys): Buffer => {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-cbc', keys.valueEncryption, iv)
  return Buffer.concat([iv, cipher.update(plain), cipher.final()])
}

const decryptValue = (bytes: Buffer, keys: Keys): Buffer => {
  const cipher = createDecipheriv('aes-256-cbc', keys.valueEncryption, bytes.subarray(0, IV_BYTES))
  return Buffer.concat([cipher.update(bytes.subarray(IV_BYTES)), cipher.final()])
}

const snapshotCode = (hash: Buffer, version: number, name: string, keys: Keys): Buffer =>
  hmac(keys.snapshotMac, hash, versionBytes(version), Buffer.from(name))

const patchCode = (snapshot: Buffer, codes: Buffer[], version: number, name: string, keys: Keys): Buffer =>
  hmac(keys.patchMac, snapshot, ...codes, versionBytes(version), Buffer.from(name))

interface CodedChange {
  operation: number
  indexCode: string
  valueCode: Buffer
}

/** The collection's hash after some changes; `values` is changed with it. */
function applyToHash(
  collection: AppCollection,
  changes: readonly CodedChange[],
  values: Record<string, string>,
): Buffer {
  const hash = Buffer.from(collection.hash, 'base64')
  for (const { operation, indexCode, valueCode } of changes) {
    const before = values[indexCode]
    if (before !== undefined) mixHash(hash, Buffer.from(before, 'base64'), -1)
    delete values[indexCode]
    if (operation !== SyncdOperation.SET) continue
    mixHash(hash, valueCode, 1)
    values[indexCode] = valueCode.toString('base64')
  }
  return hash
}

interface Mutation extends CodedChange {
  encrypted: Buffer
}

/** Changes as a phone encrypts them. */
export function encryptChanges(record: AppStateRecord, changes: readonly AppChange[]): Mutation[] {
  const keys = expandKey(record.keyData)
  const keyId = Buffer.from(record.keyId, 'base64')
  return changes.map(({ index, value, version }) => {
    const operation = value === undefined ? SyncdOperation.REMOVE : SyncdOperation.SET
    const indexBytes = Buffer.from(JSON.stringify(index))
    const action = { index: indexBytes, value: value ?? null, padding: Buffer.alloc(0), version }
    const encrypted = encryptValue(proto.SyncActionData.encode(action).finish(), keys)
    const valueCode = codeValue(operation, encrypted, keyId, keys)
    return { operation, indexCode: hmac(keys.index, indexBytes).toString('base64'), encrypted, valueCode }
  })
}

const toSyncd = ({ keyId }: AppStateRecord, mutations: readonly Mutation[]): proto.ISyncdMutation[] =>
  mutations.map(({ operation, indexCode, encrypted, valueCode }) => ({
    operation,
    record: {
      index: { blob: Buffer.from(indexCode, 'base64') },
      value: { blob: Buffer.concat([encrypted, valueCode]) },
      keyId: { id: Buffer.from(keyId, 'base64') },
    },
  }))

/** What is in the file of a patch that has its changes in one. */
export const encodeMutations = (record: AppStateRecord, mutations: readonly Mutation[]): Uint8Array =>
  proto.SyncdMutations.encode({ mutations: toSyncd(record, mutations) }).finish()

/**
 * Changes a collection as a phone does: a new version whose patch its linked devices can check. With a file they get the patch
 * with the reference to it, whose codes are the same.
 */
export function appendMutations(
  record: AppStateRecord,
  collection: AppCollection,
  name: string,
  mutations: readonly Mutation[],
  file?: proto.IExternalBlobReference,
): void {
  const keys = expandKey(record.keyData)
  const version = collection.version + 1
  const values = { ...collection.values }
  const hash = applyToHash(collection, mutations, values)
  const snapshotMac = snapshotCode(hash, version, name, keys)
  const codes = mutations.map(({ valueCode }) => valueCode)
  const patch = {
    version: { version },
    snapshotMac,
    patchMac: patchCode(snapshotMac, codes, version, name, keys),
    keyId: { id: Buffer.from(record.keyId, 'base64') },
  }
  const encode = (content: proto.ISyncdPatch) =>
    Buffer.from(proto.SyncdPatch.encode({ ...patch, ...content }).finish()).toString('base64')
  collection.patches.push(encode({ mutations: toSyncd(record, mutations) }))
  if (file) collection.inFiles = { ...collection.inFiles, [version]: encode({ externalMutations: file }) }
  Object.assign(collection, { version, hash: hash.toString('base64'), values })
}

function readMutations(patch: proto.ISyncdPatch): Mutation[] {
  return (patch.mutations ?? []).map(({ operation, record }) => {
    const blob = Buffer.from(record?.value?.blob ?? [])
    return {
      operation: operation ?? SyncdOperation.SET,
      indexCode: Buffer.from(record?.index?.blob ?? []).toString('base64'),
      encrypted: blob.subarray(0, -MAC_BYTES),
      valueCode: blob.subarray(-MAC_BYTES),
    }
  })
}

/** Takes in a change of a linked device; false when one of its codes is wrong. */
export function acceptPatch(
  record: AppStateRecord,
  collection: AppCollection,
  name: string,
  bytes: Buffer,
): boolean {
  const patch = proto.SyncdPatch.decode(bytes)
  const keys = expandKey(record.keyData)
  const keyId = Buffer.from(record.keyId, 'base64')
  const mutations = readMutations(patch)
  const version = collection.version + 1
  const values = { ...collection.values }
  const areSigned = mutations.every(({ operation, encrypted, valueCode }) =>
    codeValue(operation, encrypted, keyId, keys).equals(valueCode),
  )
  const hash = applyToHash(collection, mutations, values)
  const snapshot = snapshotCode(hash, version, name, keys)
  const codes = mutations.map(({ valueCode }) => valueCode)
  const isWhole =
    snapshot.equals(Buffer.from(patch.snapshotMac ?? [])) &&
    patchCode(snapshot, codes, version, name, keys).equals(Buffer.from(patch.patchMac ?? []))
  if (!areSigned || !isWhole) return false
  patch.version = { version }
  collection.patches.push(Buffer.from(proto.SyncdPatch.encode(patch).finish()).toString('base64'))
  Object.assign(collection, { version, hash: hash.toString('base64'), values })
  return true
}

/** All that a collection holds now, as one: what a client that has nothing of it yet asks for. */
export function buildSnapshot(record: AppStateRecord, collection: AppCollection, name: string): Buffer {
  const held = new Map<string, Mutation>()
  for (const patch of collection.patches) {
    for (const mutation of readMutations(proto.SyncdPatch.decode(Buffer.from(patch, 'base64')))) {
      held.delete(mutation.indexCode)
      if (mutation.operation === SyncdOperation.SET) held.set(mutation.indexCode, mutation)
    }
  }
  const id = Buffer.from(record.keyId, 'base64')
  const keys = expandKey(record.keyData)
  const hash = Buffer.from(collection.hash, 'base64')
  const snapshot = proto.SyncdSnapshot.encode({
    version: { version: collection.version },
    records: [...held.values()].map(({ indexCode, encrypted, valueCode }) => ({
      index: { blob: Buffer.from(indexCode, 'base64') },
      value: { blob: Buffer.concat([encrypted, valueCode]) },
      keyId: { id },
    })),
    mac: snapshotCode(hash, collection.version, name, keys),
    keyId: { id },
  }).finish()
  return Buffer.from(snapshot)
}

/** What a collection holds now, by its index as JSON: what the phone and its linked devices wrote. */
export function readCollection(
  record: AppStateRecord,
  collection: AppCollection,
): Map<string, proto.ISyncActionValue> {
  const keys = expandKey(record.keyData)
  const held = new Map<string, proto.ISyncActionValue>()
  for (const patch of collection.patches) {
    for (const { operation, encrypted } of readMutations(
      proto.SyncdPatch.decode(Buffer.from(patch, 'base64')),
    )) {
      const { index, value } = proto.SyncActionData.decode(decryptValue(encrypted, keys))
      const name = Buffer.from(index ?? []).toString('utf8')
      if (operation === SyncdOperation.SET && value) held.set(name, value)
      else held.delete(name)
    }
  }
  return held
}
