import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Where the network keeps what must survive. Rows are `(kind, key) -> text or bytes`; memory is the truth while
 * running, and the journal is read once at the start.
 */
export interface Journal {
  /** Records a row; `read` is called when the batch is written, so many changes of one row cost one write. */
  put(kind: string, key: string, read: () => string | Uint8Array): void
  delete(kind: string, key: string): void
  /** Calls back once everything recorded so far is durable against a kill of this process. */
  afterCommit(then: () => void): void
  load(kind: string): { key: string; text: string; bytes: Uint8Array }[]
  close(): void
}

/** Resolves once everything recorded so far is durable. */
export const committed = (journal: Journal): Promise<void> =>
  new Promise((resolve) => journal.afterCommit(resolve))

/** A journal that keeps nothing: the network lives as long as its process. */
export function createMemoryJournal(): Journal {
  return {
    put: () => {},
    delete: () => {},
    afterCommit: (then) => then(),
    load: () => [],
    close: () => {},
  }
}

const RETRY_MS = 1_000

interface Change {
  kind: string
  key: string
  read: (() => string | Uint8Array) | undefined
}

/** Opens the file for this process alone: a second network on the same data would undo the first one's ratchets. */
function openDatabase(dataDir: string): DatabaseSync {
  try {
    mkdirSync(dataDir, { recursive: true })
    const database = new DatabaseSync(join(dataDir, 'sandbox.sqlite'))
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    database.exec('PRAGMA journal_mode = WAL')
    database.exec('PRAGMA synchronous = NORMAL')
    database.exec(
      'CREATE TABLE IF NOT EXISTS rows (kind TEXT, key TEXT, value, PRIMARY KEY (kind, key)) WITHOUT ROWID',
    )
    return database
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(
      `the sandbox network cannot use ${dataDir} (${reason}): stop the process that has it, or choose another directory`,
      { cause },
    )
  }
}

/**
 * A journal in one SQLite file. All changes of one turn of the event loop are one transaction: with WAL and
 * synchronous=NORMAL that costs no fsync, and a committed transaction survives a kill of the process.
 */
export function createFileJournal(dataDir: string, log: (line: string) => void): Journal {
  const database = openDatabase(dataDir)
  const writeBatch = createBatchWriter(database)
  const select = database.prepare('SELECT key, value FROM rows WHERE kind = ? ORDER BY key')
  let changes = new Map<string, Change>()
  let waiting: (() => void)[] = []
  let scheduled = false
  let isOpen = true

  const flush = (): void => {
    scheduled = false
    if (!isOpen) return
    const callbacks = waiting
    try {
      writeBatch(changes.values())
    } catch (error) {
      log(`the sandbox data could not be written, trying again: ${error}`)
      scheduled = true
      setTimeout(flush, RETRY_MS).unref()
      return
    }
    changes = new Map()
    waiting = []
    for (const callback of callbacks) callback()
  }
  const schedule = (): void => {
    if (scheduled || !isOpen) return
    scheduled = true
    setImmediate(flush)
  }
  const record = (kind: string, key: string, read: Change['read']): void => {
    changes.set(`${kind}\0${key}`, { kind, key, read })
    schedule()
  }
  return {
    put: record,
    delete: (kind, key) => record(kind, key, undefined),
    afterCommit: (then) => {
      waiting.push(then)
      schedule()
    },
    load: (kind) =>
      select.all(kind).map(({ key, value }) => ({
        key: String(key),
        text: typeof value === 'string' ? value : '',
        bytes: value instanceof Uint8Array ? value : new Uint8Array(),
      })),
    close: () => {
      if (!isOpen) return
      flush()
      isOpen = false
      database.close()
    },
  }
}

/** Writes changes as one transaction: all of them or, when it throws, none. */
function createBatchWriter(database: DatabaseSync): (changes: Iterable<Change>) => void {
  const upsert = database.prepare('INSERT OR REPLACE INTO rows (kind, key, value) VALUES (?, ?, ?)')
  const remove = database.prepare('DELETE FROM rows WHERE kind = ? AND key = ?')
  return (changes) => {
    database.exec('BEGIN')
    try {
      for (const { kind, key, read } of changes) {
        if (read === undefined) remove.run(kind, key)
        else upsert.run(kind, key, read())
      }
      database.exec('COMMIT')
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      throw error
    }
  }
}
