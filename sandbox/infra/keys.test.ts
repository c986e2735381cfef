import { randomBytes } from 'node:crypto'
import { verifySignature } from 'libsignal/src/curve.js'
import { expect, it } from 'vitest'
import { generateKeyPair, isSignedBy, sign, toSignalKey } from './keys.ts'

const flip = (bytes: Uint8Array, bit: number): Buffer => {
  const changed = Buffer.from(bytes)
  changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return changed
}

it('a signature fits where the library says so, and nowhere else', () => {
  const other = generateKeyPair()
  for (let round = 0; round < 6; round++) {
    const pair = generateKeyPair()
    const message = randomBytes(round * 7)
    const signature = sign(pair.private, message)
    const bit = (round * 85) % 511
    const tries: [Uint8Array, Uint8Array, Uint8Array][] = [
      [pair.public, message, signature],
      [toSignalKey(pair.public), message, signature],
      [other.public, message, signature],
      [pair.public, Buffer.concat([message, Buffer.from('!')]), signature],
      [pair.public, message, flip(signature, bit)],
      [pair.public, message, flip(signature, 511)],
      [flip(pair.public, bit % 250), message, signature],
    ]
    const found = tries.map((of) => isSignedBy(...of))
    expect(found).toEqual(
      tries.map(([key, text, proof]) => verifySignature(toSignalKey(key), text, Buffer.from(proof))),
    )
    expect(found).toEqual([true, true, false, false, false, false, false])
  }
})

it.each([
  ['a key that is too short', 31, 64],
  ['a signature that is too long', 32, 65],
  ['no signature', 32, 0],
])('%s fits nothing', (_, keyBytes, signatureBytes) => {
  expect(isSignedBy(Buffer.alloc(keyBytes, 9), Buffer.from('x'), Buffer.alloc(signatureBytes))).toBe(false)
})
