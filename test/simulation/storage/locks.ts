import { Blocked } from './failures.ts'
import { RULES, type TableName } from './rows.ts'
import type { Lock, LockKind, Session } from './session.ts'

/** What can be held: rows of a table, names in unique indexes, and rows beside others who share them. */
type LockSpace = TableName | 'name' | 'shared'

/** Who holds what until their transaction ends. */
export class Locks {
  private readonly spaces = new Map<LockSpace, Map<string, Lock>>()

  constructor() {
    for (const space of [...Object.keys(RULES), 'name', 'shared'])
      this.spaces.set(space as LockSpace, new Map())
  }

  /** Holds a row, or throws `Blocked`. */
  hold(session: Session, space: LockSpace, key: string, kind: LockKind): void {
    const locks = this.of(space)
    const lock = locks.get(key)
    if (!lock) {
      const made = { session, kind, locks, key }
      locks.set(key, made)
      session.held.push(made)
    } else if (lock.session !== session) throw new Blocked(lock.session)
    else if (lock.kind !== 'write') lock.kind = kind
  }

  /** Holds a row beside others who share it. */
  share(session: Session, table: TableName, key: string): void {
    const lock = this.of(table).get(key)
    if (lock && lock.session !== session) throw new Blocked(lock.session)
    this.hold(session, 'shared', `${table}/${key}/${session.connection}`, 'lock')
  }

  /** Another transaction that shares the row. */
  sharerOf(session: Session, table: TableName, key: string): Session | undefined {
    const name = `${table}/${key}/`
    for (const [held, lock] of this.of('shared'))
      if (held.startsWith(name) && lock.session !== session) return lock.session
    return undefined
  }

  holderOf(space: LockSpace, key: string): Lock | undefined {
    return this.of(space).get(key)
  }

  release(session: Session): void {
    for (const { locks, key } of session.held) locks.delete(key)
    session.held = []
  }

  private of(space: LockSpace): Map<string, Lock> {
    return this.spaces.get(space) as Map<string, Lock>
  }
}
