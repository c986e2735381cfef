import { beforeEach, describe, expect, it } from 'vitest'
import { callContextOf } from '../../../test/support/call-context.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertUser } from '../../../test/support/fixtures.ts'
import { readRefusal } from '../../../test/support/refusals.ts'
import type { CallContext } from '../../contract/handlers.ts'
import { newId } from '../../platform/ids.ts'
import { createWorkspaceStore } from '../workspaces/index.ts'
import { Departments } from './index.ts'

const database = useTestDatabase()
let departments: Departments
let me: CallContext

beforeEach(async () => {
  departments = new Departments({ db: database(), newId })
  me = callContextOf(await insertUser(database().pool))
})

type Input = Parameters<Departments['handlers']['create']>[0]

const SALES: Input = { name: 'Sales', rule: 'round_robin', memberIds: [], hours: null, otherwiseId: null }
const MONDAY = { timezone: 'Europe/Lisbon', weekly: { mon: [['09:00', '18:00']] }, closedDates: [] }

async function addMember(role: string): Promise<string> {
  const userId = await insertUser(database().pool)
  await database().pool.query(
    'insert into workspace_member (workspace_id, user_id, role) values ($1, $2, $3)',
    [me.owner, userId, role],
  )
  return userId
}

const create = (input: Partial<Input>, ctx = me) => departments.handlers.create({ ...SALES, ...input }, ctx)
const list = (ctx = me) => departments.handlers.list({}, ctx)

describe('departments', () => {
  it('are listed by name with who is in them, changed and deleted, in one workspace', async () => {
    const other = callContextOf(await insertUser(database().pool))
    const agent = await addMember('agent')
    const support = await create({ name: 'Support', memberIds: [agent, agent, me.principal.userId] })
    const hours = { ...MONDAY, weekly: { mon: [['09:00', '18:00'] as [string, string]] } }
    const sales = await create({ name: 'accounts', hours, otherwiseId: support.id })
    expect(sales).toMatchObject({ hours: MONDAY, otherwiseId: support.id, members: [] })
    expect((await list()).map(({ name, members }) => [name, members.length])).toEqual([
      ['accounts', 0],
      ['Support', 2],
    ])
    expect(await list(other)).toEqual([])

    const change = { ...SALES, id: support.id, name: 'Help', rule: 'least_busy' as const, memberIds: [agent] }
    expect(await readRefusal(departments.handlers.update(change, other))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await departments.handlers.update(change, me)).toMatchObject({
      name: 'Help',
      rule: 'least_busy',
      members: [{ userId: agent, isAway: false }],
    })
    expect(await readRefusal(departments.handlers.delete({ id: support.id }, other))).toMatchObject({
      code: 'NOT_FOUND',
    })
    await departments.handlers.delete({ id: support.id }, me)
    expect(await list()).toMatchObject([{ name: 'accounts', otherwiseId: null }])
  })

  it('have a name once in a workspace, whatever its case, also when two ask for it at the same time', async () => {
    const both = ['Sales', 'SALES'].map((name) => readRefusal(create({ name })).catch(() => null))
    const refused = (await Promise.all(both)).filter((refusal) => refusal !== null)
    expect(refused).toMatchObject([{ code: 'CONFLICT', data: { reason: 'DEPARTMENT_TAKEN' } }])
    const help = await create({ name: 'Help' })
    expect(
      await readRefusal(departments.handlers.update({ ...SALES, id: help.id, name: 'sales' }, me)),
    ).toMatchObject({ data: { reason: 'DEPARTMENT_TAKEN' } })
  })

  it('take members who may write to contacts, and send nobody elsewhere', async () => {
    const stranger = await insertUser(database().pool)
    for (const userId of [stranger, await addMember('viewer')])
      expect(await readRefusal(create({ memberIds: [userId] }))).toMatchObject({ code: 'NOT_FOUND' })
    const foreign = await create({}, callContextOf(stranger))
    expect(await readRefusal(create({ otherwiseId: foreign.id }))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await list()).toEqual([])
  })

  it('lose who leaves the workspace, and keep who stays', async () => {
    const [ana, ben] = [await addMember('agent'), await addMember('admin')]
    await create({ memberIds: [ana, ben] })
    await database().pool.query('delete from workspace_member where user_id = $1', [ana])
    expect((await list())[0]?.members.map(({ userId }) => userId)).toEqual([ben])
    const { rows } = await database().pool.query('select user_id from department_member')
    expect(rows).toEqual([{ user_id: ben }])
  })

  it('tell who of them is away, from when they said so first until they are back', async () => {
    const agent = await addMember('agent')
    await create({ memberIds: [agent] })
    const members = createWorkspaceStore(database())
    const awayOf = async () => [
      (await list())[0]?.members[0]?.isAway,
      (await members.readMember(me.owner, agent))?.awaySince,
    ]
    expect(await awayOf()).toEqual([false, null])
    await members.writeAway(me.owner, agent, true)
    const first = await awayOf()
    expect(first).toEqual([true, expect.any(Date)])
    await members.writeAway(me.owner, agent, true)
    expect(await awayOf()).toEqual(first)
    await members.writeAway(me.owner, agent, false)
    expect(await awayOf()).toEqual([false, null])
  })

  it('are 100 at most', async () => {
    await database().pool.query(
      `insert into department (id, user_id, name, rule)
       select gen_random_uuid(), $1, 'd' || n, 'everyone' from generate_series(1, 100) n`,
      [me.owner],
    )
    expect(await readRefusal(create({}))).toMatchObject({ data: { reason: 'TOO_MANY_DEPARTMENTS' } })
  })
})
