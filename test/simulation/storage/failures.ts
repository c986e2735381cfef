import type { Session } from './session.ts'

/** A statement met a row that another transaction holds; it runs again from its beginning when that one ends. */
export class Blocked extends Error {
  readonly holder: Session
  constructor(holder: Session) {
    super('blocked')
    this.holder = holder
  }
}

/** What PostgreSQL would refuse, with its code. */
export class StorageError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** The code with which a decision about a poisoned event is refused. */
export const POISON = 'P0001'
