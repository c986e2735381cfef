import type { Transaction } from '../../db/transaction.ts'
import { setContactFlag } from './contact-flag.ts'
import { type CancelledRun, createRunHandlers } from './handlers.ts'
import { ingestInputs, stepOnTheSpot } from './ingest.ts'
import { createLaneReader } from './lane-reader.ts'
import { createLaneRunner, type OwnLaneRunner } from './lane-runner.ts'
import { createPlainSends } from './plain-sends.ts'
import { removeExpired } from './retention.ts'
import { fireTimer, insertSettled, noteReconnected } from './timers.ts'
import type { FlowInput, LaneRunner, LaneRunnerOptions, OutboxSettled, Runs, RunsDeps } from './types.ts'

/** Runs of flows: every event of a contact in one transaction with all it causes (docs/flows.md). */
export function createRuns(deps: RunsDeps): Runs {
  const { db, bus, newId, log } = deps
  const plainSends = createPlainSends()
  const reader = createLaneReader(deps.catalog)
  const step = { bus, reader, plainSends, newId, newMessageId: deps.newMessageId }

  const spot = { ...step, log }
  const runners = new Map<string, OwnLaneRunner>()

  function openLanes(options: LaneRunnerOptions): LaneRunner {
    const { id } = options.client
    const runner = createLaneRunner({ ...step, db, log }, options)
    runners.set(id, runner)
    return {
      ...runner,
      async close() {
        if (runners.get(id) === runner) runners.delete(id)
        await runner.close()
      },
    }
  }

  /** Most often the lane is idle and the clock of the wait starts in this very transaction. */
  async function onSendSettled(tx: Transaction, settled: OutboxSettled): Promise<void> {
    if (plainSends.take(settled.outboxId) && settled.outcome === 'sent') return
    const lane = await insertSettled(tx, settled)
    if (lane === null) return
    const steps = await stepOnTheSpot(spot, tx, lane)
    if (steps.length === 0 || steps.some((item) => item.hasSends)) {
      runners.get(lane.clientId)?.wakeSoon(lane.contactJid)
    }
  }

  /** Works on one lane here and now, whoever owns the client: for what a caller waits for. */
  async function drainLane(clientId: string, contactJid: string): Promise<void> {
    const runner = createLaneRunner(
      { ...step, db, log },
      { client: { id: clientId }, hostId: 'request', isConnected: () => false, wakeOutbox() {} },
    )
    try {
      runner.wake(contactJid)
      await runner.idle()
    } finally {
      await runner.close()
    }
  }

  async function requestCancel(run: CancelledRun, source: 'api' | 'dashboard'): Promise<void> {
    const { clientId, contactJid } = run
    const input: FlowInput = {
      clientId,
      contactJid,
      eventId: `cancel:${newId()}`,
      eventType: 'cancel_requested',
      source,
      payload: { runId: run.id },
    }
    await db.transaction((tx) => ingestInputs(spot, tx, [input], { step: false }))
    await drainLane(clientId, contactJid)
  }

  return {
    handlers: createRunHandlers({ db, requestCancel }),
    ingest: (tx, inputs, options) => ingestInputs(spot, tx, inputs, options),
    createLaneRunner: openLanes,
    onSendSettled,
    async onClientConnected(clientId) {
      await noteReconnected(db, clientId, newId())
    },
    setContactFlag: (clientId, contactJid, flag, value) =>
      setContactFlag({ db, bus, newId }, { clientId, contactJid, flag, value }),
    tasks: {
      flow_timer: (payload) => fireTimer(db, bus, payload),
      flow_retention: () => removeExpired(db),
    },
  }
}
