import { Blocked, StorageError } from './failures.ts'
import { Locks } from './locks.ts'
import type { Mutations } from './mutations.ts'
import { RULES, type TableName, type Tables } from './rows.ts'
import type { AnyRow, Session } from './session.ts'
import { Unflushed } from './unflushed.ts'

/** What conversations read of their client; it does not change within a schedule. */
export interface ClientRow {
  id: string
  humanHandoffDurationSec: number
  mainMenuFlowId: string | null
}

export interface CommittedChange {
  table: TableName
  key: string
  before: AnyRow | undefined
  after: AnyRow | null
}

/**
 * A transactional store in memory with the rules of PostgreSQL's default isolation: a statement sees what was committed
 * when it began and what its own transaction wrote; rows are held from their writing or locking to the transaction's end.
 */
export class MemoryStorage {
  nowMs: number
  readonly client: ClientRow = { id: '', humanHandoffDurationSec: 60, mainMenuFlowId: null }
  readonly mutations: Mutations = {}
  /** Events that no decision about can be stored. */
  readonly poisoned = new Set<string>()
  /** What is read is shared with what is stored: frozen, a change to it is an error where it is made. */
  isFreezing = false
  /** `now()` is the time of the statement, as it is with the clock that tests of PostgreSQL hold still. */
  hasStatementTime = false
  onCommit: (changes: CommittedChange[]) => void = () => {}
  /** How often the server has crashed: no connection lives longer. */
  crashes = 0
  private readonly unflushed = new Unflushed<CommittedChange>()
  private readonly tables = new Map<TableName, Map<string, AnyRow>>()
  /** Keys of committed rows by their names in the table's unique indexes. */
  private readonly names = new Map<TableName, Map<string, string>>()
  readonly locks = new Locks()
  private readonly counters = new Map<TableName, number>()
  /** What the counters stood at before the statement at work drew from them. */
  private drawn: Map<TableName, number> | null = null

  constructor(nowMs: number) {
    this.nowMs = nowMs
    for (const name of Object.keys(RULES) as TableName[]) {
      this.tables.set(name, new Map())
      if (RULES[name].unique) this.names.set(name, new Map())
    }
  }

  begin(connection = 0): Session {
    return {
      connection,
      startedAtMs: this.nowMs,
      written: new Map(),
      undo: [],
      savepoints: new Map(),
      held: [],
      waitsFor: null,
      onEnd: [],
      isUnflushed: false,
    }
  }

  /** Runs a statement as a whole or not at all. Throws `Blocked` when it has to wait. */
  run<T>(session: Session, work: (view: View) => T): T {
    const mark = session.undo.length
    const outer = this.drawn
    const drawn = new Map<TableName, number>()
    this.drawn = drawn
    session.waitsFor = null
    try {
      return work(new View(this, session))
    } catch (error) {
      this.undoTo(session, mark)
      if (error instanceof Blocked) {
        // It goes on where it waited, with the numbers it has drawn.
        for (const [table, count] of drawn) this.counters.set(table, count)
        this.noteWaiting(session, error.holder)
      } else this.abort(session)
      throw error
    } finally {
      if (outer) for (const [table, count] of drawn) if (!outer.has(table)) outer.set(table, count)
      this.drawn = outer
    }
  }

  /**
   * A statement that failed takes its transaction back at once, and lets go of all that it had locked. Where a savepoint stands
   * the rows locked before stay held, of which nothing is known here.
   */
  private abort(session: Session): void {
    if (session.savepoints.size > 0) return
    this.undoTo(session, 0)
    this.unlock(session)
  }

  /** A ring of transactions that wait for each other is broken where it would close. */
  private noteWaiting(session: Session, holder: Session): void {
    for (let next: Session | null = holder; next; next = next.waitsFor) {
      if (next !== session) continue
      this.abort(session)
      throw new StorageError('40P01', 'deadlock detected')
    }
    session.waitsFor = holder
  }

  savepoint(session: Session, name: string): void {
    session.savepoints.set(name, session.undo.length)
  }

  rollbackTo(session: Session, name: string): void {
    this.undoTo(session, session.savepoints.get(name) ?? 0)
  }

