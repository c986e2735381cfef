import { loadavg } from 'node:os'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { findBrowser } from '../e2e/support/browser.ts'
import { API_PREFIX } from '../src/contract/operation.ts'
import { type Database, openDatabase } from '../src/db/client.ts'
import { createWorkplace } from '../test/support/service-process.ts'
import { percentile, round } from './support/statistics.ts'

/**
 * How long it takes a person to see their inbox, with a million messages in ten thousand conversations of one client: in a
 * real browser, from the navigation or the click until the list and the messages are painted. Then the same with the
 * newest messages all in one busy group, which the list has to pass over. Prints one JSON document, and a table to
 * standard error. BENCH_MESSAGES sets how many messages there are.
 */
const MESSAGES = Number(process.env.BENCH_MESSAGES ?? 1_000_000)
const CONVERSATIONS = 10_000
const BURST = 20_000
const BATCH = 100_000
const ROUNDS = 15
const PASSWORD = 'a password for a bench'
const FIRST_SECOND = 1_700_000_000
const BURST_GROUP = '120363000000000001@g.us'

/** Few people write much and many write little, all in between each other. */
const INSERT_MESSAGES = `insert into message (client_id, chat, id, from_me, at_sec, type, text, status, origin)
  select $1, (491500000000 + floor(${CONVERSATIONS} * power(random(), 2))::bigint) || '@s.whatsapp.net', 'M' || n, n % 2 = 0,
    ${FIRST_SECOND} + n * 5, 'text', 'a message of an ordinary length, number ' || n,
    case when n % 501 = 0 then 'DELIVERY_ACK' else 'READ' end, 'history'
  from generate_series($2::int, $3::int - 1) n`

const INSERT_CONTACTS = `insert into contact (client_id, id, phone, name)
  select $1, (491500000000 + n) || '@s.whatsapp.net', '+' || (491500000000 + n), 'Contact number ' || n
  from generate_series(0, ${CONVERSATIONS - 1}) n`

const INSERT_BURST = `insert into message (client_id, chat, id, from_me, participant, at_sec, type, text, status, origin)
  select $1, '${BURST_GROUP}', 'B' || n, false, (491500000000 + n % 200) || '@s.whatsapp.net',
    ${FIRST_SECOND} + ($2 + n) * 5, 'text', 'a message in a busy group, number ' || n, 'READ', 'contact'
  from generate_series(0, ${BURST - 1}) n`

async function fill(db: Database, clientId: string): Promise<void> {
  await db.pool.query(INSERT_CONTACTS, [clientId])
  for (let at = 0; at < MESSAGES; at += BATCH) {
    await db.pool.query(INSERT_MESSAGES, [clientId, at, Math.min(MESSAGES, at + BATCH)])
  }
  await settle(db)
}

async function settle(db: Database): Promise<void> {
  await db.pool.query('vacuum (analyze) message')
  await db.pool.query('vacuum (analyze) contact')
  await db.pool.query('checkpoint')
}

const LIST = 'section ul li button'
const MESSAGE = '[data-scroller] ol > li'

/** Notes when the list and the messages are first on the screen; runs in the page, before its own scripts. */
const WATCH = `(() => {
  const seen = globalThis.benchSeen = {}
  const look = (name, selector) => {
    if (seen[name] === undefined && document.querySelector(selector)) {
      seen[name] = null
      requestAnimationFrame(() => setTimeout(() => { seen[name] = performance.now() }))
    }
  }
  const watch = () => { look('list', '${LIST}'); look('messages', '${MESSAGE}') }
  new MutationObserver(watch).observe(document, { childList: true, subtree: true })
})()`

interface Opened {
  listMs: number
  messagesMs: number
  requests: number
  kilobytes: number
  listCallMs: number
  messagesCallMs: number
}

interface PageNotes {
  list: number
  messages: number
  entries: { name: string; duration: number; transferSize: number }[]
}

/** Until all of these are on the screen. The page's own policy forbids to look for it with a text that is evaluated there. */
async function waitFor(page: Page, names: readonly ('list' | 'messages')[]): Promise<void> {
  const isThere = names.map((name) => `benchSeen.${name} > 0`).join(' && ')
  await page.evaluate(`new Promise((resolve) => {
    const look = () => (${isThere} ? resolve() : setTimeout(look, 10))
    look()
  })`)
}

async function readNotes(page: Page): Promise<PageNotes> {
  await waitFor(page, ['list', 'messages'])
  return await page.evaluate<PageNotes>(`({
    ...benchSeen,
    entries: [...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')]
      .map(({ name, duration, transferSize }) => ({ name, duration, transferSize })),
  })`)
}

function toOpened({ list, messages, entries }: PageNotes): Opened {
  const durationOf = (operation: string) =>
    entries.find(({ name }) => name.endsWith(operation))?.duration ?? Number.NaN
  return {
    listMs: list,
    messagesMs: messages,
    requests: entries.length,
    kilobytes: entries.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000,
    listCallMs: durationOf('chat/listConversations'),
    messagesCallMs: durationOf('chat/listMessages'),
  }
}

/** By its address: with nothing loaded before, and again with the scripts in the browser's cache. */
async function openByAddress(context: BrowserContext, path: string): Promise<{ cold: Opened; warm: Opened }> {
  const page = await context.newPage()
  await page.addInitScript(WATCH)
  await page.goto(path)
  const cold = toOpened(await readNotes(page))
  await page.goto('about:blank')
  await page.goto(path)
  const warm = toOpened(await readNotes(page))
  await page.close()
  return { cold, warm }
}

