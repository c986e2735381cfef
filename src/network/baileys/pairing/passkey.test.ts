import {
  createDecipheriv,
  createHash,
  createHmac,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren, initAuthCreds, proto } from 'baileys'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Passkey } from './passkey.ts'

/*
 * The bytes on the wire, read with nothing but Node's own cryptography and the library's protobufs.
 */

const MINUTE_MS = 60_000
const CHALLENGE = 'Y2hhbGxlbmdl'
const REF = '2@reference'
const X25519_PREFIX = Buffer.from('302a300506032b656e032100', 'hex')

let states: unknown[]
let failures: string[]
let asked: BinaryNode[]
let refused: string | null
/** What the network's answers wait for. */
let held: Promise<void>
let credentials: ReturnType<typeof initAuthCreds>
let passkey: Passkey

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
const derive = (secret: Uint8Array, salt: string, info: string) =>
  Buffer.from(hkdfSync('sha256', secret, Buffer.from(salt), info, 32))
const secretNow = () => Buffer.from(credentials.advSecretKey, 'base64')

const requestOf = (timeout?: number): BinaryNode => ({
  tag: 'notification',
  attrs: { from: '@s.whatsapp.net', type: 'passkey_prologue_request', id: 'n1' },
  content: [
    {
      tag: 'passkey_request_options',
      attrs: {},
      content: Buffer.from(JSON.stringify({ challenge: CHALLENGE, timeout, rpId: 'whatsapp.com' })),
    },
  ],
})

const assertionOf = (challenge = CHALLENGE) => ({
  id: 'AQID',
  rawId: 'AQID',
  type: 'public-key' as const,
  response: {
    clientDataJSON: Buffer.from(JSON.stringify({ challenge })).toString('base64url'),
    authenticatorData: 'AA',
    signature: 'AA',
  },
})

const lastChild = (tag: string) => getBinaryNodeChild(asked.at(-1), tag)
const bytesIn = (node: BinaryNode | undefined, tag: string) =>
  Buffer.from((getBinaryNodeChild(node, tag)?.content as Uint8Array | undefined) ?? [])

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T12:00:00Z') })
  states = []
  failures = []
  asked = []
  refused = null
  held = Promise.resolve()
  credentials = initAuthCreds()
  passkey = new Passkey({
    socket: {
      query: async (node: BinaryNode) => {
        asked.push(node)
        await held
        const [child] = getBinaryNodeChildren(node, refused ?? '')
        if (child) throw Object.assign(new Error('bad-request'), { data: 400 })
        const content = [{ tag: 'ref', attrs: {}, content: Buffer.from(REF) }]
        return { tag: 'iq', attrs: {}, content } as never
      },
    },
    credentials,
    queryTimeoutMs: 1000,
    replaceSecret: async () => {
      credentials.advSecretKey = Buffer.alloc(32, states.length + 1).toString('base64')
    },
    onState: (state) => states.push(state),
    onFailed: ({ code }) => failures.push(code),
    now: Date.now,
  })
})

afterEach(() => {
  passkey.stop()
  vi.useRealTimers()
})

