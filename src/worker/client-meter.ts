import type { NewChatQuota } from '../core/new-chats.ts'
import type { CloseReason, NetworkConnection, NetworkEvent } from '../network/port.ts'
import type { Metrics } from '../platform/metrics.ts'

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

export interface WorkerMeter {
  ofClient(clientId: string): ClientMeter
  setOwned(clients: number): void
  leasesLost(clients: number): void
  /** Writes of keys that the database refused, as another worker owned the client by then. */
  writesFenced(writes: number): void
}

const QUANTILES = [0.5, 0.95, 0.99]
const WINDOW_SEC = 600

/** The measurements of a worker host. Clients are named by their ids, never by their numbers. */
export function createWorkerMeter(metrics: Metrics, nowMs: () => number): WorkerMeter {
  const owned = metrics.gauge('worker_clients', 'Clients this worker owns.')
  const lost = metrics.counter('worker_leases_lost_total', 'Clients that another worker took over unasked.')
  const fenced = metrics.counter(
    'worker_fenced_writes_total',
    'Writes of keys that were refused because another worker owned the client.',
  )
  const connected = metrics.gauge('client_connected', '1 while the client is connected to its network.', [
    'client',
  ])
  const closed = metrics.counter('client_connections_lost_total', 'Connections that ended unasked.', [
    'client',
    'reason',
  ])
  const lag = metrics.gauge(
    'client_inbound_lag_seconds',
    'Age of the latest live message when it was stored, by the clock of its network.',
    ['client'],
  )
  const memory = metrics.gauge(
    'client_memory_bytes',
    'Memory of this process that the client takes, estimated from what is kept for it.',
    ['client'],
  )
  const newChats = metrics.gauge(
    'client_new_chats',
    'Chats with strangers in the current period of the network: begun, and allowed.',
    ['client', 'which'],
  )
  const acks = metrics.summary(
    'client_ack_seconds',
    'Time from handing a message to the network to its acknowledgement, of the last ten minutes.',
    { labels: ['client'], quantiles: QUANTILES, windowSec: WINDOW_SEC },
  )

  function ofClient(client: string): ClientMeter {
    const reasons = new Set<CloseReason>()
    let latest: NetworkConnection | null = null
    const forgetNewChats = (): void => {
      for (const which of ['begun', 'allowed']) newChats.remove({ client, which })
    }
    return {
      setConnected: (isConnected) => connected.set({ client }, isConnected ? 1 : 0),
      lost(reason) {
        reasons.add(reason)
        connected.set({ client }, 0)
        closed.inc({ client, reason })
      },
      stored(events) {
        for (const event of events) {
          if (event.kind !== 'message' || event.message.origin !== 'live') continue
          lag.set({ client }, Math.max(0, nowMs() / 1000 - event.message.atSec))
        }
      },
      measure(connection) {
        latest = connection
        const { socketId, media, chats } = connection
        return {
          socketId,
          media,
          chats,
          get route() {
            return connection.route
          },
          get pairing() {
            return connection.pairing
          },
          async send(message) {
            const startedAt = performance.now()
            const outcome = await connection.send(message)
            if (outcome.kind === 'acked') acks.observe({ client }, (performance.now() - startedAt) / 1000)
            return outcome
          },
          markRead: (keys) => connection.markRead(keys),
          sendPresence: (presence, to) => connection.sendPresence(presence, to),
          checkNumbers: (phoneNumbers) => connection.checkNumbers(phoneNumbers),
          profilePicture: (of, size, timeoutMs) => connection.profilePicture(of, size, timeoutMs),
          createCallLink: (call, startSec, timeoutMs) => connection.createCallLink(call, startSec, timeoutMs),
          groupTimerSec: (group) => connection.groupTimerSec(group),
          memberAddress: (group, person) => connection.memberAddress(group, person),
          memoryBytes: () => connection.memoryBytes(),
          probe: (timeoutMs) => connection.probe(timeoutMs),
          logout: () => connection.logout(),
          close: () => connection.close(),
        }
      },
      readMemory() {
        const bytes = latest?.memoryBytes() ?? null
        if (bytes !== null) memory.set({ client }, bytes)
        return bytes
      },
      setNewChats({ total, used }) {
        if (total === null) return forgetNewChats()
        newChats.set({ client, which: 'begun' }, used)
        newChats.set({ client, which: 'allowed' }, total)
      },
      remove() {
        forgetNewChats()
        memory.remove({ client })
        connected.remove({ client })
        lag.remove({ client })
        acks.remove({ client })
        for (const reason of reasons) closed.remove({ client, reason })
      },
    }
  }

  return {
    ofClient,
    setOwned: (clients) => owned.set(clients),
    leasesLost: (clients) => lost.inc(clients),
    writesFenced: (writes) => fenced.inc(writes),
  }
}
