import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSandbox } from '../sandbox/index.ts'
import { createApiClient } from '../src/bin/demo/api-client.ts'
import { API_PREFIX } from '../src/contract/operation.ts'
import { ModelServer } from '../test/support/model-server.ts'
import { createPoster, type Poster } from './support/load.ts'
import { pairParley, prepareAccount } from './support/stage.ts'
import { median, percentile, round } from './support/statistics.ts'
import { startSubject } from './support/subject.ts'

/**
 * So many contacts at once ask a flow whose model takes five seconds: how long `server.ping` takes meanwhile beside at rest, what the
 * process grows by, and when the last contact has its answer. BENCH_CONTACTS and BENCH_THINKS_MS set how many and how long.
 */
const CONTACTS = Number(process.env.BENCH_CONTACTS ?? 100)
const THINKS_MS = Number(process.env.BENCH_THINKS_MS ?? 5_000)
const ROUNDS = 3
const PINGS_A_SECOND = 50
const REST_MS = 15_000
const ANSWER_WITHIN_MS = 240_000
/** A key may make a thousand calls an hour. */
const CALLS_A_KEY = 900
const KEYS = 12
/** So many wait for the model when nothing else goes on. */
const WAITING = Math.ceil(CONTACTS * 0.9)
const MIB = 1_048_576

const ROOT = path.join(import.meta.dirname, '..')
const NUMBER = '5511900000002'

const AT = { position: { x: 0, y: 0 } }
const ASK_FLOW = {
  version: 1,
  name: 'Ask',
  retriggerBehavior: 'restart',
  nodes: [
    { ...AT, id: 't', type: 'trigger.keyword', data: { values: ['ask'], mode: 'starts_with' } },
    { ...AT, id: 'a', type: 'ai', data: { system: 'You repeat what you hear.', historyTurns: 6 } },
    { ...AT, id: 'e', type: 'send.text', data: { text: 'error {{ node.a.error }}', typing: 'none' } },
  ],
  edges: [
    { id: '1', source: 't', sourceHandle: 'out', target: 'a' },
    { id: '2', source: 'a', sourceHandle: 'error', target: 'e' },
  ],
}

interface Ping {
  ms: number
  /** Nothing went on but that nine of ten waited for the model. */
  isWaiting: boolean
}

/** Pings at a steady pace until it is stopped, whatever the answers take. */
function startPings(poster: Poster, url: URL, nextKey: () => string, isWaiting: () => boolean) {
  const times: Ping[] = []
  const open = new Set<Promise<void>>()
  const ping = async (): Promise<void> => {
    const calledAt = performance.now()
    const hasWaited = isWaiting()
    await poster.post(url, { 'x-api-key': nextKey() }, '{}')
    times.push({ ms: performance.now() - calledAt, isWaiting: hasWaited && isWaiting() })
  }
  const timer = setInterval(() => {
    const one = ping().finally(() => open.delete(one))
    open.add(one)
  }, 1_000 / PINGS_A_SECOND)
  return async (): Promise<Ping[]> => {
    clearInterval(timer)
    await Promise.all(open)
    return times
  }
}

function summarize(pings: readonly Ping[]) {
  const times = pings.map(({ ms }) => ms)
  return {
    pings: times.length,
    p50Ms: round(percentile(times, 0.5)),
    p99Ms: round(percentile(times, 0.99)),
    maxMs: round(Math.max(...times)),
  }
}

const toMib = (bytes: number): number => round(bytes / MIB)

