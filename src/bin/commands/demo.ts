import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Refusal } from '../../core/errors.ts'
import { findRunningService } from '../../db/checks/data-directory.ts'
import { openDatabase } from '../../db/client.ts'
import { createKeyService, createKeyStore } from '../../features/keys/index.ts'
import { createUserService, createUserStore } from '../../features/users/index.ts'
import { type Config, loadConfig } from '../../platform/config.ts'
import { randomToken } from '../../platform/secrets.ts'
import { readArguments, readText, UsageError } from '../arguments.ts'
import { type ApiClient, createApiClient } from '../demo/api-client.ts'
import { callSandbox, createSandboxContact } from '../demo/sandbox-contact.ts'
import { createStory, type Turn } from '../demo/story.ts'
import { type CommandIo, printLine } from '../io.ts'

const USAGE = 'demo [--pause MILLISECONDS]'
const EMAIL = 'demo@parley.localhost'
const CLIENT_NAME = 'Demo shop'
const PROJECT_ROOT = path.join(import.meta.dirname, '../../..')
const FLOWS = path.join(PROJECT_ROOT, 'examples/flows')
/** Those that need nothing but a client: no table, model or secret. */
const PLAYED = ['appointment-booking.json', 'news-opt-in.json', 'order-status.json'] as const
const START_WITHIN_MS = 120_000
const PAIR_WITHIN_MS = 60_000

/** What the contact says in each of them. */
const CONVERSATIONS: readonly { title: string; turns: readonly Turn[] }[] = [
  {
    title: 'Order status: a menu, a number that is checked, and a branch',
    turns: [
      { text: 'My ORDER, please', answers: 2 },
      { text: '7', answers: 1 },
      { text: '1', answers: 1 },
      { text: 'no idea', answers: 1 },
      { text: 'lb10042', answers: 1 },
    ],
  },
  {
    title: 'Appointment booking: answers of several kinds, a delay, and a goto',
    turns: [
      { text: 'appointment', answers: 1 },
      { text: 'cleaning', answers: 1 },
      { text: 'Ana', answers: 1 },
      { text: '2027-03-15', answers: 1 },
      { text: '14:30', answers: 1 },
      { text: 'yes', answers: 1 },
    ],
  },
  {
    title: 'News opt-in: an answer nobody understands ends with a person',
    turns: [
      { text: 'news', answers: 1 },
      { text: 'perhaps', answers: 1 },
      { text: 'hmm', answers: 1 },
    ],
  },
]

interface RunningService {
  stop(): Promise<void>
}

/** Uses the service that runs on this data directory, or starts one for the time of the demo. */
async function ensureService(config: Config, io: CommandIo): Promise<RunningService> {
  if (findRunningService(config.dataDir)?.address) return { stop: async () => undefined }
  printLine(io.stdout, 'No service runs here yet; starting one.')
  const child = spawn(process.execPath, [path.join(PROJECT_ROOT, 'src/bin/parley.ts'), 'start'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, LOG_LEVEL: 'warn' },
  })
  const ready = new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => line.startsWith('ready ') && resolve())
    child.once('exit', () =>
      reject(new Refusal('SERVICE_UNAVAILABLE', 'The service could not be started; its reason is above.')),
    )
    setTimeout(
      () => reject(new Refusal('SERVICE_UNAVAILABLE', 'The service did not start in time.')),
      START_WITHIN_MS,
    ).unref()
  })
  await ready
  return {
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
    },
  }
}

function readUrl(config: Config): string {
  return findRunningService(config.dataDir)?.address ?? `http://${config.host}:${config.port}`
}

/** A person and a key, made as the command line makes them; everything after this goes through the API. */
async function createKey(config: Config): Promise<string> {
  const db = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    mode: 'admin',
    poolSize: 2,
  })
  try {
    const users = createUserService(createUserStore(db))
    const { id: userId, workspaceId } = await users.findByEmail(EMAIL).catch(async () => {
      await users.create({ email: EMAIL, password: randomToken(), plan: 'pro' })
      return await users.findByEmail(EMAIL)
    })
    return (await createKeyService(createKeyStore(db)).create({ userId, workspaceId }, 'demo')).key
  } finally {
    await db.close()
  }
}

