import type pg from 'pg'
import { chatStatements } from './storage/chat-statements.ts'
import { conversationStatements } from './storage/conversation-statements.ts'
import { decisionStatements } from './storage/decision-statements.ts'
import { Blocked, StorageError } from './storage/failures.ts'
import { flowStatements } from './storage/flow-statements.ts'
import { happeningStatements } from './storage/happening-statements.ts'
import type { MemoryStorage } from './storage/memory-storage.ts'
import { runStatements } from './storage/run-statements.ts'
import type { Session } from './storage/session.ts'
import type { Statements } from './storage/statement.ts'

const STATEMENTS: Statements = {
  ...conversationStatements,
  ...decisionStatements,
  ...runStatements,
  ...flowStatements,
  ...chatStatements,
  ...happeningStatements,
}

export interface Query {
  name: string
  text?: string
  values: readonly unknown[]
}

/** Every statement as it was carried out, for playing the same to PostgreSQL. `connection` 0: outside of a transaction. */
export interface TraceEntry {
  connection: number
  nowMs: number
  /** A statement's name, or one of begin, commit, rollback and the savepoint's two. */
  statement: string
  text: string
  values: readonly unknown[]
  rows: object[] | null
  error: string | null
}

/** What the pool asks of the process it belongs to. */
export interface PoolHost {
  storage: MemoryStorage
  /**
   * Lets `work` happen some time from now, if the process still lives; `work` may be called without anybody hearing of
   * it. Rejects when the connection is lost, before or after the work.
   */
  perform<T>(what: string, work: () => T): Promise<T>
  beforeStatement(session: Session, query: Query): void
  afterStatement(session: Session, query: Query): void
  afterCommit(session: Session): void
  trace(entry: TraceEntry): void
  nextConnection(): number
  /** Sessions the server has open for this process. */
  sessions: Set<Session>
}

/** The connection ended; what was asked last may have been done. */
export class ConnectionLost extends Error {}

interface Connection {
  id: number
  /** The server's crashes before it was made. */
  crashes: number
  isBroken: boolean
  session: Session | null
  hasFailed: boolean
}

type Reply = { rows: object[]; rowCount: number; command: string }

const reply = (rows: object[], command = 'SELECT'): Reply => ({ rows, rowCount: rows.length, command })

/** As the statements and transactions of the service say it. */
const DOES_NOT_WAIT = /synchronous_commit(', '| = )off/

const waitless = new Map<string, boolean>()

/** The texts are few, and each is sent many thousand times. */
function doesNotWait(text: string): boolean {
  const known = waitless.get(text) ?? DOES_NOT_WAIT.test(text)
  waitless.set(text, known)
  return known
}

function execute(host: PoolHost, session: Session, query: Query): object[] {
  const statement = STATEMENTS[query.name]
  if (!statement) throw new Error(`write in test/simulation/storage what ${query.name} does`)
  if (doesNotWait(query.text ?? '')) session.isUnflushed = true
  host.beforeStatement(session, query)
  const rows = host.storage.run(session, (view) => statement(view, query.values))
  host.afterStatement(session, query)
  return rows.map((row) => ({ ...row }))
}

/** A statement outside of a transaction is one of its own. */
function runAlone(host: PoolHost, query: Query): () => Reply {
  let session: Session | null = null
  const { crashes } = host.storage
  return () => {
    if (crashes !== host.storage.crashes) throw new ConnectionLost('Connection terminated unexpectedly')
    session ??= host.storage.begin()
    host.sessions.add(session)
    try {
      const rows = execute(host, session, query)
      host.storage.commit(session)
      host.sessions.delete(session)
      host.afterCommit(session)
      note(host, 0, query, rows, null)
      return reply(rows)
    } catch (error) {
      if (error instanceof Blocked) throw error
      host.storage.rollback(session)
      host.sessions.delete(session)
      note(host, 0, query, null, error)
      throw error
    }
  }
}

function note(host: PoolHost, connection: number, query: Query, rows: object[] | null, error: unknown): void {
  const code = error instanceof StorageError ? error.code : error === null ? null : 'bug'
  const { name: statement, text = statement, values } = query
  host.trace({ connection, nowMs: host.storage.nowMs, statement, text, values, rows, error: code })
}

/** begin, commit, rollback and savepoints. */
function control(host: PoolHost, connection: Connection, text: string): Reply {
  const { storage } = host
  // One that is flushed afterwards has more to its text.
  const isFlushed = text.startsWith('commit;')
  const isCommit = text === 'commit' || isFlushed
  const command = { name: isCommit ? 'commit' : text, values: [] }
  if (text.startsWith('begin')) {
    connection.session = storage.begin(connection.id)
    connection.session.isUnflushed = doesNotWait(text)
    connection.hasFailed = false
    host.sessions.add(connection.session)
    note(host, connection.id, command, [], null)
    return reply([], 'BEGIN')
  }
  const { session } = connection
  if (!session) throw new Error(`${text} outside of a transaction`)
  note(host, connection.id, command, [], null)
  if (text.startsWith('savepoint ')) storage.savepoint(session, text.slice('savepoint '.length))
  else if (text.startsWith('rollback to savepoint ')) {
    storage.rollbackTo(session, text.slice('rollback to savepoint '.length))
    connection.hasFailed = false
  } else {
    connection.session = null
    host.sessions.delete(session)
    if (!isCommit || connection.hasFailed) {
      storage.rollback(session)
      return reply([], 'ROLLBACK')
    }
    storage.commit(session)
    if (isFlushed) storage.flush()
    host.afterCommit(session)
    return reply([], 'COMMIT')
  }
  return reply([], text)
}

function runInTransaction(host: PoolHost, connection: Connection, query: Query): Reply {
  const { session } = connection
  if (!session) throw new Error(`${query.name} outside of a transaction`)
  if (connection.hasFailed) throw new StorageError('25P02', 'the transaction has failed')
  try {
    const rows = execute(host, session, query)
    note(host, connection.id, query, rows, null)
    return reply(rows)
  } catch (error) {
    if (error instanceof Blocked) throw error
    connection.hasFailed = true
    note(host, connection.id, query, null, error)
    throw error
  }
}

function createConnection(host: PoolHost) {
  const connection: Connection = {
    id: host.nextConnection(),
    crashes: host.storage.crashes,
    isBroken: false,
    session: null,
    hasFailed: false,
  }
  const end = () => {
    const { session } = connection
    connection.session = null
    if (!session) return
    host.sessions.delete(session)
    host.storage.rollback(session)
    note(host, connection.id, { name: 'rollback', values: [] }, [], null)
  }
  return {
    async query(query: string | Query): Promise<Reply> {
      if (connection.isBroken) throw new ConnectionLost('Client has encountered a connection error')
      const work = () => {
        if (connection.crashes !== host.storage.crashes)
          throw new ConnectionLost('Connection terminated unexpectedly')
        return typeof query === 'string'
          ? control(host, connection, query)
          : runInTransaction(host, connection, query)
      }
      try {
        return await host.perform(typeof query === 'string' ? query : query.name, work)
      } catch (error) {
        if (error instanceof ConnectionLost) {
          connection.isBroken = true
          end()
        }
        throw error
      }
    },
    release: end,
  }
}

/** A connection pool as far as the service uses one, on the memory of the simulation. */
export function createSimPool(host: PoolHost): pg.Pool {
  const pool = {
    connect: async () => createConnection(host),
    query: (query: Query) => host.perform(query.name, runAlone(host, query)),
  }
  return pool as unknown as pg.Pool
}
