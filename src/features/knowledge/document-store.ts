import type { OwnerId } from '../../contract/handlers.ts'
import type { KnowledgeProblem, KnowledgeState } from '../../core/knowledge.ts'
import { toSearchPattern } from '../../core/search-pattern.ts'
import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'

/** A document or a page as it is on record. `sha256` is that of a file; a page has a `url` instead. */
export interface DocumentRow {
  id: string
  userId: string
  collection: string
  title: string
  /** Its owner said the title; what the document calls itself does not replace it. */
  isTitled: boolean
  url: string | null
  fileName: string | null
  mimetype: string
  sizeBytes: number
  sha256: Uint8Array | null
  state: KnowledgeState
  problem: KnowledgeProblem | null
  attempts: number
  pieces: number
  chars: number
  /** Pieces that have a vector, and those of which the model's server makes none. */
  embedded: number
  refused: number
  createdAt: Date
  readAt: Date | null
}

const COLUMNS = `d.id, d.user_id as "userId", d.collection, d.title, d.is_titled as "isTitled", d.url, d.file_name as "fileName",
  d.mimetype, d.size_bytes as "sizeBytes", d.sha256, d.state, d.problem, d.attempts, d.pieces, d.chars, d.embedded, d.refused,
  d.created_at as "createdAt", d.read_at as "readAt"`

/** Held until the end of a transaction: what one account keeps is counted and changed by one at a time. */
const LOCK_OWNER = statement<never>(
  'knowledge_lock_owner',
  `select pg_advisory_xact_lock(hashtextextended('knowledge of ' || $1::text, 0))`,
)

/** Newest first, backwards over the index `knowledge_document_by_user`: ids grow with time. */
const LIST = statement<DocumentRow>(
  'knowledge_list',
  `select ${COLUMNS} from knowledge_document d where d.user_id = $1 and ($2::uuid is null or d.id < $2)
     and ($3::text is null or d.title ~ $3 or coalesce(d.file_name, d.url, '') ~ $3)
     and ($4::text is null or d.collection = $4)
   order by d.id desc limit $5`,
)

/** By the index `knowledge_document_by_user`. */
const LIST_IDS = statement<{ id: string }>(
  'knowledge_list_ids',
  'select id from knowledge_document where user_id = $1',
)

const LIST_COLLECTIONS = statement<{ collection: string }>(
  'knowledge_list_collections',
  'select distinct collection from knowledge_document where user_id = $1 order by collection',
)

const READ = statement<DocumentRow>(
  'knowledge_read',
  `select ${COLUMNS} from knowledge_document d where d.id = $1 and d.user_id = $2`,
)

/** Over the index `knowledge_document_by_content`. */
const FIND_CONTENT = statement<DocumentRow>(
  'knowledge_find_content',
  `select ${COLUMNS} from knowledge_document d where d.user_id = $1 and d.sha256 = $2 and d.url is null`,
)

/** Over the index `knowledge_document_by_url`. */
const FIND_URL = statement<DocumentRow>(
  'knowledge_find_url',
  `select ${COLUMNS} from knowledge_document d where d.user_id = $1 and d.url = $2`,
)

export interface Kept {
  documents: number
  bytes: number
  pieces: number
}

/** Over the index `knowledge_document_by_user`. */
const COUNT = statement<Kept>(
  'knowledge_count',
  `select count(*)::int as documents, coalesce(sum(size_bytes), 0)::float8 as bytes, coalesce(sum(pieces), 0)::int as pieces
   from knowledge_document where user_id = $1`,
)

const INSERT = statement<DocumentRow>(
  'knowledge_insert',
  `insert into knowledge_document as d
     (id, user_id, collection, title, is_titled, url, file_name, mimetype, size_bytes, sha256)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning ${COLUMNS}`,
)

const DELETE = statement<DocumentRow>(
  'knowledge_delete',
  `delete from knowledge_document d where d.id = $1 and d.user_id = $2 returning ${COLUMNS}`,
)

/** Only one that rests is read again. */
const WAIT_AGAIN = statement<DocumentRow>(
  'knowledge_wait_again',
  `update knowledge_document d set state = 'waiting', attempts = 0
   where d.id = $1 and d.user_id = $2 and d.state in ('ready', 'failed') returning ${COLUMNS}`,
)

