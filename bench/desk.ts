import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { chromium, type Page } from '@playwright/test'
import { findBrowser } from '../e2e/support/browser.ts'
import { type Sandbox, startSandbox } from '../sandbox/index.ts'
import { createApiClient } from '../src/bin/demo/api-client.ts'
import { API_PREFIX } from '../src/contract/operation.ts'
import { type Database, openDatabase } from '../src/db/client.ts'
import { createUserService, createUserStore } from '../src/features/users/index.ts'
import { type CuttingProxy, startCuttingProxy } from './support/cutting-proxy.ts'
import type { AgentTask } from './support/desk-agent-process.ts'
import { buildDeskPage } from './support/desk-page-build.ts'
import { pairParley, prepareClients } from './support/stage.ts'
import { percentile, round } from './support/statistics.ts'
import { type Subject, startSubject } from './support/subject.ts'

/**
 * A team at its desk: agents with the inbox open, three numbers, many conversations and so many messages a second. How long it
 * takes until a message is on a page, what the service and its database use with pages and without, and whether each page
 * ends with what the database holds though its connections were cut. BENCH_AGENTS, BENCH_CONVERSATIONS, BENCH_PER_SECOND, BENCH_MINUTES
 * and BENCH_BROWSERS change the size. Prints one JSON document.
 */
const AGENTS = Number(process.env.BENCH_AGENTS ?? 30)
const CONVERSATIONS = Number(process.env.BENCH_CONVERSATIONS ?? 50_000)
const PER_SECOND = Number(process.env.BENCH_PER_SECOND ?? 50)
const MINUTES = Number(process.env.BENCH_MINUTES ?? 10)
/** So many of the agents have a real browser. */
const BROWSERS = Number(process.env.BENCH_BROWSERS ?? 1)
const ALONE_SEC = 30
const WRITERS_EACH = 50
const CUT_EVERY_MS = 20_000
const ANSWER_EVERY_MS = 20_000
const SETTLE_MS = 10_000
const PASSWORD = 'a password for a bench'
const NUMBERS = ['5511900000002', '5511900000003', '5511900000004']
const FIRST_SECOND = 1_700_000_000
const SHOWS = [undefined, undefined, 'open', 'waiting', 'mine', 'unassigned'] as const
const MIB = 1_048_576
const ROOT = path.join(import.meta.dirname, '..')

/** Five messages of each conversation, some years ago; the contact wrote last. */
const INSERT_MESSAGES = `insert into message (client_id, chat, id, from_me, at_sec, type, text, status, origin)
  select ($1::uuid[])[1 + c % 3], (491500000000 + c) || '@s.whatsapp.net', 'M' || c || '-' || n, n % 2 = 1, ${FIRST_SECOND} + c * 5 + n,
    'text', 'a message of an ordinary length, number ' || n, 'READ', case when n % 2 = 1 then 'api' else 'contact' end
  from generate_series(0, ${CONVERSATIONS - 1}) c cross join generate_series(0, 4) n`
const INSERT_CONTACTS = `insert into contact (client_id, id, phone, name)
  select ($1::uuid[])[1 + n % 3], (491500000000 + n) || '@s.whatsapp.net', '+' || (491500000000 + n), 'Contact number ' || n
  from generate_series(0, ${CONVERSATIONS - 1}) n`
/** Most of what was ever asked is settled, a few wait. */
const SPREAD_STATES = `update conversation set state = case when last_seq % 100 = 0 then 'waiting' when last_seq % 10 = 1 then 'open' else 'resolved' end,
  waiting_since = case when last_seq % 100 = 0 then now() end`

const numberOf = (index: number): string => String(491_500_000_000 + index)

async function fill(db: Database, clientIds: readonly string[]): Promise<void> {
  await db.pool.query('set statement_timeout = 0')
  await db.pool.query(INSERT_CONTACTS, [clientIds])
  await db.pool.query(INSERT_MESSAGES, [clientIds])
  await db.pool.query(SPREAD_STATES)
  for (const table of ['message', 'contact', 'conversation']) await db.pool.query(`vacuum (analyze) ${table}`)
  await db.pool.query('checkpoint')
}