/** A service with one client whose flow asks a model of this process. */
async function openAiStage() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'parley-bench-'))
  const sandbox = await startSandbox({})
  const model = new ModelServer()
  await model.listen()
  const most = { underWay: 0 }
  model.answerAlways(({ messages }) => {
    most.underWay = Math.max(most.underWay, model.open)
    const said = String(messages.findLast(({ role }) => role === 'user')?.content)
    return { kind: 'slow', ms: THINKS_MS, content: `heard ${said.split('\n').at(-1)}` }
  })
  const env = {
    NETWORK_URL: sandbox.wsUrl,
    NETWORK_ROOT_KEY: sandbox.rootKeyHex,
    NETWORK_ROOT_SERIAL: String(sandbox.rootSerial),
    ...{ OUTBOUND_ALLOW: '127.0.0.1', DATA_DIR: dataDir, PORT: '0' },
  }
  const parley = await startSubject(path.join(ROOT, 'src/bin/parley.ts'), ['start'], env, dataDir)
  const { clientId, keys } = await prepareAccount(dataDir, KEYS)
  const api = createApiClient({ url: () => parley.url, key: keys[0] ?? '', onAway: () => undefined })
  await pairParley(api, clientId, sandbox)
  await api.call('models.set', {
    ...{ name: 'default', provider: 'openai-compatible', baseUrl: model.url, modelId: 'test-model' },
  })
  const { id } = await api.call<{ id: string }>('flows.import', { ...ASK_FLOW, clientId })
  await api.call('flows.publish', { id })
  /** All write at once; answers how long after the first was sent each had its answer. */
  const ask = async (name: string): Promise<number[]> => {
    const startedAt = performance.now()
    return await Promise.all(
      Array.from({ length: CONTACTS }, async (_, index) => {
        const contact = sandbox.contact(`5511955${String(index).padStart(6, '0')}`)
        const text = `ask ${name} ${index}`
        const answered = contact.waitForMessage((one) => one.text === `heard ${text}`, ANSWER_WITHIN_MS)
        await contact.sendText(NUMBER, text)
        await answered
        return performance.now() - startedAt
      }),
    )
  }
  const close = async (): Promise<void> => {
    await parley.stop()
    await model.close()
    await sandbox.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { parley, model, most, keys, ask, close }
}

type AiStage = Awaited<ReturnType<typeof openAiStage>>

/** Rounds at rest and under load, one after the other. */
async function measureRounds({ parley, model, keys, ask }: AiStage, poster: Poster) {
  const pingUrl = new URL(`${API_PREFIX}/server/ping`, parley.url)
  let calls = 0
  const nextKey = () => keys[1 + (Math.floor(calls++ / CALLS_A_KEY) % (KEYS - 1))] ?? ''
  const isWaiting = () => model.open >= WAITING
  const cpuMs = () => parley.cpuMs() + parley.databaseCpuMs()
  const rest: Ping[] = []
  const load: Ping[] = []
  const cpu: number[] = []
  const lastAnswers: number[] = []
  const sizes: { beforeMb: number; peakMb: number; afterMb: number }[] = []
  for (let n = 0; n < ROUNDS; n += 1) {
    const stopAtRest = startPings(poster, pingUrl, nextKey, () => false)
    await sleep(REST_MS)
    rest.push(...(await stopAtRest()))
    const beforeMb = toMib(parley.memoryBytes())
    parley.forgetPeak()
    const stopUnderLoad = startPings(poster, pingUrl, nextKey, isWaiting)
    const cpuBefore = cpuMs()
    lastAnswers.push(Math.max(...(await ask(`round-${n}`))))
    cpu.push((cpuMs() - cpuBefore) / CONTACTS)
    load.push(...(await stopUnderLoad()))
    sizes.push({ beforeMb, peakMb: toMib(parley.peakBytes()), afterMb: toMib(parley.memoryBytes()) })
  }
  return { rest, load, cpu, lastAnswers, sizes }
}

async function benchAiLoad(): Promise<Record<string, unknown>> {
  const poster = createPoster(64)
  const stage = await openAiStage()
  try {
    // Sessions are made, the packages of models are loaded, code is compiled.
    await stage.ask('warm-up')
    const { rest, load, cpu, lastAnswers, sizes } = await measureRounds(stage, poster)
    const waiting = load.filter((one) => one.isWaiting)
    return {
      bench: 'ai-load',
      ...{ contacts: CONTACTS, thinksMs: THINKS_MS, rounds: ROUNDS },
      questionsUnderWay: stage.most.underWay,
      lastAnswerMs: round(median(lastAnswers)),
      ping: { rest: summarize(rest), waiting: summarize(waiting), load: summarize(load) },
      // With its share of the pings.
      cpuMsPerAnswer: round(median(cpu)),
      memory: { growthMb: round(Math.max(...sizes.map((one) => one.peakMb - one.beforeMb))), sizes },
    }
  } finally {
    poster.close()
    await stage.close()
  }
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await benchAiLoad(), null, 2)}\n`)
