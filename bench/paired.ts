import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ApiClient, createApiClient } from '../src/bin/demo/api-client.ts'
import { type SandboxProcess, startSandboxProcess } from '../test/support/sandbox-process.ts'
import { readMemory } from './support/read-memory.ts'
import { prepareClients } from './support/stage.ts'
import { round } from './support/statistics.ts'
import { type Subject, startSubject } from './support/subject.ts'

/**
 * What the service's process has grown by for each client that was paired in it by QR, once nobody has asked anything of
 * it for a while. Nothing is collected before it is read: it is what the machine has to have.
 */
const CLIENTS = Number(process.env.CLIENTS ?? 200)
const QUIET_SEC = Number(process.env.QUIET_SEC ?? 300)
/** Paired before the size is read for the first time: what a process loads and compiles with its first clients is no cost of the others. */
const FEW = Math.min(5, Math.floor(CLIENTS / 2))
const FEW_QUIET_SEC = Math.min(60, QUIET_SEC)
const LOOK_EVERY_SEC = 30
const PAIR_AT_ONCE = 4
const CLIENTS_A_KEY = 10
const POLL_MS = 500
const ROOT = path.join(import.meta.dirname, '..')
const MB = 1_024 * 1_024

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

interface Stage {
  sandbox: SandboxProcess
  parley: Subject
  clientIds: string[]
  apis: ApiClient[]
  memoryFile: string
  close(): Promise<void>
}

async function openStage(): Promise<Stage> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'parley-bench-'))
  const memoryFile = path.join(dataDir, 'memory.json')
  const sandbox = await startSandboxProcess()
  const parley = await startSubject(
    path.join(ROOT, 'src/bin/parley.ts'),
    ['start'],
    {
      NETWORK_URL: sandbox.wsUrl,
      NETWORK_ROOT_KEY: sandbox.rootKeyHex,
      NETWORK_ROOT_SERIAL: String(sandbox.rootSerial),
      DATA_DIR: dataDir,
      PORT: '0',
      NODE_OPTIONS: `--import=${pathToFileURL(path.join(ROOT, 'bench/support/memory-in-process.ts')).href}`,
      MEMORY_FILE: memoryFile,
    },
    dataDir,
  )
  const { clientIds, keys } = await prepareClients(dataDir, CLIENTS, Math.ceil(CLIENTS / CLIENTS_A_KEY))
  const apis = keys.map((key) => createApiClient({ url: () => parley.url, key, onAway: () => undefined }))
  return {
    sandbox,
    parley,
    clientIds,
    apis,
    memoryFile,
    async close() {
      await parley.stop()
      await sandbox.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function pair({ sandbox, clientIds, apis }: Stage, index: number): Promise<void> {
  const clientId = clientIds[index] ?? ''
  const api = apis[Math.floor(index / CLIENTS_A_KEY)]
  if (!api) throw new Error(`there is no key for client ${index}`)
  await api.call('worker.start', { clientId })
  let scanned = false
  for (;;) {
    if (!scanned) {
      const { data } = await api.call<{ data: string | boolean }>('server.qr', { clientId })
      if (typeof data === 'string') {
        scanned = true
        await sandbox.scan(data, { phone: `5511930${String(index).padStart(6, '0')}` })
      }
    }
    const { status } = await api.call<{ status: string }>('worker.status', { clientId })
    if (status === 'connected') return
    await pause(POLL_MS)
  }
}

async function pairAll(stage: Stage, from: number, to: number): Promise<void> {
  let next = from
  const pairNext = async (): Promise<void> => {
    while (next < to) await pair(stage, next++)
  }
  await Promise.all(Array.from({ length: PAIR_AT_ONCE }, pairNext))
}

const toMb = (bytes: number): number => round(bytes / MB, 1)

/** The size of the process at times after all were paired. */
async function watchQuiet({ parley }: Stage): Promise<{ sec: number; rssMb: number }[]> {
  const sizes = [{ sec: 0, rssMb: toMb(parley.memoryBytes()) }]
  for (let sec = 0; sec < QUIET_SEC; ) {
    const waitSec = Math.min(LOOK_EVERY_SEC, QUIET_SEC - sec)
    await pause(waitSec * 1_000)
    sec += waitSec
    sizes.push({ sec, rssMb: toMb(parley.memoryBytes()) })
  }
  return sizes
}

export async function benchPaired(): Promise<Record<string, unknown>> {
  const stage = await openStage()
  const { parley } = stage
  try {
    const emptyMb = toMb(parley.memoryBytes())
    await pairAll(stage, 0, FEW)
    await pause(FEW_QUIET_SEC * 1_000)
    const few = parley.memoryBytes()
    const [cpuMs, startedAt] = [parley.cpuMs(), performance.now()]
    await pairAll(stage, FEW, CLIENTS)
    const pairSec = round((performance.now() - startedAt) / 1_000, 1)
    const cpuMsPerPairing = round((parley.cpuMs() - cpuMs) / (CLIENTS - FEW), 0)
    const sizes = await watchQuiet(stage)
    const all = parley.memoryBytes()
    const collected = await readMemory(parley, stage.memoryFile)
    return {
      bench: 'paired',
      ...{
        clients: CLIENTS,
        few: FEW,
        quietSec: QUIET_SEC,
        pairAtOnce: PAIR_AT_ONCE,
        pairSec,
        cpuMsPerPairing,
      },
      ...{ emptyMb, fewMb: toMb(few), allMb: toMb(all), peakMb: toMb(parley.peakBytes()) },
      sizes,
      rssMbPerClient: round((all - few) / MB / (CLIENTS - FEW)),
      /** What a collection would have given back, and what is alive. */
      collected: { rssMb: toMb(collected.rss), usedMb: toMb(collected.used) },
      mark: 'at most 0.4 MB a client',
    }
  } finally {
    await stage.close()
  }
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await benchPaired(), null, 2)}\n`)
