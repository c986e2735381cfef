import type { Transaction } from '../../db/transaction.ts'
import { setContactFlag } from './contact-flag.ts'
import { type CancelledRun, createRunHandlers } from './handlers.ts'
import { ingestInputs, stepOnTheSpot } from './ingest.ts'
import { createLaneReader } from './lane-reader.ts'
import { createLaneRunner, type OwnLaneRunner } from './lane-runner.ts'
import { removeExpired } from './retention.ts'
import { fireTimer, insertSettled, noteReconnected } from './timers.ts'
import type { FlowInput, LaneRunner, LaneRunnerOptions, OutboxSettled, Runs, RunsDeps } from './types.ts'

/** Runs of flows: every event of a contact in one transaction with all it causes (docs/flows.md). */
export function createRuns(deps: RunsDeps): Runs {
  const { db, bus, newId, log } = deps
  const step = { reader: createLaneReader(deps.catalog), newId, newMessageId: deps.newMessageId }

  const spot = { ...step, bus, log }
  const runners = new Map<string, OwnLaneRunner>()

  function openLanes(options: LaneRunnerOptions): LaneRunner {
    const { id } = options.client
    const runner = createLaneRunner({ ...step, db, bus, log }, options)
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
      { ...step, db, bus, log },
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
