import pg from 'pg'
import type { Database } from '../../../db/client.ts'
import { readErrorCode } from '../../../db/connection-errors.ts'
import { type Statement, statement } from '../../../db/statement.ts'
import type { Executor, Transaction } from '../../../db/transaction.ts'
import { VECTOR_SCHEMA, type VectorSupport } from '../../../db/vector-extension.ts'
import type { Hit } from './matrix.ts'
import type { VectorRow } from './meaning-store.ts'
import type { FindNear, Space } from './vector-index.ts'

/** How far the copy of an account's vectors is. */
export interface NearAccount {
  fingerprint: string
  dimensions: number
  version: number
  lastId: number
  pieces: number
}

/** More numbers than an index of half precision takes are looked at one by one. */
export const MAX_INDEXED_DIMENSIONS = 4_000
/** In the place of the last piece: nothing of that version is missing. */
export const AFTER_ALL = Number.MAX_SAFE_INTEGER
/** Of as many the index keeps track during a search: twice as many as are read afterwards (`npm run bench -- vectors`). */
const EF_SEARCH = 128
/** One number for all processes: two that make the tables at one moment wait for each other. */
const LOCK_KEY = 7_250_519_032
const NOT_ALLOWED = '42501'

type Installed = Extract<VectorSupport, { kind: 'installed' }>

/**
 * The copy of `knowledge_vector` that pgvector searches, in a schema of its own: numbers of half precision, and an HNSW index for each
 * length of vectors. Names of the extension's types are written with their schema, which need not be on the search path.
 */
export class NearStore {
  readonly #typeOid: number
  readonly #vector: string
  readonly #half: string
  readonly #near: string
  readonly #opclass: string
  readonly #indexed = new Set<number>()
  readonly #add: Statement<never>
  readonly #findExact: Statement<Hit>
  readonly #findIndexed = new Map<number, Statement<Hit>>()

