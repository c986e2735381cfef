import { createHash } from 'node:crypto'
import type pg from 'pg'

const names = new Map<string, string>()

/** As `pool.query`, but planned once for each connection: for what tests ask after each of hundreds of steps. */
export function askPrepared<Row extends pg.QueryResultRow>(
  target: pg.Pool | pg.ClientBase,
  text: string,
  values: readonly unknown[] = [],
): Promise<pg.QueryResult<Row>> {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('hex').slice(0, 40)
  names.set(text, name)
  return target.query<Row>({ name, text, values: [...values] })
}