  commit(session: Session): void {
    const changes: CommittedChange[] = []
    for (const [table, rows] of session.written) {
      const base = this.base(table)
      for (const [key, after] of rows) {
        const before = base.get(key)
        changes.push({ table, key, before, after })
        this.put(table, key, before, after)
      }
    }
    this.end(session)
    if (changes.length === 0) return
    this.unflushed.add(changes)
    if (!session.isUnflushed) this.flush()
    this.onCommit(changes)
  }

  /** All that is committed is on the disk. */
  flush(): void {
    this.unflushed.clear(this.counters)
  }

  findUnflushed(check: (change: CommittedChange) => boolean): boolean {
    return this.unflushed.has(check)
  }

  /**
   * The server crashes and is back: connections are cut, the last commits that were not flushed are lost, and its life is over.
   * Answers what is undone, the last first.
   */
  crash(pickKept: (unflushed: number) => number): CommittedChange[] {
    this.crashes += 1
    const lost = this.unflushed.takeLost(pickKept(this.unflushed.commits), this.counters)
    for (const { table, key, before } of lost) this.put(table, key, this.base(table).get(key), before ?? null)
    this.flush()
    if (!this.mutations.keepsLife) this.base('databaseLife').clear()
    return lost
  }

  rollback(session: Session): void {
    this.end(session)
  }

  /** What is committed. */
  rows<Name extends TableName>(table: Name): Tables[Name][] {
    return [...this.base(table).values()]
  }

  base<Name extends TableName>(table: Name): Map<string, Tables[Name]> {
    return this.tables.get(table) as unknown as Map<string, Tables[Name]>
  }

  keyNamed(table: TableName, name: string): string | undefined {
    return this.names.get(table)?.get(name)
  }

  /** Changes what is committed. */
  private put(table: TableName, key: string, before: AnyRow | undefined, after: AnyRow | null): void {
    const base = this.base(table)
    if (after === null) base.delete(key)
    else base.set(key, after as never)
    for (const named of RULES[table].unique ?? [])
      this.rename(table, key, before && named(before as never), after && named(after as never))
  }

  /** The name may have gone to another row of the same commit. */
  private rename(table: TableName, key: string, old: string | null | undefined, name: string | null): void {
    const names = this.names.get(table)
    if (old === name) return
    if (old && names?.get(old) === key) names.delete(old)
    if (name) names?.set(name, key)
  }

  nextSeq(table: TableName): number {
    const last = this.counters.get(table)
    if (last !== undefined && this.drawn?.has(table) === false) this.drawn.set(table, last)
    const next = (last ?? 0) + 1
    this.counters.set(table, next)
    return next
  }

  private undoTo(session: Session, mark: number): void {
    while (session.undo.length > mark) {
      const step = session.undo.pop()
      if (!step) return
      const rows = session.written.get(step.table)
      if (step.before === undefined) rows?.delete(step.key)
      else rows?.set(step.key, step.before)
    }
  }

  private end(session: Session): void {
    this.unlock(session)
  }

  private unlock(session: Session): void {
    this.locks.release(session)
    const waiters = session.onEnd
    session.onEnd = []
    for (const wake of waiters) wake()
  }
}

function freezeDeep(value: unknown): void {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || Object.isFrozen(value))
    return
  Object.freeze(value)
  for (const part of Object.values(value)) freezeDeep(part)
}

/** What one statement sees and does. */
export class View {
  readonly storage: MemoryStorage
  private readonly session: Session

  constructor(storage: MemoryStorage, session: Session) {
    this.storage = storage
    this.session = session
  }

  /** `now()`: when the transaction began. */
  get now(): number {
    return this.storage.hasStatementTime ? this.storage.nowMs : this.session.startedAtMs
  }

  /** `clock_timestamp()`. */
  get clock(): number {
    return this.storage.nowMs
  }

  get<Name extends TableName>(table: Name, key: string): Tables[Name] | undefined {
    const own = this.session.written.get(table)?.get(key)
    if (own === null) return undefined
    return (own as Tables[Name] | undefined) ?? this.storage.base(table).get(key)
  }

  /** Rows in the order of their making. */
  find<Name extends TableName>(
    table: Name,
    check: (row: Tables[Name]) => boolean = () => true,
  ): Tables[Name][] {
    const base = this.storage.base(table)
    const written = this.session.written.get(table) as Map<string, Tables[Name] | null> | undefined
    const rows = written && written.size > 0 ? this.overlay(base, written) : base.values()
    const found: Tables[Name][] = []
    for (const row of rows) if (check(row)) found.push(row)
    return found
  }

