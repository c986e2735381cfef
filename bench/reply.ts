import { alternateRounds, type Load, measureLoad, medianRatio, summarizeLoads } from './support/load.ts'
import { openStage, type Stage } from './support/stage.ts'
import { round } from './support/statistics.ts'
import type { Subject } from './support/subject.ts'

/** How fast a flow answers what contacts write, beside a bare echo bot on the same network. */
const CONTACTS = 10
const MESSAGES_EACH = 20
const ROUNDS = 5
const ANSWER_WITHIN_MS = 30_000

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
async function runRound(
  stage: Stage,
  subject: Subject,
  number: string,
  name: string,
  contacts: number,
): Promise<Load> {
  const startedAt = performance.now()
  return await measureLoad(subject, async (took) => {
    const converse = async (index: number): Promise<void> => {
      const contact = stage.sandbox.contact(`55119444400${String(index).padStart(2, '0')}`)
      for (let n = 0; n < MESSAGES_EACH; n += 1) {
        const text = `say ${name} ${index} ${n} ${startedAt}`
        const sentAt = performance.now()
        const answered = contact.waitForMessage((message) => message.text === text, ANSWER_WITHIN_MS)
        await contact.sendText(number, text)
        await answered
        took(performance.now() - sentAt)
      }
    }
    await Promise.all(Array.from({ length: contacts }, (_, index) => converse(index)))
  })
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
    const runBoth = (rounds: number, contacts = CONTACTS) =>
      alternateRounds(rounds, {
        floor: () => runRound(stage, stage.floor, stage.numbers.floor, 'floor', contacts),
        parley: () => runRound(stage, stage.parley, stage.numbers.parley, 'parley', contacts),
      })
    // Sessions are made, code is compiled.
    await runBoth(1)
    const loads = await runBoth(ROUNDS)
    const [floor, parley] = [summarizeLoads(loads.floor), summarizeLoads(loads.parley)]
    // Where no other contact's message waits for a core, what is left is how long an answer takes.
    const alone = await runBoth(ROUNDS, 1)
    const [floorAlone, parleyAlone] = [summarizeLoads(alone.floor), summarizeLoads(alone.parley)]
    return {
      bench: 'reply',
      contacts: CONTACTS,
      rounds: ROUNDS,
      floor,
      parley,
      throughputRatio: medianRatio(loads, 'perSecond'),
      p50DifferenceMs: round(parley.p50Ms - floor.p50Ms),
      alone: {
        ...{ floor: floorAlone, parley: parleyAlone },
        p50DifferenceMs: round(parleyAlone.p50Ms - floorAlone.p50Ms),
      },
      mark: 'throughput ratio at least 0.7, p50 at most 10 ms more',
    }
  } finally {
    await stage.close()
  }
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await benchReply(), null, 2)}\n`)
