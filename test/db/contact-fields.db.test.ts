import { describe, expect, it } from 'vitest'
import type { TestApi, TestPerson } from '../support/api.ts'
import { useTestDatabase } from '../support/database.ts'
import { insertClient } from '../support/fixtures.ts'
import { useServedApi } from '../support/served-api.ts'

const database = useTestDatabase()
let api: TestApi
let person: TestPerson
let clientId: string

useServedApi(database, async (started) => {
  api = started
  person = await api.createPerson()
  clientId = await insertClient(database().pool, { userId: person.userId })
})

interface Answer {
  status: number
  body: unknown
}

async function answerOf(operation: string, input: unknown, key = person.key): Promise<Answer> {
  return await api.call(operation, input, { headers: { 'x-api-key': key } })
}

async function call<T>(operation: string, input: unknown): Promise<T> {
  const { status, body } = await answerOf(operation, input)
  expect([operation, status, body]).toEqual([operation, 200, body])
  return body as T
}

async function refusalOf(operation: string, input: unknown) {
  const { status, body } = await answerOf(operation, input)
  return [status, (body as { data?: { reason?: string } }).data?.reason]
}

const define = (input: Record<string, unknown>) => call('contacts.fields.set', input)
const update = (contactJid: string, fields: Record<string, unknown>) =>
  call<{ fields: unknown }>('contacts.update', { clientId, contactJid, fields })
const keep = (jid: string, fields: Record<string, unknown>) =>
  database().pool.query(
    `insert into contact_automation (client_id, jid, fields) values ($1, $2, $3)
     on conflict (client_id, jid) do update set fields = excluded.fields`,
    [clientId, jid, fields],
  )

