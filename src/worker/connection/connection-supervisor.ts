import type { StatusCode } from '../../core/client/client-status.ts'
import { type StatusCause, toThrownCause } from '../../core/client/status-cause.ts'
import type { ColdPause } from '../../core/new-chats.ts'
import { backoffMs } from '../../core/pacing/backoff.ts'
import type {
  CloseReason,
  ConnectionState,
  CredentialStore,
  NetworkConnection,
  NetworkConnector,
  NetworkEvent,
  NetworkTarget,
  OpenOptions,
  OwnAddresses,
  PairingCode,
  PasskeyAssertion,
  PresenceNews,
  ProxyAccess,
} from '../../network/port.ts'
import type { Log } from '../../platform/logger.ts'
import type { StatusChange } from '../client-record.ts'
import { CLOSE_POLICY, type ClosePolicy, type MovedIn } from './close-policy.ts'
import { type LinkingState, NOTHING_SHOWN, type Shown, toLinkingCode, toShown } from './linking.ts'
import { requestPairingCode } from './pairing-code.ts'
import { takePasskey } from './passkey.ts'
import { Removal } from './removal.ts'
import { Restriction } from './restriction.ts'
import { type Liveness, SilenceWatch } from './silence-watch.ts'

/** A connection that stayed open this long ends the row of failures that the pauses grow with. */
const STABLE_AFTER_MS = 30_000
/** While it is not sure that the client is still ours, a reopening waits this long and looks again. */
const UNSURE_PAUSE_MS = 1_000
/** How a connection that no longer answers is found: at worst 50 seconds after its last sign of life. */
const LIVENESS: Liveness = { silenceMs: 30_000, probeTimeoutMs: 15_000, lookEveryMs: 5_000 }

/**
 * A worker that was paused in the middle of a login goes on with it when it wakes, before it knows that another one took
 * its client over: that other one is replaced by nobody who stays. So it tries once more, after a pause in which the
 * sleeper finds out. The network gives unfinished logins up long before this time is over.
 */
const RETAKE_WITHIN_MS = 300_000
const RETAKE_PAUSE_MS = 3_000

const SILENT: StatusCause = { code: 'SILENT', params: {} }

type Closed = Extract<ConnectionState, { kind: 'closed' }>

export interface SupervisorSnapshot extends Shown {
  code: StatusCode
  cause: StatusCause | null
  socketId: string | null
}

export interface SupervisorOptions {
  clientId: string
  target: NetworkTarget
  connector: Pick<NetworkConnector, 'open'>
  credentials: CredentialStore
  log: Log
  now: () => number
  random: () => number
  readSentMessage: OpenOptions['readSentMessage']
  findLidsByHash?: OpenOptions['findLidsByHash']
  /** How connections find their way; absent means directly. */
  proxy?: ProxyAccess
  onEvents(events: readonly NetworkEvent[]): Promise<void>
  /** Who of the contacts is online and what they do; it waits for nothing. */
  onPresence?(news: PresenceNews): void
  onStatus(change: StatusChange): void
  /** The network gave another code to pair with; the one before is void. */
  onQr(qr: string): void
  onPaired(me: OwnAddresses): void
  onOpen(me: OwnAddresses): void
  /** A connection ended that was not closed here; what follows is decided by its reason. */
  onLost(reason: CloseReason): void
  /** The client gave up its connection for good: `end` it should not run any more, `abandon` another host owns it. */
  onEnd(how: 'end' | 'abandon', code: StatusCode): void
  /** False while another host may own the client: then no connection is opened, and asked again soon. */
  mayOpen(): boolean
  /** The client was taken over from a worker that may still be alive. */
  tookOver?: boolean
  /** Whether the session came from another program; asked when a connection ends. */
  movedIn?: () => MovedIn
  /** Shorter times, for tests. */
  liveness?: Liveness
}

/** Keeps one client connected: opens, reopens with growing pauses, and says at each moment what is so. */
export class ConnectionSupervisor {
  readonly #options: SupervisorOptions
  readonly #watch: SilenceWatch
  readonly #restriction: Restriction
  readonly #removal = new Removal()
  /** What they still say counts no longer. */
  readonly #givenUp = new WeakSet<NetworkConnection>()
  #connection: NetworkConnection | null = null
  #isOpen = false
  #isStopped = false
  #failures = 0
  #openedAtMs = 0
  #reopenTimer: NodeJS.Timeout | null = null
  #mayRetakeUntilMs: number
  #snapshot: SupervisorSnapshot = { code: 'STARTING', cause: null, socketId: null, ...NOTHING_SHOWN }

