import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus } from '../../bus/port.ts'
import type { Handlers } from '../../contract/handlers.ts'
import type { AddressPolicy } from '../../core/address-policy.ts'
import { PUBLIC_ADDRESSES } from '../../core/address-policy.ts'
import type { ConversationEvent } from '../../core/conversation/flow-event.ts'
import type { OutboxSettled } from '../../core/conversation/send-outcome.ts'
import { refusal } from '../../core/errors.ts'
import type { UrlOf } from '../../core/flow/index.ts'
import type { Database } from '../../db/client.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Log } from '../../platform/logger.ts'
import type { Tracing } from '../../platform/tracing/tracing.ts'
import { ContactFields, resolveContact } from '../contacts/index.ts'
import type { FlowCatalog, PhoneTests } from '../flows/index.ts'
import { createConversationReader } from './decide/conversation-reader.ts'
import type { Ingested, IngestOptions } from './decide/inline.ts'
import { ingestEvents, processInline } from './decide/inline.ts'
import { ConversationRunner, type ConversationRunnerOptions } from './decide/runner.ts'
import { createUnawaitedSends } from './decide/unawaited-sends.ts'
import type { EffectPorts } from './effects/effect-types.ts'
import { FlowRunner, type FlowRunnerDeps } from './flow-runner.ts'
import { type AskUsername, createAskUsername } from './records/people/named-people.ts'
import type { WrittenByPerson } from './records/send-command.ts'
import type { StoredWords } from './records/stored-words.ts'
import { createApprovalHandlers } from './runs/approvals.ts'
import { createContactAutomation } from './runs/contact-automation.ts'
import { setContactFlag } from './runs/contact-flag.ts'
import { createDraftTests } from './runs/draft-tests.ts'
import {
  type CalledWait,
  createCallReceipt,
  createOutsideStarts,
  createRequester,
  type OutsideStart,
  refuseLate,
} from './runs/requests.ts'
import { removeExpired } from './runs/retention.ts'
import { createRunHistory } from './runs/run-history.ts'
import { createRunHandlers } from './runs/run-operations.ts'
import { createRunPlace } from './runs/run-place.ts'
import { deliverSchedule, type ScheduleDeps, wakeOverdueSchedules } from './runs/schedules.ts'
import { createStartPreview } from './runs/starts.ts'
import { createRunSteps, createStepList } from './runs/step-lists.ts'
import { fireTimer, insertSettled, noteReconnected } from './runs/timers.ts'

export interface RunsDeps {
  db: Database
  bus: Bus
  catalog: FlowCatalog
  /** The drafts that are tested on phones; without them nothing is. */
  drafts?: PhoneTests
  /** A fresh UUID at every call. */
  newId: () => string
  /** A message id as the network's own clients draw them; chosen in the transaction that plans the message. */
  newMessageId: () => string
  words: StoredWords
  log: Log
  /** Those that flows may send files from. Default: public ones alone. */
  addresses?: AddressPolicy
  /** The address of a wait for a call; absent where nobody can call. */
  urlOf?: UrlOf | undefined
  /** Default: none. */
  tracing?: Tracing | undefined
  /** Without them, effects are stored and left to another process. */
  effects?: EffectPorts
}

/** Jobs of the queue by name. `flow_timer` {timerId}; `flow_schedule` {flowId, nodeId}; `flow_retention` {} once an hour. */
export interface RunTasks {
  flow_schedule(payload: unknown): Promise<void>
  flow_timer(payload: unknown): Promise<void>
  flow_retention(): Promise<void>
}

const noTests = () => Promise.reject(refusal('SERVICE_UNAVAILABLE', 'DRAFTS_NOT_TESTED_HERE', {}))
const NO_DRAFTS = { allowTest: noTests, keepDraft: noTests, readTestedDraft: async () => null }

