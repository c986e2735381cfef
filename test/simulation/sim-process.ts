import type pg from 'pg'
import { type Bus, type BusReply, NotOwnedError } from '../../src/bus/port.ts'
import { toOwner } from '../../src/contract/handlers.ts'
import { PUBLIC_ADDRESSES } from '../../src/core/address-policy.ts'
import { callFailure } from '../../src/core/conversation/call-failure.ts'
import { TableError } from '../../src/core/tables.ts'
import type { Database } from '../../src/db/client.ts'
import { createPoolExecutor, runTransaction } from '../../src/db/transaction.ts'
import { Chat, Runs, type RunsDeps } from '../../src/features/conversations/index.ts'
import { createFlows, type Flows } from '../../src/features/flows/index.ts'
import { createIdSource } from '../../src/platform/ids.ts'
import { silentLog } from '../../src/platform/logger.ts'
import { OutboundError } from '../../src/platform/outbound-http.ts'
import { createSecretBox } from '../../src/platform/secret-box.ts'
import { describeStatusCause, flowWords, storedWords } from '../../src/words/english.ts'
import type { ClientMeter } from '../../src/worker/client-meter.ts'
import { createStatusBoard } from '../../src/worker/client-record.ts'
import { ClientRuntime } from '../../src/worker/client-runtime.ts'
import { createGroupCommitter } from '../../src/worker/lease/group-commit.ts'
import { nothingWatched } from '../support/fake-presence.ts'
import type { Random } from './random.ts'
import type { Scheduler } from './scheduler.ts'
import type { SimNetwork } from './sim-network.ts'
import { ConnectionLost, createSimPool, type PoolHost } from './sim-pool.ts'
import { Blocked, StorageError } from './storage/failures.ts'
import type { Session } from './storage/session.ts'
import { versionParserOf } from './version-parser.ts'
import { runIn, type TimerOwner, type VirtualTimer } from './virtual-time.ts'

/** Whose the client and its flows are. */
export const OWNER = toOwner('user')

const BOX = createSecretBox([Buffer.alloc(32, 7)])

/** What a process finds outside of itself. */
export interface Surroundings {
  clientId: string
  scheduler: Scheduler
  network: SimNetwork
  random: Random
  /** Chance that a statement's connection is lost, half of the time after its work was done. */
  lostStatement(): number
  /** Asks the owner of the client, as the bus does. */
  request(from: SimProcess, command: { name: string; input: unknown }): Promise<BusReply>
  /** A mail server took the e-mail of an effect. */
  onMailed(effectId: string): void
  onBug(error: unknown): void
}

type Hooks = Pick<
  PoolHost,
  'storage' | 'beforeStatement' | 'afterStatement' | 'afterCommit' | 'trace' | 'nextConnection'
>

const DIRECT = { choose: async () => null, failed: async () => {}, worked: async () => {} }

const quietMeter: ClientMeter = {
  setConnected() {},
  lost() {},
  stored() {},
  measure: (connection) => connection,
  readMemory: () => null,
  setNewChats() {},
  remove() {},
}

/** A process of the service with the service's own code in it: features, client runtime, group commit. */
export class SimProcess implements TimerOwner {
  readonly name: string
  readonly runs: Runs
  readonly flows: Flows
  readonly sessions = new Set<Session>()
  isDead = false
  /** What its clock is ahead of the true time. */
  clockAheadMs = 0
  runtime: ClientRuntime | null = null
  /** Whether it believes to own the client. */
  isSure = false
  private readonly world: Surroundings
  private readonly chat: Chat
  private readonly db: Database
  private readonly bus: Bus
  private readonly connector: ReturnType<typeof createSimConnector>
  private readonly landings = new Set<() => void>()

  constructor(name: string, world: Surroundings, hooks: Hooks) {
    this.name = name
    this.world = world
    const pool = createSimPool({
      ...hooks,
      sessions: this.sessions,
      perform: (what, work) => this.perform(what, work),
    })
    this.db = createSimDatabase(pool)
    this.bus = this.createBus()
    const bytes = (size: number) => Uint8Array.from({ length: size }, () => world.random.int(0, 255))
    const clock = { nowMs: () => this.nowMs(), now: () => new Date(this.nowMs()) }
    const newId = createIdSource(clock, bytes)
    const newMessageId = () => `3EB0${Buffer.from(bytes(9)).toString('hex').toUpperCase()}`
    this.connector = createSimConnector(newMessageId)
    const parse = versionParserOf(world.scheduler)
    this.flows = createFlows({ db: this.db, bus: this.bus, newId, ...flowWords, parse })
    const { db, bus } = this
    this.runs = new Runs({
      ...{ db, bus, newId, newMessageId, words: storedWords, log: silentLog, catalog: this.flows.catalog },
      effects: this.createEffectPorts(),
    })
    this.chat = new Chat({
      ...{ db, bus, clock, words: storedWords, log: silentLog, connector: this.connector },
      sleep: sleepUnless,
      random: () => world.random.next(),
    })
  }

  nowMs(): number {
    return this.world.scheduler.nowMs + this.clockAheadMs
  }