describe('fields of contacts', () => {
  it('are defined, changed, listed and deleted by their owner alone', async () => {
    await define({ name: 'plan', label: 'Plan', type: 'choice', choices: ['Basic', 'Pro', 'Pro'] })
    await define({ name: 'age', type: 'number', description: 'In years' })
    expect(await call('contacts.fields.list', {})).toMatchObject([
      { name: 'age', label: 'age', type: 'number', choices: [], description: 'In years' },
      { name: 'plan', label: 'Plan', type: 'choice', choices: ['Basic', 'Pro'], description: null },
    ])
    await define({ name: 'plan', label: 'Tariff', type: 'choice', choices: ['Basic'] })
    expect(await call('contacts.fields.list', {})).toMatchObject([
      {},
      { label: 'Tariff', choices: ['Basic'] },
    ])
    const other = await api.createPerson()
    expect((await answerOf('contacts.fields.list', {}, other.key)).body).toEqual([])
    expect((await answerOf('contacts.fields.delete', { name: 'age' }, other.key)).status).toBe(404)
    await call('contacts.fields.delete', { name: 'age' })
    await call('contacts.fields.delete', { name: 'plan' })
    expect(await call('contacts.fields.list', {})).toEqual([])
  })

  it('keep their type, and a choice has something to choose', async () => {
    await define({ name: 'born', type: 'date' })
    const changed = { name: 'born', type: 'text' }
    expect(await refusalOf('contacts.fields.set', changed)).toEqual([409, 'CONTACT_FIELD_TYPE_STAYS'])
    const empty = { name: 'size', type: 'choice' }
    expect(await refusalOf('contacts.fields.set', empty)).toEqual([400, 'CONTACT_FIELD_CHOICES'])
  })

  it('take values of their type alone, one by one, and give them back', async () => {
    const jid = '447700900401@s.whatsapp.net'
    await define({ name: 'city', type: 'text' })
    await define({ name: 'points', type: 'number' })
    await define({ name: 'vip', type: 'boolean' })
    await define({ name: 'tier', type: 'choice', choices: ['Gold', 'Tin'] })
    await keep(jid, { old: ['kept'], city: 'Faro' })
    const { fields } = await update(jid, { points: '12.5', vip: true, tier: 'gold', born: '2001-02-03' })
    const kept = { old: ['kept'], city: 'Faro', points: 12.5, vip: true, tier: 'Gold', born: '2001-02-03' }
    expect(fields).toEqual(kept)
    const { fields: fewer } = await update(jid, { city: null, old: null })
    expect(fewer).toEqual({ points: 12.5, vip: true, tier: 'Gold', born: '2001-02-03' })
    const wrong: [Record<string, unknown>, string][] = [
      [{ points: 'many' }, 'CONTACT_FIELD_VALUE'],
      [{ vip: 'perhaps' }, 'CONTACT_FIELD_VALUE'],
      [{ tier: 'Silver' }, 'CONTACT_FIELD_VALUE'],
      [{ born: 'soon' }, 'CONTACT_FIELD_VALUE'],
      [{ shoe: 42 }, 'NO_SUCH_CONTACT_FIELD'],
    ]
    for (const [values, reason] of wrong) {
      const refused = await refusalOf('contacts.update', { clientId, contactJid: jid, fields: values })
      expect([values, ...refused]).toEqual([values, 400, reason])
    }
    expect((await call<{ fields: unknown }>('contacts.get', { clientId, contactJid: jid })).fields).toEqual(
      fewer,
    )
  })

  it('find contacts, in pages', async () => {
    const list = (input: object = {}) =>
      call<{ contacts: { contact: { id: string } }[]; nextCursor: string | null }>('contacts.list', {
        clientId,
        ...input,
      })
    const ids = async (input?: object) => (await list(input)).contacts.map(({ contact }) => contact.id)
    const jids = [1, 2, 3].map((n) => `44770090050${n}@s.whatsapp.net`)
    for (const [at, jid] of jids.entries()) {
      await database().pool.query(
        'insert into contact (client_id, id, phone, name) values ($1, $2, $2, $3)',
        [clientId, jid, `Person ${at + 1}`],
      )
    }
    await keep(jids[0] ?? '', { city: 'Porto' })
    await keep(jids[1] ?? '', { city: 'porto', points: 3 })
    await database().pool.query(`update contact_automation set tags = '["vip"]' where jid = $1`, [jids[1]])
    expect(await ids({ search: 'person' })).toEqual(jids)
    expect(await ids({ field: { name: 'city', value: 'PORTO' } })).toEqual(jids.slice(0, 2))
    expect(await ids({ field: { name: 'points', value: 3 } })).toEqual([jids[1]])
    expect(await ids({ search: 'person', field: { name: 'city', value: null } })).toEqual([jids[2]])
    expect(await ids({ tag: 'vip', field: { name: 'city', value: 'porto' } })).toEqual([jids[1]])
    const first = await list({ search: 'person', limit: 2 })
    expect(first.contacts).toHaveLength(2)
    expect(await ids({ search: 'person', limit: 2, cursor: first.nextCursor })).toEqual([jids[2]])
    expect(await refusalOf('contacts.list', { clientId, cursor: 'AAAA' })).toEqual([400, 'CURSOR_UNKNOWN'])
  })

  it('hold what flows may publish', async () => {
    const keyword = { type: 'trigger.keyword', data: { values: ['go'] } }
    const flow = (assign: object, trigger: object = keyword) => ({
      version: 1,
      name: 'Notes',
      clientId,
      nodes: [
        { id: 't', position: { x: 0, y: 0 }, ...trigger },
        {
          id: 's',
          type: 'set',
          position: { x: 0, y: 0 },
          data: { assign: [{ scope: 'contact', ...assign }] },
        },
      ],
      edges: [{ id: 'e', source: 't', sourceHandle: 'out', target: 's' }],
    })
    const check = async (assign: object, trigger?: object) => {
      const { id } = await call<{ id: string }>('flows.import', flow(assign, trigger))
      const { errors, warnings } = await call<Record<'errors' | 'warnings', { reason: string }[]>>(
        'flows.validate',
        { id },
      )
      return [...errors, ...warnings].map(({ reason }) => reason).filter((reason) => /FIELD/.test(reason))
    }
    expect(await check({ var: 'points', value: '{{ message.text }}' })).toEqual(['CONTACT_FIELD_TYPE'])
    expect(await check({ var: 'points', value: '{{ message.text }}', as: 'number' })).toEqual([])
    expect(await check({ var: 'points', op: 'increment' })).toEqual([])
    expect(await check({ var: 'vip', op: 'append', value: 'x' })).toEqual(['CONTACT_FIELD_TYPE'])
    expect(await check({ var: 'tier', value: 'Wood' })).toEqual(['CONTACT_FIELD_VALUE'])
    expect(await check({ var: 'tier', value: 'Tin' })).toEqual([])
    expect(await check({ var: 'shoe', value: '42' })).toEqual(['CONTACT_FIELD_UNDEFINED'])
    const checkAudience = (field: object) =>
      check(
        { var: 'tier', value: 'Tin' },
        { type: 'trigger.schedule', data: { cron: '0 9 * * *', audience: { fields: [field] } } },
      )
    expect(await checkAudience({ name: 'points', op: 'gte', value: '10' })).toEqual([])
    expect(await checkAudience({ name: 'points', op: 'gte', value: 'ten' })).toEqual(['CONTACT_FIELD_VALUE'])
    expect(await checkAudience({ name: 'tier', op: 'contains', value: 'T' })).toEqual([])
    expect(await checkAudience({ name: 'shoe', op: 'is_set' })).toEqual(['CONTACT_FIELD_UNDEFINED'])
  })
})
