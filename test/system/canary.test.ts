import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_PREFIX } from '../../src/contract/operation.ts'
import { type Database, openDatabase } from '../../src/db/client.ts'
import { credentialContext } from '../../src/features/clients/index.ts'
import { openSecretBox } from '../../src/platform/secrets.ts'
import { newContact, type PairedAccount, pairAccount } from '../support/account.ts'
import { type OtlpReceiver, startOtlpReceiver } from '../support/otlp-receiver.ts'
import { awaitState, createWorkplace, type ServiceProcess } from '../support/service-process.ts'

/** Words that stand nowhere else: what finds one of them has found a secret. */
const WORDS = {
  password: 'canary-password-Wq7',
  wrongPassword: 'canary-wrong-password-Zk3',
  proxyPassword: 'canary-proxy-password-Lm9',
  flowSecret: 'canary-flow-secret-Xd2',
  urlToken: 'canary-url-token-Pt5',
  metricsToken: 'canary-metrics-token-Rf8',
  collectorKey: 'canary-collector-key-Vb6',
  foreignSession: 'canary-foreign-session-Hn4',
  forgedKey: `parley_${'canaryKey'.padEnd(43, 'Q')}`,
  textIn: 'canary text that a contact wrote',
  textOut: 'canary text that a system sent',
  textFlow: 'canary text that a flow said',
}
const TEXTS: readonly string[] = [WORDS.textIn, WORDS.textOut, WORDS.textFlow]
const FLOW = {
  version: 1,
  name: 'Canary',
  nodes: [
    {
      id: 'in',
      type: 'trigger.keyword',
      position: { x: 0, y: 0 },
      data: { values: ['canary'], mode: 'contains' },
    },
    { id: 'say', type: 'send.text', position: { x: 200, y: 0 }, data: { text: WORDS.textFlow } },
    {
      id: 'ask',
      type: 'http',
      position: { x: 400, y: 0 },
      data: {
        method: 'GET',
        url: 'https://orders.invalid/{{ secrets.shop }}',
        secretRefs: ['shop'],
        retries: 0,
        headers: [{ name: 'Authorization', value: 'Bearer {{ secrets.shop }}' }],
      },
    },
  ],
  edges: [
    { id: 'a', source: 'in', target: 'say' },
    { id: 'b', source: 'say', target: 'ask' },
  ],
}

const place = createWorkplace({ LOG_LEVEL: 'trace', METRICS_TOKEN: WORDS.metricsToken })
let service: ServiceProcess
let collector: OtlpReceiver
let account: PairedAccount
/** Everything that must not be seen, by what it is. */
const secrets = new Map<string, string>(Object.entries(WORDS))
/** Answers of refused calls, and what they were refused as. */
const refusals: string[] = []
let events = ''
let metrics = ''
/** What is told of things that have secrets, after these were set. */
let lists = ''
/** Every row of every table as text, by its table; codes to pair with are left out, as they are there to be shown. */
const rows = new Map<string, string>()

async function ask(url: string, headers: Record<string, string>, body: string): Promise<string> {
  const answer = await fetch(`${service.url}${url}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  const text = await answer.text()
  if (answer.status >= 400) refusals.push(`${answer.status} ${text}`)
  return text
}

const call = (operation: string, input: unknown) =>
  ask(
    `${API_PREFIX}/${operation.replaceAll('.', '/')}`,
    { 'x-api-key': account.key },
    typeof input === 'string' ? input : JSON.stringify(input),
  )

async function signIn(): Promise<void> {
  const email = 'canary@example.org'
  await place.parley('user', 'create', '--email', email, '--password', WORDS.password)
  const origin = { origin: service.url }
  const url = '/api/auth/sign-in/email'
  await ask(url, origin, JSON.stringify({ email, password: WORDS.wrongPassword }))
  const answer = await fetch(`${service.url}${url}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...origin },
    body: JSON.stringify({ email, password: WORDS.password }),
  })
  const cookie = answer.headers.getSetCookie()[0] ?? ''
  const value = decodeURIComponent(cookie.split(';', 1)[0]?.split('=').slice(1).join('=') ?? '')
  secrets.set('session', value.split('.')[0] ?? '')
  await ask(`${API_PREFIX}/keys/list`, { cookie: cookie.split(';', 1)[0] ?? '' }, '{}')
}

/** A pairing link that is opened, and fails to be. */
async function visitWithLink(clientId: string): Promise<void> {
  const { path: page } = JSON.parse(await call('clients.pairingLinks.create', { clientId })) as {
    path: string
  }
  const token = page.slice('/pair#'.length)
  const visit = 'canary-visit-'.padEnd(43, 'Y')
  secrets.set('pairing link', token)
  secrets.set('visit of a pairing link', visit)
  const visiting = { authorization: `Bearer ${visit}` }
  await ask('/api/pairing/open', {}, JSON.stringify({ token, visit }))
  await ask('/api/pairing/open', {}, JSON.stringify({ token, visit: visit.replaceAll('Y', 'Z') }))
  await ask('/api/pairing/show', {}, JSON.stringify({ token: `${token}${visit}` }))
  await ask('/api/pairing/code', visiting, JSON.stringify({ phoneNumber: '12' }))
  await ask('/api/pairing/confirm', visiting, '{}')
}

