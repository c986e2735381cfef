import { compareWebVersions, formatWebVersion, type WebVersion } from '../core/client/web-version.ts'
import type { Log } from '../platform/logger.ts'
import type { PageAnswer, PageProblem } from './version-page.ts'

const HOUR_MS = 3_600_000
/** How often the page is asked; after a failure, sooner. */
const REFRESH_MS = { after: 24 * HOUR_MS, afterFailure: HOUR_MS }
/** Many clients may be refused at the same time, and the page is asked for all of them together. */
const FRESH_FOR_MS = 30_000

/** `page`: the network's own page named it; `pinned`: an operator did; `built_in`: it came with the connection library. */
export type VersionSource = 'page' | 'pinned' | 'built_in'

/** What a network is told, and how sure it is that this is new. Times in milliseconds since 1970. */
export interface VersionState {
  version: WebVersion
  source: VersionSource
  /** When it last was known to be the newest; of one never compared, since when it is told. */
  confirmedAtMs: number
  /** What the page said last; null when it never did. */
  newest: WebVersion | null
  /** When the page was last read; null: never. */
  checkedAtMs: number | null
  /** Why it could not be read since; null: it could, or is not asked. */
  problem: PageProblem | null
}

/** How one network's clients learn what to tell it. */
export interface VersionAccess {
  /** For a connection about to be opened. The first one waits until the page was asked, ten seconds at most. Never rejects. */
  choose(): Promise<WebVersion>
  /** The network refused this version. The one to try at once, or null when the same would be told again. Never rejects. */
  refused(version: WebVersion): Promise<WebVersion | null>
}

export interface WebVersionsOptions {
  builtIn: { version: WebVersion; releasedAtMs: number }
  /** Told whatever the page says. */
  pinned?: WebVersion | undefined
  /** Asks the network's page; null where there is none to ask. */
  ask: ((signal: AbortSignal) => Promise<PageAnswer>) | null
  /** What was known when the last process ended, and for others to see. Its failures cost nobody a connection. */
  store: { read(): Promise<VersionState | null>; write(state: VersionState): Promise<void> }
  now: () => number
  log: Log
}

const isSame = (a: WebVersion, b: WebVersion): boolean => compareWebVersions(a, b) === 0

/**
 * The version that clients of one network tell it. Nobody is asked before the first of them connects; from then on the
 * page is asked once a day, and when the network refuses a version.
 */
export class WebVersions implements VersionAccess {
  private readonly options: WebVersionsOptions
  private current: VersionState | null = null
  private beginning: Promise<VersionState> | null = null
  private looking: Promise<VersionState> | null = null
  /** When it was asked because the version that is told now was refused. */
  private askedForRefusalAtMs = Number.NEGATIVE_INFINITY
  private timer: NodeJS.Timeout | undefined
  private readonly ending = new AbortController()

  constructor(options: WebVersionsOptions) {
    this.options = options
  }

  /** Null while no client has connected. */
  get state(): VersionState | null {
    return this.current
  }

  async choose(): Promise<WebVersion> {
    this.beginning ??= this.begin()
    const first = await this.beginning
    return (this.current ?? first).version
  }

  async refused(version: WebVersion): Promise<WebVersion | null> {
    const chosen = await this.choose()
    const nowMs = this.options.now()
    if (isSame(chosen, version) && nowMs - this.askedForRefusalAtMs >= FRESH_FOR_MS) {
      this.askedForRefusalAtMs = nowMs
      await this.look()
    } else await this.looking
    const next = await this.choose()
    return isSame(next, version) ? null : next
  }

  /** Idempotent. What is asked at the moment is given up. */
  close(): void {
    this.ending.abort()
    clearTimeout(this.timer)
  }

  private async begin(): Promise<VersionState> {
    const stored = await this.options.store.read().catch((error: unknown) => {
      this.options.log.warn({ err: error }, 'the stored web version could not be read')
      return null
    })
    this.current = this.withoutPage(stored)
    return this.look()
  }

  /** What is told as long as the page says nothing: an older process may have heard more than this build knows. */
  private withoutPage(stored: VersionState | null): VersionState {
    const { pinned, builtIn, ask, now } = this.options
    const known = stored?.newest ?? null
    const isKnownNewer = ask !== null && known !== null && compareWebVersions(known, builtIn.version) > 0
    const version = pinned ?? (isKnownNewer ? known : builtIn.version)
    const isKept = stored !== null && isSame(stored.version, version)
    return {
      version,
      source: pinned ? 'pinned' : isKnownNewer ? 'page' : 'built_in',
      confirmedAtMs: isKept ? stored.confirmedAtMs : this.firstConfirmed(version, now()),
      ...{ newest: known, checkedAtMs: stored?.checkedAtMs ?? null, problem: null },
    }
  }

  private firstConfirmed(version: WebVersion, nowMs: number): number {
    const { builtIn } = this.options
    return isSame(version, builtIn.version) ? builtIn.releasedAtMs : nowMs
  }

  private look(): Promise<VersionState> {
    this.looking ??= this.askPage().finally(() => {
      this.looking = null
    })
    return this.looking
  }

  private async askPage(): Promise<VersionState> {
    const { ask, log } = this.options
    const before = this.current ?? this.withoutPage(null)
    const answer = await ask?.(this.ending.signal)
    if (this.ending.signal.aborted) return before
    const state = answer ? this.withAnswer(before, answer) : before
    this.current = state
    if (!isSame(before.version, state.version))
      log.info({ version: formatWebVersion(state.version) }, 'clients tell the network another web version')
    this.save(state)
    this.askAgainLater(state.problem === null ? REFRESH_MS.after : REFRESH_MS.afterFailure)
    return state
  }

  /** A connection waits for none of this. */
  private save(state: VersionState): void {
    this.options.store.write(state).catch((error: unknown) => {
      this.options.log.warn({ err: error }, 'the web version could not be stored')
    })
  }

  private withAnswer(before: VersionState, answer: PageAnswer): VersionState {
    const { pinned, now, log } = this.options
    if ('problem' in answer) {
      if (before.problem !== answer.problem)
        log.warn({ code: answer.problem, detail: answer.message }, 'the page of web versions cannot be read')
      return { ...before, problem: answer.problem }
    }
    const newest = answer.version
    const read = { newest, checkedAtMs: now(), problem: null }
    if (!pinned) return { version: newest, source: 'page', confirmedAtMs: now(), ...read }
    const isNew = compareWebVersions(pinned, newest) >= 0
    return { ...before, ...read, confirmedAtMs: isNew ? now() : before.confirmedAtMs }
  }

  private askAgainLater(inMs: number): void {
    clearTimeout(this.timer)
    if (this.options.ask === null) return
    this.timer = setTimeout(() => void this.look(), inMs).unref()
  }
}
