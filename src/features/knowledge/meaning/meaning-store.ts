import type { CallFailure } from '../../../core/conversation/call-failure.ts'
import { toJsonText } from '../../../db/json-text.ts'
import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'

/** How an account's documents are found by meaning. */
export interface MeaningRow {
  /** The embedding model, by its owner's name for it; null: none, they are found by words alone. */
  model: string | null
  /** Of what the vectors there are were made by; null: there are none so far. */
  fingerprint: string | null
  dimensions: number | null
  /** Grows with each change of the vectors; a vector has that of its coming. */
  version: number
  /** The version with which vectors went last. */
  removed: number
  /** How often in a row a model gave no vectors. */
  failures: number
  problem: CallFailure | null
}

const COLUMNS = `model, fingerprint, dimensions, version::float8 as version, removed::float8 as removed, failures, problem`

const READ = statement<MeaningRow>(
  'knowledge_meaning_read',
  `select ${COLUMNS} from knowledge_meaning where user_id = $1`,
)

/** Trying again what failed is part of it. */
const CHOOSE = statement<MeaningRow>(
  'knowledge_meaning_choose',
  `insert into knowledge_meaning as m (user_id, model) values ($1, $2)
   on conflict (user_id) do update set model = excluded.model, failures = 0, problem = null, version = m.version + 1
   returning ${COLUMNS}`,
)

const BEGIN_ANEW = statement<never>(
  'knowledge_meaning_begin_anew',
  `update knowledge_meaning set fingerprint = $2, dimensions = null, version = version + 1, removed = version + 1
   where user_id = $1`,
)

const DROP_VECTORS = statement<never>(
  'knowledge_vector_drop',
  'delete from knowledge_vector where user_id = $1',
)

const UNMARK_DOCUMENTS = statement<never>(
  'knowledge_document_unmark',
  'update knowledge_document set embedded = 0, refused = 0 where user_id = $1 and (embedded > 0 or refused > 0)',
)

const FORGET_REFUSED = statement<never>(
  'knowledge_vector_forget_refused',
  'delete from knowledge_vector where user_id = $1 and vector is null',
)

const UNMARK_REFUSED = statement<never>(
  'knowledge_document_unmark_refused',
  'update knowledge_document set refused = 0 where user_id = $1 and refused > 0',
)

export interface WaitingPiece {
  id: string
  documentId: string
  title: string
  heading: string | null
  body: string
}

/** Pieces without a vector, those of one document after the other. Over `knowledge_document_by_user` and `knowledge_piece_by_document`. */
const LIST_WAITING = statement<WaitingPiece>(
  'knowledge_piece_list_waiting',
  `select p.id::text, p.document_id as "documentId", d.title, p.heading, p.body
   from (select id, title from knowledge_document where user_id = $1 and pieces > embedded + refused order by id limit $2) d
   join knowledge_piece p on p.document_id = d.id
   where not exists (select from knowledge_vector v where v.piece_id = p.id)
   order by d.id, p.ordinal limit $2`,
)

/** Under the owner's lock, and only while the vectors are still to be of this model. */
const ADD_VERSION = statement<{ version: number; dimensions: number | null }>(
  'knowledge_meaning_add_version',
  `update knowledge_meaning set version = version + 1, dimensions = coalesce(dimensions, $3), failures = 0, problem = null
   where user_id = $1 and fingerprint = $2 and model is not null
   returning version::float8 as version, dimensions`,
)

/** A piece may have gone meanwhile. */
const INSERT_VECTORS = statement<{ documentId: string }>(
  'knowledge_vector_insert',
  `insert into knowledge_vector (piece_id, document_id, user_id, version, vector)
   select p.id, p.document_id, p.user_id, $2, given.vector
   from unnest($3::bigint[], $4::bytea[]) given(id, vector) join knowledge_piece p on p.id = given.id and p.user_id = $1
   on conflict (piece_id) do nothing`,
)

const MARK_DOCUMENTS = statement<never>(
  'knowledge_document_mark',
  `update knowledge_document d set embedded = n.embedded, refused = n.refused
   from (select document_id, count(vector)::int as embedded, (count(*) - count(vector))::int as refused
         from knowledge_vector where user_id = $1 and piece_id in (
           select id from knowledge_piece where document_id = any($2::uuid[]))
         group by document_id) n
   where d.id = n.document_id`,
)

const NOTE_PROBLEM = statement<MeaningRow>(
  'knowledge_meaning_note_problem',
  `update knowledge_meaning set problem = $2::jsonb, failures = failures + 1 where user_id = $1 returning ${COLUMNS}`,
)

const NOTE_REMOVED = statement<never>(
  'knowledge_meaning_note_removed',
  'update knowledge_meaning set version = version + 1, removed = version + 1 where user_id = $1',
)

export interface Progress {
  embedded: number
  refused: number
  waiting: number
}

