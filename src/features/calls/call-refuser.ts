import type { Address } from '../../core/addresses.ts'
import type { Content } from '../../core/conversation/content.ts'
import type { Actor } from '../../core/conversation/conversation-entry.ts'
import { Refusal, refusal } from '../../core/errors.ts'
import type { Database } from '../../db/client.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { NetworkConnection } from '../../network/port.ts'
import type { Log } from '../../platform/logger.ts'
import { requireAnswer } from '../account-acts/index.ts'
import {
  noteRefused,
  type OwedMessage,
  type RefusedCall,
  readCall,
  readOwed,
  readRinging,
  settleMessage,
} from './store.ts'

export interface CallRefuserDeps {
  db: Database
  /** It names the client. */
  log: Log
  newMessageId(): string
  /** Events were logged. */
  announce(): void
}

export interface CallRefuserOptions {
  clientId: string
  connection(): NetworkConnection | null
  /** Stores what flows are told of a refused call, in the transaction of the refusal. */
  storeEvents(tx: Transaction, call: RefusedCall): Promise<void>
  /** That is committed: look at the conversation. */
  wakeFlows(chat: string): void
  /** The client's ordinary way to send; `final` is false when a repeat may still find out what became of it. */
  send(command: {
    messageId: string
    to: Address
    content: Content
    repeat: boolean
  }): Promise<{ kind: string; final?: boolean }>
}

/**
 * Refuses calls of one client: those it is told to, and each that comes where all are to be refused, with the message that its
 * caller is owed. What is owed is stored with the refusal, so a process that dies in between leaves it to the next owner.
 */
export class CallRefuser {
  readonly #deps: CallRefuserDeps
  readonly #options: CallRefuserOptions
  #running: Promise<void> | null = null
  #isAskedAgain = false

  constructor(deps: CallRefuserDeps, options: CallRefuserOptions) {
    this.#deps = deps
    this.#options = options
  }

  /** Looks for calls to refuse and messages that are owed. Never rejects; while it looks it is asked to look once more. */
  scan(): void {
    this.#isAskedAgain = true
    this.#running ??= this.#run().finally(() => {
      this.#running = null
    })
  }

  /** Resolves when nothing is being done. */
  async idle(): Promise<void> {
    await this.#running
  }

  /** Refuses a call; throws why it cannot. */
  async refuse(callId: string, by: Actor): Promise<void> {
    const { db } = this.#deps
    const { clientId } = this.#options
    const call = await readCall(db, clientId, callId)
    if (!call) throw refusal('NOT_FOUND', 'PHONE_CALL_NOT_FOUND', {})
    if (call.state !== 'ringing') throw refusal('CONFLICT', 'PHONE_CALL_OVER', { state: call.state })
    await this.#refuseRinging(callId, call.creator, by)
  }

  async #refuseRinging(callId: string, creator: string, by: Actor): Promise<void> {
    const { db, log, newMessageId, announce } = this.#deps
    const { clientId, storeEvents, wakeFlows } = this.#options
    const connection = this.#options.connection()
    if (!connection) throw refusal('SERVICE_UNAVAILABLE', 'ACCOUNT_NOT_ASKED', {})
    requireAnswer(await connection.persons.rejectCall(callId, creator as Address))
    const call = await db.transaction(async (tx) => {
      const refused = await noteRefused(tx, clientId, callId, by, newMessageId())
      if (refused) await storeEvents(tx, refused)
      return refused
    })
    if (!call) {
      // Its end was stored meanwhile, and holds: who called hung up, or somebody else was faster. No message is owed for it.
      const found = await readCall(db, clientId, callId)
      const state = found && found.state !== 'ringing' ? found.state : 'missed'
      log.info({ callId, state }, 'a call was over before its refusal could be noted')
      throw refusal('CONFLICT', 'PHONE_CALL_OVER', { state })
    }
    announce()
    wakeFlows(call.chat)
  }

  async #run(): Promise<void> {
    const { log } = this.#deps
    while (this.#isAskedAgain) {
      this.#isAskedAgain = false
      try {
        await this.#refuseAll()
        await this.#sendOwed()
      } catch (err) {
        log.warn({ err }, 'calls could not be refused')
      }
    }
  }

  async #refuseAll(): Promise<void> {
    const { db, log } = this.#deps
    for (const { id, creator } of await readRinging(db, this.#options.clientId)) {
      await this.#refuseRinging(id, creator, 'system').catch((err: unknown) => {
        // One that was over before is noted.
        if (err instanceof Refusal && err.code === 'CONFLICT') return
        log.warn({ err, callId: id }, 'a call could not be refused')
      })
    }
  }

  async #sendOwed(): Promise<void> {
    const { db } = this.#deps
    const { clientId, connection } = this.#options
    if (!connection()) return
    for (const owed of await readOwed(db, clientId)) {
      if (await this.#send(owed)) await settleMessage(db, clientId, owed.callId)
    }
  }

  /** Whether nothing is owed any more. */
  async #send({ callId, chat, messageId, message }: OwedMessage): Promise<boolean> {
    if (message === null) return true
    try {
      // It may have been handed over before.
      const content: Content = { type: 'text', text: message }
      const reply = await this.#options.send({ messageId, to: chat as Address, content, repeat: true })
      return reply.kind !== 'unknown' || reply.final === true
    } catch (err) {
      if (err instanceof Refusal && err.code === 'SERVICE_UNAVAILABLE') return false
      this.#deps.log.warn({ err, callId }, 'who called could not be written to')
      return true
    }
  }
}
