import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi, type TestApi, type TestPerson } from '../support/api.ts'
import { useTestDatabase } from '../support/database.ts'
import { insertClient } from '../support/fixtures.ts'
import { type ServedHandlers, serveHandlers } from '../support/handlers.ts'
import type { Answer } from '../support/http.ts'
import { RUN_ORIGIN } from '../support/worker-stack.ts'

const database = useTestDatabase()
let served: ServedHandlers
let api: TestApi
let owner: TestPerson
let clientId: string
let contacts = 0

beforeAll(async () => {
  served = serveHandlers(database())
  api = await startApi(database(), {
    handlers: served.handlers,
    incoming: (request) => served.incomingWebhooks.handle(request),
    limits: { free: 10_000, pro: 10_000 },
  })
  owner = await api.createPerson()
  clientId = await insertClient(database().pool, { userId: owner.userId })
})
afterAll(async () => {
  await api.close()
  await served.close()
})

const callAs = (operation: string, input: object, key = owner.key): Promise<Answer> =>
  api.call(operation, input, { headers: { 'x-api-key': key } })

async function does<T>(operation: string, input: object): Promise<T> {
  const { status, body } = await callAs(operation, input)
  expect([operation, status]).toEqual([operation, 200])
  return body as T
}

const at = { position: { x: 0, y: 0 } }

/** A published flow with a trigger.webhook `t`, which asks; answers its id and its address. */
async function publish(data: object = {}, flow: object = {}): Promise<{ id: string; path: string }> {
  const { id } = await does<{ id: string }>('flows.import', {
    ...{ version: 1, name: 'Paid', clientId },
    nodes: [
      { ...at, id: 't', type: 'trigger.webhook', data },
      { ...at, id: 'q', type: 'ask', data: { prompt: 'Order {{ order }}?', saveAs: 'answer' } },
    ],
    edges: [{ id: 'e', source: 't', sourceHandle: 'out', target: 'q' }],
    ...flow,
  })
  await does('flows.publish', { id })
  return { id, path: await pathOf(id) }
}

const pathOf = async (id: string): Promise<string> =>
  (await does<{ path: string }[]>('flows.incoming.list', { id }))[0]?.path ?? ''

