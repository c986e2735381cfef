import pg from 'pg'

/** Where a pool connects; read anew for each connection, because the built-in server may come back on another port. */
export interface ConnectionTarget {
  url(): string
}

export interface PoolOptions {
  readonly applicationName: string
  readonly size: number
  readonly statementTimeoutMs: number
  /** Called with the name or text of every statement sent; for tests and metrics. */
  readonly onQuery?: ((statement: string) => void) | undefined
  /** Called with every error that the server answers, whatever becomes of it. */
  readonly onError?: ((error: Error) => void) | undefined
  /** A connection at rest was lost. The pool replaces it; the operator should know. */
  readonly onConnectionError: (error: Error) => void
}

const CONNECT_TIMEOUT_MS = 10_000
const IDLE_TRANSACTION_TIMEOUT_MS = 60_000

export function createPool(target: ConnectionTarget, options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...buildConnection(target.url(), options),
    max: options.size,
    idleTimeoutMillis: 30_000,
    Client: createClientClass(target, options),
  })
  // Each connection reports its own errors (below); the pool repeats those of connections at rest.
  pool.on('error', () => {})
  // The job queue looks for a handler here, and would bring its own.
  pool.on('connect', () => {})
  return pool
}

/** One connection outside of any pool, for listening and for migrations. */
export function createClient(target: ConnectionTarget, options: PoolOptions): pg.Client {
  const client = new pg.Client(buildConnection(target.url(), options))
  client.on('error', options.onConnectionError)
  return client
}

function buildConnection(url: string, options: PoolOptions): pg.ClientConfig {
  return {
    connectionString: url,
    options: PLAN_ONCE,
    application_name: options.applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: TYPES,
  }
}

/**
 * A statement called by its name is planned once per connection. Left to itself the server plans the large ones anew
 * at each call: over a millisecond for each answer of a flow (`bench/reply.ts`, pg_stat_statements).
 */
const PLAN_ONCE = '-c plan_cache_mode=force_generic_plan'

/** Counters arrive as numbers, not as text; a value beyond 2^53 would lose digits and is refused. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.INT8 && format !== 'binary') return parseInt8
    return pg.types.getTypeParser(oid, format)
  },
}

function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new Error(`the bigint ${text} does not fit a number; select it as text`)
  return value
}

function createClientClass(target: ConnectionTarget, options: PoolOptions): new () => pg.Client {
  return class PoolClient extends pg.Client {
    constructor() {
      super(buildConnection(target.url(), options))
      // From the first moment on: one that fails while it connects may fail twice, and an error nobody hears ends the process.
      this.on('error', options.onConnectionError)
      const { onError } = options
      if (onError !== undefined) this.connection.on('errorMessage', onError)
      if (options.onQuery !== undefined) observeQueries(this, options.onQuery)
    }
  }
}

function observeQueries(client: pg.Client, onQuery: (statement: string) => void): void {
  const query = client.query
  const observed = (...args: unknown[]): unknown => {
    onQuery(nameStatement(args[0]))
    return Reflect.apply(query, client, args)
  }
  Object.defineProperty(client, 'query', { value: observed })
}

/** Its name where it has one, else its text. */
export function nameStatement(query: unknown): string {
  if (typeof query === 'string') return query
  if (typeof query !== 'object' || query === null) return 'unknown'
  if ('name' in query && typeof query.name === 'string') return query.name
  return 'text' in query && typeof query.text === 'string' ? query.text : 'unknown'
}