/** From another page of the dashboard: the click on the inbox, then the click on a conversation. */
async function openByClick(context: BrowserContext): Promise<{ listMs: number; messagesMs: number }> {
  const page = await context.newPage()
  await page.addInitScript(WATCH)
  await page.goto('/clients')
  await page.getByRole('row').nth(1).waitFor()
  const clickOn = `(element) => { globalThis.benchFrom = performance.now(); element.click() }`
  const since = async (name: 'list' | 'messages') => {
    await waitFor(page, [name])
    return await page.evaluate<number>(`benchSeen.${name} - benchFrom`)
  }
  await page.evaluate(`(${clickOn})(document.querySelector('a[href="/inbox"]'))`)
  const listMs = await since('list')
  await page.evaluate(`(${clickOn})(document.querySelector('section ul li button'))`)
  const messagesMs = await since('messages')
  await page.close()
  return { listMs, messagesMs }
}

const middle = (samples: readonly number[]) => ({
  p50: round(percentile(samples, 0.5), 1),
  p95: round(percentile(samples, 0.95), 1),
})

const summarize = (opened: readonly Opened[]) => ({
  listMs: middle(opened.map(({ listMs }) => listMs)),
  messagesMs: middle(opened.map(({ messagesMs }) => messagesMs)),
  listCallMs: middle(opened.map(({ listCallMs }) => listCallMs)),
  messagesCallMs: middle(opened.map(({ messagesCallMs }) => messagesCallMs)),
  requests: Math.max(...opened.map(({ requests }) => requests)),
  kilobytes: round(Math.max(...opened.map(({ kilobytes }) => kilobytes)), 0),
})

async function measure(visit: Visit, path: string) {
  const cold: Opened[] = []
  const warm: Opened[] = []
  const clicks: { listMs: number; messagesMs: number }[] = []
  for (let n = 0; n <= ROUNDS; n += 1) {
    // A context of its own has an empty cache.
    const context = await openContext(visit)
    const opened = await openByAddress(context, path)
    const clicked = await openByClick(context)
    await context.close()
    // The first round warms up the service and the browser's own process.
    if (n === 0) continue
    cold.push(opened.cold)
    warm.push(opened.warm)
    clicks.push(clicked)
  }
  return {
    cold: summarize(cold),
    warm: summarize(warm),
    click: {
      listMs: middle(clicks.map(({ listMs }) => listMs)),
      messagesMs: middle(clicks.map(({ messagesMs }) => messagesMs)),
    },
  }
}

interface Visit {
  browser: Browser
  baseURL: string
  cookies: Parameters<BrowserContext['addCookies']>[0]
}

async function openContext({ browser, baseURL, cookies }: Visit): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 1280, height: 800 },
    extraHTTPHeaders: { origin: baseURL },
    reducedMotion: 'reduce',
  })
  await context.addCookies(cookies)
  return context
}

async function signIn(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL } })
  await context.request.post('/api/auth/sign-in/email', {
    data: { email: 'bench@example.org', password: PASSWORD },
  })
  const made = await context.request.post(`${API_PREFIX}/clients/create`, {
    data: { name: 'Bench', network: 'sandbox' },
  })
  const { id } = (await made.json()) as { id: string }
  const found = await context.cookies()
  await context.close()
  return { clientId: id, cookies: found }
}

const place = createWorkplace()
const browser = await chromium.launch(await findBrowser())
try {
  const { url } = await place.start()
  await place.parley('user', 'create', '--email', 'bench@example.org', '--password', PASSWORD)
  const { clientId, cookies } = await signIn(browser, url)
  const visit = { browser, baseURL: url, cookies }
  const db = await openDatabase({ dataDir: place.dataDir, mode: 'admin', poolSize: 1 })
  await db.pool.query('set statement_timeout = 0')
  await fill(db, clientId)
  const path = `/inbox?client=${clientId}&chat=491500000007@s.whatsapp.net`
  const spread = await measure(visit, path)
  await db.pool.query(INSERT_BURST, [clientId, MESSAGES])
  await settle(db)
  const burst = await measure(visit, path)
  await db.close()
  const load = round(loadavg()[0] ?? 0)
  const result = { bench: 'inbox', messages: MESSAGES, conversations: CONVERSATIONS, load, spread, burst }
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
  const row = (
    name: string,
    of: { listMs: { p50: number; p95: number }; messagesMs: { p50: number; p95: number } },
  ) =>
    `${name.padEnd(16)}${String(of.listMs.p50).padStart(8)}${String(of.listMs.p95).padStart(8)}${String(of.messagesMs.p50).padStart(12)}${String(of.messagesMs.p95).padStart(8)}`
  process.stderr.write(
    [
      `${'ms'.padEnd(16)}${'list p50'.padStart(8)}${'p95'.padStart(8)}${'messages p50'.padStart(12)}${'p95'.padStart(8)}`,
      ...Object.entries(spread).map(([name, of]) => row(`spread, ${name}`, of)),
      ...Object.entries(burst).map(([name, of]) => row(`burst, ${name}`, of)),
      '',
    ].join('\n'),
  )
} finally {
  await browser.close()
  await place.remove()
}