/** Members of the workspace that has the clients; answers their ids and addresses. */
async function makeAgents(db: Database, clientId: string): Promise<{ id: string; email: string }[]> {
  const users = createUserService(createUserStore(db))
  const owner = await db.pool.query<{ user_id: string }>('select user_id from client where id = $1', [
    clientId,
  ])
  const agents = []
  for (let n = 0; n < AGENTS; n += 1) {
    const email = `agent-${n}@example.org`
    const { id } = await users.create({ email, password: PASSWORD, plan: 'pro' })
    await db.pool.query(
      `insert into workspace_member (workspace_id, user_id, role) values ($1, $2, 'agent')`,
      [owner.rows[0]?.user_id, id],
    )
    agents.push({ id, email })
  }
  return agents
}

/** Everybody signs in from an address of their own: few may from one. */
async function signIn(url: string, email: string, workspaceId: string, address: string): Promise<string> {
  const post = (where: string, body: unknown, cookie = '') =>
    fetch(url + where, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, cookie, 'x-forwarded-for': address },
      body: JSON.stringify(body),
    })
  const signedIn = await post('/api/auth/sign-in/email', { email, password: PASSWORD })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  const entered = await post(`${API_PREFIX}/workspaces/enter`, { id: workspaceId }, cookie)
  if (!signedIn.ok || !entered.ok) throw new Error(`${email} could not sign in: ${await entered.text()}`)
  return cookie
}

interface Shown {
  shown: Reading
  delays: Record<'list' | 'thread', number[]>
  failed: number
}
interface Reading {
  list: string[]
  thread: string[]
  counts: string
}

/** The page of an agent in a thread of its own. */
class Agent {
  readonly show: string | undefined
  private readonly worker: Worker

  constructor(task: AgentTask) {
    this.show = task.show
    this.worker = new Worker(path.join(import.meta.dirname, 'support/desk-agent-process.ts'), {
      workerData: task,
    })
  }

  private ask<Answer>(what: string): Promise<Answer> {
    const answer = this.next<Answer>()
    this.worker.postMessage(what)
    return answer
  }

  next<Answer>(): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.worker.once('error', reject)
      this.worker.once('message', (message: Answer) => {
        this.worker.off('error', reject)
        resolve(message)
      })
    })
  }

  act(what: 'answer' | 'take'): void {
    this.worker.postMessage(what)
  }

  readShown = (): Promise<Shown> => this.ask('shown')

  async readStored(): Promise<Reading> {
    return (await this.ask<{ stored: Reading }>('stored')).stored
  }

  async close(): Promise<void> {
    const gone = new Promise((resolve) => this.worker.once('exit', resolve))
    this.worker.postMessage('close')
    await gone
  }
}

/** Notes how old each message of the load is when it is painted in the open conversation; runs in the page. */
const WATCH_THREAD = `(() => {
  const seen = new Set(), delays = globalThis.benchDelays = [], openedAt = Date.now()
  const look = () => {
    for (const item of document.querySelectorAll('[data-scroller] ol > li')) {
      const found = / at (\\d{13})/.exec(item.textContent)?.[1]
      if (!found || found < openedAt || seen.has(found)) continue
      seen.add(found)
      requestAnimationFrame(() => setTimeout(() => delays.push(Date.now() - Number(found))))
    }
  }
  addEventListener('DOMContentLoaded', () => new MutationObserver(look).observe(document.body, { childList: true, subtree: true }))
})()`

