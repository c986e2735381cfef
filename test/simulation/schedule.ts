import type { BusReply } from '../../src/bus/port.ts'
import { deleteFlow, endLost } from './acts-of-processes.ts'
import { CommitWatch, checkAtRest } from './checks.ts'
import { DecisionWatch } from './decision-watch.ts'
import { createRandom, type Random } from './random.ts'
import { drawFlow, type FlowDocument, LABELS } from './random-flows.ts'
import { drawRequest } from './random-requests.ts'
import { Scheduler } from './scheduler.ts'
import { CONTACTS, SimContacts } from './sim-contacts.ts'
import { SimJobs } from './sim-jobs.ts'
import { SimNetwork } from './sim-network.ts'
import type { TraceEntry } from './sim-pool.ts'
import { SimProcess } from './sim-process.ts'
import { MemoryStorage } from './storage/memory-storage.ts'
import type { Mutations } from './storage/mutations.ts'
import type { Tables } from './storage/rows.ts'
import type { Session } from './storage/session.ts'

export interface ScheduleOptions {
  seed: number
  mutations?: Mutations
  /** Called with each thing that happens, in order. */
  onStep?(what: string): void
  onTrace?(entry: TraceEntry): void
}

export interface ScheduleResult {
  seed: number
  violations: string[]
  steps: number
  messages: number
  shown: number
  kills: number
  takeovers: number
  /** Crashes of the database. */
  crashes: number
}

const START_MS = Date.parse('2026-03-02T09:00:00Z')
export const CLIENT_ID = '00000000-0000-4000-8000-0000000000c1'
/** More than any schedule that comes to rest takes: calls that lead to each other until their brake, for each of many messages, take 381,000 (seed 1822273). */
const MAX_STEPS = 1_000_000
/** Longer than any run lasts by itself: its brake holds it after 500 events, and no wait drawn is longer than a minute. */
const MAX_REST_MS = 24 * 3_600_000

/** One random history: flows, contacts, faults, and at the end rest, in which everything must be in order. */
export class Schedule {
  readonly storage = new MemoryStorage(START_MS)
  readonly flows: FlowDocument[] = []
  readonly watch = new CommitWatch(this.storage)
  readonly network: SimNetwork
  private readonly options: ScheduleOptions
  private readonly random: Random
  private readonly scheduler: Scheduler
  /** Effects whose e-mail a server took. */
  private readonly mailed = new Set<string>()
  private readonly processes: SimProcess[] = []
  private owner: SimProcess | null = null
  private epoch = 0
  private connections = 0
  private isCalm = false
  /** Something went wrong that no fault of the schedule explains; going on would show nothing. */
  private isBroken = false
  private kills = 0
  private takeovers = 0
  private databaseAheadMs = 0
  /** The database is to crash while something is not on its disk. A replay to PostgreSQL has no crash. */
  private isCrashDue = false
  private readonly jobs: SimJobs
  private readonly decisions: DecisionWatch
  private readonly contacts: SimContacts

  constructor(options: ScheduleOptions) {
    this.options = options
    this.random = createRandom(options.seed)
    this.scheduler = new Scheduler(START_MS, this.random)
    if (options.onStep) this.scheduler.onStep = options.onStep
    this.network = new SimNetwork(this.scheduler, (process) => (process as SimProcess) === this.owner)
    this.network.groups.onDeed = (deed) =>
      this.watch.violations.push(...this.watch.happenings.checkDeed(deed))
    this.network.onAcknowledged = (id, order) => this.watch.early.acknowledged.set(id, order)
    Object.assign(this.storage.mutations, options.mutations)
    this.storage.hasStatementTime = options.onTrace !== undefined
    this.storage.isFreezing = options.seed % 16 === 0
    this.jobs = new SimJobs(this.storage, this.random)
    const { storage, network, scheduler, random } = this
    for (const person of CONTACTS) if (random.chance(0.4)) network.groups.happen('joined', person)
    this.contacts = new SimContacts({ storage, network, scheduler, random })
    this.decisions = new DecisionWatch(this.storage, this.network)
    this.storage.onCommit = (changes) => this.watch.onCommit(changes)
    this.prepare()
  }