/** What goes wrong with a secret in hand. */
async function failWithSecrets(): Promise<void> {
  const { clientId } = account
  const proxy = { host: '127.0.0.1', port: '9', user: 'u', password: WORDS.proxyPassword }
  await call('secrets.set', { name: 'shop', value: [WORDS.flowSecret] })
  await call('secrets.set', `{"name": "shop", "value": "${WORDS.flowSecret}"`)
  await call('clients.setProxy', { id: clientId, proxy: { ...proxy, port: 'x' } })
  await call('clients.setProxy', { id: clientId, proxy: { ...proxy, surprise: WORDS.proxyPassword.length } })
  await call('proxy.seed', { proxies: [proxy] })
  await call('webhooks.create', { url: `https://127.0.0.1:9/${WORDS.urlToken}` })
  await call('webhooks.create', { url: `ftp://${WORDS.urlToken}` })
  const empty = JSON.parse(await call('clients.create', { name: 'Empty', network: 'sandbox' })) as {
    id: string
  }
  for (const noiseKey of [{ private: WORDS.foreignSession }, WORDS.foreignSession]) {
    const file = Buffer.from(JSON.stringify({ creds: { noiseKey }, keys: {} })).toString('base64')
    secrets.set('the file of a session', file)
    await call('clients.importBaileysSession', { id: empty.id, file })
  }
  await visitWithLink(empty.id)
  await call('chat.sendMessage', { clientId, target: '1', message: { text: WORDS.textOut } })
  const image = `https://127.0.0.1:9/${WORDS.urlToken}.png`
  await call('chat.sendMessage', { clientId, target: '491512345678', message: { image } })
  await ask(`${API_PREFIX}/server/ping`, { 'x-api-key': WORDS.forgedKey }, '{}')
  await ask('/metrics', { authorization: 'Bearer wrong' }, '')
}

async function readTables(db: Database): Promise<void> {
  const { rows: tables } = await db.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  for (const { name } of tables) {
    const where = name === 'public.event_log' ? "where t.name <> 'client.qr'" : ''
    const found = await db.pool.query<{ row: string }>(`select t::text as row from ${name} t ${where}`)
    rows.set(name, found.rows.map(({ row }) => row).join('\n'))
  }
}

const FAILED_DELIVERY = /"lastError":"[^"]/

async function readLists(runId: string): Promise<void> {
  const { clientId } = account
  const hooks = JSON.parse(await call('webhooks.list', {})) as { id: string }[]
  await awaitState('a delivery that failed', async () =>
    FAILED_DELIVERY.test(await call('webhooks.deliveries', { id: hooks[0]?.id })),
  )
  const answers = [
    await call('webhooks.deliveries', { id: hooks[0]?.id }),
    await call('secrets.list', {}),
    await call('clients.get', { id: clientId }),
    await call('clients.getProxy', { id: clientId }),
    await call('clients.history', { id: clientId }),
    await call('worker.status', { clientId }),
    await call('worker.list', {}),
    await call('flows.states.get', { id: runId }),
    await call('flows.states.events', { id: runId }),
    await call('flows.states.sends', { id: runId }),
  ]
  lists = [JSON.stringify(hooks), ...answers].join('\n')
}

/** Needles of what lies in the database under seal: the private keys of the client. */
async function readCredentials(): Promise<void> {
  const db = await openDatabase({
    databaseUrl: undefined,
    dataDir: place.dataDir,
    mode: 'admin',
    applicationName: 'canary',
    poolSize: 2,
  })
  try {
    const { rows } = await db.pool.query<{ value: Buffer }>(
      'select value from credential where client_id = $1',
      [account.clientId],
    )
    const box = openSecretBox({ dataDir: place.dataDir })
    const opened = Buffer.from(
      box.openBytes(rows[0]?.value ?? Buffer.alloc(0), credentialContext(account.clientId)),
    )
    const text = opened.toString('utf8')
    const keys = [
      ...text.matchAll(/"(?:private|advSecretKey)":\s*(?:\{[^}]*"data":\s*)?"([A-Za-z0-9+/=]{20,})"/g),
    ]
    expect(keys.length).toBeGreaterThan(2)
    for (const [index, [, value = '']] of keys.entries()) {
      secrets.set(`private key ${index}`, value)
      secrets.set(`private key ${index} in hex`, Buffer.from(value, 'base64').toString('hex'))
    }
    await readTables(db)
  } finally {
    await db.close()
  }
  secrets.set('master key', readFileSync(path.join(place.dataDir, 'master.key'), 'utf8').trim())
}

