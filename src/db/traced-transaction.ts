import type { Tracing } from '../platform/tracing/tracing.ts'
import type { Transaction, TransactionOptions } from './transaction.ts'

type Run = <T>(fn: (tx: Transaction) => Promise<T>, options?: TransactionOptions) => Promise<T>

/** The same transaction, whose statements are written down by their names. */
function listStatements(tx: Transaction, names: Set<string>): Transaction {
  const query: Transaction['query'] = (statement, values) => {
    names.add(statement.name)
    return tx.query(statement, values)
  }
  return {
    client: tx.client,
    query,
    queryOne: async (statement, values) => (await query(statement, values))[0],
  }
}

/** A span for each transaction, from waiting for a connection to the end of its commit; one that serves many is under the first. */
export function traceTransactions(tracing: Tracing, run: Run): Run {
  if (!tracing.isOn) return run
  return (fn, options) => {
    const attributes = { 'db.system.name': 'postgresql' }
    return tracing.span('transaction', { kind: 'client', attributes }, async (notes) => {
      const names = new Set<string>()
      let attempts = 0
      try {
        return await run((tx) => {
          attempts += 1
          return fn(listStatements(tx, names))
        }, options)
      } finally {
        notes.set({ 'parley.statements': [...names].join(' '), 'parley.attempts': attempts })
      }
    })
  }
}
