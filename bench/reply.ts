import { openStage, type Stage } from './support/stage.ts'
import { median, percentile, round } from './support/statistics.ts'
import type { Subject } from './support/subject.ts'

/** How fast a flow answers what contacts write, beside a bare echo bot on the same network. */
const CONTACTS = 10
const MESSAGES_EACH = 20
const ROUNDS = 5
const ANSWER_WITHIN_MS = 30_000

interface Round {
  perSecond: number
  p50Ms: number
  p99Ms: number
  cpuMsPerReply: number
  databaseCpuMsPerReply: number
}

const ECHO_FLOW = {
  version: 1,
  name: 'Echo',
  retriggerBehavior: 'restart',
  nodes: [
    {
      id: 't',
      type: 'trigger.keyword',
      position: { x: 0, y: 0 },
      data: { values: ['say'], mode: 'starts_with' },
    },
    {
      id: 's',
      type: 'send.text',
      position: { x: 200, y: 0 },
      data: { text: '{{ message.text }}', typing: 'none' },
    },
  ],
  edges: [{ id: 'e', source: 't', sourceHandle: 'out', target: 's' }],
}

/** Each contact writes, waits for its answer, and writes again. */
async function runRound(stage: Stage, subject: Subject, number: string, name: string): Promise<Round> {
  const latencies: number[] = []
  const cpuBefore = subject.cpuMs()
  const databaseCpuBefore = subject.databaseCpuMs()
  const startedAt = performance.now()
  const converse = async (index: number): Promise<void> => {
    const contact = stage.sandbox.contact(`55119444400${String(index).padStart(2, '0')}`)
    for (let n = 0; n < MESSAGES_EACH; n += 1) {
      const text = `say ${name} ${index} ${n} ${startedAt}`
      const sentAt = performance.now()
      const answered = contact.waitForMessage((message) => message.text === text, ANSWER_WITHIN_MS)
      await contact.say(number, text)
      await answered
      latencies.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: CONTACTS }, (_, index) => converse(index)))
  const replies = CONTACTS * MESSAGES_EACH
  const seconds = (performance.now() - startedAt) / 1000
  return {
    perSecond: replies / seconds,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    cpuMsPerReply: (subject.cpuMs() - cpuBefore) / replies,
    databaseCpuMsPerReply: (subject.databaseCpuMs() - databaseCpuBefore) / replies,
  }
}

function summarize(rounds: readonly Round[]): Round {
  return {
    perSecond: round(median(rounds.map((r) => r.perSecond)), 0),
    p50Ms: round(median(rounds.map((r) => r.p50Ms))),
    p99Ms: round(median(rounds.map((r) => r.p99Ms))),
    cpuMsPerReply: round(median(rounds.map((r) => r.cpuMsPerReply))),
    databaseCpuMsPerReply: round(median(rounds.map((r) => r.databaseCpuMsPerReply))),
  }
}

export async function benchReply(): Promise<Record<string, unknown>> {
  const stage = await openStage({ keyCount: 1 })
  try {
    await fetch(new URL('/echo', stage.floor.url), { method: 'POST' })
    const flow = await stage.api.call<{ id: string }>('flows.import', {
      ...ECHO_FLOW,
      clientId: stage.clientId,
    })
    await stage.api.call('flows.publish', { id: flow.id })
    const floor: Round[] = []
    const parley: Round[] = []
    for (let n = 0; n < ROUNDS + 1; n += 1) {
      floor.push(await runRound(stage, stage.floor, stage.numbers.floor, 'floor'))
      parley.push(await runRound(stage, stage.parley, stage.numbers.parley, 'parley'))
    }
    // The first round of each warms up: sessions are made, code is compiled.
    const [floorRounds, parleyRounds] = [floor.slice(1), parley.slice(1)]
    const ratios = floorRounds.map((f, i) => (parleyRounds[i]?.perSecond ?? 0) / f.perSecond)
    const summary = { floor: summarize(floorRounds), parley: summarize(parleyRounds) }
    return {
      bench: 'reply',
      contacts: CONTACTS,
      rounds: ROUNDS,
      ...summary,
      throughputRatio: round(median(ratios)),
      p50DifferenceMs: round(summary.parley.p50Ms - summary.floor.p50Ms),
      mark: 'throughput ratio at least 0.7, p50 at most 10 ms more',
    }
  } finally {
    await stage.close()
  }
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await benchReply(), null, 2)}\n`)
