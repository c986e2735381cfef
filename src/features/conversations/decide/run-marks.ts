import type { Decision } from '../../../core/flow/index.ts'
import { toJsonText } from '../../../db/json-text.ts'
import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'

/** $1: what runs of decisions that were just written came by. The first of each counts; tests of drafts do not. */
const INSERT_MARKS = statement<never>(
  'run_marks_insert',
  `insert into flow_mark (flow_state_id, kind, name, flow_id, client_id, contact_jid, arm, amount)
   select s.id, m.kind, m.name, s.flow_id, s.client_id, s.contact_jid, m.arm, m.amount
   from jsonb_to_recordset($1::jsonb) as m("runId" uuid, kind text, name text, arm text, amount float8)
   join flow_state s on s.id = m."runId" and not s.is_test
   on conflict do nothing`,
)

interface Mark {
  runId: string
  kind: 'goal' | 'arm'
  name: string
  arm: string | null
  amount: number | null
}

/** Goals, and ways that splits of the run's own flow drew. */
function listMarks({ transitions }: Decision): Mark[] {
  return transitions.flatMap(({ runId, fromNodeId, actions }) =>
    actions.flatMap((action): Mark[] => {
      if (action.k === 'goal') {
        const { name, amount } = action
        return [{ runId, kind: 'goal', name, arm: null, amount }]
      }
      if (action.k !== 'split' || action.depth > 0) return []
      return [{ runId, kind: 'arm', name: fromNodeId, arm: action.arm, amount: null }]
    }),
  )
}

/** Counts goals and draws, in the transaction of their steps. Costs nothing where there are none. */
export async function writeMarks(tx: Executor, decided: readonly { decision: Decision }[]): Promise<void> {
  const marks = decided.flatMap(({ decision }) => listMarks(decision))
  if (marks.length > 0) await tx.query(INSERT_MARKS, [toJsonText(marks)])
}
