import { type AuthenticationCreds, type BinaryNode, getBinaryNodeChild, type WASocket } from 'baileys'
import type { StatusCauseParams } from '../../../core/client/status-cause.ts'
import type { CodedAs } from '../../../core/conversation/coded.ts'
import type { PasskeyAssertion, PasskeyOptions, PasskeyOutcome } from '../../port.ts'
import {
  type Agreement,
  agreeWithPhone,
  deriveHandoffKey,
  makePrologue,
  type Prologue,
  proveHandoff,
  sealPairingRequest,
} from './passkey-keys.ts'

const SERVER = '@s.whatsapp.net'
/** How long the proof that spares the comparison of codes counts (whatsmeow's `passkeyHandoffKey.Valid`). */
const HANDOFF_MS = 300_000
/** Challenges of one to ten minutes were seen; without a time, or with another, it is one of these. */
const [LEAST_MS, MOST_MS] = [60_000, 600_000]
/** The network decides at once; who answers, which takes two requests, does not wait longer for each. */
const ANSWER_MS = 8_000

/** Why linking with a passkey ended. */
export type PasskeyFailure = CodedAs<
  StatusCauseParams,
  'PASSKEY_EXPIRED' | 'PASSKEY_REFUSED' | 'PASSKEY_UNREADABLE'
>

type Refused = Extract<PasskeyOutcome, { kind: 'refused' }>['reason']

export interface PasskeyParts {
  socket: Pick<WASocket, 'query'>
  credentials: AuthenticationCreds
  queryTimeoutMs: number
  /** Replaces the secret by a new one, and resolves when that is durable. */
  replaceSecret(): Promise<void>
  onState(
    state:
      | { kind: 'passkey'; options: PasskeyOptions; isAnswered: boolean; expiresAtMs: number }
      | { kind: 'passkey_confirm'; code: string; expiresAtMs: number },
  ): void
  onFailed(cause: PasskeyFailure): void
  now(): number
}

interface Ceremony {
  options: PasskeyOptions
  expiresAtMs: number
  handoff: { key: Uint8Array; untilMs: number }
  prologue: Prologue | null
  /** The proof went with the answer, so nobody need compare codes. */
  isProven: boolean
  agreement: Agreement | null
  isSealed: boolean
}

const request = (type: 'get' | 'set', child: BinaryNode): BinaryNode => ({
  tag: 'iq',
  attrs: { to: SERVER, type, xmlns: 'md' },
  content: [child],
})

const field = (tag: string, content?: Uint8Array): BinaryNode => ({
  tag,
  attrs: {},
  ...(content ? { content } : {}),
})

function bytesIn(parent: BinaryNode | undefined, tag: string): Buffer {
  const content = getBinaryNodeChild(parent, tag)?.content
  return content instanceof Uint8Array
    ? Buffer.from(content)
    : Buffer.from(typeof content === 'string' ? content : '')
}

/** The WebAuthn request in a notification or an answer; null when it cannot be read. Passed on as it came. */
function readOptions(node: BinaryNode | undefined): PasskeyOptions | null {
  try {
    const options: unknown = JSON.parse(bytesIn(node, 'passkey_request_options').toString('utf8'))
    const { challenge } = options as { challenge?: unknown }
    return typeof challenge === 'string' && challenge !== '' ? (options as PasskeyOptions) : null
  } catch {
    return null
  }
}

