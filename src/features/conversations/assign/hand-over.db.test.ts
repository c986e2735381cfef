import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { insertClient, insertUser } from '../../../../test/support/fixtures.ts'
import { type HandedTo, handOver } from './hand-over.ts'
import { assignUnchosen } from './unchosen.ts'

const database = useTestDatabase()
const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await database().pool.query(text, values)).rows as Row[]

const FLOW = randomUUID()

let workspaceId: string
let clientId: string
let ana: string
let ben: string
let cleo: string

async function addMember(role = 'agent', clientIds: string[] | null = null): Promise<string> {
  const userId = await insertUser(database().pool)
  await query(
    'insert into workspace_member (workspace_id, user_id, role, client_ids) values ($1, $2, $3, $4::uuid[])',
    [workspaceId, userId, role, clientIds],
  )
  return userId
}

beforeEach(async () => {
  workspaceId = await insertUser(database().pool)
  clientId = await insertClient(database().pool, { userId: workspaceId })
  ;[ana, ben, cleo] = [await addMember(), await addMember(), await addMember()]
})

interface Given {
  rule?: 'everyone' | 'round_robin' | 'least_busy'
  members?: readonly string[]
  hours?: object | null
  otherwise?: string | null
}

const ALWAYS = Object.fromEntries(
  ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'].map((day) => [day, [['00:00', '24:00']]]),
)
/** Of a day that is neither today nor near it, in any time zone. */
const inThreeDays = (): object => {
  const day = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][(new Date().getUTCDay() + 3) % 7]
  return { timezone: 'UTC', weekly: { [String(day)]: [['09:00', '18:00']] }, closedDates: [] }
}

async function department({
  rule = 'round_robin',
  members = [ana, ben, cleo],
  hours = null,
  otherwise = null,
}: Given = {}) {
  const id = randomUUID()
  await query(
    'insert into department (id, user_id, name, rule, hours, otherwise_id) values ($1::uuid, $2, $1::uuid::text, $3, $4, $5)',
    [id, workspaceId, rule, hours, otherwise],
  )
  for (const userId of members)
    await query('insert into department_member (department_id, user_id) values ($1, $2)', [id, userId])
  return id
}

let written = 0

/** The contact writes; no flow is active, so it waits for a person. Answers the chat. */
async function write(chat = `49151${100_000 + written}@s.whatsapp.net`, origin = 'contact'): Promise<string> {
  written += 1
  await query(
    `insert into message (client_id, chat, id, from_me, at_sec, type, text, status, origin)
     values ($1, $2, $3, $4, $5, 'text', 'hello', 'READ', $6)`,
    [clientId, chat, `m${written}`, origin !== 'contact', 1_700_000_000 + written, origin],
  )
  return chat
}

const hand = (chat: string, to: HandedTo) =>
  database().transaction((tx) => handOver(tx, { workspaceId, clientId, chat, to, flowId: FLOW }))

const stateOf = async (chat: string) =>
  (
    await query<{ who: string | null; department: string | null }>(
      'select assigned_to as who, department_id as department from conversation where client_id = $1 and chat = $2',
      [clientId, chat],
    )
  )[0]

/** One more conversation is handed over; answers who gets it. */
async function handNext(departmentId: string): Promise<string | null> {
  const chat = await write()
  await hand(chat, { departmentId })
  return (await stateOf(chat))?.who ?? null
}

const setAway = (userId: string, isAway: boolean) =>
  query(
    `update workspace_member set away_since = case when $2 then now() end where user_id = $1 and workspace_id = $3`,
    [userId, isAway, workspaceId],
  )

const countOf = async (userId: string): Promise<number> =>
  (await query('select from conversation where assigned_to = $1', [userId])).length

