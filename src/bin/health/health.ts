import { Refusal } from '../../core/errors.ts'
import { probeDiskSpace } from '../../db/checks/disk-space.ts'
import type { Database } from '../../db/client.ts'
import { toAwayRefusal, toRemovedRefusal } from '../../db/connection-errors.ts'
import { probeFileSpace } from '../../features/media/index.ts'
import type { Log } from '../../platform/logger.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { findStorageFull } from '../../platform/storage-full.ts'
import { createTroubleWatch, type TroubleWatch } from '../../platform/trouble-watch.ts'

/** What keeps a process from some of its work; `reason` is the code that refused calls carry too. */
export interface Problem {
  readonly part: 'database' | 'files' | 'bus' | 'dashboard'
  readonly reason: string
  readonly message: string
}

export interface Health {
  /** Asks the parts. What is said of it must not cost a process its calls when only files are without room. */
  readiness(): Promise<{ isReady: boolean; problems: Problem[] }>
  /**
   * What is known, without asking anybody: a process that lives answers at once. Calls that failed and connections that were
   * lost tell of trouble, and a look every two seconds of its end.
   */
  liveness(): Problem[]
  /** Turns failures that are no bugs into refusals, and keeps in mind what they tell. */
  explain(error: unknown): Refusal | null
  /** Files could not be written for want of room. */
  noteFilesFull(): void
  /** This process has no dashboard to serve, though it should: no traffic of people may be sent to it. */
  noteNoDashboard(): void
  close(): Promise<void>
}

export interface HealthParts {
  db(): Database
  isBusUp(): boolean
  /** Where files are written before they are kept. */
  filesDir: string
  log: Log
  metrics: Metrics
  /** Default: 2 seconds. */
  probeEveryMs?: number
}

const PROBLEMS = {
  DATABASE_FULL: {
    part: 'database',
    message:
      'The database has no space left. Nothing is confirmed that is not stored; it goes on by itself as soon as there is space.',
  },
  DATABASE_UNAVAILABLE: {
    part: 'database',
    message: 'The database is away. It goes on by itself when that is back.',
  },
  FILES_FULL: {
    part: 'files',
    message:
      'There is no space left for files of messages. Everything else goes on, and so do files as soon as there is space.',
  },
  BUS_UNAVAILABLE: {
    part: 'bus',
    message: 'The bus between the processes is away. It is connected again by itself.',
  },
  DASHBOARD_NOT_BUILT: {
    part: 'dashboard',
    message:
      'The dashboard could not be built, so this process serves only the API. Its log says why; mend that and start it again.',
  },
} as const

type Reason = keyof typeof PROBLEMS

const toProblem = (reason: Reason): Problem => ({ reason, ...PROBLEMS[reason] })

function refuseFull(reason: 'DATABASE_FULL' | 'FILES_FULL', cause: unknown): Refusal {
  const message = `${PROBLEMS[reason].message} Call again then, with the same Idempotency-Key if the call had one.`
  return new Refusal('SERVICE_UNAVAILABLE', message, { data: { reason }, cause })
}

function createWatches({ db, filesDir, log, metrics, probeEveryMs }: HealthParts) {
  const full = metrics.gauge('storage_full', '1 while a store of this process has no space left.', ['store'])
  const watchSpace = (store: string, probe: () => Promise<void>): TroubleWatch => {
    full.set({ store }, 0)
    return createTroubleWatch({
      probe,
      everyMs: probeEveryMs,
      onChange(isFull) {
        full.set({ store }, isFull ? 1 : 0)
        if (isFull) log.error({ store }, 'there is no space left, nothing is confirmed that is not stored')
        else log.info({ store }, 'there is space again')
      },
    })
  }
  const away = createTroubleWatch({
    probe: async () => void (await db().pool.query('select 1')),
    everyMs: probeEveryMs,
    onChange(isAway) {
      if (isAway) log.warn({}, 'the database is away')
      else log.info({}, 'the database is back')
    },
  })
  return {
    away,
    database: watchSpace('database', () => probeDiskSpace(db().pool)),
    files: watchSpace('files', () => probeFileSpace(filesDir)),
  }
}

/** What a process says of itself to those who watch it, and to callers whom a full disk keeps from their work. */
export function createHealth(parts: HealthParts): Health {
  const watches = createWatches(parts)
  let hasNoDashboard = false

  function known(): Reason[] {
    return [
      ...(watches.database.isThere() ? (['DATABASE_FULL'] as const) : []),
      ...(watches.away.isThere() ? (['DATABASE_UNAVAILABLE'] as const) : []),
      ...(watches.files.isThere() ? (['FILES_FULL'] as const) : []),
      ...(parts.isBusUp() ? [] : (['BUS_UNAVAILABLE'] as const)),
      ...(hasNoDashboard ? (['DASHBOARD_NOT_BUILT'] as const) : []),
    ]
  }

  return {
    async readiness() {
      await parts.db().pool.query('select 1').then(watches.away.clear, watches.away.note)
      const reasons = known()
      const isReady = reasons.every((reason) => reason === 'FILES_FULL')
      return { isReady, problems: reasons.map(toProblem) }
    },
    liveness: () => known().map(toProblem),
    explain(error) {
      if (error instanceof Refusal) return null
      const code = findStorageFull(error)
      if (code === null) {
        const refusal = toAwayRefusal(error)
        if (refusal) watches.away.note()
        return refusal ?? toRemovedRefusal(error)
      }
      if (code === '53100') {
        watches.database.note()
        return refuseFull('DATABASE_FULL', error)
      }
      watches.files.note()
      return refuseFull('FILES_FULL', error)
    },
    noteFilesFull: watches.files.note,
    noteNoDashboard() {
      hasNoDashboard = true
    },
    close: async () => void (await Promise.all(Object.values(watches).map((watch) => watch.close()))),
  }
}
