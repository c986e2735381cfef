import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { Curve } from 'baileys'
import { expect, test } from 'vitest'
import { sign, signByPlatform, verifySignature } from './signatures.ts'

interface Signer {
  sign(privateKey: Uint8Array, message: Uint8Array): Uint8Array
  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean
}

const ofLibsignal = createRequire(createRequire(import.meta.url).resolve('libsignal'))

/** What libsignal signs by, loaded once more: the one in use is no longer itself. */
function loadOriginal(): Signer {
  const file = ofLibsignal.resolve('curve25519-js')
  const inUse = ofLibsignal.cache[file]
  delete ofLibsignal.cache[file]
  const original = ofLibsignal(file) as Signer
  if (inUse) ofLibsignal.cache[file] = inUse
  return original
}

test('a signature is byte by byte that of the library’s own script, which takes it for right', () => {
  const original = loadOriginal()
  for (const length of [0, 1, 31, 32, 33, 64, 200, 5000]) {
    const [privateKey, message] = [randomBytes(32), randomBytes(length)]
    const signature = sign(privateKey, message)
    expect(signature.equals(Buffer.from(original.sign(privateKey, message)))).toBe(true)
  }
  const pair = Curve.generateKeyPair()
  const message = randomBytes(60)
  expect(original.verify(pair.public, message, sign(pair.private, message))).toBe(true)
  expect(() => sign(randomBytes(31), message)).toThrow('wrong secret key length')
})

test('libsignal signs and verifies by it', () => {
  signByPlatform()
  expect(ofLibsignal('curve25519-js')).toMatchObject({ sign, verify: verifySignature })
})

test('a signature of the library verifies, under both forms of the key', () => {
  for (let round = 0; round < 20; round++) {
    const pair = Curve.generateKeyPair()
    const message = randomBytes(round + 1)
    const signature = Curve.sign(pair.private, message)
    expect(verifySignature(pair.public, message, signature)).toBe(true)
    expect(verifySignature(Buffer.concat([Buffer.of(5), pair.public]), message, signature)).toBe(true)
  }
})

test('another message, another key, a changed or a short signature do not verify', () => {
  const pair = Curve.generateKeyPair()
  const message = randomBytes(40)
  const signature = Buffer.from(Curve.sign(pair.private, message))
  expect(verifySignature(pair.public, randomBytes(40), signature)).toBe(false)
  expect(verifySignature(Curve.generateKeyPair().public, message, signature)).toBe(false)
  for (const position of [0, 31, 32, 63]) {
    const changed = Buffer.from(signature)
    changed[position] = (changed[position] ?? 0) ^ 1
    expect(verifySignature(pair.public, message, changed)).toBe(false)
  }
  expect(verifySignature(pair.public, message, signature.subarray(1))).toBe(false)
})