/** The challenge that was signed; null when the assertion cannot be read. */
function readChallenge({ response }: PasskeyAssertion): string | null {
  try {
    const signed: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'))
    const { challenge } = signed as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}

/**
 * Linking with a passkey ("Shortcake"), the device's side: what the network asks for after a scan or a code, until it says
 * `pair-success` (whatsmeow's `pair-passkey.go`, zapo's `WaShortcakeFlow.ts`).
 */
export class Passkey {
  private readonly parts: PasskeyParts
  private ceremony: Ceremony | null = null
  private isStopped = false
  private timer: NodeJS.Timeout | undefined

  constructor(parts: PasskeyParts) {
    this.parts = parts
  }

  /** Whether the network waits for a passkey; then no QR counts any more. */
  get isAsked(): boolean {
    return this.ceremony !== null
  }

  /** The phone has the secret: it must not be replaced until the device is linked. */
  get isSealed(): boolean {
    return this.ceremony?.isSealed === true
  }

  /** The connection ended, or the device is linked. */
  stop(): void {
    clearTimeout(this.timer)
    this.isStopped = true
    this.ceremony = null
  }

  /** The network asks for the passkey. The secret is replaced, durably, before anything is answered. */
  async take(notification: BinaryNode): Promise<void> {
    const startMs = this.parts.now()
    const before = this.ceremony
    if (before?.isSealed) return
    const advSecret = Buffer.from(this.parts.credentials.advSecretKey, 'base64')
    // Asked again, it is the secret that the phone has seen which still proves who we are.
    const handoff = before?.handoff ?? { key: deriveHandoffKey(advSecret), untilMs: startMs + HANDOFF_MS }
    if (!before) await this.parts.replaceSecret()
    const options = readOptions(notification) ?? readOptions(await this.askForOptions())
    if (this.isStopped) return
    if (!options) return this.fail('PASSKEY_UNREADABLE')
    const givenMs = typeof options.timeout === 'number' ? options.timeout : MOST_MS
    const expiresAtMs = startMs + Math.min(MOST_MS, Math.max(LEAST_MS, givenMs))
    this.ceremony = {
      options,
      expiresAtMs,
      handoff,
      prologue: null,
      isProven: false,
      agreement: null,
      isSealed: false,
    }
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.fail('PASSKEY_EXPIRED'), expiresAtMs - this.parts.now())
    this.parts.onState({ kind: 'passkey', options, isAnswered: false, expiresAtMs })
  }

  /** Hands the network what the account's passkey signed. */
  async answer(assertion: PasskeyAssertion): Promise<PasskeyOutcome> {
    const { ceremony } = this
    if (!ceremony || ceremony.agreement) return this.refuse('not_asked')
    if (readChallenge(assertion) !== ceremony.options.challenge) return this.refuse('wrong_challenge')
    const given = await this.ask(request('get', field('ref')))
    if (typeof given === 'string') return this.refuse(given)
    const ref = bytesIn(given, 'ref').toString('utf8')
    if (ref === '') return this.refuse('no_answer')
    const prologue = makePrologue(ref)
    const { key, untilMs } = ceremony.handoff
    const isProven = this.parts.now() < untilMs
    const proof = isProven ? [field('pairing_handoff_proof', proveHandoff(key, prologue.payload))] : []
    ceremony.prologue = prologue
    ceremony.isProven = isProven
    const answer = await this.ask(
      request('set', {
        tag: 'passkey_prologue',
        attrs: {},
        content: [
          field('credential_id', Buffer.from(assertion.rawId, 'base64url')),
          field('webauthn_assertion', Buffer.from(JSON.stringify(assertion))),
          field('prologue_payload', prologue.payload),
          ...proof,
        ],
      }),
    )
    if (typeof answer === 'string') return this.refuse(answer)
    if (this.isStopped) return this.refuse('not_asked')
    const { options, expiresAtMs } = ceremony
    // A proof serves once.
    ceremony.handoff = { key, untilMs: 0 }
    this.parts.onState({ kind: 'passkey', options, isAnswered: true, expiresAtMs })
    return { kind: 'taken' }
  }

  /** The phone answers: both now know the code, and with a proof nobody has to compare it. */
  async takeContinuation(notification: BinaryNode): Promise<void> {
    const { ceremony } = this
    if (!ceremony?.prologue || ceremony.agreement) return
    let agreement: Agreement
    try {
      agreement = agreeWithPhone(ceremony.prologue, bytesIn(notification, 'primary_ephemeral_identity'))
    } catch {
      return this.fail('PASSKEY_REFUSED')
    }
    ceremony.agreement = agreement
    const answer = await this.ask(request('set', field('companion_nonce', ceremony.prologue.nonce)))
    if (typeof answer === 'string') return this.fail('PASSKEY_REFUSED')
    const { expiresAtMs } = ceremony
    if (ceremony.isProven) await this.confirm()
    else if (!this.isStopped)
      this.parts.onState({ kind: 'passkey_confirm', code: agreement.code, expiresAtMs })
  }

  /** A person has seen that the phone shows the same code. */
  async confirm(): Promise<PasskeyOutcome> {
    const { ceremony } = this
    if (!ceremony?.agreement || ceremony.isSealed) return this.refuse('not_asked')
    const { noiseKey, signedIdentityKey, advSecretKey } = this.parts.credentials
    ceremony.isSealed = true
    const sealed = sealPairingRequest(ceremony.agreement, {
      noise: noiseKey.public,
      identity: signedIdentityKey.public,
      advSecret: Buffer.from(advSecretKey, 'base64'),
    })
    const answer = await this.ask(request('set', field('encrypted_pairing_request', sealed)))
    if (typeof answer !== 'string') return { kind: 'taken' }
    this.fail('PASSKEY_REFUSED')
    return this.refuse(answer)
  }

  private refuse(reason: Refused): PasskeyOutcome {
    return { kind: 'refused', reason }
  }

  /** Nothing of it is left to go on with. What ended already, as by the link, is no failure. */
  private fail(code: PasskeyFailure['code']): void {
    if (this.isStopped) return
    this.stop()
    this.parts.onFailed({ code, params: {} })
  }

  private async askForOptions(): Promise<BinaryNode | undefined> {
    const answer = await this.ask(request('get', field('passkey_request_options')))
    return typeof answer === 'string' ? undefined : answer
  }

  private async ask(node: BinaryNode): Promise<BinaryNode | 'refused' | 'no_answer'> {
    try {
      return (
        (await this.parts.socket.query(node, Math.min(this.parts.queryTimeoutMs, ANSWER_MS))) ?? 'no_answer'
      )
    } catch (error) {
      return typeof (error as { data?: unknown } | null)?.data === 'number' ? 'refused' : 'no_answer'
    }
  }
}
