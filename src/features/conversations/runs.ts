import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus } from '../../bus/port.ts'
import type { Handlers } from '../../contract/handlers.ts'
import type { AddressPolicy } from '../../core/address-policy.ts'
import { PUBLIC_ADDRESSES } from '../../core/address-policy.ts'
import type { ConversationEvent } from '../../core/conversation/flow-event.ts'
import type { OutboxSettled } from '../../core/conversation/send-outcome.ts'
import { Refusal } from '../../core/errors.ts'
import type { Database } from '../../db/client.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Log } from '../../platform/logger.ts'
import type { Tracing } from '../../platform/tracing/tracing.ts'
import { resolveContact } from '../contacts/index.ts'
import type { FlowCatalog, PhoneTests } from '../flows/index.ts'
import { createLaneReader } from './decide/conversation-reader.ts'
import type { Ingested, IngestOptions } from './decide/inline.ts'
import { ingestEvents, processInline } from './decide/inline.ts'
import type { LaneRunner, LaneRunnerOptions } from './decide/runner.ts'
import { createLaneRunner, type OwnLaneRunner } from './decide/runner.ts'
import { createUnawaitedSends } from './decide/unawaited-sends.ts'
import { createEffectPerformer } from './effects/effect-performer.ts'
import { createEffectRunner, type EffectRunner } from './effects/effect-runner.ts'
import type { EffectPorts } from './effects/effect-types.ts'
import { createContactAutomation } from './runs/contact-automation.ts'
import { setContactFlag } from './runs/contact-flag.ts'
import { createDraftTests } from './runs/draft-tests.ts'
import { createRequester, refuseLate } from './runs/requests.ts'
import { removeExpired } from './runs/retention.ts'
import { createRunHandlers } from './runs/run-operations.ts'
import { deliverSchedule, wakeOverdueSchedules } from './runs/schedules.ts'
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
  log: Log
  /** Those that flows may send files from. Default: public ones alone. */
  addresses?: AddressPolicy
  /** Default: none. */
  tracing?: Tracing | undefined
  /** Without them, effects are stored and left to another process. */
  effects?: EffectPorts
}

export interface Runs {
  handlers: Handlers['flows']['states']
  /** Starts a test of a draft on a phone. */
  testOnPhone: Handlers['flows']['testOnPhone']
  contactHandlers: Pick<Handlers['contacts'], 'get' | 'update'>
  /**
   * Stores events of one client once, in the order given. Lanes that are idle are stepped on the spot, in the same
   * transaction; the rest stays open for the lane runner. After the commit, do what the answer says. When it throws,
   * repeat the transaction with `step: false`: an event that cannot be processed must not keep its message out.
   */
  ingest(tx: Transaction, events: readonly ConversationEvent[], options?: IngestOptions): Promise<Ingested>
  createLaneRunner(options: LaneRunnerOptions): LaneRunner
  /** False when nothing waits for this outcome: then `onSendSettled` would change nothing. Ask once for each outcome. */
  isSendAwaited(settled: OutboxSettled): boolean
  /** In the transaction that stores a send's outcome: starts the clock of an ask, or tells the run it failed. */
  onSendSettled(tx: Transaction, settled: OutboxSettled): Promise<void>
  /**
   * The client's connection is open: waits whose time ended while it was away, or ends within a minute, get a minute.
   * Call it before anything else is done with the connection, then `scan` the lanes.
   */
  onClientConnected(clientId: string): Promise<void>
  /**
   * A person wrote to the contact from the inbox, which takes the chat over. `to` is any address of the contact; an
   * `eventId` that was told before changes nothing.
   */
  personWrote(
    clientId: string,
    to: string,
    written: { eventId: string; text: string; source: 'dashboard' | 'api' },
  ): Promise<void>
  /**
   * `contactJid` is any address of the contact. Blacklisting removes the contact's active runs with all they caused and answers their ids;
   * favourite is a label.
   */
  setContactFlag(
    clientId: string,
    contactJid: string,
    flag: 'blacklist' | 'favourite',
    value: boolean,
  ): Promise<{ cancelledRunIds: string[] }>
  tasks: RunTasks
}

/** Jobs of the queue by name. `flow_timer` {timerId}; `flow_schedule` {flowId, nodeId}; `flow_retention` {} once an hour. */
export interface RunTasks {
  flow_schedule(payload: unknown): Promise<void>
  flow_timer(payload: unknown): Promise<void>
  flow_retention(): Promise<void>
}

/** A lane that cannot be worked on must not hold its caller for ever. */
const DRAIN_TIMEOUT_MS = 8_000

const noTests = () =>
  Promise.reject(new Refusal('SERVICE_UNAVAILABLE', 'This process tests no drafts. Ask a running service.'))
const NO_DRAFTS = { allowTest: noTests, keepDraft: noTests, readTestedDraft: async () => null }