  constructor({ schema, typeOid }: Installed) {
    const at = pg.escapeIdentifier(schema)
    this.#typeOid = typeOid
    this.#vector = `${at}.vector`
    this.#half = `${at}.halfvec`
    this.#near = `operator(${at}.<#>)`
    this.#opclass = `${at}.halfvec_ip_ops`
    this.#add = statement(
      'near_add',
      `insert into ${VECTOR_SCHEMA}.near (piece_id, user_id, document_id, dimensions, vector)
       select given.id, $1, given.document_id, $2, given.vector::${this.#half}
       from unnest($3::bigint[], $4::uuid[], $5::${this.#vector}[]) given(id, document_id, vector)
       on conflict (piece_id) do update set user_id = excluded.user_id, document_id = excluded.document_id,
         dimensions = excluded.dimensions, vector = excluded.vector`,
    )
    // The sum keeps the index out of it.
    this.#findExact = statement(
      'near_find_exact',
      `select piece_id::float8 as id, -(vector ${this.#near} $2::${this.#vector}::${this.#half})::float8 as score
       from ${VECTOR_SCHEMA}.near where user_id = $1 and ($3::uuid[] is null or document_id = any($3))
       order by (vector ${this.#near} $2::${this.#vector}::${this.#half}) + 0, piece_id limit $4`,
    )
  }

  async isReady(db: Executor): Promise<boolean> {
    return (await db.queryOne(IS_READY))?.isReady === true
  }

  /** False: this role may not make them. */
  async make(db: Database): Promise<boolean> {
    try {
      await db.transaction(async ({ client }) => {
        await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
        await client.query(this.#tables())
      })
      return true
    } catch (error) {
      if (readErrorCode(error) === NOT_ALLOWED) return false
      throw error
    }
  }

  /** Made while no vector of this length is there, so that nothing has to wait for it. */
  async ensureIndex(db: Database, dimensions: number): Promise<void> {
    if (dimensions > MAX_INDEXED_DIMENSIONS || this.#indexed.has(dimensions)) return
    const name = `near_${dimensions}`
    const there = await db.queryOne(HAS_INDEX, [`${VECTOR_SCHEMA}.${name}`])
    if (!there?.hasIndex)
      await db.transaction(async ({ client }) => {
        await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
        await client.query(
          `create index if not exists ${name} on ${VECTOR_SCHEMA}.near
             using hnsw ((vector::${this.#half}(${dimensions})) ${this.#opclass}) where dimensions = ${dimensions}`,
        )
      })
    this.#indexed.add(dimensions)
  }

  readAccount = (db: Executor, userId: string): Promise<NearAccount | undefined> =>
    db.queryOne(READ_ACCOUNT, [userId])

  /** Others that bring vectors of this account wait until the transaction ends. */
  async lockAccount(tx: Executor, userId: string, space: Space): Promise<NearAccount | undefined> {
    await tx.query(ADD_ACCOUNT, [userId, space.fingerprint, space.dimensions])
    return tx.queryOne(LOCK_ACCOUNT, [userId])
  }

  async beginAnew(tx: Executor, userId: string, space: Space): Promise<void> {
    await tx.query(CLEAR, [userId])
    await tx.query(BEGIN_ANEW, [userId, space.fingerprint, space.dimensions])
  }

  async countMissing(
    db: Executor,
    userId: string,
    after: Pick<NearAccount, 'version' | 'lastId'>,
    most: number,
  ): Promise<number> {
    return (await db.queryOne(COUNT_MISSING, [userId, after.version, after.lastId, most]))?.count ?? 0
  }

  removeGone = (tx: Executor, userId: string): Promise<never[]> => tx.query(REMOVE_GONE, [userId])

  add(tx: Executor, userId: string, dimensions: number, rows: readonly VectorRow[]): Promise<never[]> {
    const ids = rows.map(({ id }) => id)
    const documents = rows.map(({ documentId }) => documentId)
    const vectors = toArray(
      this.#typeOid,
      rows.map(({ vector }) => toVector(vector)),
    )
    return tx.query(this.#add, [userId, dimensions, ids, documents, vectors])
  }

  advance = (tx: Executor, userId: string, { version, lastId }: { version: number; lastId: number }) =>
    tx.query(ADVANCE, [userId, version, lastId])

  finish = (tx: Executor, userId: string, version: number) => tx.query(FINISH, [userId, version, AFTER_ALL])

  findExact(db: Executor, userId: string, { query, documents, most }: FindNear): Promise<Hit[]> {
    return db.query(this.#findExact, [userId, toQuery(query), documents, most])
  }

  async findIndexed(tx: Transaction, userId: string, { query, documents, most }: FindNear): Promise<Hit[]> {
    await tx.query(SET_SEARCH, [String(Math.max(EF_SEARCH, most))])
    return tx.query(this.#indexedOf(query.length), [userId, toQuery(query), documents, most])
  }

  #indexedOf(dimensions: number): Statement<Hit> {
    const known = this.#findIndexed.get(dimensions)
    if (known) return known
    const half = `${this.#half}(${dimensions})`
    const distance = `vector::${half} ${this.#near} $2::${this.#vector}::${half}`
    const made = statement<Hit>(
      `near_find_${dimensions}`,
      `select piece_id::float8 as id, -(${distance})::float8 as score from ${VECTOR_SCHEMA}.near
       where user_id = $1 and dimensions = ${dimensions} and ($3::uuid[] is null or document_id = any($3))
       order by ${distance} limit $4`,
    )
    this.#findIndexed.set(dimensions, made)
    return made
  }

  /** Not compressed, as noise does not shrink, and beside its row as long as a page has room for it. */
  #tables(): string {
    return `create schema if not exists ${VECTOR_SCHEMA};
      create table if not exists ${VECTOR_SCHEMA}.account (
        user_id text primary key references public.knowledge_meaning on delete cascade,
        fingerprint text not null,
        dimensions integer not null,
        version bigint not null default 0,
        last_id bigint not null default 0,
        pieces integer not null default 0
      );
      create table if not exists ${VECTOR_SCHEMA}.near (
        piece_id bigint primary key,
        user_id text not null references ${VECTOR_SCHEMA}.account on delete cascade,
        document_id uuid not null,
        dimensions integer not null,
        vector ${this.#half} not null
      );
      alter table ${VECTOR_SCHEMA}.near alter column vector set storage main;
      create index if not exists near_by_user on ${VECTOR_SCHEMA}.near (user_id)`
  }
}

const IS_READY = statement<{ isReady: boolean }>(
  'near_is_ready',
  `select to_regclass('${VECTOR_SCHEMA}.near') is not null as "isReady"`,
)

const HAS_INDEX = statement<{ hasIndex: boolean }>(
  'near_has_index',
  'select to_regclass($1) is not null as "hasIndex"',
)

const COLUMNS = `fingerprint, dimensions, version::float8 as version, last_id::float8 as "lastId", pieces`

const READ_ACCOUNT = statement<NearAccount>(
  'near_account_read',
  `select ${COLUMNS} from ${VECTOR_SCHEMA}.account where user_id = $1`,
)

const ADD_ACCOUNT = statement<never>(
  'near_account_add',
  `insert into ${VECTOR_SCHEMA}.account (user_id, fingerprint, dimensions) values ($1, $2, $3) on conflict (user_id) do nothing`,
)

const LOCK_ACCOUNT = statement<NearAccount>(
  'near_account_lock',
  `select ${COLUMNS} from ${VECTOR_SCHEMA}.account where user_id = $1 for no key update`,
)

const CLEAR = statement<never>('near_clear', `delete from ${VECTOR_SCHEMA}.near where user_id = $1`)

const BEGIN_ANEW = statement<never>(
  'near_account_begin_anew',
  `update ${VECTOR_SCHEMA}.account set fingerprint = $2, dimensions = $3, version = 0, last_id = 0, pieces = 0 where user_id = $1`,
)

/** Over the index `knowledge_vector_by_user`. */
const COUNT_MISSING = statement<{ count: number }>(
  'near_count_missing',
  `select count(*)::int as count from (select from knowledge_vector
     where user_id = $1 and (version, piece_id) > ($2::bigint, $3::bigint) and vector is not null limit $4) missing`,
)

const REMOVE_GONE = statement<never>(
  'near_remove_gone',
  `delete from ${VECTOR_SCHEMA}.near n where user_id = $1
     and not exists (select from knowledge_vector v where v.piece_id = n.piece_id and v.user_id = $1)`,
)

const ADVANCE = statement<never>(
  'near_account_advance',
  `update ${VECTOR_SCHEMA}.account set version = $2, last_id = $3 where user_id = $1`,
)

const FINISH = statement<never>(
  'near_account_finish',
  `update ${VECTOR_SCHEMA}.account set version = greatest(version, $2),
     last_id = case when version > $2 then last_id else $3::bigint end,
     pieces = (select count(*) from ${VECTOR_SCHEMA}.near where user_id = $1) where user_id = $1`,
)

/**
 * Until the end of the transaction. Looking on where the pieces of others, or of other documents, were nearer; and by the index whatever
 * the planner makes of an account it knows nothing of, or of a statement it has planned for all of them.
 */
const SET_SEARCH = statement<object>(
  'near_set_search',
  `select set_config('hnsw.iterative_scan', 'strict_order', true), set_config('hnsw.ef_search', $1, true),
     set_config('enable_sort', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true)`,
)

/** As pgvector takes a vector in binary: how many numbers, two bytes of nothing, and the numbers from their high byte on. */
function toVector(littleEndian: Uint8Array): Buffer {
  const made = Buffer.alloc(4 + littleEndian.length)
  made.writeInt16BE(littleEndian.length / 4, 0)
  made.set(littleEndian, 4)
  made.subarray(4).swap32()
  return made
}

const toQuery = (query: Float32Array): Buffer =>
  toVector(new Uint8Array(query.buffer, query.byteOffset, query.byteLength))

/** A list as PostgreSQL takes it in binary: one dimension, no nulls, the type of its items, how many from 1 on, and each with its length. */
function toArray(typeOid: number, items: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(20)
  for (const [at, number] of [1, 0, typeOid, items.length, 1].entries()) head.writeUInt32BE(number, 4 * at)
  const parts = items.flatMap((item) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(item.length)
    return [length, item]
  })
  return Buffer.concat([head, ...parts])
}