  async run(): Promise<ScheduleResult> {
    this.begin()
    let actions = this.random.int(8, 20)
    while (actions > 0 && !this.isBroken && this.scheduler.steps < MAX_STEPS) {
      if (this.random.chance(this.scheduler.readyCount > 0 ? 0.06 : 0.5)) {
        actions -= 1
        this.act()
      } else if (!(await this.step())) await this.passTime(20_000)
    }
    await this.comeToRest()
    const world = { shown: this.network.shown, incoming: this.network.incoming }
    return {
      seed: this.options.seed,
      violations: checkAtRest(this.storage, this.watch, world),
      ...{ steps: this.scheduler.steps, messages: this.contacts.messages, shown: world.shown.length },
      ...{ kills: this.kills, takeovers: this.takeovers, crashes: this.storage.crashes },
    }
  }

  private prepare(): void {
    const { random, storage } = this
    const ids = ['a', 'b']
      .slice(0, random.int(1, 2))
      .map((name) => `00000000-0000-4000-8000-0000000000${name}0`)
    storage.client.id = CLIENT_ID
    storage.client.mainMenuFlowId = random.chance(0.5) ? (ids[0] ?? null) : null
    const session = storage.begin()
    storage.run(session, (view) => {
      view.insert('databaseLife', { id: 'first' })
      for (const label of LABELS) view.insert('label', label)
      for (const [at, id] of ids.entries()) {
        const document = drawFlow(random, `Flow ${at}`, ids, at === 0)
        this.flows.push(document)
        const versionId = id.replace(/0$/, '1')
        view.insert('flow', { id, clientId: CLIENT_ID, isActive: true, publishedVersionId: versionId })
        view.insert('flowVersion', { id: versionId, flowId: id, n: 1, doc: JSON.stringify(document) })
      }
    })
    storage.commit(session)
  }

  private begin(): void {
    const { random, network } = this
    this.processes.push(this.start('one'), this.start('two'))
    network.faults = {
      refusal: random.pick([0, 0.02, 0.1]),
      lostAck: random.pick([0, 0.05, 0.2]),
      lateAck: random.pick([0, 0.2, 0.7]),
      lostConnection: random.pick([0, 0.02, 0.1]),
      duplicate: random.pick([0, 0.2]),
      reorder: 0,
      echo: random.pick([0, 0.2]),
    }
    if (this.storage.mutations.idsAtSend) {
      const attempts = new Map<string, number>()
      network.drawId = ({ id }) => {
        const attempt = (attempts.get(id) ?? 0) + 1
        attempts.set(id, attempt)
        return attempt === 1 ? id : `${id}-${attempt}`
      }
    }
    this.take(this.processes[0] as SimProcess)
  }

  private start(name: string): SimProcess {
    const lost = this.random.pick([0, 0, 0.002, 0.01])
    const world = {
      ...{ clientId: CLIENT_ID, scheduler: this.scheduler, network: this.network, random: this.random },
      lostStatement: () => (this.isCalm ? 0 : lost),
      request: (from: SimProcess, command: { name: string; input: unknown }) => this.request(from, command),
      onMailed: (effectId: string) => {
        if (this.mailed.has(effectId)) this.watch.violations.push(`e-mail of ${effectId} was sent twice`)
        this.mailed.add(effectId)
      },
      onBug: (error: unknown) =>
        this.watch.violations.push(`bug: ${String((error as Error)?.stack ?? error)}`),
    }
    const process: SimProcess = new SimProcess(name, world, {
      storage: this.storage,
      beforeStatement: (session, query) => this.decisions.before(process, session, query),
      afterStatement: (session, query) => this.decisions.after(process, session, query),
      afterCommit: (session) => this.watch.violations.push(...this.decisions.committed(session)),
      trace: (entry) => this.options.onTrace?.({ ...entry, rows: structuredClone(entry.rows) }),
      nextConnection: () => ++this.connections,
    })
    return process
  }

  /** A new lease: the epoch rises, and whoever had it before learns of it a while later. */
  private take(process: SimProcess): void {
    const before = this.owner
    this.epoch = Math.max(this.epoch, this.storage.base('lease').get(CLIENT_ID)?.epoch ?? 0) + 1
    this.takeovers += 1
    const session = this.storage.begin()
    const lease = { clientId: CLIENT_ID, owner: process.name, epoch: this.epoch }
    this.storage.run(session, (view) => {
      if (!view.get('databaseLife', 'single')) view.insert('databaseLife', { id: 'next' })
      const known = view.get('lease', CLIENT_ID)
      if (known) view.update('lease', known, lease)
      else view.insert('lease', lease)
    })
    this.storage.commit(session)
    this.note('lease', [CLIENT_ID, process.name, this.epoch])
    this.owner = process
    if (before && before !== process)
      this.scheduler.add({ owner: null, what: 'leave', run: () => void before.leave() })
    process.own(this.epoch)
  }