function newNumber(): string {
  contacts += 1
  return `+3519100${String(10_000 + contacts)}`
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  api.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const reasonOf = ({ body }: Answer) => (body as { data?: { reason?: string } }).data?.reason
const runOf = ({ body }: Answer) => (body as { flowStateId: string }).flowStateId
const kept = async (id: string) =>
  does<{ status: number; reason: string | null; body: string; headers: Record<string, string> }[]>(
    'flows.incoming.calls',
    { id, nodeId: 't' },
  )

const INPUTS = [{ name: 'order', path: 'body.order.id', required: true }]

describe('a call at the address of a trigger', () => {
  test('starts the flow with what is mapped, and a repeat gets the first answer and starts nothing', async () => {
    const { id, path } = await publish({ contact: 'body.phone', inputs: INPUTS })
    expect(path).toMatch(/^\/api\/hooks\/[\w-]{43}$/)
    const body = { phone: newNumber(), order: { id: 7 } }
    const first = await post(path, body, { 'idempotency-key': 'k1' })
    expect([first.status, (first.body as { status: string }).status]).toEqual([202, 'accepted'])
    const run = await does<{ context: string; contactJid: string }>('flows.states.get', { id: runOf(first) })
    expect(JSON.parse(run.context).vars.order).toBe('7')
    expect(run.contactJid).toBe(`${body.phone.slice(1)}@s.whatsapp.net`)
    const again = await post(path, { ...body, order: { id: 8 } }, { 'idempotency-key': 'k1' })
    expect([again.status, runOf(again)]).toEqual([200, runOf(first)])
    const { states } = await does<{ states: object[] }>('flows.states.list', { flowId: id })
    expect(states).toHaveLength(1)
    expect((await kept(id)).map(({ status, reason }) => [status, reason])).toEqual([
      [200, 'REPEATED'],
      [202, null],
    ])
  })

  test('of the same content within the minute is a repeat when nothing names it', async () => {
    const { path } = await publish({ contact: 'body.phone' })
    const body = { phone: newNumber() }
    const [first, again] = [await post(path, body), await post(path, body)]
    // At the turn of a minute the second is another call, which finds the run in its way.
    expect([200, 409]).toContain(again.status)
    if (again.status === 200) expect(runOf(again)).toBe(runOf(first))
    expect((await post(path, { ...body, x: 1 })).status).toBe(409)
  })

  test('made at the same time twice starts one run', async () => {
    const { id, path } = await publish({ contact: 'body.phone' })
    const body = { phone: newNumber() }
    const answers = await Promise.all([1, 2, 3, 4].map(() => post(path, body, { 'idempotency-key': 'same' })))
    expect(new Set(answers.map(runOf)).size).toBe(1)
    const { states } = await does<{ states: object[] }>('flows.states.list', { flowId: id })
    expect(states).toHaveLength(1)
  })

  test('may be a form, and reads a national number by the country of the trigger', async () => {
    const { path } = await publish({
      contact: 'body.tel',
      country: 'PT',
      inputs: [{ name: 'order', path: 'query.order' }],
    })
    const number = newNumber()
    const answer = await api.request(`${path}?order=9`, {
      method: 'POST',
      body: new URLSearchParams({ tel: number.slice(4), x: 'y' }),
    })
    expect(answer.status).toBe(202)
    const run = await does<{ context: string; contactJid: string }>('flows.states.get', { id: runOf(answer) })
    expect([JSON.parse(run.context).vars.order, run.contactJid]).toEqual([
      '9',
      `${number.slice(1)}@s.whatsapp.net`,
    ])
  })

  test('is told with GET what the address is, without a word of the flow', async () => {
    const { path } = await publish()
    const { status, text, headers } = await api.request(path)
    expect(status).toBe(200)
    expect(text).not.toContain('Paid')
    expect(headers.get('set-cookie')).toBeNull()
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect((await api.request(path, { method: 'PUT' })).status).toBe(405)
  })
})

describe('a call is refused', () => {
  test('alike at an address that never was, and at one whose flow is not published', async () => {
    const { id, path } = await publish()
    const never = await post(`/api/hooks/${'a'.repeat(43)}`, { phone: newNumber() })
    expect([never.status, reasonOf(never)]).toEqual([404, 'WEBHOOK_UNKNOWN'])
    await does('flows.unpublish', { id })
    const gone = await post(path, { phone: newNumber() })
    expect(gone.text).toBe(never.text)
    expect((await api.request('/api/hooks/short')).status).toBe(404)
    await does('flows.publish', { id })
    expect(await pathOf(id)).toBe(path)
    expect((await post(path, { phone: newNumber() })).status).toBe(202)
  })

  test('when the address was made anew, and the new one answers', async () => {
    const { id, path } = await publish()
    const { path: next } = await does<{ path: string }>('flows.incoming.renew', { id, nodeId: 't' })
    expect(next).not.toBe(path)
    expect((await post(path, { phone: newNumber() })).status).toBe(404)
    expect((await post(next, { phone: newNumber() })).status).toBe(202)
    expect(await pathOf(id)).toBe(next)
  })

  test('when it names no person, when an input is missing, and when its body cannot be read', async () => {
    const { id, path } = await publish({ inputs: INPUTS })
    const order = { id: 1 }
    for (const phone of [undefined, '', 'ana', '12', 'ana@example.com', '120363041234567890@g.us', {}]) {
      const answer = await post(path, { phone, order })
      expect([answer.status, reasonOf(answer)]).toEqual([422, 'CONTACT_MISSING'])
    }
    expect(reasonOf(await post(path, { phone: newNumber() }))).toBe('INPUT_MISSING')
    expect((await post(path, '{"phone":')).status).toBe(400)
    expect(reasonOf(await post(path, 'x', { 'content-type': 'text/plain' }))).toBe('CALL_CONTENT_TYPE')
    const large = await post(path, JSON.stringify({ phone: 'x'.repeat(262_145) }))
    expect([large.status, reasonOf(large)]).toEqual([413, 'CALL_TOO_LARGE'])
    const { states } = await does<{ states: object[] }>('flows.states.list', { flowId: id })
    expect(states).toEqual([])
  })

  test('for who is no contact yet when the trigger says so', async () => {
    const { path } = await publish({ unknownContacts: 'refuse' })
    const known = newNumber()
    const { path: open } = await publish(
      {},
      {
        nodes: [
          { ...at, id: 't', type: 'trigger.webhook', data: {} },
          { ...at, id: 'e', type: 'end', data: {} },
        ],
        edges: [{ id: 'e', source: 't', sourceHandle: 'out', target: 'e' }],
      },
    )
    expect((await post(open, { phone: known })).status).toBe(202)
    expect(reasonOf(await post(path, { phone: newNumber() }))).toBe('CONTACT_UNKNOWN')
    expect((await post(path, { phone: known })).status).toBe(202)
  })

  test('when a run or a person is in the way, and starts once they are not', async () => {
    const { path } = await publish()
    const phone = newNumber()
    const first = await post(path, { phone, n: 1 }, { 'idempotency-key': 'a' })
    const refused = await post(path, { phone, n: 2 }, { 'idempotency-key': 'b' })
    expect([refused.status, reasonOf(refused)]).toEqual([409, 'RUN_EXISTS'])
    await does('flows.states.pause', { id: runOf(first) })
    const held = await post(path, { phone, n: 3 }, { 'idempotency-key': 'c' })
    expect([held.status, reasonOf(held)]).toEqual([409, 'HANDOFF'])
    await does('flows.states.resume', { id: runOf(first) })
    await does('flows.states.cancel', { id: runOf(first) })
    const later = await post(path, { phone, n: 3 }, { 'idempotency-key': 'c' })
    expect(later.status).toBe(202)
    expect(runOf(later)).not.toBe(runOf(first))
  })

  test('over the limit of an address, with the time to wait', async () => {
    const { path } = await publish()
    const answers = await Promise.all(Array.from({ length: 130 }, () => post(path, {})))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(10)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    const other = await publish()
    expect((await post(other.path, { phone: newNumber() })).status).toBe(202)
  })
})

describe('a signature by a secret of the owner', () => {
  const SECRET = 'a long secret of the shop'
  const sign = (body: string) => `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`

  test('is asked for before anything is read or started, and no secret is kept or told', async () => {
    await does('secrets.set', { name: 'shop', value: SECRET, hosts: ['shop.example.com'] })
    const signature = { scheme: 'github', secret: '{{ secrets.shop }}' }
    const { id, path } = await publish({ signature })
    const body = JSON.stringify({ phone: newNumber(), note: `said ${SECRET}` })
    const unsigned = await post(path, body)
    expect([unsigned.status, reasonOf(unsigned)]).toEqual([401, 'SIGNATURE_WRONG'])
    const wrong = { 'x-hub-signature-256': sign(`${body} `) }
    expect((await post(path, body, wrong)).status).toBe(401)
    expect((await post(path, '{"phone":', wrong)).status).toBe(401)
    const headers = { 'x-hub-signature-256': sign(body), 'x-github-delivery': 'd1' }
    const first = await post(path, body, headers)
    expect(first.status).toBe(202)
    const again = await post(path, body, headers)
    expect([again.status, runOf(again)]).toEqual([200, runOf(first)])
    const calls = await kept(id)
    expect(calls.map(({ reason }) => reason)).toEqual(['REPEATED', null, ...Array(3).fill('SIGNATURE_WRONG')])
    expect(JSON.stringify(calls)).not.toContain(SECRET)
    expect(calls[1]?.headers['x-hub-signature-256']).toBe('***')
    await does('secrets.delete', { name: 'shop' })
    expect((await post(path, body, { ...headers, 'x-github-delivery': 'd2' })).status).toBe(401)
  })
})

describe('what an owner sees of addresses', () => {
  test('are the last 50 calls, and nobody else sees them or the address', async () => {
    const { id, path } = await publish()
    for (let n = 0; n < 53; n += 1) await post(path, { n })
    const calls = await kept(id)
    expect(calls).toHaveLength(50)
    expect(calls.map(({ body }) => JSON.parse(body).n)).toEqual(Array.from({ length: 50 }, (_, n) => 52 - n))
    const stranger = await api.createPerson()
    for (const [operation, input] of [
      ['flows.incoming.list', { id }],
      ['flows.incoming.calls', { id, nodeId: 't' }],
      ['flows.incoming.renew', { id, nodeId: 't' }],
    ] as const)
      expect((await callAs(operation, input, stranger.key)).status).toBe(404)
    expect(reasonOf(await callAs('flows.incoming.renew', { id, nodeId: 'q' }))).toBe(
      'WEBHOOK_TRIGGER_UNKNOWN',
    )
  })

  test('stay with their flow: an export has none, and an import and a copy get their own', async () => {
    const { id, path } = await publish()
    const token = path.slice('/api/hooks/'.length)
    const document = await does<object>('flows.export', { id })
    expect(JSON.stringify(document)).not.toContain(token)
    const { id: other } = await does<{ id: string }>('flows.import', { ...document, clientId })
    expect(await does('flows.incoming.list', { id: other })).toEqual([])
    await does('flows.publish', { id: other })
    expect(await pathOf(other)).not.toBe(path)
    await does('flows.delete', { id })
    expect((await post(path, { phone: newNumber() })).status).toBe(404)
  })
})

describe('the address of a run that waits for a call', () => {
  const SECRET = 'another secret of the shop'

  /** A run that keeps the address of its wait in `at`, and asks before it waits. */
  async function openRun(data: object = {}): Promise<{ id: string; path: string }> {
    const { id: flowId } = await does<{ id: string }>('flows.import', {
      ...{ version: 1, name: 'Waits', clientId },
      nodes: [
        { ...at, id: 't', type: 'trigger.api', data: {} },
        { ...at, id: 's', type: 'set', data: { assign: [{ var: 'at', value: '{{ node.w.url }}' }] } },
        { ...at, id: 'q', type: 'ask', data: { prompt: 'Ready?' } },
        { ...at, id: 'w', type: 'wait.webhook', data: { saveAs: 'came', ...data } },
        { ...at, id: 'e', type: 'ask', data: { prompt: 'Paid {{ came.total }}. All right?' } },
      ],
      edges: [
        ['t', 'out', 's'],
        ['s', 'out', 'q'],
        ['q', 'reply', 'w'],
        ['w', 'received', 'e'],
      ].map(([source, sourceHandle, target]) => ({
        id: `${source}-${target}`,
        source,
        sourceHandle,
        target,
      })),
    })
    await does('flows.publish', { id: flowId })
    const run = await does<{ id: string; context: string }>('flows.states.start', {
      flowId,
      contactJid: newNumber(),
    })
    const url: string = JSON.parse(run.context).vars.at
    expect(url.startsWith(`${RUN_ORIGIN}/api/hooks/run/`)).toBe(true)
    return { id: run.id, path: url.slice(RUN_ORIGIN.length) }
  }

  const rest = (id: string) => does('flows.states.resume', { id, text: 'yes' })
  const readRun = (id: string) => does<{ currentNodeId: string; context: string }>('flows.states.get', { id })

  test('takes one call once the run is there, answers repeats, and is over with the run', async () => {
    const { id, path } = await openRun()
    const early = await post(path, { total: 1 })
    expect([early.status, reasonOf(early)]).toEqual([409, 'NOT_WAITING'])
    await rest(id)
    const answers = await Promise.all([1, 2, 3].map(() => post(path, { total: 12 })))
    expect(answers.map(({ status }) => status).filter((status) => status > 202)).toEqual([])
    const run = await readRun(id)
    expect([run.currentNodeId, JSON.parse(run.context).vars.came]).toEqual(['e', { total: 12 }])
    expect((await post(path, { total: 13 })).status).toBe(200)
    expect(JSON.parse((await readRun(id)).context).vars.came).toEqual({ total: 12 })
    await does('flows.states.cancel', { id })
    expect((await post(path, { total: 13 })).status).toBe(200)
    const other = await openRun()
    await rest(other.id)
    await does('flows.states.cancel', { id: other.id })
    expect((await post(other.path, {})).status).toBe(410)
  })

  test('is none when anything of it is changed, and says with GET what it is', async () => {
    const { path } = await openRun()
    expect((await api.request(path)).status).toBe(200)
    expect((await post(path.replace('/w/1/', '/w/2/'), {})).status).toBe(404)
    expect((await post(path.slice(0, -1), {})).status).toBe(404)
  })

  test('asks for the signature of its node before it takes a call', async () => {
    await does('secrets.set', { name: 'pay', value: SECRET, hosts: ['shop.example.com'] })
    const { id, path } = await openRun({ signature: { scheme: 'hmac', secret: '{{ secrets.pay }}' } })
    await rest(id)
    const body = JSON.stringify({ total: 5 })
    expect(reasonOf(await post(path, body))).toBe('SIGNATURE_WRONG')
    expect((await readRun(id)).currentNodeId).toBe('w')
    const signature = createHmac('sha256', SECRET).update(body).digest('hex')
    expect((await post(path, body, { 'x-signature': signature })).status).toBe(202)
    expect((await readRun(id)).currentNodeId).toBe('e')
  })
})
