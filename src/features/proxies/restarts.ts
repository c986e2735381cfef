import type { Bus, BusReply } from '../../bus/port.ts'
import { isConnectedCode } from '../../core/client/client-status.ts'
import type { MoveFailure } from '../../core/client/move-failure.ts'
import type { StatusCause } from '../../core/client/status-cause.ts'

/** What really happened to workers whose proxy changed. */
export interface WorkerChanges {
  stopped: string[]
  restarted: string[]
  failed: { clientId: string; failure: MoveFailure }[]
}

export interface RestartDeps {
  bus: Bus
  newId: () => string
  nowMs: () => number
  sleep(ms: number): Promise<void>
}

interface Snapshot {
  code: string
  cause: StatusCause | null
  socketId: string | null
}

const AT_ONCE = 20
const COMMAND_TIMEOUT_MS = { least: 1_000, most: 20_000 }
/** How long all of them may take, with other proxies tried in between. What comes up later does so by itself. */
const RESTARTS_WITHIN_MS = 30_000
const LOOK_EVERY_MS = 100
/** The network was reached, and what comes next is a person's. */
const LINKING = new Set(['QR_WAITING', 'CODE_WAITING', 'PAIRED'])
const isUp = (code: string): boolean => isConnectedCode(code) || LINKING.has(code)
/** These wait for a person or for another version, and starting them would fight or be in vain. */
const NOT_TO_BE_STARTED = new Set([
  ...['REPLACED', 'IMPORT_CONFLICT', 'FORBIDDEN', 'OUTDATED', 'LOGGED_OUT', 'REMOVED_RESTRICTED'],
  ...['PASSKEY_REQUIRED', 'PASSKEY_ANSWERED', 'PASSKEY_CONFIRM'],
])

const toFailure = ({ code, cause }: Snapshot, isLeft: boolean): MoveFailure => ({
  code: 'STATE',
  params: { code, cause, isLeft },
})

const MANY_AT_ONCE: MoveFailure = { code: 'MANY_AT_ONCE', params: {} }

/** Stops and starts workers through their owners, a few at a time, and tells what became of each. */
export function createRestarts({ bus, newId, nowMs, sleep }: RestartDeps) {
  const ask = (clientId: string, name: string, untilMs: number): Promise<BusReply> => {
    const { least, most } = COMMAND_TIMEOUT_MS
    const timeoutMs = Math.min(most, Math.max(least, untilMs - nowMs()))
    return bus.request(clientId, { name, input: {} }, { commandId: newId(), timeoutMs })
  }

  async function readState(clientId: string, untilMs: number): Promise<Snapshot | null> {
    const reply = await ask(clientId, 'worker.state', untilMs)
    return reply.kind === 'ok' ? (reply.result as Snapshot) : null
  }

  /** Null when it is up; else why it is not. */
  async function waitUntilUp(clientId: string, untilMs: number): Promise<MoveFailure | null> {
    let problem: MoveFailure = { code: 'NO_WORKER', params: {} }
    do {
      const state = await readState(clientId, untilMs)
      if (state && isUp(state.code)) return null
      if (state) problem = toFailure(state, false)
      if (state && NOT_TO_BE_STARTED.has(state.code)) return problem
      await sleep(LOOK_EVERY_MS)
    } while (nowMs() < untilMs)
    return problem
  }

  async function restartOne(clientId: string, untilMs: number, changes: WorkerChanges): Promise<void> {
    const before = await readState(clientId, untilMs)
    if (before && NOT_TO_BE_STARTED.has(before.code)) {
      changes.failed.push({ clientId, failure: toFailure(before, true) })
      return
    }
    const reply = await ask(clientId, 'worker.restart', untilMs)
    if (reply.kind === 'ok') changes.stopped.push(clientId)
    else if (reply.kind === 'no_owner') bus.publish('worker.wanted', { clientId })
    const problem = await waitUntilUp(clientId, untilMs)
    if (problem !== null) changes.failed.push({ clientId, failure: problem })
    else if (reply.kind === 'error')
      changes.failed.push({ clientId, failure: { code: 'REFUSED', params: { refusal: reply.error } } })
    else changes.restarted.push(clientId)
  }

  return async (clientIds: readonly string[]): Promise<WorkerChanges> => {
    const changes: WorkerChanges = { stopped: [], restarted: [], failed: [] }
    const untilMs = nowMs() + RESTARTS_WITHIN_MS
    const waiting = [...clientIds]
    const restartNext = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        if (nowMs() < untilMs) await restartOne(next, untilMs, changes)
        else late.push(next)
      }
    }
    const late: string[] = []
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, clientIds.length) }, restartNext))
    if (late.length > 0) bus.publish('proxy.changed', { clientIds: late })
    changes.failed.push(...late.map((clientId) => ({ clientId, failure: MANY_AT_ONCE })))
    return changes
  }
}
