import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { type ChatBench, createChatBench } from '../../../../test/support/chat-bench.ts'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { at } from '../../../../test/support/network-events.ts'
import { SHOWN_CONVERSATIONS } from '../../../contract/conversations/conversation-states.ts'

const database = useTestDatabase()
const ANA = at('491511111111@s.whatsapp.net')
const BEN = at('491522222222@s.whatsapp.net')
const CLEO = at('491533333333@s.whatsapp.net')

let bench: ChatBench
const query = (text: string, values: unknown[]) => database().pool.query(text, values)

beforeAll(async () => {
  bench = await createChatBench(database())
  return () => bench.close()
})

it('lists, searches and counts the conversations of a department, with every other choice', async () => {
  const { handlers } = bench.chat
  const [sales, label] = [randomUUID(), randomUUID()]
  for (const [n, chat] of [ANA, BEN, CLEO].entries())
    await query(
      `insert into message (client_id, chat, id, from_me, at_sec, type, text, status, origin)
       values ($1, $2, $3, false, $4, 'text', 'hello', 'DELIVERY_ACK', 'contact')`,
      [bench.clientId, chat, `m${n}`, 1_700_000_000 + n],
    )
  await query(`insert into department (id, user_id, name, rule) values ($1, $2, 'Sales', 'everyone')`, [
    sales,
    bench.userId,
  ])
  await query(`insert into label (id, user_id, name, colour) values ($1, $2, 'Urgent', 'red')`, [
    label,
    bench.userId,
  ])
  const place = { clientId: bench.clientId }
  const update = (target: typeof ANA, change: object) =>
    handlers.updateConversation({ ...place, target, ...change }, bench.ctx())
  await update(ANA, { departmentId: sales })
  await update(BEN, { departmentId: sales, state: 'resolved' })
  await handlers.addLabel({ ...place, target: ANA, labelId: label }, bench.ctx())
  await handlers.addLabel({ ...place, target: CLEO, labelId: label }, bench.ctx())
  const list = async (
    input: Partial<Parameters<typeof handlers.listConversations>[0]>,
    ctx = bench.ctx(),
  ) => {
    const page = await handlers.listConversations({ limit: 10, departmentId: sales, ...input }, ctx)
    return page.conversations.map(({ jid }) => jid)
  }
  expect(await list({})).toEqual([BEN, ANA])
  expect(await list({ clientId: bench.clientId, show: 'resolved' })).toEqual([BEN])
  expect(await list({ labelId: label })).toEqual([ANA])
  expect(await list({ search: 'hello' })).toEqual([BEN, ANA])
  expect(await list({ search: 'hello', labelId: label })).toEqual([ANA])
  for (const show of SHOWN_CONVERSATIONS) {
    const listed = await list({ show })
    expect(await list({ show, search: 'hello' }), show).toEqual(listed)
    expect(await list({ show, departmentId: randomUUID() }), show).toEqual([])
  }
  const { principal } = bench.ctx()
  const limited = { ...bench.ctx(), principal: { ...principal, clientIds: [randomUUID()] } }
  expect(await list({}, limited)).toEqual([])

  const count = (more: object, ctx = bench.ctx()) =>
    handlers.countConversations({ departmentId: sales, ...more }, ctx)
  await update(ANA, { departmentId: sales, assignedTo: bench.userId, state: 'waiting' })
  const own = { waiting: 1, unassigned: 0, mine: 1, snoozed: 0, mentions: 0 }
  expect([await count({}), await count({ labelId: label })]).toEqual([own, own])
  const none = { waiting: 0, unassigned: 0, mine: 0, snoozed: 0, mentions: 0 }
  expect([await count({}, limited), await count({ departmentId: randomUUID() })]).toEqual([none, none])
})
