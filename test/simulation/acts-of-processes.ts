import { endLostCalls } from '../../src/features/conversations/receive/happenings/lost-calls.ts'
import type { Random } from './random.ts'
import { OWNER, type SimProcess } from './sim-process.ts'
import type { MemoryStorage } from './storage/memory-storage.ts'

/** One that lives, if any does. */
function pickAlive(random: Random, processes: readonly SimProcess[]): SimProcess | null {
  const alive = processes.filter((process) => !process.isDead)
  return alive.length === 0 ? null : random.pick(alive)
}

/** Somebody deletes a flow that is not the main menu. */
export function deleteFlow(random: Random, storage: MemoryStorage, processes: readonly SimProcess[]): void {
  const flows = storage.rows('flow').filter((row) => row.id !== storage.client.mainMenuFlowId)
  if (flows.length === 0) return
  const { id } = random.pick(flows)
  pickAlive(random, processes)?.act(({ flows: own }) => own.service.delete(id, OWNER))
}

/** What a host does each minute. */
export function endLost(random: Random, processes: readonly SimProcess[]): void {
  const end = pickAlive(random, processes)
  end?.act(({ db, runs }) => endLostCalls(db, (tx, events) => runs.ingest(tx, events, { step: false })))
}
