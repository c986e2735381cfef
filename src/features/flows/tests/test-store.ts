import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'

export interface TestCaseRow {
  id: string
  flowId: string
  doc: string
  createdAt: Date
  updatedAt: Date
}

const COLUMNS = 'id, flow_id as "flowId", doc, created_at as "createdAt", updated_at as "updatedAt"'

/** Over the index `flow_test_case_by_flow`. */
const LIST = statement<TestCaseRow>(
  'flow_test_case_list',
  `select ${COLUMNS} from flow_test_case where flow_id = $1 order by created_at, id`,
)

const INSERT = statement<TestCaseRow>(
  'flow_test_case_insert',
  `insert into flow_test_case (id, flow_id, doc) values ($1, $2, $3) returning ${COLUMNS}`,
)

const UPDATE = statement<TestCaseRow>(
  'flow_test_case_update',
  `update flow_test_case set doc = $3, updated_at = now() where id = $1 and flow_id = $2 returning ${COLUMNS}`,
)

const DELETE = statement<{ id: string }>(
  'flow_test_case_delete',
  'delete from flow_test_case where id = $1 and flow_id = $2 returning id',
)

/** Test cases of a flow whose owner was checked. */
export const testStore = {
  list: (db: Executor, flowId: string) => db.query(LIST, [flowId]),
  insert: (tx: Executor, id: string, flowId: string, doc: string) => tx.queryOne(INSERT, [id, flowId, doc]),
  update: (tx: Executor, id: string, flowId: string, doc: string) => tx.queryOne(UPDATE, [id, flowId, doc]),
  delete: (db: Executor, id: string, flowId: string) => db.queryOne(DELETE, [id, flowId]),
}
