import { randomBytes } from 'node:crypto'
import { Curve } from 'baileys'
import { expect, test } from 'vitest'
import { verifySignature } from './signatures.ts'

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