/** The phone's part, and how to open what it is sent. */
function makePhone() {
  const { publicKey, privateKey } = generateKeyPairSync('x25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(X25519_PREFIX.length)
  const nonce = Buffer.alloc(32, 9)
  const content = Buffer.from(proto.PrimaryEphemeralIdentity.encode({ publicKey: raw, nonce }).finish())
  const child = { tag: 'primary_ephemeral_identity', attrs: {}, content }
  const notification: BinaryNode = {
    tag: 'notification',
    attrs: { type: 'crsc_continuation', id: 'n2', from: '@s.whatsapp.net' },
    content: [child],
  }
  return { raw, nonce, privateKey, notification }
}

function openSealed(sealed: Uint8Array, privateKey: KeyObject, identity: Uint8Array) {
  const { publicKey, deviceType, ref } = proto.CompanionEphemeralIdentity.decode(identity)
  const key = Buffer.concat([X25519_PREFIX, publicKey ?? Buffer.alloc(0)])
  const shared = diffieHellman({
    privateKey,
    publicKey: createPublicKey({ key, format: 'der', type: 'spki' }),
  })
  const agreed = derive(
    shared,
    `Companion Pairing ${deviceType} with ref ${ref}`,
    'Pairing Information Encryption Key',
  )
  const { encryptedPayload, iv } = proto.EncryptedPairingRequest.decode(sealed)
  const payload = Buffer.from(encryptedPayload ?? [])
  expect(iv).toHaveLength(12)
  const decipher = createDecipheriv('aes-256-gcm', agreed, iv ?? Buffer.alloc(0))
  decipher.setAuthTag(payload.subarray(-16))
  return proto.PairingRequest.decode(
    Buffer.concat([decipher.update(payload.subarray(0, -16)), decipher.final()]),
  )
}

test('the commitment, its proof, the nonce and the sealed keys are as the network wants them', async () => {
  const seenByPhone = secretNow()
  await passkey.take(requestOf(600_000))
  expect(secretNow()).not.toEqual(seenByPhone)
  expect(states).toEqual([
    {
      kind: 'passkey',
      options: { challenge: CHALLENGE, timeout: 600_000, rpId: 'whatsapp.com' },
      isAnswered: false,
      expiresAtMs: Date.now() + 600_000,
    },
  ])
  expect(await passkey.answer(assertionOf())).toEqual({ kind: 'taken' })
  const [refRequest, prologueRequest] = asked
  expect(refRequest).toMatchObject({
    attrs: { to: '@s.whatsapp.net', type: 'get', xmlns: 'md' },
    content: [{ tag: 'ref' }],
  })
  expect(prologueRequest?.attrs).toMatchObject({ type: 'set', xmlns: 'md' })
  const prologue = getBinaryNodeChild(prologueRequest, 'passkey_prologue')
  expect(bytesIn(prologue, 'credential_id')).toEqual(Buffer.from([1, 2, 3]))
  expect(JSON.parse(bytesIn(prologue, 'webauthn_assertion').toString())).toEqual(assertionOf())
  const payload = bytesIn(prologue, 'prologue_payload')
  const proof = createHmac('sha256', derive(seenByPhone, '', 'shortcake-passkey-handoff-v1'))
    .update(payload)
    .digest()
  expect(bytesIn(prologue, 'pairing_handoff_proof')).toEqual(proof)
  const { companionEphemeralIdentity: identity, commitment } = proto.ProloguePayload.decode(payload)
  expect(proto.CompanionEphemeralIdentity.decode(identity ?? new Uint8Array())).toMatchObject({
    ref: REF,
    deviceType: 1,
  })

  const phone = makePhone()
  await passkey.takeContinuation(phone.notification)
  const nonce = Buffer.from(getBinaryNodeChild(asked[2], 'companion_nonce')?.content as Uint8Array)
  expect(sha256(identity ?? new Uint8Array(), nonce)).toEqual(Buffer.from(commitment?.hash ?? []))
  const sealed = lastChild('encrypted_pairing_request')?.content as Uint8Array
  const opened = openSealed(sealed, phone.privateKey, identity ?? new Uint8Array())
  expect(Buffer.from(opened.companionPublicKey ?? [])).toEqual(Buffer.from(credentials.noiseKey.public))
  expect(Buffer.from(opened.companionIdentityKey ?? [])).toEqual(
    Buffer.from(credentials.signedIdentityKey.public),
  )
  expect(Buffer.from(opened.advSecret ?? [])).toEqual(secretNow())
  expect(passkey.isSealed).toBe(true)
  expect(states).not.toContainEqual(expect.objectContaining({ kind: 'passkey_confirm' }))
})

test('after five minutes there is no proof, and a person compares the code', async () => {
  await passkey.take(requestOf(600_000))
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS)
  await passkey.answer(assertionOf())
  expect(bytesIn(lastChild('passkey_prologue'), 'pairing_handoff_proof')).toHaveLength(0)
  const phone = makePhone()
  await passkey.takeContinuation(phone.notification)
  const nonce = lastChild('companion_nonce')?.content as Uint8Array
  const digest = sha256(nonce, phone.raw)
  const bits = phone.nonce.subarray(0, 5).map((byte, at) => byte ^ (digest[at] ?? 0))
  const value = BigInt(`0x${Buffer.from(bits).toString('hex')}`)
  const letters = Array.from(
    { length: 8 },
    (_, at) => '123456789ABCDEFGHJKLMNPQRSTVWXYZ'[Number((value >> BigInt(35 - 5 * at)) & 31n)],
  )
  const code = `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`
  expect(states.at(-1)).toMatchObject({ kind: 'passkey_confirm', code })
  expect(passkey.isSealed).toBe(false)
  expect(await passkey.confirm()).toEqual({ kind: 'taken' })
  expect(await passkey.confirm()).toMatchObject({ reason: 'not_asked' })
})

