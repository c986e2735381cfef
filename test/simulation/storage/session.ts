import type { TableName, Tables } from './rows.ts'

export type AnyRow = Tables[TableName]

interface Undo {
  table: TableName
  key: string
  before: AnyRow | null | undefined
}

export type LockKind = 'lock' | 'write'

/** What a transaction holds, and where that is noted. */
export interface Lock {
  session: Session
  kind: LockKind
  locks: Map<string, Lock>
  key: string
}

/** One open transaction: what it has written and nobody else sees, and the rows it holds. */
export interface Session {
  /** 0: a statement outside of a transaction. */
  connection: number
  startedAtMs: number
  written: Map<TableName, Map<string, AnyRow | null>>
  undo: Undo[]
  savepoints: Map<string, number>
  held: Lock[]
  waitsFor: Session | null
  /** Called when the transaction has ended, for those who wait for it. */
  onEnd: (() => void)[]
  /** Its commit does not wait for the disk. */
  isUnflushed: boolean
}
