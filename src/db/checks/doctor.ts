import { statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { isErrno } from '../../platform/process/process-identity.ts'
import { type Database, openDatabase } from '../client.ts'
import {
  type ConnectionBudget,
  countNeeded,
  explainMissingConnections,
  readConnectionBudget,
} from '../connection-budget.ts'
import { describeUrl } from '../connection-errors.ts'
import { statement } from '../statement.ts'
import { readVectorSupport, type VectorSupport } from '../vector-extension.ts'
import { findRunningService, prepareDataDirectory } from './data-directory.ts'

/** One thing the service needs, and whether it is so. */
export interface Check {
  readonly name: string
  readonly ok: boolean
  /** What was found. */
  readonly detail: string
  /** What to do about it; empty when nothing is to be done. */
  readonly hint: string
}

export interface CheckOptions {
  readonly host: string
  readonly port: number
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
  /** Connections of one process of the service at most. */
  readonly databasePoolSize: number
}

interface ServerFacts {
  version: string
  now_ms: number
  durable: boolean
}

const MIN_FREE_MB = 500
const MAX_CLOCK_DIFFERENCE_MS = 2_000

const FACTS = statement<ServerFacts>(
  'doctor_facts',
  `select current_setting('server_version') as version,
     (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms,
     current_setting('fsync') = 'on' and current_setting('synchronous_commit') <> 'off' as durable`,
)

/** Looks over what the service needs of this machine and of its database. Changes no schema and may run beside a service. */
export async function checkSurroundings(options: CheckOptions): Promise<Check[]> {
  const directory = checkDataDirectory(options.dataDir)
  const checks = [directory, await checkPort(options)]
  if (!directory.ok && options.databaseUrl === undefined) return checks
  return [...checks, ...(await checkDatabase(options))]
}

function checkDataDirectory(directory: string): Check {
  const name = 'data directory'
  try {
    const dataDir = prepareDataDirectory(directory)
    const { bavail, bsize } = statfsSync(dataDir)
    const freeMb = Math.round((bavail * bsize) / 1_048_576)
    const ok = freeMb >= MIN_FREE_MB
    const hint = ok ? '' : `Free some space, or choose another DATA_DIR; ${MIN_FREE_MB} MB are the least.`
    return { name, ok, detail: `${dataDir}, ${freeMb} MB free`, hint }
  } catch (error) {
    return failed(name, error)
  }
}

async function checkPort({ host, port, dataDir }: CheckOptions): Promise<Check> {
  const name = 'port'
  const running = findRunningService(dataDir)
  if (running !== undefined) {
    const where = running.address ?? 'an address it has not told'
    return { name, ok: true, detail: `the service runs as process ${running.pid} at ${where}`, hint: '' }
  }
  const problem = await tryPort(host, port)
  if (problem === undefined) return { name, ok: true, detail: `${host}:${port} is free`, hint: '' }
  const hint = isErrno(problem, 'EADDRINUSE')
    ? 'Another program listens there. Stop it, or set PORT to another number.'
    : 'Set PORT and HOST to something this machine allows.'
  return { name, ok: false, detail: `${host}:${port}: ${problem.message}`, hint }
}

function tryPort(host: string, port: number): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', resolve)
    probe.listen(port, host, () => probe.close(() => resolve(undefined)))
  })
}

async function checkDatabase({ databaseUrl, dataDir, databasePoolSize }: CheckOptions): Promise<Check[]> {
  const name = 'database'
  let db: Database
  try {
    db = await openDatabase({
      databaseUrl,
      dataDir,
      mode: 'admin',
      migrate: false,
      poolSize: 1,
      applicationName: 'parley-doctor',
    })
  } catch (error) {
    return [failed(name, error)]
  }
  try {
    const askedAtMs = Date.now()
    const facts = await db.queryOne(FACTS)
    const answeredAtMs = Date.now()
    if (facts === undefined) return [failed(name, new Error('the server answered nothing'))]
    const where = databaseUrl === undefined ? 'built in' : describeUrl(databaseUrl)
    return [
      { name, ok: true, detail: `PostgreSQL ${facts.version}, ${where}`, hint: '' },
      checkConnections(await readConnectionBudget(db.pool), databasePoolSize),
      checkDurability(facts),
      checkClock(facts.now_ms, askedAtMs, answeredAtMs),
      describeVectors(await readVectorSupport(db)),
    ]
  } catch (error) {
    return [failed(name, error)]
  } finally {
    await db.close()
  }
}

/** Where no process runs, one is about to. */
function checkConnections(room: ConnectionBudget, poolSize: number): Check {
  const name = 'connections'
  const processes = Math.max(1, room.processes)
  const problem = explainMissingConnections(room, processes, poolSize)
  if (problem !== null) return failed(name, new Error(problem))
  const detail = `${countNeeded(room, processes, poolSize)} are needed at most, ${room.available} can be had`
  return { name, ok: true, detail, hint: '' }
}

function checkDurability({ durable }: ServerFacts): Check {
  const name = 'durability'
  if (durable)
    return { name, ok: true, detail: 'what is confirmed survives a crash of the machine', hint: '' }
  return {
    name,
    ok: false,
    detail:
      'fsync or synchronous_commit is off: a crash of the machine loses confirmed messages and session keys',
    hint: 'Set fsync and synchronous_commit to on in the configuration of that server.',
  }
}

/** Timers run by the database's clock and tokens by ours: they should agree. */
function checkClock(databaseMs: number, askedAtMs: number, answeredAtMs: number): Check {
  const name = 'clock'
  const early = Math.max(0, askedAtMs - databaseMs)
  const late = Math.max(0, databaseMs - answeredAtMs)
  const differenceMs = Math.round(Math.max(early, late))
  const ok = differenceMs <= MAX_CLOCK_DIFFERENCE_MS
  return {
    name,
    ok,
    detail: `${differenceMs} ms apart from the database`,
    hint: ok ? '' : 'Switch on time synchronisation (NTP) on this machine and on that of the database.',
  }
}

/** Both ways are well; an operator should know which one it is. */
function describeVectors(support: VectorSupport): Check {
  const details = {
    installed: 'by pgvector in the database',
    available:
      'in memory so far: the server has pgvector, and it is made by the first search where this role may, else by "create extension vector" of an administrator',
    too_old: 'in memory: pgvector before 0.8.0 is not used',
    absent: 'in memory: the database has no pgvector',
  }
  const version = support.kind === 'absent' ? '' : ` (pgvector ${support.version})`
  return { name: 'search by meaning', ok: true, detail: `${details[support.kind]}${version}`, hint: '' }
}

/** Refusals say what is wrong and what to do in one text, sentence after sentence. */
function failed(name: string, error: unknown): Check {
  const text = error instanceof Error ? error.message : String(error)
  const [detail = text, ...rest] = text.split(/(?<=\.) (?=[A-Z])/)
  return { name, ok: false, detail, hint: rest.join(' ') }
}
