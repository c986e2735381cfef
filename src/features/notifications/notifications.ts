import type { Bus } from '../../bus/port.ts'
import type { CallContext, Handlers } from '../../contract/handlers.ts'
import type { NoticeKind } from '../../core/conversation/notices.ts'
import { refusal } from '../../core/errors.ts'
import type { Database } from '../../db/client.ts'
import type { Log } from '../../platform/logger.ts'
import { type AddressFinder, type OutboundHttp, requireReachable } from '../../platform/outbound-http.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import type { ServerMail } from '../email/index.ts'
import { EmailRunner, type EmailRunnerDeps } from './email-runner.ts'
import { PushRunner } from './push-runner.ts'
import type { PushSender } from './send-push.ts'
import {
  DELETE_SUBSCRIPTION,
  LIST_MENTIONS,
  LIST_WAITING,
  READ_CHOICE,
  READ_NOW,
  WRITE_CHOICE,
  WRITE_SUBSCRIPTION,
} from './store.ts'
import { readVapidKeys, type VapidKeys } from './vapid.ts'

type NotificationHandlers = Handlers['notifications']

/** Where nobody can be reached at an address of https, push services learn that. */
const NO_SUBJECT = 'mailto:nobody@parley.invalid'

export interface NotificationDeps {
  db: Database
  bus: Bus
  log: Log
  box: SecretBox
  http: OutboundHttp & AddressFinder
  newId(): string
  /** Whether the person has the conversation open now. */
  isWatching(userId: string, clientId: string, chat: string): boolean
  /** Where people reach this service. */
  origin: string
  describe(kind: NoticeKind, language: string): string
  describeEmail: EmailRunnerDeps['describeEmail']
  /** Null where the operator named no mail server. */
  mail: Pick<ServerMail, 'send'> | null
}

/** What people are told of beside the pages they look at. */
export class Notifications {
  readonly handlers: NotificationHandlers
  /** Sends, once it is started; in any number of processes. */
  readonly runner: PushRunner
  /** The same for e-mails; null where there is no mail server. */
  readonly emails: EmailRunner | null
  readonly #deps: NotificationDeps
  #keys: Promise<VapidKeys> | undefined

  constructor(deps: NotificationDeps) {
    this.#deps = deps
    const { db, mail } = deps
    this.emails = mail && new EmailRunner({ ...deps, mail })
    this.runner = new PushRunner({ ...deps, openSender: () => this.#openSender() })
    this.handlers = {
      get: (_, ctx) => this.#read(ctx),
      set: (input, ctx) => this.#set(input, ctx),
      waiting: (input, ctx) => this.#listWaiting(input, ctx),
      subscribe: async ({ endpoint, keys, language }, ctx) => {
        await this.#checkEndpoint(endpoint)
        const { userId, sessionId } = ctx.principal
        const device = [endpoint, keys.p256dh, keys.auth, language]
        await db.query(WRITE_SUBSCRIPTION, [deps.newId(), userId, sessionId, ...device])
        return await this.#read(ctx)
      },
      unsubscribe: async ({ endpoint }, ctx) => {
        await db.query(DELETE_SUBSCRIPTION, [ctx.principal.userId, endpoint])
        return await this.#read(ctx)
      },
    }
  }

  async #read({ principal }: CallContext) {
    const choice = await this.#deps.db.queryOne(READ_CHOICE, [principal.userId])
    if (!choice) throw new Error('the choice was not answered')
    const canEmail = this.#deps.mail !== null
    return { ...choice, canEmail, publicKey: (await this.#readKeys()).publicKey }
  }

  async #set(input: Parameters<NotificationHandlers['set']>[0], ctx: CallContext) {
    const { conversations, contents, emailAfterMin, language = null, mentions = null } = input
    const { db, mail } = this.#deps
    if (emailAfterMin && !mail) throw refusal('CONFLICT', 'NO_SERVER_MAIL', {}, { path: 'emailAfterMin' })
    const email = [emailAfterMin !== undefined, emailAfterMin ?? null, language]
    await db.query(WRITE_CHOICE, [ctx.principal.userId, conversations, contents, ...email, mentions])
    return await this.#read(ctx)
  }

  async #listWaiting({ since }: { since?: string | undefined }, { owner, principal }: CallContext) {
    const { db, isWatching } = this.#deps
    const { userId } = principal
    const at = await db.queryOne(READ_NOW)
    if (!at) throw new Error('the time was not answered')
    const rows = since === undefined ? [] : await db.query(LIST_WAITING, [owner, userId, since])
    const named = since === undefined ? [] : await db.query(LIST_MENTIONS, [owner, userId, since])
    const isUnwatched = ({ clientId, chat }: { clientId: string; chat: string }) =>
      !isWatching(userId, clientId, chat)
    return {
      now: at.now.toISOString(),
      conversations: rows.filter(isUnwatched).map(({ chat: jid, waitingSince, ...row }) => ({
        ...row,
        jid,
        waitingSince: waitingSince.toISOString(),
      })),
      mentions: named.filter(isUnwatched).map(({ chat: jid, at: madeAt, ...row }) => ({
        ...row,
        jid,
        at: madeAt.toISOString(),
      })),
    }
  }

  #readKeys(): Promise<VapidKeys> {
    const { db, box } = this.#deps
    this.#keys ??= readVapidKeys(db, box)
    this.#keys.catch(() => {
      this.#keys = undefined
    })
    return this.#keys
  }

  async #openSender(): Promise<PushSender> {
    const { http, origin } = this.#deps
    const subject = origin.startsWith('https:') ? origin : NO_SUBJECT
    return { http, keys: await this.#readKeys(), subject }
  }

  /** Browsers choose it, and so may whoever calls: it is no address inside, and never without encryption. */
  async #checkEndpoint(endpoint: string): Promise<void> {
    const { http } = this.#deps
    await requireReachable('endpoint', async () => {
      const { protocol, hostname } = new URL(endpoint)
      if (protocol === 'http:') await http.findAddresses(hostname, { requireListed: true })
      await http.check(endpoint)
    })
  }
}
