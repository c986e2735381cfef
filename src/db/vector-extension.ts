import { statement } from './statement.ts'
import type { Executor } from './transaction.ts'

/** The schema of what is made of vectors by that extension. A backup leaves it out: all of it can be made again. */
export const VECTOR_SCHEMA = 'parley_vectors'

/** What this database has of the extension `vector` (pgvector). */
export type VectorSupport =
  /** It can be used; its types are in `schema`. */
  | { kind: 'installed'; version: string; schema: string; typeOid: number }
  /** The server has it, and nobody made it in this database yet. */
  | { kind: 'available'; version: string }
  /** It does not look on when a filter leaves too few of what it found. */
  | { kind: 'too_old'; version: string }
  | { kind: 'absent' }

interface Row {
  installed: string | null
  schema: string | null
  typeOid: number | null
  available: string | null
}

/** Iterative scans of HNSW indexes came with it. */
const LEAST = [0, 8]

const READ = statement<Row>(
  'vector_extension_read',
  `select e.extversion as installed, n.nspname as schema, t.oid::int8::float8 as "typeOid",
     (select default_version from pg_available_extensions where name = 'vector') as available
   from (values (1)) one
   left join pg_extension e on e.extname = 'vector'
   left join pg_namespace n on n.oid = e.extnamespace
   left join pg_type t on t.typnamespace = n.oid and t.typname = 'vector'`,
)

function isEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [leastMajor = 0, leastMinor = 0] = LEAST
  return major > leastMajor || (major === leastMajor && minor >= leastMinor)
}

export async function readVectorSupport(db: Executor): Promise<VectorSupport> {
  const row = await db.queryOne(READ)
  if (!row) return { kind: 'absent' }
  const { installed, schema, typeOid, available } = row
  const version = installed ?? available
  if (version === null) return { kind: 'absent' }
  if (!isEnough(version)) return { kind: 'too_old', version }
  if (installed === null || schema === null || typeOid === null) return { kind: 'available', version }
  return { kind: 'installed', version, schema, typeOid }
}