  setTimer(run: () => void, ms: number, everyMs: number | null): VirtualTimer {
    return this.world.scheduler.setTimer(this, () => runIn(this, run), ms, everyMs)
  }

  clearTimer(timer: VirtualTimer): void {
    this.world.scheduler.clearTimer(timer)
  }

  setTurn(run: () => void): void {
    this.world.scheduler.add({ owner: this, what: `${this.name} turn`, run: () => runIn(this, run) })
  }

  /** Becomes the owner of the client, as the host does after it took the lease. */
  own(epoch: number): void {
    const { clientId, network, random } = this.world
    this.isSure = true
    runIn(this, () => {
      const runtime = new ClientRuntime(
        {
          ...{ db: this.db, bus: this.bus, chat: this.chat, runs: this.runs, log: silentLog },
          connector: { ...this.connector, open: (options) => network.open(this, options) },
          committer: createGroupCommitter({ pool: this.db.pool, owner: this.name, log: silentLog, box: BOX }),
          ...{ hostId: this.name, now: () => this.nowMs(), random: () => random.next(), ackTimeoutMs: 5_000 },
          presence: { open: () => nothingWatched },
          proxies: { accessOf: () => DIRECT, noteFile: async () => {} },
          statuses: createStatusBoard({
            ...{ pool: this.db.pool, bus: this.bus },
            describeCause: describeStatusCause,
          }),
          meter: { ofClient: () => quietMeter },
          isSure: () => this.isSure,
          targetOf: () => ({ kind: 'whatsapp' }),
        },
        {
          lease: { clientId, epoch, takenFrom: null },
          row: {
            ...{ id: clientId, userId: OWNER, network: 'whatsapp', address: null, lid: null },
            ...{ phoneNumber: null, pushName: null, movedIn: null, online: 'never', isWatching: false },
            ...{
              humanHandoffDurationSec: 60,
              mainMenuFlowId: null,
              sendRatePerSecond: 1_000,
              sendBurst: 1_000,
            },
          },
        },
        () => void this.leave(),
      )
      this.runtime = runtime
      runtime.start()
    })
  }

  /** Another one owns the client: the host ends what it has of it. */
  async leave(): Promise<void> {
    const { runtime } = this
    this.runtime = null
    this.isSure = false
    if (runtime && !this.isDead) await runIn(this, () => runtime.drop().catch(this.world.onBug))
  }

  handle(command: { name: string; input: unknown }): Promise<unknown> {
    const { runtime } = this
    if (!runtime || !this.isSure) return Promise.reject(new NotOwnedError(this.world.clientId))
    return runIn(this, () => runtime.handle(command))
  }

  /** Work asked for from outside: jobs of the queue, calls of the API. */
  act(
    work: (parts: { runs: Runs; flows: Flows; db: Database; bus: Bus }) => Promise<unknown>,
    onDone: () => void = () => {},
  ): void {
    const { runs, flows, db, bus } = this
    runIn(this, () => void work({ runs, flows, db, bus }).then(onDone, () => {}))
  }

  /** Dies at once. What it has asked of the database may still be carried out; its transactions end without commit. */
  kill(): void {
    const { scheduler, random, network } = this.world
    this.isDead = true
    this.isSure = false
    for (const land of this.landings) if (random.chance(0.3)) land()
    this.landings.clear()
    scheduler.drop(this)
    network.cut(this)
  }