describe('round robin', () => {
  it('gives one to each in turn, and who was away is next but gets no backlog', async () => {
    const sales = await department()
    expect([await handNext(sales), await handNext(sales), await handNext(sales)]).toEqual([ana, ben, cleo])
    await setAway(ana, true)
    const without = [await handNext(sales), await handNext(sales), await handNext(sales)]
    expect(without).toEqual([ben, cleo, ben])
    await setAway(ana, false)
    expect([await handNext(sales), await handNext(sales), await handNext(sales)]).toEqual([ana, cleo, ben])
  })

  it('is as fair when many are handed over at the same moment', async () => {
    const sales = await department()
    const chats = await Promise.all(Array.from({ length: 30 }, () => write()))
    await Promise.all(chats.map((chat) => hand(chat, { departmentId: sales })))
    expect(await Promise.all([ana, ben, cleo].map(countOf))).toEqual([10, 10, 10])
    const [row] = await query<{ turn: number }>('select turn from department where id = $1', [sales])
    expect(row?.turn).toBe(30)
  })

  it('counts the turns of a department alone', async () => {
    const [sales, support] = [await department(), await department({ members: [ben, cleo] })]
    expect([await handNext(sales), await handNext(support), await handNext(sales)]).toEqual([ana, ben, ben])
  })
})

describe('least busy', () => {
  it('gives to who has the fewest that are open, and in turn among those', async () => {
    const sales = await department({ rule: 'least_busy' })
    const chats = [await write(), await write()]
    await query('update conversation set assigned_to = $1 where chat = any($2)', [ana, chats])
    expect([await handNext(sales), await handNext(sales), await handNext(sales)]).toEqual([ben, cleo, ben])
    await query(`update conversation set state = 'resolved' where chat = any($1)`, [chats])
    expect(await handNext(sales)).toBe(ana)
  })

  it('is as even when many are handed over at the same moment, by two departments too', async () => {
    const both = [await department({ rule: 'least_busy' }), await department({ rule: 'least_busy' })]
    const chats = await Promise.all(Array.from({ length: 30 }, () => write()))
    await Promise.all(chats.map((chat, n) => hand(chat, { departmentId: both[n % 2]! })))
    expect(await Promise.all([ana, ben, cleo].map(countOf))).toEqual([10, 10, 10])
  })
})

describe('who is passed over', () => {
  it('does not see the number, may only read, is away or left the workspace', async () => {
    const other = await insertClient(database().pool, { userId: workspaceId })
    const limited = await addMember('agent', [other])
    const sales = await department({ members: [limited, await addMember('viewer'), ana, ben, cleo] })
    await setAway(ben, true)
    await query('delete from workspace_member where user_id = $1', [cleo])
    expect([await handNext(sales), await handNext(sales)]).toEqual([ana, ana])
    await setAway(ana, true)
    const chat = await write()
    await hand(chat, { departmentId: sales })
    expect(await stateOf(chat)).toEqual({ who: null, department: sales })
  })

  it('leaves at the same moment: nothing stays with somebody who is gone', async () => {
    const sales = await department({ members: [ana, ben] })
    const chats = await Promise.all(Array.from({ length: 12 }, () => write()))
    const leaves = query('delete from workspace_member where user_id = $1', [ana])
    await Promise.all([leaves, ...chats.map((chat) => hand(chat, { departmentId: sales }))])
    expect(await countOf(ana)).toBe(0)
  })
})

