import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { Refusal } from '../core/errors.ts'
import { drawRandomBytes } from './random-pool.ts'

const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_ID_BYTES = 4
/** What sealed bytes begin with. Nothing that is sealed begins so by itself: those are JSON or carry a small tag. */
const MAGIC = Buffer.of(0xc5, 0x50, 0x53, 0x31)
const HEAD_BYTES = MAGIC.length + KEY_ID_BYTES

/**
 * Encrypts what is secret at rest: passwords, webhook keys, flow secrets, and the credentials of clients. `context`
 * names what it belongs to, for instance `proxy:<id>`: sealed text that was moved to another row does not open there.
 */
export interface SecretBox {
  seal(plaintext: string, context: string): string
  /** Throws a Refusal when the key is not there any more, an Error when the text was altered or moved. */
  open(sealed: string, context: string): string
  sealBytes(plaintext: Uint8Array, context: string): Buffer
  /** Answers bytes that were never sealed as they are: earlier versions stored them so. */
  openBytes(stored: Uint8Array, context: string): Uint8Array
  /** What sealed text and bytes begin with when they are under the key that seals now. */
  currentMark(): { text: string; bytes: Buffer }
}

/** The keys as they are now, the sealing one first; asked with `isStale` when a text names a key that is not among them. */
export type KeySource = (isStale: boolean) => readonly Uint8Array[]

/** The first key seals; all of them open, so that a new one can be put in front of an old one. */
export function createSecretBox(keys: readonly Uint8Array[] | KeySource): SecretBox {
  const readKeys: KeySource = typeof keys === 'function' ? keys : () => keys
  const ids = new WeakMap<Uint8Array, string>()
  if (readKeys(false).length === 0) throw new Error('a secret box needs a key')

  /** Asked for every value, so each key is hashed once. */
  function idOf(key: Uint8Array): string {
    const known = ids.get(key) ?? keyIdOf(key)
    ids.set(key, known)
    return known
  }

  function current(): Uint8Array {
    const [key] = readKeys(false)
    if (key === undefined) throw new Error('there is no master key')
    return key
  }

  function findKey(id: string): Uint8Array {
    const has = (key: Uint8Array) => idOf(key) === id
    const key = readKeys(false).find(has) ?? readKeys(true).find(has)
    if (key === undefined) throw refuseUnknownKey(id)
    return key
  }

  return {
    seal(plaintext, context) {
      const key = current()
      return `v1.${idOf(key)}.${encrypt(key, Buffer.from(plaintext), context).toString('base64url')}`
    },
    open(sealed, context) {
      const [version, keyId = '', encoded = ''] = sealed.split('.')
      if (version !== 'v1') throw new Error('the text is not a sealed secret of a known version')
      return decrypt(findKey(keyId), Buffer.from(encoded, 'base64url'), context).toString('utf8')
    },
    sealBytes(plaintext, context) {
      const key = current()
      return Buffer.concat([MAGIC, Buffer.from(idOf(key), 'hex'), encrypt(key, plaintext, context)])
    },
    openBytes(stored, context) {
      const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength)
      if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) return stored
      const key = findKey(bytes.toString('hex', MAGIC.length, HEAD_BYTES))
      return decrypt(key, bytes.subarray(HEAD_BYTES), context)
    },
    currentMark() {
      const id = idOf(current())
      return { text: `v1.${id}.`, bytes: Buffer.concat([MAGIC, Buffer.from(id, 'hex')]) }
    },
  }
}

function encrypt(key: Uint8Array, plaintext: Uint8Array, context: string): Buffer {
  const iv = drawRandomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(plaintext), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

function decrypt(key: Uint8Array, payload: Buffer, context: string): Buffer {
  if (payload.length < IV_BYTES + TAG_BYTES) throw new Error('the sealed secret is cut off')
  const decipher = createDecipheriv('aes-256-gcm', key, payload.subarray(0, IV_BYTES))
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(payload.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(payload.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
}

/** The name of a key that may be shown: nothing of the key can be told from it. */
export function keyIdOf(key: Uint8Array): string {
  return createHash('sha256').update(key).digest().subarray(0, KEY_ID_BYTES).toString('hex')
}

function refuseUnknownKey(keyId: string): Refusal {
  return new Refusal(
    'SERVICE_UNAVAILABLE',
    `A stored secret was encrypted with the master key ${keyId}, which is not here. Put that key into MASTER_KEY or master.key (an old one after the new one), or enter the secret again.`,
    { data: { reason: 'MASTER_KEY_MISSING' } },
  )
}
