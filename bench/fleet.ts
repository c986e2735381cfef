import { AT_ONCE, type FleetStage, openFleetStage } from './support/fleet-stage.ts'
import type { Memory } from './support/read-memory.ts'
import { median, round } from './support/statistics.ts'
import type { Subject } from './support/subject.ts'

/** What an idle connected client costs and how fast many come back, beside the bare library with keys in memory. */
const CLIENTS = Number(process.env.CLIENTS ?? 500)
/** Connected before memory is read for the first time: what a process loads and compiles with its first clients is no cost of the others. */
const WARM = Math.min(20, Math.floor(CLIENTS / 2))
const MEASURED = CLIENTS - WARM
const RESTORED = Math.min(200, CLIENTS)
const ROUNDS = Number(process.env.ROUNDS ?? 3)

interface Round {
  rssKbPerClient: number
  usedKbPerClient: number
  /** From the first client beyond the warm-up that was up to the last one. */
  connectSec: number
  cpuMsPerConnect: number
  databaseCpuMsPerConnect: number
  /** Of those that are restored: from the start of the process, and from the first of them. */
  restoreSec: number
  restoreSpanSec: number
}

const kbPerClient = (before: Memory, after: Memory, what: keyof Memory): number =>
  (after[what] - before[what]) / 1024 / MEASURED

/** Memory with a few clients and with all of them, and the time it took to connect the others. */
async function measureAll(stage: FleetStage, subject: Subject, begin: () => Promise<void> | void) {
  await stage.awaitOnline(WARM)
  const before = await stage.readMemory(subject)
  const [cpuBefore, databaseBefore] = [subject.cpuMs(), subject.databaseCpuMs()]
  await begin()
  const { spanMs } = await stage.awaitOnline(CLIENTS, WARM)
  const after = await stage.readMemory(subject)
  return {
    rssKbPerClient: kbPerClient(before, after, 'rss'),
    usedKbPerClient: kbPerClient(before, after, 'used'),
    connectSec: spanMs / 1000,
    cpuMsPerConnect: (subject.cpuMs() - cpuBefore) / MEASURED,
    databaseCpuMsPerConnect: (subject.databaseCpuMs() - databaseBefore) / MEASURED,
  }
}

async function measureRestore(stage: FleetStage, start: () => Promise<Subject>) {
  const starting = start()
  const { spanMs, totalMs } = await stage.awaitOnline(RESTORED)
  await (await starting).stop()
  return { restoreSec: totalMs / 1000, restoreSpanSec: spanMs / 1000 }
}

async function measureFloor(stage: FleetStage): Promise<Round> {
  const floor = await stage.startFloor(WARM)
  const all = await measureAll(stage, floor, () => stage.openOthers(floor))
  await floor.stop()
  return { ...all, ...(await measureRestore(stage, () => stage.startFloor(RESTORED))) }
}

async function measureParley(stage: FleetStage): Promise<Round> {
  await stage.want(WARM)
  const parley = await stage.startParley()
  const all = await measureAll(stage, parley, () => stage.want(CLIENTS))
  await parley.stop()
  await stage.want(RESTORED)
  return { ...all, ...(await measureRestore(stage, () => stage.startParley())) }
}

function summarize(rounds: readonly Round[]): Round {
  const of = (pick: (one: Round) => number, digits = 2): number => round(median(rounds.map(pick)), digits)
  return {
    rssKbPerClient: of((r) => r.rssKbPerClient, 0),
    usedKbPerClient: of((r) => r.usedKbPerClient, 0),
    connectSec: of((r) => r.connectSec),
    cpuMsPerConnect: of((r) => r.cpuMsPerConnect),
    databaseCpuMsPerConnect: of((r) => r.databaseCpuMsPerConnect),
    restoreSec: of((r) => r.restoreSec),
    restoreSpanSec: of((r) => r.restoreSpanSec),
  }
}

/** The two take turns with the same devices on the same network; each figure is the median of the rounds. */
export async function benchFleet(): Promise<Record<string, unknown>> {
  const stage = await openFleetStage(CLIENTS)
  try {
    const floor: Round[] = []
    const parley: Round[] = []
    for (let n = 0; n < ROUNDS; n += 1) {
      floor.push(await measureFloor(stage))
      parley.push(await measureParley(stage))
    }
    const ratio = (pick: (one: Round) => number): number =>
      round(median(floor.map((f, i) => pick(parley[i] ?? f) / pick(f))))
    return {
      bench: 'fleet',
      ...{ clients: CLIENTS, restored: RESTORED, atOnce: AT_ONCE, rounds: ROUNDS },
      floor: summarize(floor),
      parley: summarize(parley),
      memoryRatio: ratio((r) => r.rssKbPerClient),
      usedMemoryRatio: ratio((r) => r.usedKbPerClient),
      connectRatio: ratio((r) => r.connectSec),
      restoreRatio: ratio((r) => r.restoreSec),
      restoreSpanRatio: ratio((r) => r.restoreSpanSec),
      mark: 'memory ratio and restore ratio at most 1.3',
    }
  } finally {
    await stage.close()
  }
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await benchFleet(), null, 2)}\n`)
