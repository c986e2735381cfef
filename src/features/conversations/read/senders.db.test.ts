import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { insertClient, insertUser } from '../../../../test/support/fixtures.ts'
import { NOTIFY_BY_MESSAGE, SEND_TO_GROUP } from '../effects/effect-sql.ts'
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

it('a message of a flow that no run stands for is of a flow: one that notifies a person, and one to a group', async () => {
  const query = (sql: string, ...values: unknown[]) => database().pool.query(sql, values)
  const userId = await insertUser(database().pool)
  const clientId = await insertClient(database().pool, { userId })
  const GROUP = '120363000000000001@g.us'
  const [flowId, runId, effectId, claimant] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await query(
    'insert into flow (id, user_id, client_id, name) values ($1, $2, $3, $4)',
    flowId,
    userId,
    clientId,
    'Survey',
  )
  await query(
    `insert into flow_state (id, flow_id, flow_version_id, client_id, contact_jid, state, context)
     values ($1, $2, $2, $3, $4, 'completed', '{}')`,
    ...[runId, flowId, clientId, ANA],
  )
  await query(
    `insert into effect (id, client_id, flow_state_id, node_id, kind, awaited, request, claimed_by)
     values ($1, $2, $3, 'handoff', 'notify', false, '{}', $4)`,
    ...[effectId, clientId, runId, claimant],
  )
  await database().query(NOTIFY_BY_MESSAGE, [effectId, claimant, randomUUID(), 'N1', ANA, 'Look after Ana'])
  await database().query(SEND_TO_GROUP, [randomUUID(), clientId, GROUP, 'G1', 'Hello'])
  for (const [id, chat] of [
    ['N1', ANA],
    ['G1', GROUP],
  ])
    await query(
      `insert into message (client_id, chat, id, from_me, at_sec, type, text, status, origin)
       values ($1, $2, $3, true, 1800000000, 'text', 'Hi', 'SERVER_ACK', 'flow')`,
      ...[clientId, chat, id],
    )
  const sendersIn = async (chat: string) => {
    const page = { clientId, chat, from: null, direction: 'before' as const, limit: 5, isStarred: false }
    return (await readInboxPage(database(), page)).entries.map(({ sender }) => sender)
  }
  const flow = { kind: 'flow', userId: null, name: null }
  expect(await sendersIn(ANA)).toEqual([flow])
  expect(await sendersIn(GROUP)).toEqual([flow])
})