  private overlay<Row>(base: ReadonlyMap<string, Row>, written: ReadonlyMap<string, Row | null>): Row[] {
    const rows: Row[] = []
    for (const [key, row] of base) {
      const own = written.get(key)
      if (own !== null) rows.push(own ?? row)
    }
    for (const [key, own] of written) if (own !== null && !base.has(key)) rows.push(own)
    return rows
  }

  /** Holds the row until the transaction ends (`for update`). */
  lock(table: TableName, key: string): void {
    this.storage.locks.hold(this.session, table, key, 'lock')
  }

  /** Keeps the row from being deleted, as a reference to it does (`for key share`). */
  share(table: TableName, key: string): void {
    this.storage.locks.share(this.session, table, key)
  }

  /** Holds the row, also against those who share it. */
  lockAlone(table: TableName, key: string): void {
    const sharer = this.storage.locks.sharerOf(this.session, table, key)
    if (sharer) throw new Blocked(sharer)
    this.storage.locks.hold(this.session, table, key, 'lock')
  }

  isHeldByOther(table: TableName, key: string): boolean {
    const holder = this.storage.locks.holderOf(table, key)
    return holder !== undefined && holder.session !== this.session
  }

  update<Name extends TableName>(
    table: Name,
    row: Tables[Name],
    change: Partial<Tables[Name]>,
  ): Tables[Name] {
    const next = { ...row, ...change }
    const key = RULES[table].key(row as never)
    this.storage.locks.hold(this.session, table, key, 'write')
    for (const named of RULES[table].unique ?? []) {
      const name = named(next as never)
      if (name !== null && name !== named(row as never)) this.takeName(table, name)
    }
    this.write(table, key, next)
    return next
  }

  remove<Name extends TableName>(table: Name, row: Tables[Name]): void {
    const key = RULES[table].key(row as never)
    this.storage.locks.hold(this.session, table, key, 'write')
    this.write(table, key, null)
  }

  insert<Name extends TableName>(table: Name, row: Tables[Name]): void {
    if (!this.insertNew(table, row)) throw new StorageError('23505', `duplicate key in ${table}`)
  }

  /** `on conflict do nothing`: false when the row, or one of the same name, is there. Waits for one being made or changed. */
  insertNew<Name extends TableName>(table: Name, row: Tables[Name]): boolean {
    const rules = RULES[table]
    const key = rules.key(row as never)
    if (this.isTaken(table, key)) return false
    for (const named of rules.unique ?? []) {
      const name = named(row as never)
      if (name !== null && this.findNamed(table, named, name)) return false
    }
    this.storage.locks.hold(this.session, table, key, 'write')
    for (const named of rules.unique ?? []) {
      const name = named(row as never)
      if (name !== null) this.storage.locks.hold(this.session, 'name', name, 'write')
    }
    this.write(table, key, row)
    return true
  }

  nextSeq(table: TableName): number {
    return this.storage.nextSeq(table)
  }

  private isTaken(table: TableName, key: string): boolean {
    const holder = this.storage.locks.holderOf(table, key)
    if (holder && holder.session !== this.session && holder.kind === 'write')
      throw new Blocked(holder.session)
    return this.get(table, key) !== undefined
  }

  private findNamed<Name extends TableName>(
    table: Name,
    named: (row: never) => string | null,
    name: string,
  ): boolean {
    const maker = this.storage.locks.holderOf('name', name)
    if (maker && maker.session !== this.session) throw new Blocked(maker.session)
    const written = this.session.written.get(table)
    for (const [key, own] of written ?? [])
      if (own !== null && named(own as never) === name) return this.isTaken(table, key)
    const key = this.storage.keyNamed(table, name)
    return key !== undefined && written?.get(key) === undefined && this.isTaken(table, key)
  }

  private takeName(table: TableName, name: string): void {
    for (const named of RULES[table].unique ?? []) {
      if (this.findNamed(table, named, name)) throw new StorageError('23505', `duplicate key: ${name}`)
    }
    this.storage.locks.hold(this.session, 'name', name, 'write')
  }

  private write(table: TableName, key: string, row: AnyRow | null): void {
    const written = this.session.written.get(table) ?? new Map<string, AnyRow | null>()
    this.session.written.set(table, written)
    this.session.undo.push({ table, key, before: written.get(key) })
    if (this.storage.isFreezing && row !== null) freezeDeep(row)
    written.set(key, row)
  }
}
