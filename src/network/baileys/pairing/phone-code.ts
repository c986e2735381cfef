import { type AuthenticationCreds, type BinaryNode, getBinaryNodeChild, type WASocket } from 'baileys'
import type { PairingCode, PairingCodeOutcome } from '../../port.ts'
import {
  type CodeKeys,
  isPrimaryHello,
  newCodeKeys,
  sealKeyBundle,
  wrapEphemeral,
} from './phone-code-keys.ts'

const SERVER = '@s.whatsapp.net'
const TAG = 'link_code_companion_reg'
/** The web client takes answers to a code for three minutes, and three of them (whatsapp-rust's `pair_code.rs`). */
const CODE_MS = 180_000
const MAX_HELLOS = 3
/** How long the network may take to link a device after the phone answered in time. */
const ANSWERED_MS = 30_000
/** The network decides about a code at once; who asked for it does not wait longer. */
const ANSWER_MS = 10_000
/** A code that leaves less time than this to type it is not worth asking for. */
const MIN_CODE_MS = 100_000

/**
 * The network answers 400 to names it does not know (whatsmeow's `PairPhone`; OpenWA#1666): so here we are the browser
 * whose kind of client we tell it anyway, whatever name the phone lists afterwards.
 */
const [PLATFORM_ID, PLATFORM_NAME] = ['1', 'Chrome (Linux)']
/** whatsmeow and the web client send one zero byte; rc14 sends the digit. */
const NONCE = Buffer.from([0])

const RATE_LIMITED = 429

type NoCode = 'bad_request' | 'rate_limited' | 'no_answer'

interface OpenCode extends PairingCode {
  keys: CodeKeys
  ref: Buffer
  hellos: number
}

export interface PhoneCodeParts {
  socket: Pick<WASocket, 'query'>
  credentials: AuthenticationCreds
  queryTimeoutMs: number
  /** When the network will end the connection, in milliseconds of the clock; 0 while it has not begun. */
  endsAtMs(): number
  /** Stores the secret that was agreed on with the phone, and resolves when that is durable. */
  keepSecret(secret: Buffer): Promise<void>
  onCode(code: PairingCode | null): void
  /** A code that the phone answered has ended without a link. */
  onEnded(): void
  now(): number
}

const toJid = (phoneNumber: string): string => `${phoneNumber.replace(/\D/g, '')}@s.whatsapp.net`

function bytesIn(parent: BinaryNode | undefined, tag: string): Buffer {
  const content = getBinaryNodeChild(parent, tag)?.content
  return content instanceof Uint8Array ? Buffer.from(content) : Buffer.alloc(0)
}

const request = (attrs: Record<string, string>, content: BinaryNode[]): BinaryNode => ({
  tag: 'iq',
  attrs: { to: SERVER, type: 'set', xmlns: 'md' },
  content: [{ tag: TAG, attrs, content }],
})

const field = (tag: string, content: Uint8Array | string): BinaryNode => ({
  tag,
  attrs: {},
  content: typeof content === 'string' ? Buffer.from(content) : content,
})

/** The code of an error answer; null when there was no answer. */
function readRefusal(error: unknown): number | null {
  const data = (error as { data?: unknown } | null)?.data
  return typeof data === 'number' ? data : null
}

/** Linking by a code that is typed into the phone: the device's side, beside the QR codes of the same connection. */
export class PhoneCode {
  private readonly parts: PhoneCodeParts
  private open: OpenCode | null = null
  private timer: NodeJS.Timeout | undefined

  constructor(parts: PhoneCodeParts) {
    this.parts = parts
  }

  /** The phone has answered: the secret is the one both agreed on, and the link depends on it. */
  get isAnswered(): boolean {
    return (this.open?.hellos ?? 0) > 0
  }

