import type { Bus } from '../../bus/port.ts'
import type { CallContext, Handlers } from '../../contract/handlers.ts'
import type { NoticeKind } from '../../core/conversation/notices.ts'
import { refusal } from '../../core/errors.ts'
import type { Database } from '../../db/client.ts'
import type { Log } from '../../platform/logger.ts'
import { type AddressFinder, OutboundError, type OutboundHttp } from '../../platform/outbound-http.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { PushRunner } from './push-runner.ts'
import type { PushSender } from './send-push.ts'
import { DELETE_SUBSCRIPTION, READ_CHOICE, WRITE_CHOICE, WRITE_SUBSCRIPTION } from './store.ts'
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
}

/** What people are told of beside the pages they look at. */
export class Notifications {
  readonly handlers: NotificationHandlers
  /** Sends, once it is started; in any number of processes. */
  readonly runner: PushRunner
  readonly #deps: NotificationDeps
  #keys: Promise<VapidKeys> | undefined

  constructor(deps: NotificationDeps) {
    this.#deps = deps
    const { db } = deps
    this.runner = new PushRunner({ ...deps, openSender: () => this.#openSender() })
    this.handlers = {
      get: (_, ctx) => this.#read(ctx),
      set: async ({ conversations, contents }, ctx) => {
        await db.query(WRITE_CHOICE, [ctx.principal.userId, conversations, contents])
        return await this.#read(ctx)
      },
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
    return { ...choice, publicKey: (await this.#readKeys()).publicKey }
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
    try {
      const { protocol, hostname } = new URL(endpoint)
      if (protocol === 'http:') await http.findAddresses(hostname, { requireListed: true })
      await http.check(endpoint)
    } catch (cause) {
      if (!(cause instanceof OutboundError)) throw cause
      const reason = cause.code === 'BAD_URL' ? 'BAD_URL' : 'ADDRESS_REFUSED'
      throw refusal('BAD_REQUEST', reason, { call: cause.failure }, { path: 'endpoint', cause })
    }
  }
}
