import { backoffMs } from '../../core/backoff.ts'
import type { StatusCode } from '../../core/client/client-status.ts'
import type { ColdPause } from '../../core/new-chats.ts'
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
  ProxyAccess,
} from '../../network/port.ts'
import type { Log } from '../../platform/logger.ts'
import type { StatusChange } from '../client-record.ts'
import { CLOSE_POLICY, type ClosePolicy, type MovedIn } from './close-policy.ts'
import {
  createLinking,
  type Linking,
  type LinkingState,
  NOTHING_SHOWN,
  type Shown,
  toLinkingCode,
  toShown,
} from './linking.ts'
import { Removal } from './removal.ts'
import { createRestriction } from './restriction.ts'
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

const SILENT = 'The network gave no sign of life for a while, so the connection is opened anew.'

type Closed = Extract<ConnectionState, { kind: 'closed' }>

export interface SupervisorSnapshot extends Shown {
  code: StatusCode
  detail: string | null
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
  /** How connections find their way; absent means directly. */
  proxy?: ProxyAccess
  onEvents(events: readonly NetworkEvent[]): Promise<void>
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

export interface ConnectionSupervisor extends Linking {
  connect(): NetworkConnection
  /** The connection while it is open, else null. */
  current(): NetworkConnection | null
  snapshot(): SupervisorSnapshot
  /** Nothing is sent to strangers until then; null: no longer. Shown while it is connected. */
  restrict(pause: ColdPause | null): void
  /** Of the latest attempt: the proxy, null for none, undefined while it is not chosen. */
  routeId(): string | null | undefined
  close(): Promise<void>
  logout(): Promise<void>
}

/** Keeps one client connected: opens, reopens with growing pauses, and says at each moment what is so. */
export function createConnectionSupervisor(options: SupervisorOptions): ConnectionSupervisor {
  const { log, now, liveness = LIVENESS } = options
  let connection: NetworkConnection | null = null
  let open = false
  let stopped = false
  let failures = 0
  let openedAtMs = 0
  let reopenTimer: NodeJS.Timeout | null = null
  let mayRetakeUntilMs = options.tookOver ? now() + RETAKE_WITHIN_MS : 0
  const current = () => (open && !stopped ? connection : null)
  const watch = new SilenceWatch({ liveness, now, current, onSilent: replaceSilent })
  const givenUp = new WeakSet<NetworkConnection>()
  const removal = new Removal()
  let snapshot: SupervisorSnapshot = { code: 'STARTING', detail: null, socketId: null, ...NOTHING_SHOWN }

  function setStatus(code: StatusCode, detail: string | null = null, rawCode: number | null = null): void {
    const same = snapshot.code === code && snapshot.detail === detail
    snapshot = { ...snapshot, code, detail }
    if (!same) options.onStatus({ code, detail, rawCode })
  }

  function connect(): NetworkConnection {
    if (reopenTimer) clearTimeout(reopenTimer)
    reopenTimer = null
    open = false
    const attempt = options.connector.open({
      clientId: options.clientId,
      target: options.target,
      credentials: options.credentials,
      readSentMessage: options.readSentMessage,
      mayConnect: options.mayOpen,
      ...(options.proxy ? { proxy: options.proxy } : {}),
      handlers: {
        onState: (state) => {
          if (givenUp.has(attempt)) return
          if (attempt === connection || connection === null) handleState(state)
        },
        onEvents: (events) => {
          watch.heard()
          return options.onEvents(events)
        },
      },
    })
    connection = attempt
    snapshot = { ...snapshot, ...NOTHING_SHOWN, socketId: attempt.socketId }
    return attempt
  }

  /** What it still says counts no longer. */
  async function discard(old: NetworkConnection): Promise<void> {
    givenUp.add(old)
    await old.close().catch((error: unknown) => log.warn({ err: error }, 'a connection did not close'))
  }

  /** Another connection in place of one that nobody has been linked with; one for all who ask at the same time. */
  async function renew(): Promise<void> {
    const old = connection
    if (old) await discard(old)
    if (!stopped && connection === old) reopen()
  }

  const restriction = createRestriction(now, () => {
    if (open && !stopped) showOpen()
  })

  function showOpen(): void {
    const pause = restriction.current()
    if (pause === null) setStatus('CONNECTED')
    else setStatus(pause.reason, `until ${new Date(pause.untilMs).toISOString()}`)
  }

  function handleOpen(me: OwnAddresses): void {
    open = true
    openedAtMs = now()
    watch.start()
    snapshot = { ...snapshot, ...NOTHING_SHOWN }
    showOpen()
    options.onOpen(me)
  }

  async function replaceSilent(silent: NetworkConnection, error: unknown): Promise<void> {
    log.warn({ err: error }, 'the connection gives no sign of life and is replaced')
    open = false
    watch.stop()
    await discard(silent)
    handleClosed({ kind: 'closed', reason: 'connection_lost', detail: SILENT, rawCode: null })
  }

  function showLinking(state: LinkingState): void {
    snapshot = { ...snapshot, ...toShown(snapshot, state) }
    setStatus(toLinkingCode(snapshot))
    if (state.kind === 'pairing') options.onQr(state.qr)
  }

  function handleState(state: ConnectionState): void {
    if (stopped && state.kind !== 'closed') return
    switch (state.kind) {
      case 'connecting':
        return
      case 'pairing':
      case 'pairing_code':
      case 'passkey':
      case 'passkey_confirm':
        showLinking(state)
        return
      case 'paired':
        snapshot = { ...snapshot, ...NOTHING_SHOWN }
        options.onPaired(state.me)
        setStatus('PAIRED')
        return
      case 'open':
        handleOpen(state.me)
        return
      case 'closed':
        handleClosed(state)
    }
  }

  function handleClosed(state: Closed): void {
    const wasOpen = open
    open = false
    watch.stop()
    snapshot = { ...snapshot, ...NOTHING_SHOWN, socketId: null }
    if (stopped) return
    options.onLost(state.reason)
    log.info({ reason: state.reason, code: state.rawCode, detail: state.detail }, 'connection closed')
    const openMs = wasOpen ? now() - openedAtMs : 0
    const policy = removal.judge(state.reason, {
      movedIn: options.movedIn?.() ?? null,
      openMs,
      isRestricted: restriction.current()?.reason === 'REACH_OUT_RESTRICTED',
    })
    failures = openMs > STABLE_AFTER_MS ? 1 : failures + 1
    if (state.reason === 'replaced' && now() < mayRetakeUntilMs) return retake(state)
    setStatus(policy.code, describeEnd(state, now()), state.rawCode)
    follow(policy, state.retryAfterMs)
  }

  function retake({ detail, rawCode }: Closed): void {
    mayRetakeUntilMs = 0
    log.warn({ detail }, 'replaced after a takeover, by the worker before it seems; tried once more')
    const policy = CLOSE_POLICY.connection_lost
    setStatus(policy.code, detail, rawCode)
    follow(policy, RETAKE_PAUSE_MS)
  }

  function follow(policy: ClosePolicy, retryAfterMs: number | undefined): void {
    if (policy.next === 'end' || policy.next === 'abandon') {
      stopped = true
      const forgotten = policy.forget ? options.credentials.clear() : Promise.resolve()
      const how = policy.next
      forgotten
        .catch((error: unknown) => log.error({ err: error }, 'credentials could not be removed'))
        .finally(() => options.onEnd(how, policy.code))
      return
    }
    if (policy.next === 'hold') return
    const pause = policy.backoff
      ? backoffMs(policy.backoff, failures, options.random())
      : restartPause(failures)
    reopenTimer = setTimeout(reopen, Math.max(pause, retryAfterMs ?? 0))
  }

  function reopen(): void {
    if (stopped) return
    if (!options.mayOpen()) {
      reopenTimer = setTimeout(reopen, UNSURE_PAUSE_MS)
      return
    }
    try {
      connect()
    } catch (error) {
      log.error({ err: error }, 'connection could not be opened')
      setStatus('START_FAILED', error instanceof Error ? error.message : String(error))
      failures += 1
      follow(CLOSE_POLICY.connection_lost, undefined)
    }
  }

  async function close(): Promise<void> {
    stopped = true
    watch.stop()
    restriction.stop()
    if (reopenTimer) clearTimeout(reopenTimer)
    await connection?.close()
    connection = null
    open = false
  }

  return {
    connect,
    current,
    snapshot: () => snapshot,
    restrict: restriction.set,
    ...createLinking({ snapshot: () => snapshot, pairing: () => connection?.pairing ?? null, renew, now }),
    routeId: () => (connection?.route === null ? null : connection?.route?.id),
    close,
    async logout() {
      const live = open ? connection : null
      stopped = true
      if (live) await live.logout()
      await close()
      await options.credentials.clear()
    },
  }
}

/** A restart the network asked for happens at once; a row of them slows down, so that it cannot become a loop. */
function restartPause(failures: number): number {
  return failures <= 3 ? 0 : Math.min(60_000, 500 * 2 ** (failures - 3))
}

/** A ban is told with its end. */
function describeEnd({ detail, retryAfterMs }: Closed, nowMs: number): string {
  if (retryAfterMs === undefined) return detail
  return `${detail} It ends at ${new Date(nowMs + retryAfterMs).toISOString()}.`
}
