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
import type {
  ConnectionState,
  NetworkPairing,
  PairingCodeOutcome,
  PasskeyAssertion,
  PasskeyOutcome,
} from '../../port.ts'
import type { SignalKeys } from '../keys/signal-keys.ts'
import { Passkey, type PasskeyFailure } from './passkey.ts'
import { PhoneCode } from './phone-code.ts'
import { QrCodes } from './qr-codes.ts'

type PairingState = Extract<
  ConnectionState,
  { kind: 'pairing' | 'pairing_code' | 'passkey' | 'passkey_confirm' }
>

const SECRET_BYTES = 32

/** The web client takes the notification with either of these and with no other (bly#2765; zapo's `WaPairingFlow`). */
const REFRESH_CHILDREN = ['companion_reg_refresh', 'pair-device-rotate-qr']

const PASSKEY_IS_ASKED = { kind: 'refused', reason: 'passkey_asked' } as const

export interface PairingParts {
  socket: Pick<WASocket, 'ws' | 'sendNode' | 'query'>
  credentials: AuthenticationCreds
  browser: WABrowserDescription
  keys: Pick<SignalKeys, 'credentialsChanged' | 'pendingCommit'>
  queryTimeoutMs: number
  onState(state: PairingState): void
  /** Nobody scanned any of the QR codes. */
  onUsedUp(): void
  /** The passkey that the network asked for was not confirmed. */
  onPasskeyFailed(cause: PasskeyFailure): void
  onFailed(error: unknown): void
  now(): number
}

/**
 * Links a device that belongs to no account yet. It takes the place of the library's own listeners: rc14's QR timer ends
 * the connection in the middle of whatever goes on, its QR codes carry for ever the secret they began with, and it cannot
 * acknowledge a notification before it knows whose device it is (`sendMessageAck` reads `creds.me.id`). What follows on the
 * network's `pair-success` stays the library's.
 */
export class Pairing implements NetworkPairing {
  private readonly parts: PairingParts
  private readonly qrs: QrCodes
  private readonly phoneCode: PhoneCode
  private readonly passkey: Passkey
  private isStopped = false
  private isLinked = false
  /** The network's references are used up, but a phone that was given a code still makes the link. */
  private isUsedUp = false
  private refreshWaits = false
  private last: Promise<unknown> = Promise.resolve()

  constructor(parts: PairingParts) {
    this.parts = parts
    this.qrs = new QrCodes({
      draw: (ref) => this.drawQr(ref),
      show: (qr, expiresAtMs) => parts.onState({ kind: 'pairing', qr, expiresAtMs }),
      onUsedUp: () => this.endUnlessAnswered(),
      now: parts.now,
    })
    this.phoneCode = new PhoneCode({
      ...parts,
      endsAtMs: () => this.qrs.endsAtMs,
      keepSecret: (secret) => this.keepSecret(secret),
      onCode: (code) => parts.onState({ kind: 'pairing_code', code }),
      onEnded: () => this.afterAnsweredCode(),
    })
    this.passkey = new Passkey({
      ...parts,
      replaceSecret: () => this.replaceSecret(),
      onFailed: parts.onPasskeyFailed,
    })
  }

  /** Takes the place of the library's listeners. */
  listen(): void {
    const { ws } = this.parts.socket
    ws.removeAllListeners('CB:iq,type:set,pair-device')
    ws.removeAllListeners('CB:notification')
    ws.on('CB:iq,type:set,pair-device', (stanza: BinaryNode) => this.handle(() => this.begin(stanza)))
    ws.on('CB:notification', (stanza: BinaryNode) => this.handle(() => this.takeNotification(stanza)))
    ws.on('CB:iq,,pair-success', () => this.linked())
  }

  requestCode(phoneNumber: string): Promise<PairingCodeOutcome> {
    return this.inOrder(async () =>
      this.passkey.isAsked ? PASSKEY_IS_ASKED : this.phoneCode.request(phoneNumber),
    )
  }

  answerPasskey(assertion: PasskeyAssertion): Promise<PasskeyOutcome> {
    return this.inOrder(() => this.passkey.answer(assertion))
  }

