import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertClient, insertUser } from '../../../test/support/fixtures.ts'
import { COLLECT_EMAILS } from './email-store.ts'
import { LIST_WAITING, SPREAD_NOTICES } from './store.ts'

const database = useTestDatabase()
const CHAT = '447700900123@s.whatsapp.net'
const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await database().pool.query(text, values)).rows as Row[]

let owner: string
let mate: string
let clientId: string
let departmentId: string
let written = 0

/** Somebody's device, as `notifications.subscribe` stores it. */
async function addDevice(userId: string): Promise<void> {
  const id = randomUUID()
  await query(
    `with s as (insert into session (id, expires_at, token, user_id) values ($1::text, now() + interval '1 day', $1::text, $2))
     insert into push_subscription (id, user_id, session_id, endpoint, p256dh, auth, language)
     values ($1::uuid, $2, $1::text, $1::text, 'p', 'a', 'en')`,
    [id, userId],
  )
}

beforeEach(async () => {
  owner = await insertUser(database().pool)
  mate = await insertUser(database().pool)
  clientId = await insertClient(database().pool, { userId: owner })
  departmentId = randomUUID()
  await query(`insert into workspace_member (workspace_id, user_id, role) values ($1, $2, 'agent')`, [
    owner,
    mate,
  ])
  await query(`insert into department (id, user_id, name, rule) values ($1, $2, 'Sales', 'everyone')`, [
    departmentId,
    owner,
  ])
  await query('insert into department_member (department_id, user_id) values ($1, $2)', [departmentId, mate])
  for (const userId of [owner, mate]) await addDevice(userId)
})

async function write(): Promise<void> {
  written += 1
  await query(
    `insert into message (client_id, chat, id, from_me, at_sec, type, text, origin, status)
     values ($1, $2, $3, false, $4, 'text', 'hello', 'contact', 'READ')`,
    [clientId, CHAT, `m${written}`, 1_700_000_000 + written],
  )
}

/** Who is told of what was written since. */
async function told(): Promise<string[]> {
  await database().query(SPREAD_NOTICES)
  const rows = await query<{ id: string }>(
    `with gone as (delete from push_delivery returning subscription_id)
     select s.user_id as id from gone join push_subscription s on s.id = gone.subscription_id`,
  )
  return rows.map(({ id }) => id).toSorted()
}

test('what waits for nobody in particular is told to everybody', async () => {
  await write()
  expect(await told()).toEqual([owner, mate].toSorted())
})

test('what waits for a department is told to its members', async () => {
  await write()
  await query('update conversation set department_id = $2 where client_id = $1', [clientId, departmentId])
  expect(await told()).toEqual([mate])
})

test('what one of them got meanwhile is told to that one', async () => {
  await write()
  await query('update conversation set department_id = $2, assigned_to = $3 where client_id = $1', [
    clientId,
    departmentId,
    owner,
  ])
  expect(await told()).toEqual([owner])
})

test('open pages and e-mails tell of it those whom a device is told of it', async () => {
  for (const userId of [owner, mate])
    await query(
      `insert into notification_choice (user_id, conversations, contents, email_after_min, email_since)
       values ($1, 'mine', false, 5, now() - interval '1 day')`,
      [userId],
    )
  const told = async () => {
    await database().query(COLLECT_EMAILS)
    const emails = await query<{ userId: string }>(
      `with gone as (delete from notice_email returning id, user_id), items as (delete from notice_email_item)
       select user_id as "userId" from gone`,
    )
    const pages: string[] = []
    for (const userId of [owner, mate]) {
      const waiting = await database().query(LIST_WAITING, [owner, userId, new Date(0)])
      if (waiting.length > 0) pages.push(userId)
    }
    return { emails: emails.map(({ userId }) => userId).toSorted(), pages: pages.toSorted() }
  }
  const only = (...people: string[]) => ({ emails: people.toSorted(), pages: people.toSorted() })
  await write()
  await query(`update conversation set waiting_since = now() - interval '10 minutes' where client_id = $1`, [
    clientId,
  ])
  expect(await told()).toEqual(only(owner, mate))
  await query('update conversation set department_id = $2 where client_id = $1', [clientId, departmentId])
  expect(await told()).toEqual(only(mate))
  await query('update conversation set assigned_to = $2 where client_id = $1', [clientId, owner])
  expect(await told()).toEqual(only(owner))
})
