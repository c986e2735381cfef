import { AsyncLocalStorage } from 'node:async_hooks'
import { Curve, proto, WA_CERT_DETAILS } from 'baileys'
import type { NetworkTarget } from '../port.ts'
import { verifySignature } from './keys/signatures.ts'

/** What one connection's handshake is checked against, and how far it got. */
interface Handshake {
  rootKey: Buffer
  rootSerial: number
  /** The last key the server agreed on with us; when its certificate comes, that is its static key. */
  serverKey: Uint8Array | null
  isServerKnown: boolean
}

const BUILT_IN = { rootKey: WA_CERT_DETAILS.PUBLIC_KEY, rootSerial: WA_CERT_DETAILS.SERIAL }

/**
 * The library checks a server's certificates against a module constant. Its handshake runs in the async context in
 * which the socket was made, so a context that carries the root, and getters on the constant that read it, give each
 * connection its own. Outside such a context the real network's root holds: a lost context refuses, it never trusts.
 */
const handshake = new AsyncLocalStorage<Handshake>()

Object.defineProperties(WA_CERT_DETAILS, {
  PUBLIC_KEY: { enumerable: true, get: () => (handshake.getStore() ?? BUILT_IN).rootKey },
  SERIAL: { enumerable: true, get: () => (handshake.getStore() ?? BUILT_IN).rootSerial },
})

const agreeOnKey = Curve.sharedKey

Curve.sharedKey = (privateKey, publicKey) => {
  const current = handshake.getStore()
  if (current && !current.isServerKnown) current.serverKey = publicKey
  return agreeOnKey(privateKey, publicKey)
}

function isCertificateOf(serverKey: Uint8Array | null, details: Uint8Array): boolean {
  const { key } = proto.CertChain.NoiseCertificate.Details.decode(details)
  return serverKey !== null && Buffer.from(key ?? []).equals(serverKey)
}

/**
 * Two checks the library means to make and does not. It asks whether verifying threw, while its verifier answers
 * false: every signature of the right length passes. And it never compares the certificate's key with the one the
 * server holds: a recorded certificate of the real network would do for anybody. The first signature of a handshake
 * is the one over the server's own certificate.
 */
Curve.verify = (publicKey, message, signature) => {
  const current = handshake.getStore()
  if (current && !current.isServerKnown) {
    current.isServerKnown = true
    if (!isCertificateOf(current.serverKey, message)) return false
  }
  return verifySignature(publicKey, message, signature)
}

/** Runs `work` so that the one connection it makes trusts only this target's root. */
export function withRootOf<T>(target: NetworkTarget, work: () => T): T {
  const root =
    target.kind === 'custom'
      ? { rootKey: Buffer.from(target.rootKeyHex, 'hex'), rootSerial: target.rootSerial }
      : BUILT_IN
  return handshake.run({ ...root, serverKey: null, isServerKnown: false }, work)
}
