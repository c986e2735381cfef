import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'

/** A published version without its content. */
export interface VersionRow {
  id: string
  flowId: string
  number: number
  publishedAt: Date
  publishedBy: string | null
  publishedByName: string | null
  note: string | null
  isActive: boolean
}

const VERSION = `v.id, v.flow_id as "flowId", v.n as number, v.published_at as "publishedAt",
  v.published_by as "publishedBy", u.name as "publishedByName", v.note,
  (f.is_active and f.published_version_id = v.id) as "isActive"`
const FROM = `from flow_version v join flow f on f.id = v.flow_id left join "user" u on u.id = v.published_by`

/** Newest first, backwards over the index `flow_version_number`. */
const LIST = statement<VersionRow>(
  'flow_version_list',
  `select ${VERSION} ${FROM} where v.flow_id = $1 and ($2::int is null or v.n < $2) order by v.n desc limit $3`,
)

const READ = statement<VersionRow & { doc: string }>(
  'flow_version_read',
  `select ${VERSION}, v.doc ${FROM} where v.flow_id = $1 and v.n = $2`,
)

const NEWEST_DOC = statement<{ doc: string }>(
  'flow_version_newest',
  `select doc from flow_version where flow_id = $1 order by n desc limit 1`,
)

/** The next number is safe because the flow's row is locked. */
const INSERT = statement<{ n: number }>(
  'flow_version_insert',
  `insert into flow_version (id, flow_id, n, doc, published_by, note)
   select $1, $2, coalesce(max(n), 0) + 1, $3, $4, $5 from flow_version where flow_id = $2 returning n`,
)

export interface NewVersion {
  id: string
  flowId: string
  doc: string
  userId: string
  note: string | null
}

/** Published versions of a flow whose owner was checked. */
export const versionStore = {
  list: (db: Executor, flowId: string, before: number | null, limit: number) =>
    db.query(LIST, [flowId, before, limit]),
  read: (db: Executor, flowId: string, number: number) => db.queryOne(READ, [flowId, number]),
  async readNewestDoc(db: Executor, flowId: string): Promise<string | null> {
    return (await db.queryOne(NEWEST_DOC, [flowId]))?.doc ?? null
  },
  async insert(tx: Executor, { id, flowId, doc, userId, note }: NewVersion): Promise<void> {
    await tx.query(INSERT, [id, flowId, doc, userId, note])
  },
}
