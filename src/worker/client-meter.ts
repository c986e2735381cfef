import type { Counter, Gauge } from 'prom-client'
import type { NewChatQuota } from '../core/new-chats.ts'
import type { CloseReason, NetworkConnection, NetworkEvent } from '../network/port.ts'
import type { Metrics, WindowSummary } from '../platform/metrics.ts'
import { measureSends } from './connection/measure-sends.ts'

/** Measures one client for as long as this host owns it. */
export interface ClientMeter {
  setConnected(isConnected: boolean): void
  lost(reason: CloseReason): void
  /** Measures how long live messages took from the network's own timestamp to being stored. */
  stored(events: readonly NetworkEvent[]): void
  /** The same connection, with the time to each acknowledgement measured. */
  measure(connection: NetworkConnection): NetworkConnection
  /** What the measured connection takes in memory, about; null while there is none. */
  readMemory(): number | null
  /** How many chats with strangers the account may begin, and has begun; nothing is shown without a limit. */
  setNewChats(quota: NewChatQuota): void
  /** Another host measures the client from now on. */
  remove(): void
}

const QUANTILES = [0.5, 0.95, 0.99]
const WINDOW_SEC = 600

/** What is measured of each client. Clients are named by their ids, never by their numbers. */
class ClientMetrics {
  readonly connected: Gauge<'client'>
  readonly closed: Counter<'client' | 'reason'>
  readonly lag: Gauge<'client'>
  readonly memory: Gauge<'client'>
  readonly newChats: Gauge<'client' | 'which'>
  readonly acks: WindowSummary<'client'>

  constructor(metrics: Metrics) {
    this.connected = metrics.gauge('client_connected', '1 while the client is connected to its network.', [
      'client',
    ])
    this.closed = metrics.counter('client_connections_lost_total', 'Connections that ended unasked.', [
      'client',
      'reason',
    ])
    this.lag = metrics.gauge(
      'client_inbound_lag_seconds',
      'Age of the latest live message when it was stored, by the clock of its network.',
      ['client'],
    )
    this.memory = metrics.gauge(
      'client_memory_bytes',
      'Memory of this process that the client takes, estimated from what is kept for it.',
      ['client'],
    )
    this.newChats = metrics.gauge(
      'client_new_chats',
      'Chats with strangers in the current period of the network: begun, and allowed.',
      ['client', 'which'],
    )
    this.acks = metrics.summary(
      'client_ack_seconds',
      'Time from handing a message to the network to its acknowledgement, of the last ten minutes.',
      { labels: ['client'], quantiles: QUANTILES, windowSec: WINDOW_SEC },
    )
  }
}

class OneClientMeter implements ClientMeter {
  readonly #metrics: ClientMetrics
  readonly #client: string
  readonly #nowMs: () => number
  readonly #reasons = new Set<CloseReason>()
  #latest: NetworkConnection | null = null

  constructor(metrics: ClientMetrics, client: string, nowMs: () => number) {
    this.#metrics = metrics
    this.#client = client
    this.#nowMs = nowMs
  }

  setConnected(isConnected: boolean): void {
    this.#metrics.connected.set({ client: this.#client }, isConnected ? 1 : 0)
  }

  lost(reason: CloseReason): void {
    const client = this.#client
    this.#reasons.add(reason)
    this.#metrics.connected.set({ client }, 0)
    this.#metrics.closed.inc({ client, reason })
  }

  stored(events: readonly NetworkEvent[]): void {
    for (const event of events) {
      if (event.kind !== 'message' || event.message.origin !== 'live') continue
      const lagSec = Math.max(0, this.#nowMs() / 1000 - event.message.atSec)
      this.#metrics.lag.set({ client: this.#client }, lagSec)
    }
  }

  measure(connection: NetworkConnection): NetworkConnection {
    this.#latest = connection
    return measureSends(connection, (tookMs) =>
      this.#metrics.acks.observe({ client: this.#client }, tookMs / 1000),
    )
  }

  readMemory(): number | null {
    const bytes = this.#latest?.memoryBytes() ?? null
    if (bytes !== null) this.#metrics.memory.set({ client: this.#client }, bytes)
    return bytes
  }

  setNewChats({ total, used }: NewChatQuota): void {
    if (total === null) return this.#forgetNewChats()
    this.#metrics.newChats.set({ client: this.#client, which: 'begun' }, used)
    this.#metrics.newChats.set({ client: this.#client, which: 'allowed' }, total)
  }

  remove(): void {
    const client = this.#client
    const { connected, closed, lag, memory, acks } = this.#metrics
    this.#forgetNewChats()
    memory.remove({ client })
    connected.remove({ client })
    lag.remove({ client })
    acks.remove({ client })
    for (const reason of this.#reasons) closed.remove({ client, reason })
  }

  #forgetNewChats(): void {
    for (const which of ['begun', 'allowed']) this.#metrics.newChats.remove({ client: this.#client, which })
  }
}

/** The measurements of a worker host. */
export class WorkerMeter {
  readonly #owned: Gauge
  readonly #lost: Counter
  readonly #fenced: Counter
  readonly #ofClients: ClientMetrics
  readonly #nowMs: () => number

  constructor(metrics: Metrics, nowMs: () => number) {
    this.#owned = metrics.gauge('worker_clients', 'Clients this worker owns.')
    this.#lost = metrics.counter('worker_leases_lost_total', 'Clients that another worker took over unasked.')
    this.#fenced = metrics.counter(
      'worker_fenced_writes_total',
      'Writes of keys that were refused because another worker owned the client.',
    )
    this.#ofClients = new ClientMetrics(metrics)
    this.#nowMs = nowMs
  }

  ofClient(clientId: string): ClientMeter {
    return new OneClientMeter(this.#ofClients, clientId, this.#nowMs)
  }

  setOwned(clients: number): void {
    this.#owned.set(clients)
  }

  leasesLost(clients: number): void {
    this.#lost.inc(clients)
  }

  /** Writes of keys that the database refused, as another worker owned the client by then. */
  writesFenced(writes: number): void {
    this.#fenced.inc(writes)
  }
}
