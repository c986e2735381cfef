import { beforeEach, expect, it } from 'vitest'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { insertClient, insertUser } from '../../../../test/support/fixtures.ts'
import type { Address } from '../../../core/addresses.ts'
import type { NetworkConnection } from '../../../network/port.ts'
import { fixAudience, MAX_AUDIENCE, readAudience } from '../records/network/status-posts.ts'
import { removeExpired } from '../runs/retention.ts'
import { StatusAudiences } from './status-audience.ts'

const database = useTestDatabase()
let clientId: string

beforeEach(async () => {
  clientId = await insertClient(database().pool, { userId: await insertUser(database().pool) })
})

const query = (text: string, values: unknown[] = []) => database().pool.query(text, [clientId, ...values])
const person = (n: number) => `4477009${String(n).padStart(5, '0')}@s.whatsapp.net` as Address
const nobody = {} as NetworkConnection

async function insertMessage(id: string, chat: string, agoSec: number, fromMe = false): Promise<number> {
  const { rows } = await query(
    `insert into message (client_id, chat, id, from_me, participant, at_sec, type, text, status, origin, bytes)
     values ($1, $2, $3, $4, 'p', extract(epoch from now())::bigint - $5, 'image', 'said', 'DELIVERY_ACK', 'contact', 'x')
     returning seq::int`,
    [chat, id, fromMe, agoSec],
  )
  return rows[0].seq
}

it('means of too many who are named those the account talked with last', async () => {
  const people = Array.from({ length: MAX_AUDIENCE + 2 }, (_, n) => person(n))
  const last = people.at(-1) ?? person(0)
  await query(`insert into contact (client_id, id, phone) values ($1, $2, $2)`, [last])
  await insertMessage('M1', last, 10)
  const found = await new StatusAudiences(database()).find(
    { id: clientId, address: null, lid: null },
    { people },
    nobody,
  )
  expect(found).toMatchObject({ setting: 'allowlist', leftOut: 2 })
  expect(found.people).toHaveLength(MAX_AUDIENCE)
  expect(found.people.slice(0, 2)).toEqual([last, person(0)])
})

it('is fixed once the message is stored, and not by an attempt that left nothing', async () => {
  const of = (n: number) => ({ setting: 'allowlist' as const, people: [person(n)], leftOut: 0 })
  expect(await fixAudience(database(), clientId, 'S1', of(1))).toEqual(of(1))
  expect(await fixAudience(database(), clientId, 'S1', of(2))).toEqual(of(2))
  await insertMessage('S1', 'status@broadcast', 0, true)
  expect(await fixAudience(database(), clientId, 'S1', of(3))).toEqual(of(2))
  expect(await readAudience(database(), clientId, 'S1')).toEqual(of(2))
})

it('what contacts posted goes two days later, with its file; the account’s own stays', async () => {
  const hour = 3_600
  const over = await insertMessage('OVER', 'status@broadcast', 49 * hour)
  const shown = await insertMessage('SHOWN', 'status@broadcast', 47 * hour)
  await insertMessage('OWN', 'status@broadcast', 49 * hour, true)
  await insertMessage('CHAT', person(1), 49 * hour)
  for (const seq of [over, shown])
    await query(
      `insert into media (id, client_id, message_seq, kind, mimetype, state, expires_at)
       values (gen_random_uuid(), $1, $2, 'image', 'image/png', 'stored', now() + interval '30 days')`,
      [seq],
    )
  await removeExpired(database())
  const { rows } = await query('select id from message where client_id = $1 order by id')
  expect(rows.map(({ id }) => id)).toEqual(['CHAT', 'OWN', 'SHOWN'])
  const files = await query(
    'select message_seq::int as seq, expires_at <= now() as "isOver" from media where client_id = $1 order by 1',
  )
  expect(files.rows).toEqual([
    { seq: shown, isOver: false },
    { seq: null, isOver: true },
  ])
})
