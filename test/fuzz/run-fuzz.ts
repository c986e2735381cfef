import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import path from 'node:path'
import { FILES_PATH } from '../../src/api/pages/files.ts'
import { API_PREFIX } from '../../src/contract/operation.ts'
import { createRandom, type Random } from '../simulation/random.ts'
import { buildValidInputs } from '../support/valid-inputs.ts'
import type { Credentials, FuzzWorld } from './fuzz-world.ts'
import { createKnownIds } from './known-ids.ts'
import { makeLongRequest } from './long-requests.ts'
import { createMemoryWatch, type MemoryReport } from './memory-watch.ts'
import { buildRawRequest, type PlainRequest } from './raw-requests.ts'
import { createValueMaker, type Schema } from './schema-values.ts'
import { NO_ANSWER, type Outcome, sendAndHangUp, sendPlain, sendRaw, TOO_SLOW } from './send.ts'

interface Operation {
  name: string
  path: string
  schema: Schema
}

export interface Failure {
  at: number
  operation: string
  status: number
  request: string
  answer: string
}

export interface FuzzReport {
  requests: number
  seed: number
  seconds: number
  /** How often each status came; 0 is a connection that ended without one, -1 one that took too long, -2 one that was hung up. */
  statuses: Record<string, number>
  /** How many operations there are. */
  operations: number
  /** Operations that never answered 200. */
  neverSucceeded: string[]
  /** Operations of which no request was answered 200, nor refused for what the service has or does just now. */
  neverReached: string[]
  slow: Record<string, number>
  failures: Failure[]
  memory: MemoryReport
  /** Megabytes after a full collection: at the start, after a third and at the end. */
  settledHeapMb: number[]
}

export interface FuzzOptions {
  requests: number
  seed: number
  concurrency: number
  onProgress?(done: number, failures: number): void
  /** Asked at the start, after a third and at the end. */
  readSettledHeap?(): Promise<number>
  /** Done once half of the requests were sent, while the others go on. */
  disturb?(): Promise<void>
}

const DOCUMENT = path.join(import.meta.dirname, '../../docs/openapi.json')
const TIMEOUT_MS = 15_000
const RESTORE_EVERY = 1_000
const SHOWN_CHARS = 600
const HUNG_UP_SHARE = 0.1
/** On this machine an answer is there in less; most are hung up long before. */
const HUNG_UP_WITHIN_MS = 15
const OTHER_PATHS = [
  ...['/', '/health', '/ready', '/metrics', API_PREFIX, '/openapi.json', '/clients', '/assets/x.js'],
  ...[`${FILES_PATH}00000000-0000-4000-8000-000000000000`, `${API_PREFIX}/nothing`],
]
const AUTH_PATHS = [
  'sign-in/email',
  'sign-up/email',
  'get-session',
  'update-user',
  'change-password',
  'list-sessions',
]

function readOperations() {
  const document = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as {
    paths: Record<string, { post: { requestBody?: { content: { 'application/json': { schema: Schema } } } } }>
    components: { schemas: Record<string, Schema> }
  }
  const posted = Object.entries(document.paths).filter(([, item]) => 'post' in item)
  const operations = posted.map(([route, { post }]): Operation => {
    const schema = post.requestBody?.content['application/json'].schema ?? { type: 'object' }
    return { name: route.slice(1).replaceAll('/', '.'), path: API_PREFIX + route, schema }
  })
  return { operations, components: document.components.schemas }
}

/** Whether an answer tells that something is broken here, rather than that the request was. */
function isBroken({ status, text }: Outcome): boolean {
  if (status === 503) return !text.includes('"reason"') && !text.includes('database')
  if (status === 504) return false
  return status >= 500 || /HTTP\/1\.1 500/.test(text.slice(0, 100))
}

/** Such a refusal is given after the request was read, its sender let in and its input found right. */
const isPastChecks = (answer: unknown): boolean =>
  ['NOT_FOUND', 'CONFLICT', 'SERVICE_UNAVAILABLE'].includes(
    String((answer as { code?: unknown } | null)?.code),
  )

function chooseCaller(world: FuzzWorld, random: Random, operation: string): Credentials {
  const turn = random.next()
  if (turn < 0.03) return []
  if (operation.startsWith('proxy.') && turn < 0.97) return random.pick(world.owners)
  const forPeople = /^(keys\.(create|revoke)|users|sessions|workspaces|invitations)/.test(operation)
  if (turn < (forPeople ? 0.6 : 0.08)) return random.pick(world.sessions)
  if (turn < 0.12) return random.pick(world.strangers)
  return turn < 0.25 ? random.pick(world.admins) : random.pick(world.owners)
}