  constructor(options: SupervisorOptions) {
    const { now, liveness = LIVENESS } = options
    this.#options = options
    this.#mayRetakeUntilMs = options.tookOver ? now() + RETAKE_WITHIN_MS : 0
    this.#watch = new SilenceWatch({
      liveness,
      now,
      current: () => this.current(),
      onSilent: (silent, error) => this.#replaceSilent(silent, error),
    })
    this.#restriction = new Restriction(now, () => {
      if (this.#isOpen && !this.#isStopped) this.#showOpen()
    })
  }

  connect(): NetworkConnection {
    if (this.#reopenTimer) clearTimeout(this.#reopenTimer)
    this.#reopenTimer = null
    this.#isOpen = false
    const { connector, clientId, target, credentials, proxy, readSentMessage, mayOpen } = this.#options
    const { findLidsByHash } = this.#options
    const attempt = connector.open({
      clientId,
      target,
      credentials,
      readSentMessage,
      mayConnect: mayOpen,
      ...(proxy ? { proxy } : {}),
      ...(findLidsByHash ? { findLidsByHash } : {}),
      handlers: {
        onState: (state) => {
          if (this.#givenUp.has(attempt)) return
          if (attempt === this.#connection || this.#connection === null) this.#handleState(state)
        },
        onEvents: (events) => {
          this.#watch.noteFrame()
          return this.#options.onEvents(events)
        },
        onPresence: (news) => {
          if (attempt === this.#connection) this.#options.onPresence?.(news)
        },
      },
    })
    this.#connection = attempt
    this.#snapshot = { ...this.#snapshot, ...NOTHING_SHOWN, socketId: attempt.socketId }
    return attempt
  }

  /** The connection while it is open, else null. */
  current(): NetworkConnection | null {
    return this.#isOpen && !this.#isStopped ? this.#connection : null
  }

  snapshot(): SupervisorSnapshot {
    return this.#snapshot
  }

  /** Nothing is sent to strangers until then; null: no longer. Shown while it is connected. */
  restrict(pause: ColdPause | null): void {
    this.#restriction.set(pause)
  }

  /** Of the latest attempt: the proxy, null for none, undefined while it is not chosen. */
  routeId(): string | null | undefined {
    const route = this.#connection?.route
    return route === null ? null : route?.id
  }

  /** A code to type into the phone of that number. Refuses when the client is linked, or the network gives none. */
  requestPairingCode(phoneNumber: string): Promise<PairingCode> {
    const host = {
      snapshot: () => this.#snapshot,
      pairing: () => this.#connection?.pairing ?? null,
      renew: () => this.#renew(),
      now: this.#options.now,
    }
    return requestPairingCode(host, phoneNumber)
  }

  /** Refuses when the network asks for no passkey, or does not take what was given. */
  answerPasskey(assertion: PasskeyAssertion): Promise<void> {
    return takePasskey(this.#connection?.pairing?.answerPasskey(assertion))
  }

  /** The same for the code that a passkey is confirmed with. */
  confirmPasskey(): Promise<void> {
    return takePasskey(this.#connection?.pairing?.confirmPasskey())
  }

  async close(): Promise<void> {
    this.#isStopped = true
    this.#watch.stop()
    this.#restriction.stop()
    if (this.#reopenTimer) clearTimeout(this.#reopenTimer)
    await this.#connection?.close()
    this.#connection = null
    this.#isOpen = false
  }

  /** Also removes the device from the account. */
  async logout(): Promise<void> {
    const live = this.#isOpen ? this.#connection : null
    this.#isStopped = true
    if (live) await live.logout()
    await this.close()
    await this.#options.credentials.clear()
  }

  #handleState(state: ConnectionState): void {
    if (this.#isStopped && state.kind !== 'closed') return
    switch (state.kind) {
      case 'connecting':
        return
      case 'pairing':
      case 'pairing_code':
      case 'passkey':
      case 'passkey_confirm':
        this.#showLinking(state)
        return
      case 'paired':
        this.#snapshot = { ...this.#snapshot, ...NOTHING_SHOWN }
        this.#options.onPaired(state.me)
        this.#setStatus('PAIRED')
        return
      case 'open':
        this.#handleOpen(state.me)
        return
      case 'closed':
        this.#handleClosed(state)
    }
  }

  #handleOpen(me: OwnAddresses): void {
    this.#isOpen = true
    this.#openedAtMs = this.#options.now()
    this.#watch.start()
    this.#snapshot = { ...this.#snapshot, ...NOTHING_SHOWN }
    this.#showOpen()
    this.#options.onOpen(me)
  }

  #handleClosed(state: Closed): void {
    const { log, now, onLost, movedIn } = this.#options
    const wasOpen = this.#isOpen
    this.#isOpen = false
    this.#watch.stop()
    this.#snapshot = { ...this.#snapshot, ...NOTHING_SHOWN, socketId: null }
    if (this.#isStopped) return
    onLost(state.reason)
    log.info({ reason: state.reason, code: state.rawCode, cause: state.cause }, 'connection closed')
    const openMs = wasOpen ? now() - this.#openedAtMs : 0
    const policy = this.#removal.judge(state.reason, {
      movedIn: movedIn?.() ?? null,
      openMs,
      isRestricted: this.#restriction.current()?.reason === 'REACH_OUT_RESTRICTED',
    })
    this.#failures = openMs > STABLE_AFTER_MS ? 1 : this.#failures + 1
    if (state.reason === 'replaced' && now() < this.#mayRetakeUntilMs) return this.#retake(state)
    this.#setStatus(policy.code, withEnd(state, now()), state.rawCode)
    this.#follow(policy, state.retryAfterMs)
  }

  #retake({ cause, rawCode }: Closed): void {
    this.#mayRetakeUntilMs = 0
    this.#options.log.warn(
      { cause },
      'replaced after a takeover, by the worker before it seems; tried once more',
    )
    const policy = CLOSE_POLICY.connection_lost
    this.#setStatus(policy.code, cause, rawCode)
    this.#follow(policy, RETAKE_PAUSE_MS)
  }

  #follow(policy: ClosePolicy, retryAfterMs: number | undefined): void {
    if (policy.next === 'end' || policy.next === 'abandon') return this.#giveUp(policy, policy.next)
    if (policy.next === 'hold') return
    const pause = policy.backoff
      ? backoffMs(policy.backoff, this.#failures, this.#options.random())
      : restartPause(this.#failures)
    this.#reopenAfter(Math.max(pause, retryAfterMs ?? 0))
  }

  #giveUp(policy: ClosePolicy, how: 'end' | 'abandon'): void {
    const { credentials, log, onEnd } = this.#options
    this.#isStopped = true
    const forgotten = policy.forget ? credentials.clear() : Promise.resolve()
    forgotten
      .catch((error: unknown) => log.error({ err: error }, 'credentials could not be removed'))
      .finally(() => onEnd(how, policy.code))
  }

  #reopenAfter(ms: number): void {
    this.#reopenTimer = setTimeout(() => this.#reopen(), ms)
  }

  #reopen(): void {
    if (this.#isStopped) return
    if (!this.#options.mayOpen()) return this.#reopenAfter(UNSURE_PAUSE_MS)
    try {
      this.connect()
    } catch (error) {
      this.#options.log.error({ err: error }, 'connection could not be opened')
      this.#setStatus('START_FAILED', toThrownCause(error))
      this.#failures += 1
      this.#follow(CLOSE_POLICY.connection_lost, undefined)
    }
  }

  async #replaceSilent(silent: NetworkConnection, error: unknown): Promise<void> {
    this.#options.log.warn({ err: error }, 'the connection gives no sign of life and is replaced')
    this.#isOpen = false
    this.#watch.stop()
    await this.#discard(silent)
    this.#handleClosed({ kind: 'closed', reason: 'connection_lost', cause: SILENT, rawCode: null })
  }

  /** Another connection in place of one that nobody has been linked with; one for all who ask at the same time. */
  async #renew(): Promise<void> {
    const old = this.#connection
    if (old) await this.#discard(old)
    if (!this.#isStopped && this.#connection === old) this.#reopen()
  }

  async #discard(old: NetworkConnection): Promise<void> {
    this.#givenUp.add(old)
    await old
      .close()
      .catch((error: unknown) => this.#options.log.warn({ err: error }, 'a connection did not close'))
  }

  #showOpen(): void {
    const pause = this.#restriction.current()
    if (pause === null) this.#setStatus('CONNECTED')
    else this.#setStatus(pause.reason, { code: 'RESTRICTED_UNTIL', params: { until: toIso(pause.untilMs) } })
  }

  #showLinking(state: LinkingState): void {
    this.#snapshot = { ...this.#snapshot, ...toShown(this.#snapshot, state) }
    this.#setStatus(toLinkingCode(this.#snapshot))
    if (state.kind === 'pairing') this.#options.onQr(state.qr)
  }

  #setStatus(code: StatusCode, cause: StatusCause | null = null, rawCode: number | null = null): void {
    const isSame =
      this.#snapshot.code === code && JSON.stringify(this.#snapshot.cause) === JSON.stringify(cause)
    this.#snapshot = { ...this.#snapshot, code, cause }
    if (!isSame) this.#options.onStatus({ code, cause, rawCode })
  }
}

/** A restart the network asked for happens at once; a row of them slows down, so that it cannot become a loop. */
function restartPause(failures: number): number {
  return failures <= 3 ? 0 : Math.min(60_000, 500 * 2 ** (failures - 3))
}

/** A ban is told with its end. */
function withEnd({ cause, retryAfterMs }: Closed, nowMs: number): StatusCause {
  if (cause.code !== 'BANNED_FOR_NOW' || retryAfterMs === undefined) return cause
  return { code: cause.code, params: { ...cause.params, until: toIso(nowMs + retryAfterMs) } }
}

const toIso = (ms: number): string => new Date(ms).toISOString()