  confirmPasskey(): Promise<PasskeyOutcome> {
    return this.inOrder(() => this.passkey.confirm())
  }

  /** The connection ended: nothing is shown or answered any more. */
  stop(): void {
    this.isStopped = true
    this.showNothing()
  }

  /** One after the other, so that no two replace the secret at the same time. */
  private inOrder<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(work)
    this.last = result.catch(() => {})
    return result
  }

  private handle(work: () => Promise<void>): void {
    this.inOrder(async () => {
      if (!this.isStopped) await work()
    }).catch((error: unknown) => {
      if (!this.isStopped) this.parts.onFailed(error)
    })
  }

  private drawQr(ref: string): string {
    const { credentials, browser } = this.parts
    const { noiseKey, signedIdentityKey, advSecretKey } = credentials
    const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
    const [noise, identity] = [toBase64(noiseKey.public), toBase64(signedIdentityKey.public)]
    return buildPairingQRData(ref, noise, identity, advSecretKey, browser)
  }

  private async begin(stanza: BinaryNode): Promise<void> {
    const { id = '', from = '' } = stanza.attrs
    await this.parts.socket.sendNode({ tag: 'iq', attrs: { to: from, type: 'result', id } })
    const refs = getBinaryNodeChildren(getBinaryNodeChild(stanza, 'pair-device'), 'ref')
    this.qrs.begin(refs.map(({ content }) => Buffer.from(content as Uint8Array).toString('utf8')))
  }

  private async keepSecret(secret: Buffer): Promise<void> {
    const { credentials, keys } = this.parts
    credentials.advSecretKey = secret.toString('base64')
    keys.credentialsChanged()
    await keys.pendingCommit()
    this.qrs.redraw()
  }

  private replaceSecret(): Promise<void> {
    return this.keepSecret(randomBytes(SECRET_BYTES))
  }

  /**
   * The network retires the secret that the QR shows: from now on the phone refuses it. It may come before a scan or after
   * one, and several times (bly#2737). While a phone that was given a code makes the link with the secret it agreed on, the
   * refresh waits for how that ends. A phone that was sent the secret after a passkey makes the link with it.
   */
  private async refreshRegistration(notification: BinaryNode): Promise<void> {
    const isMeant = REFRESH_CHILDREN.some((tag) => getBinaryNodeChild(notification, tag))
    if (!isMeant || this.passkey.isSealed) return
    if (this.phoneCode.isAnswered) this.refreshWaits = true
    else await this.replaceSecret()
  }

  private async takeNotification(notification: BinaryNode): Promise<void> {
    const acknowledge = () => this.parts.socket.sendNode(buildAckStanza(notification))
    const { type } = notification.attrs
    if (this.isLinked) return acknowledge()
    if (type === 'companion_reg_refresh') await this.refreshRegistration(notification)
    if (type === 'passkey_prologue_request') await this.askForPasskey(notification)
    await acknowledge()
    if (type === 'crsc_continuation') await this.passkey.takeContinuation(notification)
    if (type === 'link_code_companion_reg') await this.phoneCode.take(notification)
  }

  /** Scanned or typed, it goes on with the passkey: neither QR nor code counts any more, nor ends anything. */
  private async askForPasskey(notification: BinaryNode): Promise<void> {
    this.qrs.stop()
    this.phoneCode.stop()
    await this.passkey.take(notification)
  }

  private endUnlessAnswered(): void {
    this.isUsedUp = true
    if (!this.phoneCode.isAnswered) this.parts.onUsedUp()
  }

  private afterAnsweredCode(): void {
    if (this.isUsedUp) return this.parts.onUsedUp()
    if (this.refreshWaits) this.handle(() => this.replaceSecret())
    this.refreshWaits = false
  }

  /** What still comes before the network ends this connection is acknowledged, and changes nothing. */
  private linked(): void {
    this.isLinked = true
    this.showNothing()
  }

  private showNothing(): void {
    this.qrs.stop()
    this.phoneCode.stop()
    this.passkey.stop()
  }
}

/** Begins to link the device of this socket. */
export function listenForPairing(parts: PairingParts): Pairing {
  const pairing = new Pairing(parts)
  pairing.listen()
  return pairing
}
