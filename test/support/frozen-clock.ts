import type { Database } from '../../src/db/client.ts'

const withClock = new WeakSet<Database>()

/**
 * The database's clock, held still until it is moved: `now()` and `clock_timestamp()` of this connection's search path
 * are ours. Column defaults keep the true time.
 */
export async function installFrozenClock(db: Database, atMs: number): Promise<void> {
  // Once: what is made anew has every connection plan its statements anew.
  if (!withClock.has(db)) {
    await db.pool.query(`
      create schema test_time;
      create table test_time.clock (at timestamptz not null);
      insert into test_time.clock values ('epoch');
      create function test_time.now() returns timestamptz language sql stable as 'select at from test_time.clock';
      create function test_time.clock_timestamp() returns timestamptz language sql volatile as 'select at from test_time.clock'`)
    withClock.add(db)
  }
  await db.pool.query('update test_time.clock set at = to_timestamp($1 / 1000.0)', [atMs])
}

export function withFrozenClock(url: string): string {
  const next = new URL(url)
  // These options take the place of the pool's own: each statement is planned once, as the service has it.
  next.searchParams.set(
    'options',
    '-c search_path=test_time,pg_catalog,public -c plan_cache_mode=force_generic_plan',
  )
  return next.toString()
}
