import { setTimeout as sleep } from 'node:timers/promises'
import { beginLife, LIFE } from '../../db/database-life.ts'
import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'
import { type Log, silentLog } from '../../platform/logger.ts'

/** How long one call waits for transactions that are still open; the next call goes on waiting for the same ones. */
const MAX_WAIT_MS = 1_000
const FIRST_PAUSE_MS = 2
const MAX_PAUSE_MS = 50

/**
 * The last number drawn, by the function that locks the sequence while it reads. A plain `select last_value` reads the
 * page without: for the moment in which `nextval` writes its record to the log of the database, which it does for 32
 * numbers at a time, the page holds the last of the 32 (`nextval_internal` in PostgreSQL's `commands/sequence.c`).
 */
export const LAST_DRAWN = `coalesce(pg_sequence_last_value('event_log_seq_seq'), 0)`

const LAST_SEQ = statement<{ last: number; life: string | null }>(
  'event_log_last',
  `select ${LAST_DRAWN} as last, ${LIFE} as life`,
)

const TAKE_NUMBER = statement<{ xid: string }>('event_log_number', 'select pg_current_xact_id()::text as xid')

/** Transaction numbers are the server's. What is open in another database of it writes nothing here, however long it lasts. */
const LOOK = statement<{ settled: boolean; flushed: boolean; life: string | null }>(
  'event_log_settled',
  `select pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 or not exists (
       select from pg_snapshot_xip(pg_current_snapshot()) as open (number)
       where open.number < $1::xid8 and not exists (
         select from pg_stat_activity as elsewhere
         where elsewhere.backend_xid = open.number::xid and elsewhere.datname <> current_database()
       )
     ) as settled,
     pg_current_wal_flush_lsn() >= pg_current_wal_insert_lsn() as flushed, ${LIFE} as life`,
)

/** A commit that waits for the disk, and so for all commits before it that did not. */
const FLUSH = statement<{ life: string | null }>(
  'event_log_flush',
  `select set_config('synchronous_commit', 'on', true), pg_logical_emit_message(true, 'parley', ''), ${LIFE} as life`,
)

interface Sample {
  seq: number
  xid: string
  /** In which both were drawn. After a crash of the server they may be drawn again, by others. */
  life: string
}

/**
 * Up to where the event log is complete and on the disk. Numbers are drawn before a transaction commits, so a row can
 * appear behind one that was read already; and some commits do not wait for the disk, so a row that was read can be gone
 * after a crash, and its number used again. A reader that stays at or below the watermark sees neither.
 *
 * How: note the last number drawn, then draw a transaction number. Every row up to the noted number belongs to an older
 * transaction, because a transaction has its number before its rows have theirs. When no older transaction is open any
 * more, and the log of the database is flushed after that, those rows are final. Writers pay nothing for it. All of it has to
 * happen in one life of the database; else it begins again.
 */
export class EventWatermark {
  readonly #db: Executor
  readonly #log: Log
  #final = 0
  #sample: Sample | null = null
  #running: Promise<number> | null = null
  #next: Promise<number> | null = null

  constructor(db: Executor, log: Log = silentLog) {
    this.#db = db
    this.#log = log
  }

  /** The highest number known to be final here. */
  current(): number {
    return this.#final
  }

  /** Moves on to what was committed before the call, unless older transactions stay open for too long. */
  advance(): Promise<number> {
    // One that is to begin comes first, also when what ran has just ended: two at once would mix their samples.
    if (this.#next !== null) return this.#next
    if (this.#running === null) return this.#start()
    // What runs may have looked before this call's events were committed.
    this.#next = this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = null
        return this.#start()
      })
    return this.#next
  }

  /** The last number drawn by anybody. */
  async readLast(): Promise<number> {
    return (await this.#db.queryOne(LAST_SEQ))?.last ?? 0
  }

  async #takeSample(): Promise<Sample | null> {
    const drawn = await this.#db.queryOne(LAST_SEQ)
    if (!drawn || drawn.last <= this.#final) return null
    if (drawn.life === null) {
      await beginLife(this.#db, this.#log)
      return this.#takeSample()
    }
    const row = await this.#db.queryOne(TAKE_NUMBER)
    return row ? { seq: drawn.last, xid: row.xid, life: drawn.life } : null
  }

  /** Whether nothing older than the sample is open any more, or the sample means nothing in the present life. */
  async #settle({ xid, life }: Sample): Promise<'settled' | 'open' | 'other life'> {
    const endsAtMs = performance.now() + MAX_WAIT_MS
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2)) {
      const seen = await this.#db.queryOne(LOOK, [xid])
      const flushed = seen?.settled && !seen.flushed ? await this.#db.queryOne(FLUSH) : seen
      if (seen?.life !== life || flushed?.life !== life) return 'other life'
      if (seen.settled) return 'settled'
      if (performance.now() > endsAtMs) return 'open'
      await sleep(pauseMs)
    }
  }

  async #run(): Promise<number> {
    // What an earlier call could not finish comes first: a row of long transactions cannot hold it back for ever.
    for (let taken = this.#sample !== null; ; taken = false) {
      this.#sample ??= await this.#takeSample()
      if (this.#sample === null) return this.#final
      const found = await this.#settle(this.#sample)
      if (found === 'open') return this.#final
      if (found === 'settled') this.#final = Math.max(this.#final, this.#sample.seq)
      this.#sample = null
      if (!taken && found === 'settled') return this.#final
    }
  }

  #start(): Promise<number> {
    const started = this.#run().finally(() => {
      if (this.#running === started) this.#running = null
    })
    this.#running = started
    return started
  }
}
