import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'

/** A number on which drafts of a flow may be tested; E.164 with its +. */
export interface TestPhoneRow {
  phoneNumber: string
  createdAt: Date
}

const COLUMNS = 'phone as "phoneNumber", created_at as "createdAt"'

const LIST = statement<TestPhoneRow>(
  'flow_test_phone_list',
  `select ${COLUMNS} from flow_test_phone where flow_id = $1 order by created_at, phone`,
)

/** Answers the row also when it was there. */
const ADD = statement<TestPhoneRow>(
  'flow_test_phone_add',
  `insert into flow_test_phone (flow_id, phone) values ($1, $2)
   on conflict (flow_id, phone) do update set phone = excluded.phone returning ${COLUMNS}`,
)

const REMOVE = statement<TestPhoneRow>(
  'flow_test_phone_remove',
  `delete from flow_test_phone where flow_id = $1 and phone = $2 returning ${COLUMNS}`,
)

const KEEP_DRAFT = statement<never>(
  'flow_draft_insert',
  'insert into flow_draft (id, flow_id, doc) values ($1, $2, $3)',
)

const FIND_DRAFT = statement<{ id: string }>(
  'flow_draft_find',
  'select id from flow_draft where id = $1 and flow_id = $2',
)

const READ_TESTED = statement<{ doc: string }>(
  'flow_draft_tested',
  'select d.doc from flow_state s join flow_draft d on d.id = s.flow_version_id where s.id = $1',
)

/** What tests on phones keep with a flow whose owner was checked. */
export const draftStore = {
  listPhones: (db: Executor, flowId: string) => db.query(LIST, [flowId]),
  addPhone: (tx: Executor, flowId: string, phoneNumber: string) => tx.queryOne(ADD, [flowId, phoneNumber]),
  removePhone: (db: Executor, flowId: string, phoneNumber: string) =>
    db.queryOne(REMOVE, [flowId, phoneNumber]),
  async isKept(tx: Executor, draftId: string, flowId: string): Promise<boolean> {
    return (await tx.queryOne(FIND_DRAFT, [draftId, flowId])) !== undefined
  },
  async keep(tx: Executor, draft: { id: string; flowId: string; doc: string }): Promise<void> {
    await tx.query(KEEP_DRAFT, [draft.id, draft.flowId, draft.doc])
  },
  /** The text of the document; null when the run is of a published version. */
  async readTested(db: Executor, runId: string): Promise<string | null> {
    return (await db.queryOne(READ_TESTED, [runId]))?.doc ?? null
  },
}
