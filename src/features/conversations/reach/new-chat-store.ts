import type { NewChatLevel, NewChatQuota } from '../../../core/new-chats.ts'
import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'
import type { Log } from '../../../platform/logger.ts'

interface QuotaRow {
  total: number | null
  used: number | null
  level: NewChatLevel | null
  cycleStart: Date | null
  cycleEnd: Date | null
}

const READ = statement<QuotaRow>(
  'new_chats_read',
  `select new_chats_total as total, new_chats_used as used, new_chats_level as level,
     new_chats_cycle_start as "cycleStart", new_chats_cycle_end as "cycleEnd" from client where id = $1`,
)

const WRITE = statement<never>(
  'new_chats_write',
  `update client set new_chats_total = $2, new_chats_used = $3, new_chats_level = $4, new_chats_cycle_start = $5,
     new_chats_cycle_end = $6
   where id = $1 and (new_chats_total, new_chats_used, new_chats_level, new_chats_cycle_start, new_chats_cycle_end)
     is distinct from ($2::int, $3::int, $4::text, $5::timestamptz, $6::timestamptz)`,
)

const toDate = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))

interface NewChatStoreDeps {
  db: Executor
  log: Log
}

/** What is known of a client's new chats, kept for its next owner and for those who look. */
export class NewChatStore {
  readonly #deps: NewChatStoreDeps
  readonly #clientId: string
  #next: NewChatQuota | null = null
  #writing: Promise<void> | null = null

  constructor(deps: NewChatStoreDeps, clientId: string) {
    this.#deps = deps
    this.#clientId = clientId
  }

  async read(): Promise<NewChatQuota | null> {
    const row = await this.#deps.db.queryOne(READ, [this.#clientId])
    if (!row?.level) return null
    const { total, used, level, cycleStart, cycleEnd } = row
    const times = { cycleStartMs: cycleStart?.getTime() ?? null, cycleEndMs: cycleEnd?.getTime() ?? null }
    return { total, used: used ?? 0, level, ...times }
  }

  write(quota: NewChatQuota): void {
    this.#next = quota
    this.#writing ??= this.#writeAll()
  }

  async settled(): Promise<void> {
    while (this.#writing) await this.#writing
  }

  /** One write at a time, each of what is known then. */
  async #writeAll(): Promise<void> {
    const { db, log } = this.#deps
    const clientId = this.#clientId
    try {
      for (let quota = this.#next; quota; quota = this.#next) {
        this.#next = null
        const { total, used, level, cycleStartMs, cycleEndMs } = quota
        await db.query(WRITE, [clientId, total, used, level, toDate(cycleStartMs), toDate(cycleEndMs)])
      }
    } catch (err) {
      log.warn({ err, clientId }, 'the count of new chats could not be stored')
    } finally {
      this.#writing = null
    }
  }
}