beforeAll(async () => {
  collector = await startOtlpReceiver()
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${WORDS.collectorKey}`,
  }
  service = await place.start({ env })
  account = await pairAccount(place, () => service.url)
  secrets.set('API key', account.key)
  const contact = newContact(place.dataDir)
  await signIn()
  await call('secrets.set', { name: 'shop', value: WORDS.flowSecret, hosts: ['orders.invalid'] })
  const hook = JSON.parse(await call('webhooks.create', { url: 'https://receiver.invalid/hook' })) as {
    secret: string
  }
  secrets.set('webhook secret', hook.secret)
  const flow = JSON.parse(await call('flows.import', { ...FLOW, clientId: account.clientId })) as {
    id: string
  }
  expect(await call('flows.publish', { id: flow.id })).toContain('"published"')
  await contact.sendText(account.number, WORDS.textIn)
  await awaitState('what the flow said', async () => (await contact.read(0)).length > 0)
  const { clientId } = account
  await call('chat.sendMessage', { clientId, target: contact.number, message: { text: WORDS.textOut } })
  let runId = ''
  await awaitState('the end of the run', async () => {
    const page = JSON.parse(await call('flows.states.list', { clientId })) as {
      states: { id: string; state: string }[]
    }
    runId = page.states.find(({ state }) => ['completed', 'failed'].includes(state))?.id ?? ''
    return runId !== ''
  })
  await failWithSecrets()
  const proxy = { host: '127.0.0.1', port: '9', user: 'u', password: WORDS.proxyPassword }
  // All it could connect through is a proxy of this machine that nobody runs.
  const far = JSON.parse(await call('clients.create', { name: 'Far', network: 'whatsapp' })) as { id: string }
  await call('clients.setProxy', { id: far.id, proxy })
  await call('worker.start', { clientId: far.id })
  await awaitState('the client to find no way', async () => {
    return (await call('worker.status', { clientId: far.id })).includes('"reconnecting"')
  })
  await readLists(runId)
  lists += await call('clients.getProxy', { id: far.id })
  await readCredentials()
  const page = JSON.parse(await call('events.list', { limit: 500 })) as { events: { name: string }[] }
  // A code to pair with is made of a secret of the pairing, and is there to be shown until it is used.
  events = JSON.stringify(page.events.filter(({ name }) => name !== 'client.qr'))
  const measured = await fetch(`${service.url}/metrics`, {
    headers: { authorization: `Bearer ${WORDS.metricsToken}` },
  })
  metrics = await measured.text()
  await service.stop()
}, 400_000)
afterAll(async () => {
  await place.remove()
  await collector?.close()
})

const found = (text: string) => [...secrets].filter(([, value]) => text.includes(value)).map(([name]) => name)

test('secrets are in no line of the log, at any level', () => {
  const log = service.readLog()
  const levels = new Set([...log.matchAll(/"level":"(\w+)"/g)].map(([, level]) => level))
  expect([...levels]).toEqual(expect.arrayContaining(['debug', 'info', 'warn']))
  expect(log.length).toBeGreaterThan(3_000)
  expect(found(log)).toEqual([])
  expect(log).not.toContain(account.number.replace('+', ''))
})

test('secrets are in no answer to a refused call', () => {
  expect(refusals.length).toBeGreaterThan(9)
  for (const refusal of refusals) expect([refusal, found(refusal)]).toEqual([refusal, []])
})

test('secrets are in no measurement', () => {
  expect(metrics).toContain('parley_client_connected')
  expect(found(metrics)).toEqual([])
})

test('secrets and texts are in no trace', () => {
  expect(collector.headers).toMatchObject({ authorization: `Bearer ${WORDS.collectorKey}` })
  const names = new Set(collector.spans.map(({ name }) => name))
  expect([...names]).toEqual(
    expect.arrayContaining([
      'POST chat.sendMessage',
      'POST sign-in',
      'decide',
      'send message',
      'transaction',
    ]),
  )
  expect(found(collector.text)).toEqual([])
  expect(collector.text).not.toContain(account.number.replace('+', ''))
  expect(collector.text).not.toContain('canary')
})

test('events tell texts of messages, as they are to, and nothing else that is secret', () => {
  const texts = Object.entries(WORDS).filter(([, value]) => TEXTS.includes(value))
  expect(found(events).toSorted()).toEqual(texts.map(([name]) => name).toSorted())
})

test('no operation tells a secret after it was set, nor what a run, a delivery or a client met on its way', () => {
  expect(lists).toContain('"shop"')
  expect(lists).toMatch(FAILED_DELIVERY)
  expect(lists).toContain('effect failed')
  expect(found(lists).filter((name) => !name.startsWith('text'))).toEqual([])
})

test('secrets lie in no table in the clear', () => {
  expect(rows.size).toBeGreaterThan(20)
  expect(rows.get('public.audit_log')).toContain('secrets.set')
  expect([...rows.values()].join()).toContain(WORDS.textIn)
  // A session is looked up by what its cookie says, which is signed with a secret of the service.
  const open = (table: string): string[] =>
    found(rows.get(table) ?? '').filter((name) => !name.startsWith('text') && name !== 'session')
  const opened = [...rows.keys()].map((table) => [table, open(table)])
  expect(opened.filter(([, names]) => names?.length)).toEqual([])
})