/** Runs of flows: every event of a contact in one transaction with all it causes (docs/flows.md). */
export class Runs {
  readonly handlers: Handlers['flows']['states']
  readonly approvalHandlers: Handlers['approvals']
  readonly steps: Handlers['flows']['steps']
  /** Starts a test of a draft on a phone. */
  readonly testOnPhone: Handlers['flows']['testOnPhone']
  readonly contactHandlers: Pick<Handlers['contacts'], 'get' | 'list' | 'update'>
  readonly tasks: RunTasks
  /** Starts a flow at one of its triggers for somebody outside; see `createOutsideStarts`. */
  readonly startOutside: (asked: OutsideStart) => Promise<string | null>
  /** Hands a call from outside to the run that waits for it; see `createCallReceipt`. */
  readonly receiveCall: (called: CalledWait) => Promise<boolean>
  readonly #deps: RunsDeps
  readonly #unawaitedSends = createUnawaitedSends()
  readonly #stepDeps: FlowRunnerDeps
  /** By client. */
  readonly #runners = new Map<string, FlowRunner>()

  constructor(deps: RunsDeps) {
    const { db, bus, catalog, newId, newMessageId, words, log, tracing, effects } = deps
    const drafts = deps.drafts ?? NO_DRAFTS
    const fields = new ContactFields({ db })
    this.#deps = deps
    this.#stepDeps = {
      db,
      bus,
      log,
      newId,
      newMessageId,
      words,
      tracing,
      effects,
      reader: createConversationReader(catalog, fields),
      unawaitedSends: this.#unawaitedSends,
      wakeEffects: (clientId, effects) => this.#runners.get(clientId)?.wakeEffects(effects),
      giveUpEffects: (clientId, ids) => this.#runners.get(clientId)?.giveUpEffects(ids),
      addresses: deps.addresses ?? PUBLIC_ADDRESSES,
      urlOf: deps.urlOf,
    }
    // A run may also be ended by another process, or with its contact.
    bus.subscribe('flow.state.changed', ({ clientId, flowStateId, state }) => {
      if (state !== 'waiting_effect') this.#runners.get(String(clientId))?.giveUpRun(String(flowStateId))
    })
    const request = createRequester({
      db,
      bus,
      drainConversation: (clientId, contactJid, timeoutMs) =>
        this.#drainConversation(clientId, contactJid, timeoutMs),
      store: (event) => this.#storeOne(event),
    })
    const readTestedDraft = (runId: string) => drafts.readTestedDraft(runId)
    const askUsername = createAskUsername({ bus, newId })
    const ofHandlers = { db, newId, request, readTestedDraft, askUsername }
    const { reader, addresses } = this.#stepDeps
    this.handlers = createRunHandlers(ofHandlers, {
      preview: createStartPreview({ db, askUsername, reader, newId, addresses }),
      steps: createRunSteps({ db, catalog }),
      history: createRunHistory({ db, catalog }),
      current: createRunPlace({ db, catalog }),
    })
    this.steps = createStepList({ db, catalog })
    this.approvalHandlers = createApprovalHandlers(ofHandlers)
    this.startOutside = createOutsideStarts(request)
    this.receiveCall = createCallReceipt(request)
    this.testOnPhone = createDraftTests({ db, bus, newId, drafts, request })
    this.contactHandlers = createContactAutomation({
      ...{ db, bus, newId, request },
      readFieldValues: (owner, values) => fields.readValues(owner, values),
    })
    this.tasks = this.#createTasks(askUsername)
  }

  #createTasks(askUsername: AskUsername): RunTasks {
    const { db, bus, log } = this.#deps
    const store: ScheduleDeps['store'] = (tx, events) => this.#store(tx, events)
    return {
      flow_timer: (payload) => fireTimer(db, bus, payload),
      flow_schedule: (payload) => deliverSchedule({ db, bus, log, askUsername, store }, payload),
      async flow_retention() {
        await wakeOverdueSchedules(db)
        await removeExpired(db)
      },
    }
  }

  /**
   * Stores events of one client once, in the order given. Conversations that are idle are processed inline, in the same
   * transaction; the rest stays open for the conversation runner. After the commit, do what the answer says. When it throws,
   * repeat the transaction with `step: false`: an event that cannot be processed must not keep its message out.
   */
  ingest(tx: Transaction, events: readonly ConversationEvent[], options?: IngestOptions): Promise<Ingested> {
    return ingestEvents(this.#stepDeps, tx, events, options)
  }

  /** The conversations of a client that this process owns from now on, until they are closed. */
  openRunner(options: ConversationRunnerOptions): ConversationRunner {
    const { id } = options.client
    const runner = new FlowRunner(this.#stepDeps, {
      ...options,
      onClosing: () => {
        if (this.#runners.get(id) === runner) this.#runners.delete(id)
      },
    })
    this.#runners.set(id, runner)
    return runner
  }

  /** False when nothing waits for this outcome: then `onSendSettled` would change nothing. Ask once for each outcome. */
  isSendAwaited({ outboxId, outcome }: OutboxSettled): boolean {
    return !(this.#unawaitedSends.take(outboxId) && outcome === 'sent')
  }

  /**
   * In the transaction that stores a send's outcome: starts the clock of an ask, or tells the run it failed. Most often the
   * conversation is idle and the clock of the wait starts in this very transaction.
   */
  async onSendSettled(tx: Transaction, settled: OutboxSettled): Promise<void> {
    const conversation = await insertSettled(tx, this.#deps.words, settled)
    if (conversation === null) return
    const steps = await processInline(this.#stepDeps, tx, conversation)
    if (steps.length === 0 || steps.some((item) => item.hasSends || item.hasReopened)) {
      this.#runners.get(conversation.clientId)?.wakeSoon(conversation.contactJid)
    }
  }

  /**
   * The client's connection is open: waits whose time ended while it was away, or ends within a minute, get a minute.
   * Call it before anything else is done with the connection, then `scan` the conversations.
   */
  async onClientConnected(clientId: string): Promise<void> {
    await noteReconnected(this.#deps.db, clientId, this.#deps.newId())
  }

  /**
   * A person wrote to the contact from the inbox, which takes the chat over. `to` is any address of the contact; an
   * `eventId` that was told before changes nothing. Nobody waits for the conversation: it is in order behind what is there already,
   * and before all that comes.
   */
  async personWrote(
    clientId: string,
    to: string,
    { eventId, text, source, by }: WrittenByPerson,
  ): Promise<void> {
    const { bus, newId } = this.#deps
    const event = { type: 'human_message' as const, eventId, text, ...(by && { by }) }
    const contactJid = await this.#storeOne({ clientId, contactJid: to, source, event })
    const command = { name: 'runs.wake', input: { contactJid } }
    // An owner that misses this takes the event up with its next look.
    void bus.request(clientId, command, { commandId: newId(), timeoutMs: 5_000 }).catch(() => {})
  }

  /**
   * `contactJid` is any address of the contact. Blacklisting removes the contact's active runs with all they caused and answers their ids;
   * favourite is a label.
   */
  setContactFlag(
    clientId: string,
    contactJid: string,
    flag: 'blacklist' | 'favourite',
    value: boolean,
  ): Promise<{ cancelledRunIds: string[] }> {
    return setContactFlag(this.#deps, { clientId, contactJid, flag, value })
  }

  /** Works on one conversation here and now, whoever owns the client: for what a caller waits for. */
  async #drainConversation(clientId: string, contactJid: string, timeoutMs: number): Promise<void> {
    const options = { client: { id: clientId }, hostId: 'request', isConnected: () => false, wakeOutbox() {} }
    const runner = new ConversationRunner(this.#stepDeps, options)
    try {
      runner.wake(contactJid)
      const isDone = runner.idle().then(() => true)
      if (!(await Promise.race([isDone, sleep(Math.max(0, timeoutMs), false, { ref: false })])))
        throw refuseLate()
    } finally {
      await runner.close()
    }
  }

  async #store(tx: Transaction, events: readonly ConversationEvent[]): Promise<void> {
    await ingestEvents(this.#stepDeps, tx, events, { step: false })
  }

  /** Answers the contact's canonical address. */
  #storeOne(event: ConversationEvent): Promise<string> {
    return this.#deps.db.transaction(async (tx) => {
      const contactJid = await resolveContact(tx, event.clientId, event.contactJid)
      await this.#store(tx, [{ ...event, contactJid }])
      return contactJid
    })
  }
}
