import type { TableEffect } from '../../../core/flow/index.ts'
import { TableError } from '../../../core/tables.ts'
import { RolledBack } from '../../tables/index.ts'
import type { EffectRow } from './effect-sql.ts'
import type { EffectOutcome, TablePort, TransactedAnswer } from './effect-types.ts'

const failed = (code: string, about: string): TransactedAnswer => ({
  error: { code, message: `${code}: ${about}` },
  undone: true,
})

/** A call of a table: a change of rows and the answer to the run are one commit. */
export function performTable(
  { tables }: { tables?: TablePort },
  { call }: TableEffect,
  { userId }: EffectRow,
): EffectOutcome {
  return {
    kind: 'transacted',
    async work(tx) {
      if (!tables) return failed('TABLE_MISSING', call.table)
      try {
        return { result: { value: await tables.run(tx, userId, call) } }
      } catch (error) {
        if (error instanceof RolledBack) return { result: { value: error.answer }, undone: true }
        if (error instanceof TableError) return failed(error.code, error.about)
        throw error
      }
    },
  }
}