async function openBrowserPages(
  url: string,
  cookies: readonly string[],
  chosen: readonly AgentTask['chosen'][],
) {
  const browser = await chromium.launch(await findBrowser())
  const pages: Page[] = []
  for (const [n, cookie] of cookies.entries()) {
    const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } })
    const [name = '', value = ''] = cookie.split(/=(.*)/s)
    await context.addCookies([{ name, value: value.split('; ')[0] ?? '', url }])
    const page = await context.newPage()
    await page.addInitScript(WATCH_THREAD)
    const { clientId = '', jid = '' } = chosen[n] ?? {}
    await page.goto(`/inbox?client=${clientId}&chat=${encodeURIComponent(jid)}&all=true`)
    await page.locator('[data-scroller] ol > li').first().waitFor()
    pages.push(page)
  }
  return {
    readDelays: async () =>
      (await Promise.all(pages.map((page) => page.evaluate<number[]>('benchDelays')))).flat(),
    close: () => browser.close(),
  }
}

/** Contacts of all numbers write in turn, so many messages a second, whatever becomes of them. */
function startWriting(sandbox: Sandbox) {
  let count = 0
  const open = new Set<Promise<void>>()
  const timer = setInterval(() => {
    const writer = count % (WRITERS_EACH * NUMBERS.length)
    const contact = sandbox.contact(numberOf(writer))
    const one = contact
      .sendText(NUMBERS[writer % 3] ?? '', `message ${count} at ${Date.now()}`)
      .then(() => undefined)
      .finally(() => open.delete(one))
    open.add(one)
    count += 1
  }, 1_000 / PER_SECOND)
  return async (): Promise<number> => {
    clearInterval(timer)
    await Promise.all(open)
    return count
  }
}

const summarize = (delays: readonly number[]) => ({
  messages: delays.length,
  p50Ms: round(percentile(delays, 0.5), 0),
  p99Ms: round(percentile(delays, 0.99), 0),
  maxMs: delays.reduce((most, ms) => Math.max(most, ms), 0),
})

/** Processor time of the service and its database for each message, while so many were written. */
function startMetering(parley: Subject) {
  const [serviceBefore, databaseBefore, startedAt] = [
    parley.cpuMs(),
    parley.databaseCpuMs(),
    performance.now(),
  ]
  parley.forgetPeak()
  return (messages: number) => {
    const seconds = (performance.now() - startedAt) / 1_000
    const [service, database] = [parley.cpuMs() - serviceBefore, parley.databaseCpuMs() - databaseBefore]
    return {
      perSecond: round(messages / seconds),
      cpuMsPerMessage: round(service / messages),
      databaseCpuMsPerMessage: round(database / messages),
      coresUsed: round((service + database) / seconds / 1_000),
      peakMb: round(parley.peakBytes() / MIB, 0),
    }
  }
}

async function openDesk() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'parley-bench-'))
  const sandbox = await startSandbox({})
  const env = {
    NETWORK_URL: sandbox.wsUrl,
    NETWORK_ROOT_KEY: sandbox.rootKeyHex,
    NETWORK_ROOT_SERIAL: String(sandbox.rootSerial),
    ...{ DATA_DIR: dataDir, PORT: '0', TRUST_PROXY: 'on' },
  }
  const parley = await startSubject(path.join(ROOT, 'src/bin/parley.ts'), ['start'], env, dataDir)
  const proxy = await startCuttingProxy(parley.url)
  const { clientIds, keys } = await prepareClients(dataDir, NUMBERS.length, 1)
  const api = createApiClient({ url: () => parley.url, key: keys[0] ?? '', onAway: () => undefined })
  for (const [n, clientId] of clientIds.entries()) await pairParley(api, clientId, sandbox, NUMBERS[n])
  const db = await openDatabase({ dataDir, mode: 'admin', poolSize: 1 })
  await fill(db, clientIds)
  const agents = await makeAgents(db, clientIds[0] ?? '')
  const owner = await db.pool.query<{ user_id: string }>('select user_id from client limit 1')
  await db.close()
  const close = async (): Promise<void> => {
    await proxy.close()
    await parley.stop()
    await sandbox.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return {
    parley,
    sandbox,
    proxy,
    clientIds,
    agents,
    workspaceId: owner.rows[0]?.user_id ?? '',
    dataDir,
    close,
  }
}

type Desk = Awaited<ReturnType<typeof openDesk>>

