import { Agent, request } from 'node:http'
import { API_PREFIX } from '../src/contract/operation.ts'
import { openStage, type Stage } from './support/stage.ts'
import { median, percentile, round } from './support/statistics.ts'
import type { Subject } from './support/subject.ts'

/** `chat.sendMessage` over HTTP at 10 in flight, beside bare Baileys with keys in memory behind HTTP. */
const IN_FLIGHT = 10
const SENDS_A_ROUND = 400
const WARM_UP_SENDS = 100
const ROUNDS = 5
const CALLS_A_KEY = 900
const CONTACT = '5511955550000'

interface Round {
  perSecond: number
  p50Ms: number
  p99Ms: number
  cpuMsPerSend: number
  databaseCpuMsPerSend: number
}

const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT })

function post(
  url: URL,
  headers: Record<string, string>,
  body: string,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const req = request(
      url,
      { method: 'POST', agent, headers: { 'content-type': 'application/json', ...headers } },
      (res) => {
        let text = ''
        res.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk
        })
        res.on('end', () => resolve({ status: res.statusCode ?? 0, text }))
      },
    )
    req.on('error', reject)
    req.end(body)
  })
}

async function runRound(
  subject: Subject,
  sends: number,
  sendOne: (n: number) => Promise<void>,
): Promise<Round> {
  const latencies: number[] = []
  let next = 0
  const cpuBefore = subject.cpuMs()
  const databaseCpuBefore = subject.databaseCpuMs()
  const startedAt = performance.now()
  const lane = async (): Promise<void> => {
    while (next < sends) {
      const n = next++
      const sentAt = performance.now()
      await sendOne(n)
      latencies.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane))
  const seconds = (performance.now() - startedAt) / 1000
  return {
    perSecond: sends / seconds,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    cpuMsPerSend: (subject.cpuMs() - cpuBefore) / sends,
    databaseCpuMsPerSend: (subject.databaseCpuMs() - databaseCpuBefore) / sends,
  }
}

function createSenders(stage: Stage) {
  const floorUrl = new URL('/send', stage.floor.url)
  const parleyUrl = new URL(`${API_PREFIX}/chat/sendMessage`, stage.parley.url)
  let calls = 0
  return {
    async floor(n: number): Promise<void> {
      const body = JSON.stringify({ to: `${CONTACT}@s.whatsapp.net`, text: `hello number ${n}` })
      const { status, text } = await post(floorUrl, {}, body)
      if (status !== 200) throw new Error(`the floor answered ${status} ${text}`)
    },
    async parley(n: number): Promise<void> {
      const key = stage.keys[Math.floor(calls++ / CALLS_A_KEY) + 1] ?? ''
      const body = JSON.stringify({
        clientId: stage.clientId,
        target: CONTACT,
        message: { text: `hello number ${n}` },
      })
      const { status, text } = await post(parleyUrl, { 'x-api-key': key }, body)
      if (status !== 200 || !text.includes('"type":"success"'))
        throw new Error(`Parley answered ${status} ${text}`)
    },
  }
}

function summarize(rounds: readonly Round[]): Round {
  return {
    perSecond: round(median(rounds.map((r) => r.perSecond)), 0),
    p50Ms: round(median(rounds.map((r) => r.p50Ms))),
    p99Ms: round(median(rounds.map((r) => r.p99Ms))),
    cpuMsPerSend: round(median(rounds.map((r) => r.cpuMsPerSend))),
    databaseCpuMsPerSend: round(median(rounds.map((r) => r.databaseCpuMsPerSend))),
  }
}

/** Rounds alternate, so that what else the machine does falls on both alike; each figure is the median of the rounds. */
export async function benchSend(): Promise<Record<string, unknown>> {
  const total = WARM_UP_SENDS + ROUNDS * SENDS_A_ROUND
  const stage = await openStage({ keyCount: 2 + Math.ceil(total / CALLS_A_KEY) })
  try {
    const contact = stage.sandbox.contact(CONTACT)
    const senders = createSenders(stage)
    await runRound(stage.floor, WARM_UP_SENDS, senders.floor)
    await runRound(stage.parley, WARM_UP_SENDS, senders.parley)
    const floor: Round[] = []
    const parley: Round[] = []
    for (let n = 0; n < ROUNDS; n += 1) {
      floor.push(await runRound(stage.floor, SENDS_A_ROUND, senders.floor))
      parley.push(await runRound(stage.parley, SENDS_A_ROUND, senders.parley))
    }
    const received = await stage.sandbox.waitFor(
      () => contact.inbox.length >= 2 * total && contact.inbox.length,
      30_000,
    )
    if (contact.errors.length > 0) throw new Error(`${contact.errors.length} messages could not be decrypted`)
    const ratios = floor.map((f, i) => (parley[i]?.perSecond ?? 0) / f.perSecond)
    const p99Ratios = floor.map((f, i) => (parley[i]?.p99Ms ?? 0) / f.p99Ms)
    return {
      bench: 'send',
      inFlight: IN_FLIGHT,
      rounds: ROUNDS,
      sendsARound: SENDS_A_ROUND,
      received,
      floor: summarize(floor),
      parley: summarize(parley),
      throughputRatio: round(median(ratios)),
      p99Ratio: round(median(p99Ratios)),
      mark: 'throughput ratio at least 0.8, p99 ratio at most 2',
    }
  } finally {
    agent.destroy()
    await stage.close()
  }
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await benchSend(), null, 2)}\n`)
