import { setTimeout as sleep } from 'node:timers/promises'
import { PUBLIC_ADDRESSES } from '../../core/address-policy.ts'
import type { ConversationEvent } from '../../core/conversation/flow-event.ts'
import type { OutboxSettled } from '../../core/conversation/send-outcome.ts'
import { Refusal } from '../../core/errors.ts'
import type { Transaction } from '../../db/transaction.ts'
import { resolveContact } from '../contacts/index.ts'
import type { PhoneTests } from '../flows/index.ts'
import { createContactAutomation } from './contact-automation.ts'
import { setContactFlag } from './contact-flag.ts'
import { createDraftTests } from './draft-tests.ts'
import { createEffectPerformer } from './effect-performer.ts'
import { createEffectRunner, type EffectRunner } from './effect-runner.ts'
import { createRunHandlers } from './handlers.ts'
import { ingestEvents, stepOnTheSpot } from './ingest.ts'
import { createLaneReader } from './lane-reader.ts'
import { createLaneRunner, type OwnLaneRunner } from './lane-runner.ts'
import { createPlainSends } from './plain-sends.ts'
import { createRequester, refuseLate } from './requests.ts'
import { removeExpired } from './retention.ts'
import { deliverSchedule, wakeOverdueSchedules } from './schedules.ts'
import { fireTimer, insertSettled, noteReconnected } from './timers.ts'
import type { LaneRunner, LaneRunnerOptions, Runs, RunsDeps } from './types.ts'

/** A lane that cannot be worked on must not hold its caller for ever. */
const DRAIN_TIMEOUT_MS = 8_000

const noTests = () =>
  Promise.reject(new Refusal('SERVICE_UNAVAILABLE', 'This process tests no drafts. Ask a running service.'))
const NO_DRAFTS = { allowTest: noTests, keepDraft: noTests, readTestedDraft: async () => null }

/** Runs of flows: every event of a contact in one transaction with all it causes (docs/flows.md). */
export function createRuns(deps: RunsDeps): Runs {
  const { db, bus, newId, log } = deps
  const plainSends = createPlainSends()
  const reader = createLaneReader(deps.catalog)
  const { newMessageId, addresses = PUBLIC_ADDRESSES } = deps
  const effectRunners = new Map<string, EffectRunner>()
  const wakeEffects = (clientId: string) => effectRunners.get(clientId)?.wake()
  const step = { bus, reader, plainSends, newId, newMessageId, wakeEffects, addresses, tracing: deps.tracing }

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
    const steps = await stepOnTheSpot(spot, tx, lane)
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
    isSendAwaited: ({ outboxId, outcome }) => !(plainSends.take(outboxId) && outcome === 'sent'),
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