  /** What happens to the database without a statement of the service. */
  private note(statement: string, values: readonly unknown[], connection = 0): void {
    const { nowMs } = this.storage
    this.options.onTrace?.({
      ...{ connection, nowMs, statement, text: statement, values, rows: [], error: null },
    })
  }

  private async step(): Promise<boolean> {
    if (this.isCrashDue && this.random.chance(this.isLeaving() ? 0.5 : 0.02)) this.crashDatabase()
    this.storage.nowMs = this.scheduler.nowMs + this.databaseAheadMs
    return this.scheduler.step()
  }

  /** Whether a message may be about to leave whose decision, or its claim, is not on the disk. */
  private isLeaving(): boolean {
    return this.storage.findUnflushed(
      ({ table, after }) => table === 'outbox' && (after as Tables['outbox'] | null)?.status === 'sending',
    )
  }

  /** To the next time at which something is due, but at most so far. */
  private async passTime(atMostMs: number): Promise<void> {
    const { scheduler } = this
    const jobMs = this.jobs.nextMs(this.databaseAheadMs)
    const dueMs = Math.min(scheduler.nextDueMs() ?? Infinity, jobMs ?? Infinity)
    scheduler.moveTo(Math.min(Math.max(dueMs, scheduler.nowMs), scheduler.nowMs + atMostMs))
    this.storage.nowMs = scheduler.nowMs + this.databaseAheadMs
    this.jobs.offer(
      this.processes.filter((process) => !process.isDead),
      this.isCalm,
    )
  }

  /** Something from outside: mostly contacts, now and then people, callers and trouble. */
  private act(): void {
    const { random } = this
    const roll = random.next()
    if (roll < 0.32) this.contacts.write('text')
    else if (roll < 0.4) this.contacts.gather()
    else if (roll < 0.46) this.contacts.ring()
    else if (roll < 0.5) this.contacts.change()
    else if (roll < 0.56) this.contacts.vote()
    else if (roll < 0.6) this.contacts.write('human')
    else if (roll < 0.65) this.call()
    else if (roll < 0.67) deleteFlow(this.random, this.storage, this.processes)
    else if (roll < 0.68) endLost(this.random, this.processes)
    else this.trouble()
  }

  private trouble(): void {
    const { random, scheduler } = this
    const roll = random.next()
    if (roll < 0.04) this.poison()
    else if (roll < 0.14) this.isCrashDue = !this.options.onTrace
    else if (roll < 0.36) this.kill()
    else if (roll < 0.57) this.takeOver()
    else if (roll < 0.7) this.network.disconnect()
    else if (roll < 0.85) this.databaseAheadMs += random.pick([-5_000, 1_000, 31_000, 95_000, 400_000])
    else if (roll < 0.95) random.pick(this.processes).clockAheadMs += random.pick([-60_000, 5_000, 3_600_000])
    else scheduler.moveTo(scheduler.nowMs + random.pick([40_000, 700_000]))
  }

  /** From now on no decision about this answer, or the next message, can be stored. */
  private poison(): void {
    const { random, storage } = this
    const awaited = storage.rows('effect').filter((row) => row.awaited)
    const eventId = awaited.length > 0 ? `fx:${random.pick(awaited).id}` : `m${this.contacts.messages + 1}`
    storage.poisoned.add(eventId)
  }

  /** A call of the API: flags, starts, cancels, resumes and decisions about texts that wait. */
  private call(): void {
    const { random } = this
    const alive = this.processes.filter((process) => !process.isDead)
    if (alive.length === 0) return
    const contactJid = random.pick(CONTACTS)
    const roll = random.next()
    this.contacts.messages += 1
    const eventId = `call-${this.contacts.messages}`
    if (roll < 0.3) {
      const value = random.chance(0.5)
      return random
        .pick(alive)
        .act(({ runs }) => runs.setContactFlag(CLIENT_ID, contactJid, 'blacklist', value))
    }
    const event = drawRequest(random, this.storage, { flows: this.flows, contactJid, eventId })
    random.pick(alive).act(async ({ runs: own, db, bus }) => {
      const call = { clientId: CLIENT_ID, contactJid, source: 'api' as const, event }
      await db.transaction((tx) => own.ingest(tx, [call], { step: false }))
      const command = { name: 'runs.wake', input: { contactJid } }
      await bus.request(CLIENT_ID, command, { commandId: eventId, timeoutMs: 1_000 })
    })
  }

