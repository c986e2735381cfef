import { expect, test } from 'vitest'
import { calculateAgreement, generateKeyPair } from './curve.ts'

const marked = (key: Buffer): Buffer => Buffer.concat([Uint8Array.of(5), key])

test('the keys of RFC 7748, section 6.1, agree on the secret that stands there', () => {
  const [alice, alicePublic, bob, bobPublic, secret] = [
    '77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a',
    '8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a',
    '5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb',
    'de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f',
    '4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742',
  ].map((text) => Buffer.from(text, 'hex')) as [Buffer, Buffer, Buffer, Buffer, Buffer]
  expect(calculateAgreement(marked(bobPublic), alice)).toEqual(secret)
  expect(calculateAgreement(marked(alicePublic), bob)).toEqual(secret)
  expect(calculateAgreement(alicePublic, bob)).toEqual(secret)
})

test('a pair made here agrees alike by the key that is kept, by its bytes, and after it is forgotten', () => {
  const [own, other] = [generateKeyPair(), generateKeyPair()]
  expect([own.pubKey.length, own.pubKey[0], own.privKey.length]).toEqual([33, 5, 32])
  const agreed = calculateAgreement(other.pubKey, own.privKey)
  expect(agreed).toHaveLength(32)
  expect(calculateAgreement(own.pubKey, Buffer.from(other.privKey))).toEqual(agreed)
  for (let made = 0; made < 600; made += 1) generateKeyPair()
  expect(calculateAgreement(other.pubKey, own.privKey)).toEqual(agreed)
})

test('keys of another form, and a key that agrees with everybody on nothing, are refused', () => {
  const { pubKey, privKey } = generateKeyPair()
  const wrongType = Buffer.concat([Uint8Array.of(6), pubKey.subarray(1)])
  for (const wrong of [pubKey.subarray(2), wrongType, new Uint8Array(pubKey) as Buffer]) {
    expect(() => calculateAgreement(wrong, privKey)).toThrow('Invalid public key')
  }
  for (const wrong of [privKey.subarray(1), new Uint8Array(privKey) as Buffer]) {
    expect(() => calculateAgreement(pubKey, wrong)).toThrow('Invalid private key')
  }
  expect(() => calculateAgreement(marked(Buffer.alloc(32)), privKey)).toThrow()
})
