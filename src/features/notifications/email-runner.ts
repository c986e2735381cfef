import { setTimeout as sleep } from 'node:timers/promises'
import type { CallFailure } from '../../core/conversation/call-failure.ts'
import type { Database } from '../../db/client.ts'
import type { Log } from '../../platform/logger.ts'
import type { ServerMail } from '../email/index.ts'
import {
  BEGIN_HANDING,
  CLAIM_EMAILS,
  COLLECT_EMAILS,
  type EmailEnd,
  type EmailItem,
  type EmailMention,
  type EmailRow,
  END_EMAIL,
  POSTPONE_EMAIL,
  SETTLE_EMAILS,
  SWEEP_EMAILS,
} from './email-store.ts'

const LOOK_EVERY_MS = 30_000
/** Connections to the mail server at a time. */
const AT_ONCE = 4
const MAX_ATTEMPTS = 8
const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 3_600_000

/** A conversation as an e-mail tells of it. */
export interface ToldConversation extends Omit<EmailItem, 'clientId' | 'chat'> {
  url: string
}

/** A note that names the person, as an e-mail tells of it. */
export interface ToldMention extends Omit<EmailMention, 'clientId' | 'chat'> {
  url: string
}

/** All that an e-mail tells of. */
export interface ToldInEmail {
  conversations: readonly ToldConversation[]
  mentions: readonly ToldMention[]
}

export interface EmailRunnerDeps {
  db: Database
  log: Log
  mail: Pick<ServerMail, 'send'>
  /** Where people reach this service. */
  origin: string
  describeEmail(
    told: ToldInEmail,
    at: { language: string; origin: string },
  ): { subject: string; text: string }
  /** Whether the person has the conversation open now. */
  isWatching(userId: string, clientId: string, chat: string): boolean
}

interface Place {
  clientId: string
  chat: string
}

/** 1, 2, 4, 8, 16, 32 minutes and an hour. */
const pauseAfter = (attempts: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1))

/**
 * Writes to people about conversations that nobody answers and notes that name them, in any number of processes. An e-mail is handed to the mail server once
 * and again only when that certainly did not take it; where nobody knows, also because a process died, it counts as sent.
 */
export class EmailRunner {
  readonly #deps: EmailRunnerDeps
  readonly #stopping = new AbortController()
  #running: Promise<void> = Promise.resolve()

  constructor(deps: EmailRunnerDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#running = this.#watch()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async cleanUp(): Promise<void> {
    await this.#deps.db.query(SWEEP_EMAILS)
  }

  /** Sends all that is due; a few at a time. */
  async look(): Promise<void> {
    const { db, log } = this.#deps
    const unknown = await db.query(SETTLE_EMAILS)
    if (unknown.length > 0) log.warn({ count: unknown.length }, 'e-mails may have been sent or not')
    await db.query(COLLECT_EMAILS)
    for (;;) {
      if (this.#stopping.signal.aborted) return
      const due = await db.query(CLAIM_EMAILS, [AT_ONCE])
      if (due.length === 0) return
      await Promise.all(due.map((row) => this.#deliver(row)))
    }
  }

  async #deliver(row: EmailRow): Promise<void> {
    const { db, log, mail, origin, describeEmail, isWatching } = this.#deps
    const { id, attempts, userId, language } = row
    const select = <Item extends Place>(items: readonly Item[]) =>
      items
        .filter(({ clientId, chat }) => !isWatching(userId, clientId, chat))
        .map(({ clientId, chat, ...item }) => ({
          ...item,
          url: `${origin}/inbox?${new URLSearchParams({ client: clientId, chat })}`,
        }))
    const told = { conversations: select(row.items), mentions: select(row.mentions) }
    if (told.conversations.length + told.mentions.length === 0) return this.#end(row, 'needless')
    if (!(await db.queryOne(BEGIN_HANDING, [id, attempts]))) return
    const written = { id, to: row.email, ...describeEmail(told, { language, origin }) }
    const outcome = await mail.send(written, this.#stopping.signal)
    if ('taken' in outcome) return this.#end(row, 'sent')
    const { code } = outcome.failure
    const end = this.#findEnd(code, attempts)
    if (end === null) return void (await db.query(POSTPONE_EMAIL, [id, attempts, pauseAfter(attempts)]))
    log.warn({ code, attempts, end }, 'e-mail to a person was not taken')
    await this.#end(row, end)
  }

  /** Null: it was not taken, and is tried again. */
  #findEnd(code: CallFailure['code'], attempts: number): EmailEnd | null {
    if (code === 'MAIL_UNKNOWN') return 'unknown'
    if (code === 'MAIL_REFUSED') return 'refused'
    return attempts >= MAX_ATTEMPTS ? 'given_up' : null
  }

  async #end({ id, attempts }: EmailRow, end: EmailEnd): Promise<void> {
    await this.#deps.db.query(END_EMAIL, [id, attempts, end])
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await this.look().catch((error: unknown) => {
        if (!signal.aborted) this.#deps.log.warn({ err: error }, 'e-mails could not be looked after')
      })
      await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {})
    }
  }
}
