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
import { QrCodes } from './qr-codes.ts'

const SECRET_BYTES = 32

/** The web client takes the notification with either of these and with no other (bly#2765; zapo's `WaPairingFlow`). */
const REFRESH_CHILDREN = ['companion_reg_refresh', 'pair-device-rotate-qr']

export interface PairingParts {
  socket: Pick<WASocket, 'ws' | 'sendNode'>
  credentials: AuthenticationCreds
  browser: WABrowserDescription
  /** Resolves when the credentials as they are now are in the store. */
  commit(): Promise<void>
  showQr(qr: string, expiresAtMs: number): void
  /** Nobody scanned any of the QR codes. */
  onUsedUp(): void
  onFailed(error: unknown): void
  now(): number
}

export interface Pairing {
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
    show: parts.showQr,
    onUsedUp: parts.onUsedUp,
    now: parts.now,
  })
  let isStopped = false
  let last: Promise<unknown> = Promise.resolve()

  /** One after the other, so that no two replace the secret at the same time. */
  function inOrder(work: () => Promise<void>): void {
    last = last
      .then(() => (isStopped ? undefined : work()))
      .catch((error: unknown) => {
        if (!isStopped) parts.onFailed(error)
      })
  }

  async function begin(stanza: BinaryNode): Promise<void> {
    const { id = '', from = '' } = stanza.attrs
    await socket.sendNode({ tag: 'iq', attrs: { to: from, type: 'result', id } })
    const refs = getBinaryNodeChildren(getBinaryNodeChild(stanza, 'pair-device'), 'ref')
    qrs.begin(refs.map(({ content }) => Buffer.from(content as Uint8Array).toString('utf8')))
  }

  async function replaceSecret(): Promise<void> {
    credentials.advSecretKey = randomBytes(SECRET_BYTES).toString('base64')
    await parts.commit()
  }

  /**
   * The network retires the secret that the QR shows: from now on the phone refuses it. It may come before a scan or after
   * one, and several times (bly#2737). Once the account is known the secret has done its work and stays.
   */
  async function refreshRegistration(notification: BinaryNode): Promise<void> {
    const isMeant = REFRESH_CHILDREN.some((tag) => getBinaryNodeChild(notification, tag))
    if (!isMeant || credentials.me) return
    await replaceSecret()
    qrs.redraw()
  }

  async function takeNotification(notification: BinaryNode): Promise<void> {
    if (notification.attrs.type === 'companion_reg_refresh') await refreshRegistration(notification)
    await socket.sendNode(buildAckStanza(notification))
  }

  socket.ws.removeAllListeners('CB:iq,type:set,pair-device')
  socket.ws.removeAllListeners('CB:notification')
  socket.ws.on('CB:iq,type:set,pair-device', (stanza: BinaryNode) => inOrder(() => begin(stanza)))
  socket.ws.on('CB:notification', (stanza: BinaryNode) => inOrder(() => takeNotification(stanza)))
  socket.ws.on('CB:iq,,pair-success', () => qrs.stop())
  return {
    stop() {
      isStopped = true
      qrs.stop()
    },
  }
}