  /** Asks for a code; the one before is void. Only the network's own answer makes one (bly#2737). */
  async request(phoneNumber: string): Promise<PairingCodeOutcome> {
    const startMs = this.parts.now()
    const expiresAtMs = Math.min(startMs + CODE_MS, this.parts.endsAtMs())
    if (expiresAtMs - startMs < MIN_CODE_MS) return { kind: 'too_late' }
    this.end()
    const keys = newCodeKeys()
    const asked = request(
      { jid: toJid(phoneNumber), stage: 'companion_hello', should_show_push_notification: 'true' },
      [
        field('link_code_pairing_wrapped_companion_ephemeral_pub', await wrapEphemeral(keys)),
        field('companion_server_auth_key_pub', this.parts.credentials.noiseKey.public),
        field('companion_platform_id', PLATFORM_ID),
        field('companion_platform_display', PLATFORM_NAME),
        field('link_code_pairing_nonce', NONCE),
      ],
    )
    const answer = await this.ask(asked)
    if (typeof answer === 'string') return { kind: 'refused', reason: answer }
    const ref = bytesIn(getBinaryNodeChild(answer, TAG), 'link_code_pairing_ref')
    if (ref.length === 0) return { kind: 'refused', reason: 'no_answer' }
    const { code } = keys
    this.open = { code, phoneNumber, expiresAtMs, keys, ref, hellos: 0 }
    this.timer = setTimeout(() => this.expire(), expiresAtMs - this.parts.now())
    const shown = { code, phoneNumber, expiresAtMs }
    this.parts.onCode(shown)
    return { kind: 'code', ...shown }
  }

  /** A notification of the network about the code. Those that do not fit are passed over, as the web client does. */
  async take(notification: BinaryNode): Promise<void> {
    const child = getBinaryNodeChild(notification, TAG)
    const { open } = this
    if (!open?.ref.equals(bytesIn(child, 'link_code_pairing_ref'))) return
    if (child?.attrs.stage === 'refresh_code')
      return this.refresh(open, child.attrs.force_manual_refresh === 'true')
    if (child?.attrs.stage === 'primary_hello') return this.answerPhone(open, child)
  }

  /** Forgets the code, and says so when it was shown. */
  end(): void {
    clearTimeout(this.timer)
    if (!this.open) return
    const wasAnswered = this.isAnswered
    this.open = null
    this.parts.onCode(null)
    if (wasAnswered) this.parts.onEnded()
  }

  /** The connection ended, or the device is linked. */
  stop(): void {
    clearTimeout(this.timer)
    this.open = null
  }

  /** Once the phone has answered, what follows is between it and the network, and may take a moment longer. */
  private expire(): void {
    if (this.isAnswered) this.timer = setTimeout(() => this.end(), ANSWERED_MS)
    else this.end()
  }

  /** The network wants another code to be shown, or a person to ask for it. */
  private async refresh({ phoneNumber }: OpenCode, isManual: boolean): Promise<void> {
    this.end()
    if (!isManual) await this.request(phoneNumber)
  }

  private async answerPhone(open: OpenCode, child: BinaryNode): Promise<void> {
    const hello = {
      wrappedEphemeral: bytesIn(child, 'link_code_pairing_wrapped_primary_ephemeral_pub'),
      identity: bytesIn(child, 'primary_identity_pub'),
    }
    // Without the phone's key it announces a passkey (bly#2694).
    if (!isPrimaryHello(hello) || this.parts.now() > open.expiresAtMs || open.hellos >= MAX_HELLOS) return
    open.hellos += 1
    const { signedIdentityKey: identity } = this.parts.credentials
    const { bundle, advSecret } = await sealKeyBundle(open.keys, hello, identity)
    await this.parts.keepSecret(advSecret)
    const answer = await this.ask(
      request({ jid: toJid(open.phoneNumber), stage: 'companion_finish' }, [
        field('link_code_pairing_wrapped_key_bundle', bundle),
        field('companion_identity_public', identity.public),
        field('link_code_pairing_ref', open.ref),
      ]),
    )
    if (typeof answer === 'string' && answer !== 'no_answer') this.end()
  }

  private async ask(node: BinaryNode): Promise<BinaryNode | NoCode> {
    try {
      const timeoutMs = Math.min(this.parts.queryTimeoutMs, ANSWER_MS)
      return (await this.parts.socket.query(node, timeoutMs)) ?? 'no_answer'
    } catch (error) {
      const code = readRefusal(error)
      if (code === null) return 'no_answer'
      return code === RATE_LIMITED ? 'rate_limited' : 'bad_request'
    }
  }
}