  private perform<T>(what: string, work: () => T): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const land = () => {
      try {
        work()
      } catch {
        // Nobody is left to hear of it.
      }
    }
    const run = () => {
      if (this.isDead) return
      try {
        resolve(this.attempt(work))
      } catch (error) {
        if (error instanceof Blocked) return this.wait(error, op)
        reject(error)
      }
      this.landings.delete(land)
    }
    const op = { owner: this, what: `${this.name} ${what}`, run }
    this.landings.add(land)
    this.world.scheduler.add(op)
    return promise
  }

  /** The connection may be lost, before or after the work was done. */
  private attempt<T>(work: () => T): T {
    const { random } = this.world
    const isLost = random.chance(this.world.lostStatement())
    if (isLost && random.chance(0.5)) throw new ConnectionLost('Connection terminated unexpectedly')
    try {
      const result = work()
      if (isLost) throw new ConnectionLost('Connection terminated unexpectedly')
      return result
    } catch (error) {
      const isExpected = [Blocked, StorageError, ConnectionLost].some((kind) => error instanceof kind)
      if (!isExpected) this.world.onBug(error)
      throw error
    }
  }

  private wait({ holder }: Blocked, op: Parameters<Scheduler['add']>[0]): void {
    holder.onEnd.push(() => {
      if (!this.isDead) this.world.scheduler.add(op)
    })
  }

  private createBus(): Bus {
    const { world } = this
    return {
      request: (_clientId, command) => world.request(this, command),
      serve: () => async () => {},
      publish() {},
      subscribe: () => () => {},
      async close() {},
    }
  }

  private createEffectPorts(): NonNullable<RunsDeps['effects']> {
    const { scheduler, random } = this.world
    const later = <T>(what: string, answer: () => T): Promise<T> =>
      new Promise((resolve, reject) => {
        const run = () => {
          try {
            resolve(answer())
          } catch (error) {
            reject(error)
          }
        }
        scheduler.add({ owner: this, what, run })
      })
    return {
      http: {
        request: () =>
          later('http', () => {
            if (random.chance(0.1)) throw new OutboundError(callFailure('CONNECTION_LOST'))
            const status = random.pick([200, 200, 200, 404, 503])
            const headers = { 'content-type': 'application/json' }
            const body = Buffer.from(JSON.stringify({ n: random.int(0, 9) }))
            return { url: 'https://example.com/', status, headers, body }
          }),
        open: () => Promise.reject(new OutboundError(callFailure('CONNECT_FAILED', { error: 'EFILES' }))),
        async check() {},
        addresses: PUBLIC_ADDRESSES,
      },
      scripts: {
        run: () => later('script', () => ({ ok: true as const, value: random.int(0, 9) })),
        async close() {},
      },
      mcp: {
        call: () =>
          later('tool', () =>
            random.chance(0.2) ? { failure: callFailure('TOOL_REFUSED') } : { output: random.int(0, 9) },
          ),
      },
      mailer: {
        send: ({ effect: { effectId, to } }) =>
          later('mail', () => {
            if (random.chance(0.2)) return { failure: callFailure('MAIL_DEFERRED', { status: 451 }) }
            this.world.onMailed(effectId)
            return { output: { messageId: `<${effectId}@example.com>`, accepted: [...to], refused: [] } }
          }),
      },
      knowledge: {
        search: () =>
          later('search', () => ({
            pieces: Array.from({ length: random.int(0, 2) }, (_, ordinal) => ({
              ...{ id: String(ordinal), documentId: 'd', title: 'Hours', url: null, collection: 'general' },
              ...{ ordinal, body: `piece ${ordinal}`, heading: null, page: ordinal, row: null, score: 1 },
              foundBy: 'words' as const,
            })),
            meaning: null,
          })),
      },
      models: {
        ask: ({ model, attempt, question: { task } }) =>
          later('model', () => {
            const failed = { kind: 'failed' as const, retryAfterMs: null }
            const away = callFailure('MODEL_FAILED', { status: 503 })
            if (random.chance(0.1)) return { ...failed, failure: away, mayPass: true }
            const full = callFailure('DAY_LIMIT_REACHED', { model, bound: 'calls' })
            if (random.chance(0.1)) return { ...failed, failure: full, mayPass: false }
            const tokens = { inputTokens: random.int(1, 90), outputTokens: null }
            const usage = { model, ...tokens, cost: null, durationMs: 800, attempts: attempt }
            const said = random.pick(['fine', '', 'see evil.com', 'on we go [1]'])
            if (task.mode === 'classify') {
              return { kind: 'answer' as const, result: { route: random.pick(['k', 'l', 'm']) }, usage }
            }
            const isAgent = task.mode === 'agent' && random.chance(0.5)
            const calls = isAgent ? drawCalls(random) : []
            const result = { text: said, ...(calls.length > 0 && { calls }) }
            return { kind: 'answer' as const, result, usage }
          }),
      },
      tables: {
        async run(_tx, _userId, { operation }) {
          const row = { id: '1', day: 'monday' }
          if (random.chance(0.2)) throw new TableError('TABLE_MISSING', 'slots')
          return { outcome: operation === 'add' && random.chance(0.3) ? 'taken' : 'ok', rows: [row] }
        },
      },
      secrets: { read: async () => new Map() },
    }
  }
}

/** Tools of random flows, one that no flow has, and input that fits or does not. */
function drawCalls(random: Random) {
  return Array.from({ length: random.int(1, 3) }, (_, n) => ({
    id: `c${n}`,
    name: random.pick(['look', 'send', 'find', 'read', 'run', 'run', 'person', 'none']),
    input: random.pick([{}, { x: 'a' }, { question: 'Where?' }, { x: 1 }, 'no JSON']),
  }))
}

function createSimDatabase(pool: pg.Pool): Database {
  const parts = {
    pool,
    ...createPoolExecutor(pool),
    transaction: (fn: never, options = {}) => runTransaction(pool, fn, options),
  }
  return parts as unknown as Database
}

function createSimConnector(newMessageId: () => string) {
  const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
  return {
    newMessageId,
    async prepare(content: { type: string }) {
      const text = 'text' in content && typeof content.text === 'string' ? content.text : null
      return { bytes: encode(content), type: content.type, text }
    },
    toJson: () => ({}),
    readVote: (vote: { payload: Uint8Array }) =>
      JSON.parse(new TextDecoder().decode(vote.payload)) as string[],
    readFile: () => null,
    isPaired: () => true,
    readSession: async () => ({
      kind: 'unusable' as const,
      problem: { reason: 'SESSION_FILE_UNKNOWN' as const, params: { found: 'no_session' as const } },
    }),
    async tryProxy() {},
  }
}

function sleepUnless(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error)
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}
