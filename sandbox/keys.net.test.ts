import { createHash, randomBytes } from 'node:crypto'
import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren } from 'baileys'
import { expect, test } from 'vitest'
import type { Sandbox } from './index.ts'
import type { TestClient } from './testing/client.ts'
import { useConversation } from './testing/conversation.ts'

let sandbox: Sandbox
let client: TestClient

useConversation((made) => {
  ;({ sandbox, client } = made)
})

const SERVER = '@s.whatsapp.net'
const bytesIn = (node: BinaryNode | undefined): Buffer => Buffer.from(node?.content as Uint8Array)
const idBytes = (id: number): Buffer => Buffer.from([id >> 16, (id >> 8) & 0xff, id & 0xff])

const leaf = (tag: string, content: Uint8Array): BinaryNode => ({ tag, attrs: {}, content })
const signedKey = (signature: Uint8Array): BinaryNode => {
  const { keyId, keyPair } = client.credentials.creds.signedPreKey
  return {
    tag: 'skey',
    attrs: {},
    content: [leaf('id', idBytes(keyId)), leaf('value', keyPair.public), leaf('signature', signature)],
  }
}
const ask = (type: string, content: BinaryNode[]) =>
  client.socket.query({ tag: 'iq', attrs: { xmlns: 'encrypt', type, to: SERVER }, content })
const upload = (identity: Uint8Array, signature: Uint8Array) =>
  ask('set', [
    leaf('registration', Buffer.alloc(4)),
    leaf('type', Buffer.from([5])),
    leaf('identity', identity),
    { tag: 'list', attrs: {}, content: [] },
    signedKey(signature),
  ])

test('the digest names every one-time key that is left and hashes all of them', async () => {
  const digest = getBinaryNodeChild(await ask('get', [{ tag: 'digest', attrs: {} }]), 'digest')
  const ids = getBinaryNodeChildren(getBinaryNodeChild(digest, 'list'), 'id').map((id) =>
    bytesIn(id).readUIntBE(0, 3),
  )
  expect(ids.length).toBeGreaterThan(0)
  const { signedIdentityKey, signedPreKey } = client.credentials.creds
  const hash = createHash('sha1').update(signedIdentityKey.public).update(signedPreKey.keyPair.public)
  hash.update(signedPreKey.signature)
  for (const id of ids) {
    const stored = JSON.parse(client.credentials.keys.get(`pre-key-${id}`) ?? '{}')
    hash.update(Buffer.from(stored.public.data, 'base64'))
  }
  expect(bytesIn(getBinaryNodeChild(digest, 'hash'))).toEqual(hash.digest())
})

test('keys with a wrong signature or of another identity are refused and on record', async () => {
  const { signedIdentityKey, signedPreKey } = client.credentials.creds
  await expect(upload(signedIdentityKey.public, randomBytes(64))).rejects.toThrow('bad-request')
  await expect(upload(randomBytes(32), signedPreKey.signature)).rejects.toThrow('bad-request')
  const rotation: BinaryNode = { tag: 'rotate', attrs: {}, content: [signedKey(randomBytes(64))] }
  await expect(ask('set', [rotation])).rejects.toThrow('bad-request')
  expect(sandbox.problems().map(({ rule, detail }) => [rule, detail])).toEqual([
    ['key-upload', 'the signed key is not signed by the device'],
    ['key-upload', 'the identity is not the one the device was linked with'],
    ['key-upload', 'the signed key is not signed by the device'],
  ])
  await upload(signedIdentityKey.public, signedPreKey.signature)
})
