import { AsyncLocalStorage } from 'node:async_hooks'
import { WA_CERT_DETAILS } from 'baileys'
import './signatures.ts'
import type { NetworkTarget } from '../port.ts'

interface TrustedRoot {
  publicKey: Buffer
  serial: number
}

/**
 * The library checks a server's certificates against a module constant. Its handshake runs in the async context in
 * which the socket was made, so a context that carries the root, and getters on the constant that read it, give each
 * connection its own. Outside such a context the real network's root holds: a lost context refuses, it never trusts.
 */
const trustedRoot = new AsyncLocalStorage<TrustedRoot>()

const BUILT_IN: TrustedRoot = { publicKey: WA_CERT_DETAILS.PUBLIC_KEY, serial: WA_CERT_DETAILS.SERIAL }

Object.defineProperties(WA_CERT_DETAILS, {
  PUBLIC_KEY: { enumerable: true, get: () => (trustedRoot.getStore() ?? BUILT_IN).publicKey },
  SERIAL: { enumerable: true, get: () => (trustedRoot.getStore() ?? BUILT_IN).serial },
})

/** Runs `work` so that every connection it makes trusts only this target's root. */
export function withRootOf<T>(target: NetworkTarget, work: () => T): T {
  const root =
    target.kind === 'custom'
      ? { publicKey: Buffer.from(target.rootKeyHex, 'hex'), serial: target.rootSerial }
      : BUILT_IN
  return trustedRoot.run(root, work)
}
