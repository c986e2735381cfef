import { Agent, request } from 'node:http'
import { median, percentile, round } from './statistics.ts'
import type { Subject } from './subject.ts'

/** What a subject did under load: calls a second, how long they took, and the processor time of each. */
export interface Load {
  perSecond: number
  p50Ms: number
  p99Ms: number
  cpuMsPerCall: number
  databaseCpuMsPerCall: number
}

export interface Poster {
  /** Resolves with the body; rejects when the answer is not 200. */
  post(url: URL, headers: Record<string, string>, body: string): Promise<string>
  close(): void
}

/** Posts JSON over at most `maxSockets` connections, which are kept. */
export function createPoster(maxSockets: number): Poster {
  const agent = new Agent({ keepAlive: true, maxSockets })
  return {
    post: (url, headers, body) =>
      new Promise((resolve, reject) => {
        const options = {
          method: 'POST',
          agent,
          headers: { 'content-type': 'application/json', ...headers },
        }
        const req = request(url, options, (res) => {
          let text = ''
          res.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk
          })
          res.on('end', () =>
            res.statusCode === 200
              ? resolve(text)
              : reject(new Error(`${url.pathname} answered ${res.statusCode} ${text}`)),
          )
        })
        req.on('error', reject)
        req.end(body)
      }),
    close: () => agent.destroy(),
  }
}

/** Does the work, which tells how long each of its calls took, in milliseconds. */
export async function measureLoad(
  subject: Subject,
  work: (took: (ms: number) => void) => Promise<void>,
): Promise<Load> {
  const latencies: number[] = []
  const cpuBefore = subject.cpuMs()
  const databaseCpuBefore = subject.databaseCpuMs()
  const startedAt = performance.now()
  await work((ms) => void latencies.push(ms))
  const seconds = (performance.now() - startedAt) / 1000
  const calls = latencies.length
  return {
    perSecond: calls / seconds,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    cpuMsPerCall: (subject.cpuMs() - cpuBefore) / calls,
    databaseCpuMsPerCall: (subject.databaseCpuMs() - databaseCpuBefore) / calls,
  }
}

/** Makes so many calls, so many of them at a time. */
export async function runLoad(
  subject: Subject,
  { calls, inFlight }: { calls: number; inFlight: number },
  callOne: (n: number) => Promise<void>,
): Promise<Load> {
  return await measureLoad(subject, async (took) => {
    let next = 0
    const callNext = async (): Promise<void> => {
      while (next < calls) {
        const n = next++
        const calledAt = performance.now()
        await callOne(n)
        took(performance.now() - calledAt)
      }
    }
    await Promise.all(Array.from({ length: inFlight }, callNext))
  })
}

export interface RoundsOfBoth {
  floor: Load[]
  parley: Load[]
}

/** Rounds of the two alternate, so that what else the machine does falls on both alike. */
export async function alternateRounds(
  rounds: number,
  { floor, parley }: Record<keyof RoundsOfBoth, () => Promise<Load>>,
): Promise<RoundsOfBoth> {
  const loads: RoundsOfBoth = { floor: [], parley: [] }
  for (let n = 0; n < rounds; n += 1) {
    loads.floor.push(await floor())
    loads.parley.push(await parley())
  }
  return loads
}

/** The median of each figure over the rounds. */
export function summarizeLoads(loads: readonly Load[]): Load {
  const of = (figure: keyof Load, digits = 2) => round(median(loads.map((load) => load[figure])), digits)
  return {
    perSecond: of('perSecond', 0),
    p50Ms: of('p50Ms'),
    p99Ms: of('p99Ms'),
    cpuMsPerCall: of('cpuMsPerCall'),
    databaseCpuMsPerCall: of('databaseCpuMsPerCall'),
  }
}

/** The median of the ratios of one figure, round by round, the second to the first. */
export function medianRatio({ floor, parley }: RoundsOfBoth, figure: keyof Load): number {
  return round(median(floor.map((load, i) => (parley[i]?.[figure] ?? Number.NaN) / load[figure])))
}