  private kill(): void {
    const { random } = this
    const victim = random.pick(this.processes)
    if (victim.isDead) return
    this.kills += 1
    this.bury(victim)
    const isOwner = this.owner === victim
    const fresh = this.start(`${victim.name.split('-')[0]}-${this.kills}`)
    this.processes.splice(this.processes.indexOf(victim), 1, fresh)
    if (isOwner) this.take(random.pick(this.processes))
  }

  /** The server ends a dead process's transactions when it notices. */
  private bury(victim: SimProcess): void {
    victim.kill()
    const end = (session: Session) => {
      this.storage.rollback(session)
      if (session.connection !== 0) this.note('rollback', [], session.connection)
      this.decisions.forget(session)
    }
    for (const session of victim.sessions)
      this.scheduler.add({ owner: null, what: 'connection ends', run: () => end(session) })
    if (this.owner === victim) this.jobs.forgetRunning()
  }

  /** The database server crashes. A host whose renewal says that its leases are lost ends what it has, and somebody takes the client. */
  private crashDatabase(): void {
    const { storage, decisions } = this
    this.isCrashDue = false
    this.watch.onLost(storage.crash((unflushed) => this.random.int(0, unflushed)))
    for (const session of this.processes.flatMap(({ sessions }) => [...sessions])) {
      storage.rollback(session)
      decisions.forget(session)
    }
    for (const { sessions } of this.processes) sessions.clear()
    if (storage.mutations.keepsLife) return
    const { owner } = this
    const takeAgain = () => {
      if (this.owner === owner && !owner?.isDead) this.take(this.random.pick(this.processes))
    }
    const run = () => void (this.owner === owner && owner?.leave().then(takeAgain))
    this.scheduler.add({ owner: null, what: 'leases are lost', run })
  }

  private takeOver(): void {
    const others = this.processes.filter((process) => process !== this.owner && !process.isDead)
    if (others.length > 0) this.take(this.random.pick(others))
  }

  private request(from: SimProcess, command: { name: string; input: unknown }): Promise<BusReply> {
    const { owner, random, scheduler } = this
    return new Promise((resolve) => {
      const answer = (reply: BusReply) =>
        scheduler.add({ owner: from, what: 'reply', run: () => resolve(reply) })
      const run = () => {
        if (!owner || owner.isDead) return answer({ kind: 'no_owner' })
        if (!this.isCalm && random.chance(0.2)) return answer({ kind: 'unknown' })
        owner.handle(command).then(
          (result) => answer({ kind: 'ok', result }),
          () => answer({ kind: 'no_owner' }),
        )
      }
      scheduler.add({ owner: null, what: `ask ${command.name}`, run })
    })
  }

  private isAtRest(): boolean {
    const { storage, network, scheduler } = this
    if (scheduler.readyCount > 0 || network.waiting > 0) return false
    if (storage.rows('inboundEvent').some((row) => row.status === 'received' || row.status === 'deferred'))
      return false
    if (storage.rows('outbox').some((row) => row.status === 'pending' || row.status === 'sending'))
      return false
    return storage.base('effect').size === 0 && storage.base('journal').size === 0
  }

  /** No more trouble: a healthy owner works until nothing is left to do but waiting. */
  private async comeToRest(): Promise<void> {
    this.isCalm = true
    this.isCrashDue = false
    this.network.calm()
    const fresh = this.start('last')
    for (const process of this.processes) if (!process.isDead) this.bury(process)
    this.processes.splice(0, this.processes.length, fresh)
    this.jobs.forgetRunning()
    this.take(fresh)
    const untilMs = this.scheduler.nowMs + MAX_REST_MS
    while (!this.isBroken && !this.isAtRest()) {
      if (this.scheduler.steps > MAX_STEPS || this.scheduler.nowMs > untilMs) {
        this.watch.violations.push('the schedule does not come to rest')
        return
      }
      if (!(await this.step())) await this.passTime(60_000)
    }
    this.bury(fresh)
  }
}

export async function runSchedule(options: ScheduleOptions): Promise<ScheduleResult> {
  return new Schedule(options).run()
}
