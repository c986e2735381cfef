import type { OwnerId } from '../../contract/handlers.ts'
import { toSearchPattern } from '../../core/search-pattern.ts'
import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'

/** A file kept for flows. */
export interface AssetRow {
  id: string
  userId: string
  mimetype: string
  fileName: string | null
  sizeBytes: number
  sha256: Uint8Array
  createdAt: Date
}

/** What a flow has to say of a file to name it elsewhere. */
export type NamedFile = Pick<AssetRow, 'id' | 'mimetype' | 'fileName' | 'sizeBytes' | 'sha256'>

const COLUMNS = `a.id, a.user_id as "userId", a.mimetype, a.file_name as "fileName", a.size_bytes as "sizeBytes", a.sha256,
  a.created_at as "createdAt"`

/** Newest first, backwards over the index `asset_by_user`: ids grow with time. */
const LIST = statement<AssetRow>(
  'asset_list',
  `select ${COLUMNS} from asset a where a.user_id = $1 and ($2::uuid is null or a.id < $2)
     and ($3::text is null or coalesce(a.file_name, '') ~ $3)
     and ($4::bytea is null or a.sha256 = $4)
   order by a.id desc limit $5`,
)

/** By the index `asset_by_user`; there are at most a thousand. */
const LIST_IDS = statement<{ id: string }>('asset_list_ids', 'select id from asset where user_id = $1')

const READ = statement<AssetRow>(
  'asset_read',
  `select ${COLUMNS} from asset a where a.id = $1 and a.user_id = $2`,
)

const READ_OF_CLIENT = statement<AssetRow>(
  'asset_read_of_client',
  `select ${COLUMNS} from asset a join client c on c.user_id = a.user_id where a.id = $2 and c.id = $1`,
)

/** Over the index `asset_by_content`. */
const FIND_CONTENT = statement<AssetRow>(
  'asset_find_content',
  `select ${COLUMNS} from asset a where a.user_id = $1 and a.sha256 = any($2::bytea[])`,
)

const COUNT = statement<{ count: number }>(
  'asset_count',
  'select count(*)::int as count from asset where user_id = $1',
)

/** Answers nothing when the content is kept already. */
const INSERT = statement<{ id: string }>(
  'asset_insert',
  `insert into asset (id, user_id, mimetype, file_name, size_bytes, sha256) values ($1, $2, $3, $4, $5, $6)
   on conflict (user_id, sha256) do nothing returning id`,
)

const DELETE = statement<{ id: string }>(
  'asset_delete',
  'delete from asset where id = $1 and user_id = $2 returning id',
)

/** A flow that sends the file, as its draft stands or as it is published. Over the index `flow_by_user`. */
const FIND_USE = statement<{ name: string }>(
  'asset_find_use',
  `select f.name from flow f left join flow_version v on v.id = f.published_version_id
   where f.user_id = $1 and (position($2 in f.nodes) > 0 or position($2 in v.doc) > 0) order by f.name limit 1`,
)

/** A canned reply that the file goes along with. Over the index `canned_reply_of_asset`. */
const FIND_REPLY = statement<{ title: string }>(
  'asset_find_reply',
  'select title from canned_reply where asset_id = $2 and user_id = $1 order by title limit 1',
)

/** Files by id: those kept for flows, and those of messages that are still there. */
const NAME_FILES = statement<NamedFile>(
  'asset_name_files',
  `select a.id, a.mimetype, a.file_name as "fileName", a.size_bytes as "sizeBytes", a.sha256
     from asset a where a.user_id = $1 and a.id = any($2::uuid[])
   union all
   select f.id, f.mimetype, f.file_name, f.size_bytes, f.sha256
     from media f join client c on c.id = f.client_id
     where c.user_id = $1 and f.id = any($2::uuid[]) and f.state = 'stored' and f.sha256 is not null
       and ($3::uuid is null or c.id = $3)`,
)

export interface AssetFilter {
  before: string | null
  search: string | null
  sha256: Buffer | null
  limit: number
}

/** Files of one person; a client stands for its owner. */
export const assetStore = {
  list: (db: Executor, userId: OwnerId, { before, search, sha256, limit }: AssetFilter) =>
    db.query(LIST, [userId, before, search === null ? null : toSearchPattern(search), sha256, limit]),
  listIds: (db: Executor, userId: OwnerId) => db.query(LIST_IDS, [userId]),
  read: (db: Executor, id: string, userId: string) => db.queryOne(READ, [id, userId]),
  readOfClient: (db: Executor, clientId: string, id: string) => db.queryOne(READ_OF_CLIENT, [clientId, id]),
  findContent: (db: Executor, userId: string, hashes: readonly Uint8Array[]) =>
    db.query(FIND_CONTENT, [userId, hashes.map((hash) => Buffer.from(hash))]),
  count: async (db: Executor, userId: string) => (await db.queryOne(COUNT, [userId]))?.count ?? 0,
  insert: (
    db: Executor,
    { id, userId, mimetype, fileName, sizeBytes, sha256 }: Omit<AssetRow, 'createdAt'>,
  ) => db.queryOne(INSERT, [id, userId, mimetype, fileName, sizeBytes, Buffer.from(sha256)]),
  delete: (db: Executor, id: string, userId: OwnerId) => db.queryOne(DELETE, [id, userId]),
  findUse: (db: Executor, userId: string, id: string) => db.queryOne(FIND_USE, [userId, id]),
  findReply: (db: Executor, userId: string, id: string) => db.queryOne(FIND_REPLY, [userId, id]),
  /** `clientId` leaves out files of messages of other clients, which this one cannot send. */
  name: (db: Executor, userId: string, ids: readonly string[], clientId: string | null) =>
    db.query(NAME_FILES, [userId, ids, clientId]),
}
