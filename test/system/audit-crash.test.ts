import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from '../../src/bin/demo/api-client.ts'
import { API_PREFIX } from '../../src/contract/operation.ts'
import { type Database, openDatabase } from '../../src/db/client.ts'
import { postJson } from '../support/post-json.ts'
import { awaitState, createWorkplace, type ServiceProcess } from '../support/service-process.ts'

const WITHIN_MS = 120_000
const place = createWorkplace()
let service: ServiceProcess
let api: ApiClient
let key: string
let db: Database

/** Whoever writes this outcome waits for ever before it is stored: the moment in which the test kills the service. */
async function holdOutcome(outcome: string): Promise<void> {
  await db.pool.query(
    `create or replace function hold_outcome() returns trigger language plpgsql as $$
     begin
       if new.outcome = '${outcome}' then perform pg_sleep(600); end if;
       return new;
     end $$`,
  )
}

async function callAndKill(
  outcome: string,
  operation: string,
  input: Record<string, unknown>,
): Promise<string> {
  await holdOutcome(outcome)
  const url = new URL(`${API_PREFIX}/${operation.replaceAll('.', '/')}`, service.url)
  const cut = postJson(url, input, { headers: { 'x-api-key': key }, timeoutMs: WITHIN_MS }).then(
    () => 'answered',
    () => 'cut off',
  )
  await awaitState(
    'the held outcome',
    async () =>
      (await db.pool.query("select 1 from pg_stat_activity where wait_event = 'PgSleep'")).rows.length > 0,
    WITHIN_MS,
  )
  await service.kill()
  const ended = await cut
  await db.pool.query("select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'")
  await holdOutcome('none')
  service = await place.start()
  return ended
}

async function readOutcome(operation: string): Promise<string> {
  const { rows } = await db.pool.query(
    'select outcome from audit_log where operation = $1 order by id desc limit 1',
    [operation],
  )
  return rows[0].outcome
}

beforeAll(async () => {
  service = await place.start()
  const email = 'owner@example.org'
  await place.prepare('user', 'create', '--email', email, '--password', 'correct horse battery')
  key = await place.prepare('key', 'create', '--email', email, '--name', 'test')
  api = createApiClient({ url: () => service.url, key, onAway: () => undefined })
  db = await openDatabase({ dataDir: place.dataDir, mode: 'admin', migrate: false, poolSize: 2 })
  await holdOutcome('none')
  await db.pool.query(
    'create trigger hold_outcome before update on audit_log for each row execute function hold_outcome()',
  )
})

afterAll(async () => {
  await db.close()
  await place.remove()
})

test('a service that dies after a change and before its outcome leaves a row that tells of the change', async () => {
  expect(await callAndKill('done', 'secrets.set', { name: 'shop', value: 'v', hosts: ['shop.test'] })).toBe(
    'cut off',
  )
  expect(await api.call('secrets.list', {})).toMatchObject([{ name: 'shop' }])
  expect(await readOutcome('secrets.set')).toBe('changed')
}, 300_000)

test('one that dies before the commit of a change leaves neither the change nor a row that tells of one', async () => {
  expect(await callAndKill('changed', 'clients.create', { name: 'Shop' })).toBe('cut off')
  expect(await api.call('clients.list', {})).toEqual([])
  expect(await readOutcome('clients.create')).toBe('begun')
}, 300_000)