const COUNT = statement<Progress>(
  'knowledge_meaning_count',
  `select coalesce(sum(embedded), 0)::int as embedded, coalesce(sum(refused), 0)::int as refused,
     coalesce(sum(pieces - embedded - refused), 0)::int as waiting
   from knowledge_document where user_id = $1`,
)

export interface VectorRow {
  id: number
  documentId: string
  version: number
  vector: Buffer
}

/** Over the index `knowledge_vector_by_user`. */
const LIST_VECTORS = statement<VectorRow>(
  'knowledge_vector_list',
  `select piece_id::float8 as id, document_id as "documentId", version::float8 as version, vector from knowledge_vector
   where user_id = $1 and (version, piece_id) > ($2::bigint, $3::bigint) and version <= $4 and vector is not null
   order by version, piece_id limit $5`,
)

const LIST_IDS = statement<{ ids: number[] }>(
  'knowledge_vector_list_ids',
  `select coalesce(array_agg(id), '{}') as ids from (
     select piece_id::float8 as id from knowledge_vector
     where user_id = $1 and piece_id > $2 and vector is not null order by piece_id limit $3) page`,
)

const READ_VECTORS = statement<{ id: number; vector: Buffer }>(
  'knowledge_vector_read',
  `select piece_id::float8 as id, vector from knowledge_vector
   where piece_id = any($2::bigint[]) and user_id = $1 and vector is not null`,
)

const LIST_DOCUMENTS = statement<{ id: string }>(
  'knowledge_list_documents_of',
  'select id from knowledge_document where user_id = $1 and collection = any($2)',
)

export interface NewVectors {
  userId: string
  fingerprint: string
  pieces: readonly WaitingPiece[]
  /** Of each piece; null: its server refuses it. */
  vectors: readonly (Float32Array | null)[]
}

const toBytes = (vector: Float32Array | null): Buffer | null =>
  vector && Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)

export const meaningStore = {
  read: (db: Executor, userId: string) => db.queryOne(READ, [userId]),
  choose: (db: Executor, userId: string, model: string | null) => db.queryOne(CHOOSE, [userId, model]),
  count: async (db: Executor, userId: string): Promise<Progress> =>
    (await db.queryOne(COUNT, [userId])) ?? { embedded: 0, refused: 0, waiting: 0 },

  /** All vectors go, and those that come are of another model. Under the owner's lock. */
  async beginAnew(tx: Executor, userId: string, fingerprint: string | null): Promise<void> {
    await tx.query(DROP_VECTORS, [userId])
    await tx.query(UNMARK_DOCUMENTS, [userId])
    await tx.query(BEGIN_ANEW, [userId, fingerprint])
  },

  /** Pieces that were refused are given to the server once more. Under the owner's lock. */
  async forgetRefused(tx: Executor, userId: string): Promise<void> {
    await tx.query(FORGET_REFUSED, [userId])
    await tx.query(UNMARK_REFUSED, [userId])
  },

  listWaiting: (db: Executor, userId: string, most: number) => db.query(LIST_WAITING, [userId, most]),

  /** False: they are of no use any more, or of another length than those there are. Under the owner's lock. */
  async add(tx: Executor, { userId, fingerprint, pieces, vectors }: NewVectors): Promise<boolean> {
    const length = vectors.find((vector) => vector !== null)?.length ?? null
    const added = await tx.queryOne(ADD_VERSION, [userId, fingerprint, length])
    if (!added || (length !== null && added.dimensions !== length)) return false
    const ids = pieces.map(({ id }) => id)
    await tx.query(INSERT_VECTORS, [userId, added.version, ids, vectors.map(toBytes)])
    const documents = [...new Set(pieces.map(({ documentId }) => documentId))]
    await tx.query(MARK_DOCUMENTS, [userId, documents])
    return true
  },

  noteProblem: (db: Executor, userId: string, problem: CallFailure) =>
    db.queryOne(NOTE_PROBLEM, [userId, toJsonText(problem)]),
  /** As part of the transaction in which pieces go. */
  noteRemoved: (tx: Executor, userId: string) => tx.query(NOTE_REMOVED, [userId]),

  listVectors: (
    db: Executor,
    userId: string,
    { after, upTo, most }: { after: { version: number; id: number }; upTo: number; most: number },
  ) => db.query(LIST_VECTORS, [userId, after.version, after.id, upTo, most]),
  listIds: async (db: Executor, userId: string, afterId: number, most: number): Promise<number[]> =>
    (await db.queryOne(LIST_IDS, [userId, afterId, most]))?.ids ?? [],
  readVectors: (db: Executor, userId: string, ids: readonly number[]) =>
    db.query(READ_VECTORS, [userId, ids]),
  listDocuments: async (db: Executor, userId: string, collections: readonly string[]): Promise<string[]> =>
    (await db.query(LIST_DOCUMENTS, [userId, collections])).map(({ id }) => id),
}
