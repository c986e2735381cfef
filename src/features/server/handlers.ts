import type { Handlers } from '../../contract/handlers.ts'
import type { Executor } from '../../db/transaction.ts'
import {
  type BacklogRow,
  COUNT_CLIENTS,
  LIST_HOSTS,
  READ_BACKLOG,
  READ_COUNTS,
  READ_DATABASE,
} from './store.ts'
import { readWebVersions } from './web-versions.ts'

export interface ServerHandlerDeps {
  db: Executor
  /** Version of the program. */
  version: string
  /** Milliseconds since 1970. */
  now: () => number
  startedAt: number
}

const NO_COUNTS = {
  users: 0,
  flows: 0,
  activeFlows: 0,
  openRuns: 0,
  messages: 0,
  proxies: 0,
  failedProxies: 0,
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

function toBacklog(rows: readonly BacklogRow[], kind: BacklogRow['kind']) {
  const row = rows.find((each) => each.kind === kind)
  return { waiting: row?.waiting ?? 0, oldestAt: row?.oldestAt?.toISOString() ?? null }
}

export function createServerHandlers(deps: ServerHandlerDeps): Pick<Handlers['server'], 'ping' | 'status'> {
  const { db, version, startedAt } = deps

  async function readDatabase() {
    const began = performance.now()
    const row = await db.queryOne(READ_DATABASE)
    const latencyMs = Math.round((performance.now() - began) * 10) / 10
    return { version: row?.version ?? '', sizeBytes: Number(row?.sizeBytes ?? 0), latencyMs }
  }

  return {
    async ping() {
      const now = deps.now()
      const uptimeSec = Math.floor((now - startedAt) / 1000)
      return { message: 'pong', version, uptimeSec, time: new Date(now).toISOString() }
    },
    async status() {
      const [database, webVersions, hosts, clients, backlog, counts] = await Promise.all([
        readDatabase(),
        readWebVersions(db, deps.now()),
        db.query(LIST_HOSTS),
        db.query(COUNT_CLIENTS),
        db.query(READ_BACKLOG),
        db.queryOne(READ_COUNTS),
      ])
      return {
        version,
        runtime: process.versions.node,
        startedAt: new Date(startedAt).toISOString(),
        memoryBytes: process.memoryUsage.rss(),
        database,
        webVersions,
        hosts,
        clients: {
          total: sum(clients.map(({ total }) => total)),
          running: sum(clients.map(({ running }) => running)),
          unowned: sum(clients.map(({ unowned }) => unowned)),
          byStatus: Object.fromEntries(clients.map(({ status, total }) => [status, total])),
        },
        backlog: {
          inbound: toBacklog(backlog, 'inbound'),
          outbound: toBacklog(backlog, 'outbound'),
          webhooks: toBacklog(backlog, 'webhooks'),
          timers: toBacklog(backlog, 'timers'),
        },
        counts: counts ?? NO_COUNTS,
      }
    },
  }
}
