import { AsyncLocalStorage } from 'node:async_hooks'
import { statement } from './statement.ts'
import type { Executor, Transaction, TransactionOptions } from './transaction.ts'

type Run = <T>(fn: (tx: Transaction) => Promise<T>, options?: TransactionOptions) => Promise<T>

/** Writes down, in the transaction it is given, that this transaction changes something. */
export type NoteChange = (tx: Executor) => Promise<void>

interface Noting {
  note: NoteChange
  /** What the work left running, a connection or a loop, is not part of it any more. */
  isOver: boolean
}

/** The server gives a transaction its number at its first change, or when it locks a row for one. */
const HAS_CHANGED = statement<{ changed: boolean }>(
  'transaction_has_changed',
  'select pg_current_xact_id_if_assigned() is not null as changed',
)

/**
 * Lets what a piece of work commits be committed together with a note of it (docs/adr/0020-audited-with-the-change.md).
 * The functions that store things know nothing of it: whose work a transaction belongs to is kept with the call.
 */
export function createNotedChanges(plain: Executor, run: Run) {
  const places = new AsyncLocalStorage<Noting>()

  function readNote(): NoteChange | undefined {
    const noting = places.getStore()
    return noting && !noting.isOver ? noting.note : undefined
  }

  const transaction: Run = (fn, options) => {
    const note = readNote()
    if (!note) return run(fn, options)
    return run(async (tx) => {
      const result = await fn(tx)
      const changed = (await tx.queryOne(HAS_CHANGED))?.changed
      if (changed) await note(tx)
      return result
    }, options)
  }

  const query: Executor['query'] = (stated, values) =>
    readNote() ? transaction((tx) => tx.query(stated, values)) : plain.query(stated, values)

  return {
    transaction,
    query,
    queryOne: (async (stated, values) => (await query(stated, values))[0]) satisfies Executor['queryOne'],
    async noting<T>(note: NoteChange, work: () => Promise<T>): Promise<T> {
      const noting: Noting = { note, isOver: false }
      try {
        return await places.run(noting, work)
      } finally {
        noting.isOver = true
      }
    },
  }
}