async function openAgents(desk: Desk, module: string) {
  const cookies = await Promise.all(
    desk.agents.map(({ email }, n) => signIn(desk.proxy.url, email, desk.workspaceId, `192.0.2.${n + 1}`)),
  )
  const chosen = desk.agents.map((_, n) => ({
    clientId: desk.clientIds[n % 3] ?? '',
    jid: `${numberOf(n)}@s.whatsapp.net`,
  }))
  const seen = await openBrowserPages(desk.proxy.url, cookies.slice(0, BROWSERS), chosen)
  const agents = desk.agents.slice(BROWSERS).map(({ id }, n) => {
    const at = n + BROWSERS
    return new Agent({
      ...{ module, url: desk.proxy.url, cookie: cookies[at] ?? '', userId: id },
      ...{ chosen: chosen[at] ?? { clientId: '', jid: '' }, show: SHOWS[at % SHOWS.length] },
    })
  })
  await Promise.all(agents.map((agent) => agent.next()))
  return { seen, agents }
}

/** Agents answer and take conversations now and then, each at its own time, and connections are cut. */
function startDay(agents: readonly Agent[], proxy: CuttingProxy) {
  let turn = 0
  let cuts = 0
  const acting = setInterval(() => {
    agents[turn % agents.length]?.act(turn % (agents.length * 3) < agents.length ? 'take' : 'answer')
    turn += 1
  }, ANSWER_EVERY_MS / Math.max(1, agents.length))
  const cutting = setInterval(() => {
    proxy.cut()
    cuts += 1
  }, CUT_EVERY_MS)
  return () => {
    clearInterval(acting)
    clearInterval(cutting)
    return { acts: turn, cuts }
  }
}

/** Pages whose list, conversation or counts are not what the service holds now. */
async function findStale(agents: readonly Agent[]) {
  const stale: string[] = []
  for (const [n, agent] of agents.entries()) {
    const [{ shown }, stored] = [await agent.readShown(), await agent.readStored()]
    for (const part of ['list', 'thread', 'counts'] as const) {
      const size = stored[part].length
      const isSame = JSON.stringify(shown[part].slice(0, size)) === JSON.stringify(stored[part])
      if (!isSame) stale.push(`agent ${n} (${agent.show ?? 'all'}): ${part}`)
    }
  }
  return stale
}

async function benchDesk(): Promise<Record<string, unknown>> {
  const desk = await openDesk()
  try {
    const module = await buildDeskPage(path.join(desk.dataDir, 'page'))
    // Sessions with the contacts are made, code is compiled.
    const endWarmUp = startWriting(desk.sandbox)
    await sleep(10_000)
    await endWarmUp()
    const meterAlone = startMetering(desk.parley)
    const endAlone = startWriting(desk.sandbox)
    await sleep(ALONE_SEC * 1_000)
    const alone = meterAlone(await endAlone())
    const { seen, agents } = await openAgents(desk, module)
    const meter = startMetering(desk.parley)
    const endWriting = startWriting(desk.sandbox)
    const endDay = startDay(agents, desk.proxy)
    await sleep(MINUTES * 60_000)
    const day = endDay()
    const watched = meter(await endWriting())
    await sleep(SETTLE_MS)
    const pages = await Promise.all(agents.map((agent) => agent.readShown()))
    const stale = await findStale(agents)
    const browser = await seen.readDelays()
    await seen.close()
    await Promise.all(agents.map((agent) => agent.close()))
    return {
      bench: 'desk',
      ...{ agents: AGENTS, browsers: BROWSERS, conversations: CONVERSATIONS, minutes: MINUTES, ...day },
      failedActs: pages.reduce((sum, { failed }) => sum + failed, 0),
      alone,
      watched,
      toScreen: summarize(browser),
      toThread: summarize(pages.flatMap(({ delays }) => delays.thread)),
      toList: summarize(pages.flatMap(({ delays }) => delays.list)),
      ...{ stalePages: stale.length, stale },
    }
  } finally {
    await desk.close()
  }
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await benchDesk(), null, 2)}\n`)
