import { randomBytes } from 'node:crypto'
import { proto } from 'baileys/WAProto/index.js'
import { expect, test } from 'vitest'
import { buildServerIdentity } from './certificates.ts'
import { isSignedBy } from './keys.ts'

test('the chain leads from the published root over an intermediate to the static key', () => {
  const identity = buildServerIdentity(randomBytes(32))
  const { intermediate, leaf } = proto.CertChain.decode(identity.certChain)
  const issuer = proto.CertChain.NoiseCertificate.Details.decode(intermediate!.details!)
  const subject = proto.CertChain.NoiseCertificate.Details.decode(leaf!.details!)
  expect(issuer.issuerSerial).toBe(identity.rootSerial)
  expect(subject.issuerSerial).toBe(issuer.serial)
  expect(Buffer.from(subject.key!)).toEqual(identity.static.public)
  const rootKey = Buffer.from(identity.rootKeyHex, 'hex')
  expect(isSignedBy(rootKey, intermediate!.details!, intermediate!.signature!)).toBe(true)
  expect(isSignedBy(issuer.key!, leaf!.details!, leaf!.signature!)).toBe(true)
  expect(isSignedBy(rootKey, leaf!.details!, leaf!.signature!)).toBe(false)
})

test('the same root gives the same published key', () => {
  const root = randomBytes(32)
  expect(buildServerIdentity(root).rootKeyHex).toBe(buildServerIdentity(root).rootKeyHex)
})