/** Runs of flows: every event of a contact in one transaction with all it causes (docs/flows.md). */
export function createRuns(deps: RunsDeps): Runs {
  const { db, bus, newId, log, tracing } = deps
  const unawaitedSends = createUnawaitedSends()
  const reader = createLaneReader(deps.catalog)
  const { newMessageId, addresses = PUBLIC_ADDRESSES } = deps
  const effectRunners = new Map<string, EffectRunner>()
  const wakeEffects = (clientId: string) => effectRunners.get(clientId)?.wake()
  const step = { bus, reader, unawaitedSends, newId, newMessageId, wakeEffects, addresses, tracing }
  const spot = { ...step, log }
  const runners = new Map<string, OwnLaneRunner>()

  function openLanes(options: LaneRunnerOptions): LaneRunner {
    const { id } = options.client
    const runner = createLaneRunner({ ...step, db, log }, options)
    runners.set(id, runner)
    const effects = openEffects(options, (contactJid) => runner.wake(contactJid))
    if (effects) effectRunners.set(id, effects)
    return {
      ...runner,
      async scan() {
        await runner.scan()
        await effects?.scan()
      },
      async idle() {
        do {
          await effects?.idle()
          await runner.idle()
        } while (effects?.isIdle() === false)
      },
      async close() {
        if (runners.get(id) === runner) runners.delete(id)
        if (effects && effectRunners.get(id) === effects) effectRunners.delete(id)
        await effects?.close()
        await runner.close()
      },
    }
  }

  function openEffects(
    { client, hostId, act, wakeOutbox }: LaneRunnerOptions,
    onAnswered: (contactJid: string) => void,
  ): EffectRunner | null {
    if (!deps.effects) return null
    const refuse = () => Promise.reject(new Error('this process has no connection to act with'))
    return createEffectRunner({
      db,
      newId,
      newMessageId,
      clientId: client.id,
      claimant: `${hostId}/${newId()}`,
      log: log.child({ clientId: client.id }),
      perform: createEffectPerformer({ ...deps.effects, act: act ?? refuse }),
      onAnswered,
      wakeOutbox: () => wakeOutbox(),
    })
  }

  /** Most often the lane is idle and the clock of the wait starts in this very transaction. */
  async function onSendSettled(tx: Transaction, settled: OutboxSettled): Promise<void> {
    const lane = await insertSettled(tx, settled)
    if (lane === null) return
    const steps = await processInline(spot, tx, lane)
    if (steps.length === 0 || steps.some((item) => item.hasSends || item.hasReopened)) {
      runners.get(lane.clientId)?.wakeSoon(lane.contactJid)
    }
  }

  /** Works on one lane here and now, whoever owns the client: for what a caller waits for. */
  async function drainLane(
    clientId: string,
    contactJid: string,
    timeoutMs = DRAIN_TIMEOUT_MS,
  ): Promise<void> {
    const runner = createLaneRunner(
      { ...step, db, log },
      { client: { id: clientId }, hostId: 'request', isConnected: () => false, wakeOutbox() {} },
    )
    try {
      runner.wake(contactJid)
      const isDone = runner.idle().then(() => true)
      if (!(await Promise.race([isDone, sleep(Math.max(0, timeoutMs), false, { ref: false })])))
        throw refuseLate()
    } finally {
      await runner.close()
    }
  }

  async function store(tx: Transaction, events: readonly ConversationEvent[]): Promise<void> {
    await ingestEvents(spot, tx, events, { step: false })
  }

  /** Answers the contact's canonical address. */
  function storeOne(event: ConversationEvent): Promise<string> {
    return db.transaction(async (tx) => {
      const contactJid = await resolveContact(tx, event.clientId, event.contactJid)
      await store(tx, [{ ...event, contactJid }])
      return contactJid
    })
  }

  const request = createRequester({ db, bus, drainLane, store: storeOne })

  /** Nobody waits for the lane: it is in order behind what is there already, and before all that comes. */
  async function personWrote(...[clientId, to, written]: Parameters<Runs['personWrote']>) {
    const { eventId, text, source } = written
    const event = { type: 'human_message' as const, eventId, text }
    const contactJid = await storeOne({ clientId, contactJid: to, source, event })
    const command = { name: 'runs.wake', input: { contactJid } }
    // An owner that does not hear this takes the event up with its next look.
    void bus.request(clientId, command, { commandId: newId(), timeoutMs: 5_000 }).catch(() => {})
  }

  const drafts = deps.drafts ?? NO_DRAFTS
  const readTestedDraft: PhoneTests['readTestedDraft'] = (runId) => drafts.readTestedDraft(runId)

  return {
    handlers: createRunHandlers({ db, newId, request, readTestedDraft }),
    testOnPhone: createDraftTests({ db, bus, newId, drafts, request }),
    contactHandlers: createContactAutomation({ db, bus, newId, request }),
    ingest: (tx, events, options) => ingestEvents(spot, tx, events, options),
    createLaneRunner: openLanes,
    isSendAwaited: ({ outboxId, outcome }) => !(unawaitedSends.take(outboxId) && outcome === 'sent'),
    onSendSettled,
    async onClientConnected(clientId) {
      await noteReconnected(db, clientId, newId())
    },
    personWrote,
    setContactFlag: (clientId, contactJid, flag, value) =>
      setContactFlag({ db, bus, newId }, { clientId, contactJid, flag, value }),
    tasks: {
      flow_timer: (payload) => fireTimer(db, bus, payload),
      flow_schedule: (payload) => deliverSchedule({ db, bus, log, store }, payload),
      async flow_retention() {
        await wakeOverdueSchedules(db)
        await removeExpired(db)
      },
    },
  }
}