test.each([
  [600_000, 10],
  [60_000, 1],
  [1_000, 1],
  [undefined, 10],
])(
  'a challenge of %s ms that nobody signs ends the link with that, after %i minutes',
  async (timeout, minutes) => {
    await passkey.take(requestOf(timeout))
    await vi.advanceTimersByTimeAsync(minutes * MINUTE_MS - 1)
    expect(failures).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(failures).toEqual(['PASSKEY_EXPIRED'])
    expect(await passkey.answer(assertionOf())).toMatchObject({ reason: 'not_asked' })
  },
)

test('asked again, the proof is still made with the secret that the phone saw', async () => {
  const seenByPhone = secretNow()
  await passkey.take(requestOf())
  const replaced = secretNow()
  await passkey.take(requestOf())
  expect(secretNow()).toEqual(replaced)
  await passkey.answer(assertionOf())
  const prologue = lastChild('passkey_prologue')
  const key = derive(seenByPhone, '', 'shortcake-passkey-handoff-v1')
  const proof = createHmac('sha256', key).update(bytesIn(prologue, 'prologue_payload')).digest()
  expect(bytesIn(prologue, 'pairing_handoff_proof')).toEqual(proof)
})

test('options that cannot be read are asked for, and without any the link ends', async () => {
  const empty: BinaryNode = { tag: 'notification', attrs: { type: 'passkey_prologue_request' }, content: [] }
  await passkey.take(empty)
  expect(asked).toMatchObject([
    { attrs: { type: 'get', xmlns: 'md' }, content: [{ tag: 'passkey_request_options' }] },
  ])
  expect(failures).toEqual(['PASSKEY_UNREADABLE'])
})

test.each(['companion_nonce', 'encrypted_pairing_request'])(
  'a refusal of %s ends the link with that',
  async (tag) => {
    await passkey.take(requestOf())
    await passkey.answer(assertionOf())
    refused = tag
    await passkey.takeContinuation(makePhone().notification)
    expect(failures).toEqual(['PASSKEY_REFUSED'])
  },
)

test('a malformed part of the phone ends the link, and one that nobody waits for is passed over', async () => {
  await passkey.takeContinuation(makePhone().notification)
  expect([asked, failures]).toEqual([[], []])
  await passkey.take(requestOf())
  await passkey.answer(assertionOf())
  const { notification } = makePhone()
  await passkey.takeContinuation({
    ...notification,
    content: [{ tag: 'primary_ephemeral_identity', attrs: {}, content: Buffer.from([1]) }],
  })
  expect(failures).toHaveLength(1)
})

test('what ends while the network is awaited tells nothing more and leaves no timer', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await passkey.take(requestOf())
  await passkey.answer(assertionOf())
  held = promise
  refused = 'companion_nonce'
  const before = [...states]
  const taken = passkey.takeContinuation(makePhone().notification)
  passkey.stop()
  resolve()
  await taken
  expect([states, failures]).toEqual([before, []])
  await passkey.take(requestOf())
  expect([states, failures]).toEqual([before, []])
  expect(vi.getTimerCount()).toBe(0)
})
