import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { Refusal } from '../core/errors.ts'
import { noTracing, type Tracing } from '../platform/tracing/tracing.ts'
import { claimDataDirectory, prepareDataDirectory } from './checks/data-directory.ts'
import { refuseOtherEncodings, refuseSharedConnections } from './checks/server-fitness.ts'
import { explainMissingConnections, readConnectionBudget } from './connection-budget.ts'
import {
  describeUrl,
  explainConnectionError,
  isServerGone,
  isStartingUp,
  MINIMUM_SERVER_VERSION,
  readErrorCode,
} from './connection-errors.ts'
import { type EmbeddedLog, openEmbeddedServer } from './embedded/server.ts'
import { type Listener, type ListenHandlers, listenToChannel } from './listen.ts'
import { migrateDatabase } from './migrate.ts'
import { createNotedChanges, type NoteChange } from './noted-changes.ts'
import { createClient, createPool, type PoolOptions } from './pool.ts'
import { traceTransactions } from './traced-transaction.ts'
import {
  createPoolExecutor,
  type Executor,
  runTransaction,
  type Transaction,
  type TransactionOptions,
} from './transaction.ts'

export interface DatabaseOptions {
  /** A server of the user's own; without it the built-in one of `dataDir` is used. */
  readonly databaseUrl?: string | undefined
  readonly dataDir?: string | undefined
  /**
   * `service` (default) takes the data directory for itself and keeps the built-in server running;
   * `admin` is for commands: it works beside a running service, and starts the server for the moment when none runs.
   */
  readonly mode?: 'service' | 'admin'
  /** Where this service will be reached; a second start on the same data directory names it. */
  readonly address?: string | undefined
  readonly applicationName?: string
  /** Connections at most. Default 20. */
  readonly poolSize?: number | undefined
  /** Default 30 s. */
  readonly statementTimeoutMs?: number
  /** False leaves the schema as it is. Default true. */
  readonly migrate?: boolean
  /** Called with the name or text of every statement sent. */
  readonly onQuery?: (statement: string) => void
  /** Called with every error that the server answers, and with that of every connection that is lost. */
  readonly onError?: (error: Error) => void
  readonly log?: EmbeddedLog | undefined
  /** Default: none. */
  readonly tracing?: Tracing | undefined
}