describe('a conversation', () => {
  it('waits for all where everybody gets it, or where the department is gone', async () => {
    const all = await department({ rule: 'everyone' })
    const chat = await write()
    await query('update conversation set assigned_to = $1 where chat = $2', [ana, chat])
    await hand(chat, { departmentId: all })
    expect(await stateOf(chat)).toEqual({ who: null, department: all })
    await hand(chat, { departmentId: randomUUID() })
    expect(await stateOf(chat)).toEqual({ who: null, department: null })
  })

  it('goes outside of the hours to the other department, or waits until they begin', async () => {
    const night = await department({ members: [cleo] })
    const hours = inThreeDays()
    const [day, alone] = [await department({ hours, otherwise: night }), await department({ hours })]
    const open = await department({ hours: { timezone: 'UTC', weekly: ALWAYS, closedDates: [] } })
    const [one, two, three] = [await write(), await write(), await write()]
    await hand(one, { departmentId: day })
    await hand(two, { departmentId: alone })
    await hand(three, { departmentId: open })
    expect(await stateOf(one)).toEqual({ who: cleo, department: night })
    expect(await stateOf(two)).toEqual({ who: null, department: alone })
    expect(await stateOf(three)).toEqual({ who: ana, department: open })
    await query('update department set hours = null where id = $1', [alone])
    await assignUnchosen(database())
    expect(await stateOf(two)).toEqual({ who: ana, department: alone })
  })

  it('stays with who answered it meanwhile, and costs nobody a turn', async () => {
    const sales = await department()
    const chat = await write()
    await write(chat, 'phone')
    await query('update conversation set assigned_to = $1 where chat = $2', [cleo, chat])
    await hand(chat, { departmentId: sales })
    expect(await stateOf(chat)).toEqual({ who: cleo, department: sales })
    expect(await handNext(sales)).toBe(ana)
  })

  it('is given to one person, who is there', async () => {
    const chat = await write()
    await hand(chat, { personId: ben })
    expect(await stateOf(chat)).toEqual({ who: ben, department: null })
    await setAway(ben, true)
    await hand(chat, { personId: ben })
    expect(await stateOf(chat)).toEqual({ who: null, department: null })
  })

  it('is nobody’s before there is a message of it', async () => {
    const chat = '4915199999@s.whatsapp.net'
    expect(await hand(chat, { personId: ben })).toBe(false)
    await write(chat, 'flow')
    expect(await hand(chat, { personId: ben })).toBe(true)
    expect(await stateOf(chat)).toEqual({ who: ben, department: null })
  })
})

it('what waited for somebody of a department is given out once they are back, oldest first, each once', async () => {
  const sales = await department({ members: [ana, ben] })
  for (const userId of [ana, ben]) await setAway(userId, true)
  const chats: string[] = []
  for (let n = 0; n < 6; n += 1) {
    chats.push(await write())
    await hand(chats[n]!, { departmentId: sales })
  }
  await assignUnchosen(database())
  expect(await countOf(ana)).toBe(0)
  for (const userId of [ana, ben]) await setAway(userId, false)
  await Promise.all([assignUnchosen(database()), assignUnchosen(database()), assignUnchosen(database())])
  const owners = await Promise.all(chats.map((chat) => stateOf(chat).then((state) => state?.who)))
  expect(owners).toEqual([ana, ben, ana, ben, ana, ben])
  const [row] = await query<{ turn: number }>('select turn from department where id = $1', [sales])
  expect(row?.turn).toBe(6)
})

it('stands in the record as the flow gave it: to which department, and to whom of it', async () => {
  const sales = await department({ members: [ana] })
  const all = await department({ rule: 'everyone' })
  const chat = await write()
  await hand(chat, { departmentId: sales })
  await hand(chat, { departmentId: sales })
  await hand(chat, { departmentId: all })
  await hand(chat, { personId: ben })
  const noted = await query<{ actor: string; facts: object }>(
    `select actor, facts from conversation_entry where client_id = $1 and chat = $2 and kind = 'assigned' order by at, id`,
    [clientId, chat],
  )
  expect(new Set(noted.map(({ actor }) => actor))).toEqual(new Set([`flow:${FLOW}`]))
  expect(noted.map(({ facts }) => facts)).toEqual([
    { userId: ana, departmentId: sales },
    { departmentId: all },
    { userId: ben },
  ])
})

it('is noted once where the same is handed over twice at the same moment', async () => {
  const chat = await write()
  await query('delete from conversation')
  await Promise.all([1, 2, 3].map(() => hand(chat, { personId: ana })))
  const noted = await query(`select from conversation_entry where chat = $1 and kind = 'assigned'`, [chat])
  expect([noted.length, (await stateOf(chat))?.who]).toEqual([1, ana])
})
