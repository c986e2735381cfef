import type { GroupActEffect } from '../../src/core/flow/index.ts'
import type { SimNetwork } from './sim-network.ts'
import type { Query } from './sim-pool.ts'
import type { SimProcess } from './sim-process.ts'
import type { MemoryStorage } from './storage/memory-storage.ts'
import { isLiveState } from './storage/rows.ts'
import type { Session } from './storage/session.ts'
import { readJson } from './storage/statement.ts'

const NOBODY = { favourite: false, lastInboundAt: null }

/** Decisions whose messages wait in the outbox, and those whose messages leave at once. */
const isDecision = (name: string | undefined): boolean =>
  name === 'decision_write' || name === 'decision_write_claimed'

/** Compares what each decision was made on with what is there when it is written. */
export class DecisionWatch {
  private readonly storage: MemoryStorage
  private readonly network: SimNetwork
  /** The conversation as each process read it last. */
  private readonly read = new Map<string, string>()
  private readonly beforeWrites = new Map<Session, Map<string, string>>()
  private readonly suspicions = new Map<Session, string[]>()
  private readonly jids = new Set<string>()

  constructor(storage: MemoryStorage, network: SimNetwork) {
    this.storage = storage
    this.network = network
  }

  before(process: SimProcess, session: Session, { name, values }: Query): void {
    if (name === 'run_delete' || name === 'runs_write') this.remember(session)
    if (!isDecision(name)) return
    const earlier = this.beforeWrites.get(session)
    for (const jid of values[11] as string[]) {
      const known = this.read.get(`${process.name} ${jid}`)
      const now = earlier?.get(jid) ?? this.stateOf(session, jid)
      if (known === undefined || known === now) continue
      if (this.withoutDeleted(session, known) !== now) this.suspect(session, jid)
    }
  }

  after(process: SimProcess, session: Session, { name, values }: Query): void {
    if (name === 'conversation_read' || name === 'conversations_read') {
      for (const jid of [values[1]].flat() as string[]) {
        this.jids.add(jid)
        this.read.set(`${process.name} ${jid}`, this.stateOf(session, jid))
      }
    }
    if (name === 'effects_insert' && this.storage.mutations.actBeforeCommit) this.actEarly(values)
    if (!isDecision(name)) return
    // Not before: a statement that waits for a lock is looked at again when its turn comes.
    this.beforeWrites.delete(session)
    if (this.storage.mutations.sendBeforeCommit) this.sendEarly(process, session, values)
  }

  /** What is to be held against a transaction that has just committed. */
  committed(session: Session): string[] {
    const found = this.suspicions.get(session) ?? []
    this.forget(session)
    return found
  }

  forget(session: Session): void {
    this.suspicions.delete(session)
    this.beforeWrites.delete(session)
  }

  private suspect(session: Session, jid: string): void {
    const known = this.suspicions.get(session) ?? []
    this.suspicions.set(session, [...known, `an event of ${jid} was decided on a state that had changed`])
  }

  /** Runs and contact as far as decisions go by them. */
  /**
   * A parked run that went with its flow since then: a decision that does not touch it is what it would have been before,
   * and one that does is refused by the run's version.
   */
  private withoutDeleted(session: Session, known: string): string {
    const [runs, contact] = JSON.parse(known) as [string[], unknown]
    const isThere = (run: string): boolean =>
      !run.endsWith(' dormant') ||
      this.storage.run(session, (view) => view.get('flowState', run.split(' ')[0] ?? '') !== undefined)
    return JSON.stringify([runs.filter(isThere), contact])
  }

  private stateOf(session: Session, jid: string): string {
    return this.storage.run(session, (view) => {
      const runs = view
        .find('flowState', (run) => run.contactJid === jid)
        .filter((run) => isLiveState(run.state) || run.state === 'dormant')
        .map((run) => `${run.id} ${run.version} ${run.state}`)
      const {
        favourite: _label,
        lastInboundAt: _at,
        ...contact
      } = view.get('contactAutomation', jid) ?? NOBODY
      return JSON.stringify([runs.sort(), contact])
    })
  }

  /** A decision that changes several runs writes the earlier ones before its own statement. */
  private remember(session: Session): void {
    if (this.beforeWrites.has(session)) return
    this.beforeWrites.set(session, new Map([...this.jids].map((jid) => [jid, this.stateOf(session, jid)])))
  }

  private actEarly(values: readonly unknown[]): void {
    for (const { request } of readJson<{ request: Partial<GroupActEffect> }[]>(values[0]))
      for (const person of request.people ?? [])
        this.network.groups.onDeed({ act: String(request.act), person })
  }

  private sendEarly(process: SimProcess, session: Session, values: readonly unknown[]): void {
    const sends = readJson<{ seq: number; messageId: string; content: Record<string, unknown> }[]>(values[5])
    for (const { seq, messageId: id, content } of sends) {
      const chat = this.storage.run(session, (view) => view.get('inboundEvent', String(seq)))?.contactJid
      if (chat) this.network.showNow(process, { id, chat, content })
    }
  }
}