export interface Database extends Executor {
  readonly pool: pg.Pool
  /** Holds the password: never log it. Other processes of this machine may connect with it. */
  readonly url: string
  readonly embedded: boolean
  transaction<T>(fn: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * Does the work, and calls `note` in each transaction that changes something meanwhile, as the last thing before its
   * commit: both are stored or neither. A single statement counts as a transaction, a query through `pool` does not.
   */
  noting<T>(note: NoteChange, work: () => Promise<T>): Promise<T>
  /** One more connection outside of the pool, not yet made; whoever asks for it ends it before `close`. */
  createClient(): pg.Client
  listen(channel: string, handlers: ListenHandlers): Promise<Listener>
  /** Tells a second start on the same data directory where this service is reached. */
  setAddress(address: string): void
  /** Ends all connections and, when nobody else uses it, the built-in server. Safe to call twice. */
  close(): Promise<void>
}

const DEFAULT_POOL_SIZE = 20
const DEFAULT_STATEMENT_TIMEOUT_MS = 30_000
const STARTING_UP_TIMEOUT_MS = 30_000
const quiet: EmbeddedLog = { info() {}, warn() {}, error() {} }

/** What a connection is made to, and how to let go of it. */
interface Server {
  url(): string
  setAddress(address: string): void
  release(): Promise<void>
}

/** Connects to the database, starting the built-in one when there is no other, and brings its schema up to date. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const log = options.log ?? quiet
  const server = await openServer(options, log)
  const closing = new AbortController()
  const poolOptions: PoolOptions = {
    applicationName: options.applicationName ?? 'parley',
    size: options.poolSize ?? DEFAULT_POOL_SIZE,
    statementTimeoutMs: options.statementTimeoutMs ?? DEFAULT_STATEMENT_TIMEOUT_MS,
    onQuery: options.onQuery,
    onError: options.onError,
    // Connections that are ending may still be told that the server stops; nothing is lost with them.
    onConnectionError: (error) => {
      if (closing.signal.aborted) return
      log.warn({ err: error }, 'database connection was lost')
      options.onError?.(error)
    },
  }
  const pool = createPool(server, poolOptions)
  try {
    await prepareServer(server, pool, poolOptions, options)
  } catch (error) {
    closing.abort()
    await pool.end()
    await server.release()
    throw error
  }
  return createDatabase(server, pool, poolOptions, options, closing)
}

function createDatabase(
  server: Server,
  pool: pg.Pool,
  poolOptions: PoolOptions,
  { databaseUrl, tracing = noTracing }: DatabaseOptions,
  ending: AbortController,
): Database {
  const run = traceTransactions(tracing, (fn, options = {}) => runTransaction(pool, fn, options))
  const changes = createNotedChanges(createPoolExecutor(pool), run)
  const listeners = new Set<Listener>()
  let closing: Promise<void> | undefined
  const close = async () => {
    ending.abort()
    await Promise.all([...listeners].map((listener) => listener.stop()))
    await pool.end()
    await server.release()
  }
  return {
    pool,
    ...changes,
    embedded: databaseUrl === undefined,
    get url() {
      return server.url()
    },
    createClient: () => createClient(server, poolOptions),
    async listen(channel, handlers) {
      const listener = await listenToChannel(() => createClient(server, poolOptions), channel, handlers)
      listeners.add(listener)
      return listener
    },
    setAddress: (address) => server.setAddress(address),
    close() {
      closing ??= close()
      return closing
    },
  }
}

async function openServer(options: DatabaseOptions, log: EmbeddedLog): Promise<Server> {
  const { databaseUrl } = options
  if (databaseUrl !== undefined) {
    return { url: () => databaseUrl, setAddress() {}, release: async () => {} }
  }
  if (options.dataDir === undefined) {
    throw new Refusal('BAD_REQUEST', 'No database is named. Set DATABASE_URL or DATA_DIR.')
  }
  const dataDir = prepareDataDirectory(options.dataDir)
  const isService = (options.mode ?? 'service') === 'service'
  const claim = isService ? await claimDataDirectory(dataDir, options.address ?? null) : undefined
  try {
    const embedded = await openEmbeddedServer({ dataDir, keepRunning: true, log })
    return {
      url: () => embedded.url(),
      setAddress: (address) => claim?.setAddress(address),
      async release() {
        await embedded.close()
        claim?.release()
      },
    }
  } catch (error) {
    claim?.release()
    throw error
  }
}

async function prepareServer(
  server: Server,
  pool: pg.Pool,
  options: PoolOptions,
  { migrate = true, mode = 'service', databaseUrl, log = quiet }: DatabaseOptions,
): Promise<void> {
  const embedded = databaseUrl === undefined
  const client = await connectWithRetry(server, options, embedded)
  try {
    await refuseOldServer(client, server.url())
    if (!embedded) await refuseUnfit(client, server, options)
    if (mode === 'service') await checkConnectionBudget(client, options.size, log)
    if (migrate)
      await migrateDatabase(client, pool).catch((error: unknown) => {
        throw readErrorCode(error) === '42501' ? explainConnectionError(error, server.url()) : error
      })
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * A server that says it is starting up is given time. So is the built-in one when it is just not there: another
 * process of ours may have been its last user at the moment we joined, and then it is started again. Everything else
 * is refused at once with what to do.
 */
async function connectWithRetry(server: Server, options: PoolOptions, embedded: boolean): Promise<pg.Client> {
  const deadline = Date.now() + STARTING_UP_TIMEOUT_MS
  for (;;) {
    let client: pg.Client | undefined
    try {
      // Files that the address names are read here, and may not be there.
      client = createClient(server, options)
      await client.connect()
      return client
    } catch (error) {
      await client?.end().catch(() => {})
      const mayPass = isStartingUp(error) || (embedded && isServerGone(error))
      if (!mayPass || Date.now() > deadline) throw explainConnectionError(error, server.url())
      await sleep(100)
    }
  }
}

async function refuseUnfit(client: pg.Client, server: Server, options: PoolOptions): Promise<void> {
  await refuseOtherEncodings(client, server.url())
  const second = await connectWithRetry(server, options, false)
  try {
    await refuseSharedConnections(client, second, server.url())
  } finally {
    await second.end().catch(() => {})
  }
}

/**
 * Refuses a pool that this server can never fill. What all processes need together is only told: while a new version is rolled
 * out there are more of them for a moment.
 */
async function checkConnectionBudget(client: pg.Client, poolSize: number, log: EmbeddedLog): Promise<void> {
  const room = await readConnectionBudget(client)
  const alone = explainMissingConnections({ ...room, others: 0 }, 1, poolSize)
  if (alone !== null)
    throw new Refusal('SERVICE_UNAVAILABLE', alone, { data: { reason: 'DATABASE_CONNECTIONS' } })
  const detail = explainMissingConnections(room, room.processes + 1, poolSize)
  if (detail !== null) log.warn({ ...room, detail }, 'database may run out of connections')
}

async function refuseOldServer(client: pg.Client, url: string): Promise<void> {
  const shown = await client.query<{ server_version_num: string; server_version: string }>(
    "select current_setting('server_version_num') as server_version_num, current_setting('server_version') as server_version",
  )
  const row = shown.rows[0]
  if (row === undefined || Number(row.server_version_num) >= MINIMUM_SERVER_VERSION * 10_000) return
  throw new Refusal(
    'SERVICE_UNAVAILABLE',
    `The database at ${describeUrl(url)} is PostgreSQL ${row.server_version}; Parley needs ${MINIMUM_SERVER_VERSION} or newer. Upgrade that server, or leave DATABASE_URL out to use the built-in one.`,
    { data: { reason: 'DATABASE_TOO_OLD' } },
  )
}
