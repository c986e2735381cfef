import type { Client } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startApi, type TestApi, type TestPerson } from '../support/api.ts'
import { useTestDatabase } from '../support/database.ts'
import { serveHandlers } from '../support/handlers.ts'
import { connectMcp, useTool } from '../support/mcp-client.ts'

const database = useTestDatabase()
const FREE_LIMIT = 12
let served: ReturnType<typeof serveHandlers>
let api: TestApi
let person: TestPerson
let client: Client

beforeEach(async () => {
  served = serveHandlers(database())
  api = await startApi(database(), { handlers: served.handlers, limits: { free: FREE_LIMIT, pro: 1_000 } })
  person = await api.createPerson()
  client = await connectMcp(api.origin, { 'x-api-key': person.key }, { tools: 'clients,server' })
})
afterEach(async () => {
  await client.close()
  await api.close()
  await served.close()
})

it('what an assistant changes over HTTP is in the audit log as its key did it, beside what the API did', async () => {
  const byTool = await useTool(client, 'clients_create', { name: 'by a tool' })
  expect(byTool.refused).toBe(false)
  await api.call('clients.create', { name: 'by the API' }, { headers: { 'x-api-key': person.key } })
  const { rows } = await database().pool.query(
    'select operation, user_id, key_id, via, outcome from audit_log where user_id = $1 order by id',
    [person.userId],
  )
  const row = { operation: 'clients.create', user_id: person.userId, key_id: person.keyId }
  expect(rows).toMatchObject([
    { ...row, via: 'key' },
    { ...row, via: 'key' },
  ])
  expect(rows[0].outcome).toBe(rows[1].outcome)
})

it('an assistant has the hour of its key, in which each of its messages counts, together with calls of the API', async () => {
  const used = async () => {
    const { headers } = await api.call('server.ping', {}, { headers: { 'x-api-key': person.key } })
    return Number(headers.get('x-ratelimit-remaining'))
  }
  const before = await used()
  await useTool(client, 'server_ping')
  await useTool(client, 'server_ping')
  // Once an hour the count begins anew, which must not fail the test.
  const after = await used()
  if (after < before) expect(before - after).toBe(3)
  const calls = Array.from({ length: FREE_LIMIT * 2 }, () => () => useTool(client, 'server_ping'))
  let refused = ''
  for (const call of calls) {
    refused = await call().then(
      () => '',
      (error: Error) => error.message,
    )
    if (refused) break
  }
  expect(refused).toMatch(/TOO_MANY_REQUESTS/)
})

it('a tool reaches nothing of another person', async () => {
  const other = await api.createPerson()
  const theirs = await api.call('clients.create', { name: 'theirs' }, { headers: { 'x-api-key': other.key } })
  const { id } = theirs.body as { id: string }
  expect(await useTool(client, 'clients_get', { id })).toMatchObject({
    refused: true,
    body: { code: 'NOT_FOUND' },
  })
})
