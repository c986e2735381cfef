import { proto } from 'baileys/WAProto/index.js'
import { generateKeyPair, type KeyPair, keyPairFromPrivate, sign } from './keys.ts'

/** The root's serial number; a client pins it together with the root's public key. */
export const ROOT_SERIAL = 7001
const INTERMEDIATE_SERIAL = 7002
const LEAF_SERIAL = 7003
const TEN_YEARS_S = 10 * 365 * 86_400

/** What the server proves itself with: its Noise static key and a chain from the root to that key. */
export interface ServerIdentity {
  rootKeyHex: string
  rootSerial: number
  static: KeyPair
  certChain: Buffer
}

function buildCertificate(issuer: KeyPair, issuerSerial: number, serial: number, key: Buffer) {
  const nowS = Math.floor(Date.now() / 1000)
  const details = proto.CertChain.NoiseCertificate.Details.encode({
    serial,
    issuerSerial,
    key,
    notBefore: nowS - 86_400,
    notAfter: nowS + TEN_YEARS_S,
  }).finish()
  return { details, signature: sign(issuer.private, details) }
}

/** Signs a fresh chain under the given root (its private key, 32 bytes). */
export function buildServerIdentity(rootPrivate: Buffer): ServerIdentity {
  const root = keyPairFromPrivate(rootPrivate)
  const intermediate = generateKeyPair()
  const leaf = generateKeyPair()
  const chain = proto.CertChain.encode({
    intermediate: buildCertificate(root, ROOT_SERIAL, INTERMEDIATE_SERIAL, intermediate.public),
    leaf: buildCertificate(intermediate, INTERMEDIATE_SERIAL, LEAF_SERIAL, leaf.public),
  }).finish()
  return {
    rootKeyHex: root.public.toString('hex'),
    rootSerial: ROOT_SERIAL,
    static: leaf,
    certChain: Buffer.from(chain),
  }
}