/** Counted before the reading begins: one that takes its process down has counted. */
const BEGIN = statement<DocumentRow & { plan: 'free' | 'pro' }>(
  'knowledge_begin',
  `update knowledge_document d set state = 'reading', attempts = d.attempts + 1 from workspace w
   where d.id = $1 and d.state in ('waiting', 'reading') and w.id = d.user_id returning ${COLUMNS}, w.plan`,
)

const BREAK_OFF = statement<never>(
  'knowledge_break_off',
  `update knowledge_document set state = 'waiting', attempts = greatest(attempts - 1, 0) where id = $1 and state = 'reading'`,
)

const FAIL = statement<{ id: string }>(
  'knowledge_fail',
  `update knowledge_document set state = 'failed', problem = $2 where id = $1 and state = 'reading' returning id`,
)

/** The row is locked, so that it cannot be deleted before its pieces are there. */
const LOCK = statement<DocumentRow>(
  'knowledge_lock',
  `select ${COLUMNS} from knowledge_document d where d.id = $1 and d.state = 'reading' for update`,
)

const FINISH = statement<never>(
  'knowledge_finish',
  `update knowledge_document set state = 'ready', problem = null, attempts = 0, title = $2, pieces = $3, chars = $4, size_bytes = $5,
     embedded = 0, refused = 0, read_at = now()
   where id = $1`,
)

export interface DocumentFilter {
  before: string | null
  search: string | null
  collection: string | null
  limit: number
}

export type NewDocument = Pick<
  DocumentRow,
  | 'id'
  | 'userId'
  | 'collection'
  | 'title'
  | 'isTitled'
  | 'url'
  | 'fileName'
  | 'mimetype'
  | 'sizeBytes'
  | 'sha256'
>

export const documentStore = {
  lockOwner: (db: Executor, userId: string) => db.query(LOCK_OWNER, [userId]),
  list: (db: Executor, userId: OwnerId, { before, search, collection, limit }: DocumentFilter) =>
    db.query(LIST, [userId, before, search === null ? null : toSearchPattern(search), collection, limit]),
  listIds: (db: Executor, userId: OwnerId) => db.query(LIST_IDS, [userId]),
  listCollections: async (db: Executor, userId: string) =>
    (await db.query(LIST_COLLECTIONS, [userId])).map(({ collection }) => collection),
  read: (db: Executor, id: string, userId: OwnerId) => db.queryOne(READ, [id, userId]),
  findContent: (db: Executor, userId: string, sha256: Uint8Array) =>
    db.queryOne(FIND_CONTENT, [userId, Buffer.from(sha256)]),
  findUrl: (db: Executor, userId: string, url: string) => db.queryOne(FIND_URL, [userId, url]),
  count: async (db: Executor, userId: string): Promise<Kept> =>
    (await db.queryOne(COUNT, [userId])) ?? { documents: 0, bytes: 0, pieces: 0 },
  insert: (db: Executor, document: NewDocument) =>
    db.queryOne(INSERT, [
      ...[document.id, document.userId, document.collection, document.title, document.isTitled, document.url],
      ...[document.fileName, document.mimetype, document.sizeBytes],
      document.sha256 && Buffer.from(document.sha256),
    ]),
  delete: (db: Executor, id: string, userId: OwnerId) => db.queryOne(DELETE, [id, userId]),
  waitAgain: (db: Executor, id: string, userId: OwnerId) => db.queryOne(WAIT_AGAIN, [id, userId]),
  begin: (db: Executor, id: string) => db.queryOne(BEGIN, [id]),
  breakOff: (db: Executor, id: string) => db.query(BREAK_OFF, [id]),
  fail: (db: Executor, id: string, problem: KnowledgeProblem) => db.queryOne(FAIL, [id, problem]),
  lock: (db: Executor, id: string) => db.queryOne(LOCK, [id]),
  finish: (
    db: Executor,
    id: string,
    { title, pieces, chars, sizeBytes }: Pick<DocumentRow, 'title' | 'pieces' | 'chars' | 'sizeBytes'>,
  ) => db.query(FINISH, [id, title, pieces, chars, sizeBytes]),
}