async function ensureClient(api: ApiClient): Promise<string> {
  const clients = await api.call<{ id: string; name: string }[]>('clients.list')
  const known = clients.find((client) => client.name === CLIENT_NAME)
  if (known) return known.id
  const settings = { name: CLIENT_NAME, network: 'sandbox', sendRatePerSecond: 20, sendBurst: 20 }
  return (await api.call<{ id: string }>('clients.create', settings)).id
}

/** Starts the worker and, when the client is new, scans its pairing string with a simulated phone. */
async function pair(api: ApiClient, clientId: string, config: Config, io: CommandIo): Promise<void> {
  const { socketId } = await api.call<{ socketId: string }>('worker.start', { clientId })
  printLine(io.stdout, `worker.start: socket ${socketId}`)
  const until = Date.now() + PAIR_WITHIN_MS
  let scanned = ''
  while (Date.now() < until) {
    const { data } = await api.call<{ data: string | boolean }>('server.qr', { clientId })
    const { status } = await api.call<{ status: string }>('worker.status', { clientId })
    if (data === true && status === 'connected') return
    if (typeof data === 'string' && data !== scanned) {
      scanned = data
      printLine(io.stdout, `server.qr: ${data.slice(0, 40)}…  scanned by a simulated phone`)
      await callSandbox(config.dataDir, '/scan', { qr: data })
    }
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Refusal(
    'SERVICE_UNAVAILABLE',
    'The client was not paired in time; "parley doctor" shows what is missing.',
  )
}

async function publishFlows(api: ApiClient, clientId: string, io: CommandIo): Promise<void> {
  const present = await api.call<{ name: string }[]>('flows.list', { clientId, status: 'published' })
  for (const file of PLAYED) {
    const document = JSON.parse(readFileSync(path.join(FLOWS, file), 'utf8')) as { name: string }
    if (present.some((flow) => flow.name === document.name)) continue
    const { id } = await api.call<{ id: string }>('flows.import', { ...document, clientId })
    const published = await api.call<{ status: string }>('flows.publish', { id })
    printLine(io.stdout, `flows.import, flows.publish: ${document.name} is ${published.status}`)
  }
}

async function runStories(
  api: ApiClient,
  clientId: string,
  config: Config,
  io: CommandIo,
  pauseMs: number,
): Promise<void> {
  const { phoneNumber } = await api.call<{ phoneNumber: string }>('clients.get', { id: clientId })
  printLine(io.stdout, `The account's number is ${phoneNumber}.`)
  for (const { title, turns } of CONVERSATIONS) {
    const contact = createSandboxContact(config.dataDir, `+55119${randomInt(10_000_000, 99_999_999)}`, 'Ana')
    printLine(io.stdout, `\n${title}`)
    const story = createStory({
      api,
      contact,
      clientId,
      account: phoneNumber,
      pauseMs,
      print: (line) => printLine(io.stdout, line),
    })
    await story.play(turns)
  }
}

/** Shows the whole way from nothing to a flow that answers, on the sandbox network. */
export async function runDemoCommand(args: readonly string[], io: CommandIo): Promise<number> {
  const parsed = readArguments(args, { pause: { type: 'string' } }, USAGE)
  const pauseMs = Number(readText(parsed, 'pause') ?? 0)
  if (!Number.isFinite(pauseMs) || pauseMs < 0)
    throw new UsageError(`--pause takes milliseconds. Usage: parley ${USAGE}`)
  const config = loadConfig(io.env)
  const service = await ensureService(config, io)
  try {
    const key = await createKey(config)
    printLine(io.stdout, `user ${EMAIL} and a key ${key.slice(0, 11)}…`)
    const onAway = (): void => printLine(io.stdout, '(the service is away; waiting for it)')
    const api = createApiClient({ url: () => readUrl(config), key, onAway })
    const clientId = await ensureClient(api)
    printLine(io.stdout, `client ${clientId} on the sandbox network`)
    await pair(api, clientId, config, io)
    await publishFlows(api, clientId, io)
    await runStories(api, clientId, config, io, pauseMs)
    printLine(io.stdout, '\nThat is all. The client, its flows and its conversations stay as they are.')
    return 0
  } finally {
    await service.stop()
  }
}