function createRequestMaker(world: FuzzWorld, random: Random) {
  const { operations, components } = readOperations()
  const known = createKnownIds(world.things)
  const makers = new Map(
    operations.map(({ name }) => [name, createValueMaker(random, components, known.knownFor(name))] as const),
  )
  const [clientId = '', flowId = ''] = [world.things.clientIds[0], world.things.flowIds[0]]
  const usualInputs = buildValidInputs({ clientId, flowId, flowStateId: flowId, keyId: flowId })
  const toPlain = (operation: string, path_: string, method: string, body: unknown): PlainRequest => {
    const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '')
    const caller = chooseCaller(world, random, operation)
    const headers: [string, string][] = [
      ['host', new URL(world.service.url).host],
      ['content-type', 'application/json'],
    ]
    if (random.chance(0.05)) headers.push(['idempotency-key', `fuzz-${random.int(0, 50)}`])
    return {
      method,
      path: path_,
      headers: [...headers, ...caller.map(([a, b]): [string, string] => [a, b])],
      body: Buffer.from(text),
    }
  }

  function makeOther(): { operation: string; plain: PlainRequest } {
    if (random.chance(0.6)) {
      const route = random.pick(OTHER_PATHS)
      return { operation: route, plain: toPlain('', route, 'GET', '') }
    }
    const route = `/api/auth/${random.pick(AUTH_PATHS)}`
    const body = { email: `fuzz-${random.int(0, 9)}@example.org`, password: 'x'.repeat(9), name: 'x' }
    const maker = makers.values().next().value
    return {
      operation: route,
      plain: toPlain('users.', route, 'POST', maker && random.chance(0.8) ? maker.spoil(body) : body),
    }
  }

  return {
    learn: known.learn,
    /** Every operation comes in turn; a few requests go to the pages beside them. */
    next(at: number) {
      if (random.chance(0.04)) return makeOther()
      const operation = operations[at % operations.length]
      const maker = operation && makers.get(operation.name)
      if (!operation || !maker) throw new Error('the document has no operations')
      const usual = usualInputs[operation.name]
      let value = usual && random.chance(0.4) ? maker.fill(usual) : maker.make(operation.schema)
      for (let spoils = random.pick([0, 0, 0, 1, 1, 2]); spoils > 0; spoils -= 1) value = maker.spoil(value)
      return { operation: operation.name, plain: toPlain(operation.name, operation.path, 'POST', value) }
    },
    nextToHangUp(at: number): PlainRequest {
      if (random.chance(0.4)) return this.next(at).plain
      const { operation, path: route, method, body } = makeLongRequest(random, world.things.fileId)
      return toPlain(operation, route, method, body)
    },
    operations: operations.map(({ name }) => name),
  }
}

const parseAnswer = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const count = (counts: Record<string, number>, name: string | number): void => {
  counts[name] = (counts[name] ?? 0) + 1
}

/** Sends random requests to a running service, half of them shaped by the document and a quarter as spoiled bytes. */
export async function runFuzz(world: FuzzWorld, options: FuzzOptions): Promise<FuzzReport> {
  const { requests, seed, concurrency } = options
  const random = createRandom(seed)
  const maker = createRequestMaker(world, random)
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  const memory = createMemoryWatch(world.service.url)
  const statuses: Record<string, number> = {}
  const slow: Record<string, number> = {}
  const failures: Failure[] = []
  const succeeded = new Set<string>()
  const reached = new Set<string>()
  const startedAt = performance.now()
  const settledHeapMb: number[] = []
  let next = 0

  async function noteHeap(): Promise<void> {
    if (options.readSettledHeap) settledHeapMb.push(await options.readSettledHeap())
  }

  async function hangUp(at: number): Promise<void> {
    const afterMs = random.next() ** 2 * HUNG_UP_WITHIN_MS
    const { status } = await sendAndHangUp(world.service.url, maker.nextToHangUp(at), afterMs)
    count(statuses, status)
  }

  async function sendOne(at: number): Promise<void> {
    const { operation, plain } = maker.next(at)
    const isRaw = random.chance(0.3)
    const bytes = isRaw ? buildRawRequest(plain, random) : plain.body
    const outcome = isRaw
      ? await sendRaw(world.service.url, bytes, TIMEOUT_MS)
      : await sendPlain(world.service.url, agent, plain, TIMEOUT_MS)
    count(statuses, outcome.status)
    const answer = parseAnswer(outcome.text)
    if (outcome.status === 200) {
      succeeded.add(operation)
      maker.learn(operation, answer)
    }
    if (outcome.status === 200 || isPastChecks(answer)) reached.add(operation)
    if (outcome.status === TOO_SLOW) count(slow, operation)
    const isLost = outcome.status === NO_ANSWER && !isRaw
    if (!isLost && !isBroken(outcome)) return
    const shown = bytes.subarray(0, SHOWN_CHARS).toString('latin1')
    failures.push({
      at,
      operation,
      status: outcome.status,
      request: shown,
      answer: outcome.text.slice(0, SHOWN_CHARS),
    })
  }

  async function work(): Promise<void> {
    while (next < requests) {
      const at = next
      next += 1
      if (at === Math.floor(requests / 3)) await noteHeap()
      if (at === Math.floor(requests / 2)) await options.disturb?.()
      if (at % RESTORE_EVERY === RESTORE_EVERY - 1) {
        await world.restore().catch(() => undefined)
        await memory.look()
        options.onProgress?.(at + 1, failures.length)
      }
      await (random.chance(HUNG_UP_SHARE) ? hangUp(at) : sendOne(at))
    }
  }

  await world.restore()
  await noteHeap()
  await Promise.all(Array.from({ length: concurrency }, work))
  agent.destroy()
  await noteHeap()
  const neverSucceeded = maker.operations.filter((name) => !succeeded.has(name))
  const neverReached = maker.operations.filter((name) => !reached.has(name))
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  const operations = maker.operations.length
  const counted = {
    requests,
    seed,
    seconds,
    statuses,
    operations,
    neverSucceeded,
    neverReached,
    slow,
    failures,
  }
  return { ...counted, memory: await memory.report(), settledHeapMb }
}
