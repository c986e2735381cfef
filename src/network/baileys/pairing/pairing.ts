import { randomBytes } from 'node:crypto'
import {
  type AuthenticationCreds,
  type BinaryNode,
  buildAckStanza,
  buildPairingQRData,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  type WABrowserDescription,
  type WASocket,
} from 'baileys'
import type { ConnectionState, NetworkPairing } from '../../port.ts'
import type { SignalKeys } from '../signal-keys.ts'
import { PhoneCode } from './phone-code.ts'
import { QrCodes } from './qr-codes.ts'

type PairingState = Extract<ConnectionState, { kind: 'pairing' | 'pairing_code' }>

const SECRET_BYTES = 32

/** The web client takes the notification with either of these and with no other (bly#2765; zapo's `WaPairingFlow`). */
const REFRESH_CHILDREN = ['companion_reg_refresh', 'pair-device-rotate-qr']

export interface PairingParts {
  socket: Pick<WASocket, 'ws' | 'sendNode' | 'query'>
  credentials: AuthenticationCreds
  browser: WABrowserDescription
  keys: Pick<SignalKeys, 'credentialsChanged' | 'pendingCommit'>
  queryTimeoutMs: number
  tell(state: PairingState): void
  /** Nobody scanned any of the QR codes. */
  onUsedUp(): void
  onFailed(error: unknown): void
  now(): number
}

export interface Pairing extends NetworkPairing {
  /** The connection ended: nothing is shown or answered any more. */
  stop(): void
}

/**
 * Links a device that belongs to no account yet. It takes the place of the library's own listeners: rc14's QR timer ends
 * the connection in the middle of whatever goes on, its QR codes carry for ever the secret they began with, and it cannot
 * acknowledge a notification before it knows whose device it is (`sendMessageAck` reads `creds.me.id`). What follows on the
 * network's `pair-success` stays the library's.
 */
export function listenForPairing(parts: PairingParts): Pairing {
  const { socket, credentials } = parts
  const identity = [credentials.noiseKey.public, credentials.signedIdentityKey.public] as const
  const [noise, identityKey] = identity.map((key) => Buffer.from(key).toString('base64')) as [string, string]
  const qrs = new QrCodes({
    draw: (ref) => buildPairingQRData(ref, noise, identityKey, credentials.advSecretKey, parts.browser),
    show: (qr, expiresAtMs) => parts.tell({ kind: 'pairing', qr, expiresAtMs }),
    onUsedUp: endUnlessAnswered,
    now: parts.now,
  })
  const phoneCode = new PhoneCode({
    ...parts,
    endsAtMs: () => qrs.endsAtMs,
    keepSecret,
    tell: (code) => parts.tell({ kind: 'pairing_code', code }),
    onEnded: afterAnsweredCode,
  })
  let isStopped = false
  let isUsedUp = false
  let refreshWaits = false
  let last: Promise<unknown> = Promise.resolve()

  /** One after the other, so that no two replace the secret at the same time. */
  function inOrder<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }

  function handle(work: () => Promise<void>): void {
    inOrder(async () => {
      if (!isStopped) await work()
    }).catch((error: unknown) => {
      if (!isStopped) parts.onFailed(error)
    })
  }

  async function begin(stanza: BinaryNode): Promise<void> {
    const { id = '', from = '' } = stanza.attrs
    await socket.sendNode({ tag: 'iq', attrs: { to: from, type: 'result', id } })
    const refs = getBinaryNodeChildren(getBinaryNodeChild(stanza, 'pair-device'), 'ref')
    qrs.begin(refs.map(({ content }) => Buffer.from(content as Uint8Array).toString('utf8')))
  }

  async function keepSecret(secret: Buffer): Promise<void> {
    credentials.advSecretKey = secret.toString('base64')
    parts.keys.credentialsChanged()
    await parts.keys.pendingCommit()
    qrs.redraw()
  }

  const replaceSecret = (): Promise<void> => keepSecret(randomBytes(SECRET_BYTES))

  /**
   * The network retires the secret that the QR shows: from now on the phone refuses it. It may come before a scan or after
   * one, and several times (bly#2737). Once the account is known the secret has done its work and stays; while a phone
   * that was given a code makes the link with the secret it agreed on, the refresh waits for how that ends.
   */
  async function refreshRegistration(notification: BinaryNode): Promise<void> {
    const isMeant = REFRESH_CHILDREN.some((tag) => getBinaryNodeChild(notification, tag))
    if (!isMeant || credentials.me) return
    if (phoneCode.isAnswered) refreshWaits = true
    else await replaceSecret()
  }

  async function takeNotification(notification: BinaryNode): Promise<void> {
    const { type } = notification.attrs
    if (type === 'companion_reg_refresh') await refreshRegistration(notification)
    await socket.sendNode(buildAckStanza(notification))
    if (type === 'link_code_companion_reg') await phoneCode.take(notification)
  }

  function endUnlessAnswered(): void {
    isUsedUp = true
    if (!phoneCode.isAnswered) parts.onUsedUp()
  }

  function afterAnsweredCode(): void {
    if (isUsedUp) return parts.onUsedUp()
    if (refreshWaits) handle(replaceSecret)
    refreshWaits = false
  }

  function stop(): void {
    isStopped = true
    qrs.stop()
    phoneCode.stop()
  }

  socket.ws.removeAllListeners('CB:iq,type:set,pair-device')
  socket.ws.removeAllListeners('CB:notification')
  socket.ws.on('CB:iq,type:set,pair-device', (stanza: BinaryNode) => handle(() => begin(stanza)))
  socket.ws.on('CB:notification', (stanza: BinaryNode) => handle(() => takeNotification(stanza)))
  socket.ws.on('CB:iq,,pair-success', stop)
  return { stop, requestCode: (phoneNumber) => inOrder(() => phoneCode.request(phoneNumber)) }
}
