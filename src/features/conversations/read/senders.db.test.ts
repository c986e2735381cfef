import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { insertClient, insertUser } from '../../../../test/support/fixtures.ts'
import { readInboxPage } from './inbox.ts'

const database = useTestDatabase()
const ANA = '351912000001@s.whatsapp.net'

it('a message of a campaign names it, also the first one of a flow that it started, until the campaign is deleted', async () => {
  const query = (sql: string, ...values: unknown[]) => database().pool.query(sql, values)
  const userId = await insertUser(database().pool)
  const clientId = await insertClient(database().pool, { userId })
  const [campaignId, runId] = [randomUUID(), randomUUID()]
  await query(
    `insert into campaign (id, user_id, client_id, name, audience, at_once, per_minute) values ($1, $2, $3, 'Sale', '{}', 1, 1)`,
    ...[campaignId, userId, clientId],
  )
  await query(
    `insert into flow (id, user_id, client_id, name) values ($1, $2, $3, 'Survey')`,
    runId,
    userId,
    clientId,
  )
  await query(
    `insert into flow_state (id, flow_id, flow_version_id, client_id, contact_jid, state, context)
     values ($1, $1, $1, $2, $3, 'completed', '{}')`,
    ...[runId, clientId, ANA],
  )
  for (const [n, run] of [null, runId, runId].entries()) {
    await query(
      `insert into message (client_id, chat, id, from_me, at_sec, type, text, status, origin)
       values ($1, $2, $3, true, $4, 'text', 'Hi', 'SERVER_ACK', 'flow')`,
      ...[clientId, ANA, `M${n}`, 1_800_000_000 + n],
    )
    await query(
      `insert into outbox (id, client_id, contact_jid, message_id, content, flow_state_id) values ($1, $2, $3, $4, '{}', $5)`,
      ...[randomUUID(), clientId, ANA, `M${n}`, run],
    )
  }
  for (const n of [0, 1])
    await query(
      `insert into campaign_person (campaign_id, n, jid, is_checked, state, message_id) values ($1, $2, $3, true, 'sent', $4)`,
      ...[campaignId, n, `${n}-${ANA}`, `M${n}`],
    )
  const senders = async () =>
    (
      await readInboxPage(database(), {
        clientId,
        chat: ANA,
        from: null,
        direction: 'before',
        limit: 5,
        isStarred: false,
      })
    ).entries.map(({ sender }) => sender)
  const campaign = { kind: 'campaign', userId: null, name: 'Sale', campaignId }
  const flow = { kind: 'flow', userId: null, name: 'Survey' }
  expect(await senders()).toEqual([flow, campaign, campaign])
  await query('delete from campaign where id = $1', campaignId)
  expect(await senders()).toEqual([flow, flow, { kind: 'campaign', userId: null, name: null }])
})
