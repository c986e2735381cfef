import pg from 'pg'

/** A table as a backup holds it. */
export interface BackupTable {
  name: string
  columns: { name: string; type: string }[]
}

const TABLES = `
  select c.relname as name,
    json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' and a.attgenerated = ''
    -- Numbers of transactions mean nothing in another database: there they are drawn anew.
    and a.atttypid <> 'xid8'::regtype
  group by c.relname`

const REFERENCES = `
  select distinct conrelid::regclass::text as "from", confrelid::regclass::text as "to"
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`

const TRIGGERED = `
  select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`

const unquote = (name: string): string => name.replaceAll('"', '')

/** All tables of ours, each after those it refers to. */
export async function readTables(client: pg.Client): Promise<BackupTable[]> {
  const tables = (await client.query<BackupTable>(TABLES)).rows
  const references = (await client.query<{ from: string; to: string }>(REFERENCES)).rows
  const waiting = new Map(tables.map((table) => [table.name, table] as const))
  const ordered: BackupTable[] = []
  while (waiting.size > 0) {
    const blocked = new Set(
      references.filter(({ to }) => waiting.has(unquote(to))).map(({ from }) => unquote(from)),
    )
    const free = [...waiting.values()].filter(({ name }) => !blocked.has(name))
    if (free.length === 0)
      throw new Error(`tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}`)
    for (const table of free.toSorted((a, b) => a.name.localeCompare(b.name))) {
      ordered.push(table)
      waiting.delete(table.name)
    }
  }
  return ordered
}

export const inPublic = (name: string): string => `public.${pg.escapeIdentifier(name)}`

/** The names of those that have rows, in one question: most tables are empty in most databases. */
export async function findFilled(
  client: pg.Client,
  tables: readonly BackupTable[],
): Promise<ReadonlySet<string>> {
  const asked = tables.map(
    ({ name }) => `select ${pg.escapeLiteral(name)} as name where exists (select from ${inPublic(name)})`,
  )
  const { rows } = await client.query<{ name: string }>(asked.join(' union all '))
  return new Set(rows.map(({ name }) => name))
}

/** The names of those with triggers of ours. */
export async function findTriggered(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(TRIGGERED)
  return rows.map(({ name }) => name)
}
