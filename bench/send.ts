import { API_PREFIX } from '../src/contract/operation.ts'
import {
  alternateRounds,
  createPoster,
  medianRatio,
  type Poster,
  runLoad,
  summarizeLoads,
} from './support/load.ts'
import { openStage, type Stage } from './support/stage.ts'

/** `chat.sendMessage` over HTTP at 10 in flight, beside bare Baileys with keys in memory behind HTTP. */
const IN_FLIGHT = 10
const SENDS_A_ROUND = 400
const WARM_UP_SENDS = 100
const ROUNDS = 5
const CALLS_A_KEY = 900
const CONTACT = '5511955550000'

function createSenders(stage: Stage, poster: Poster) {
  const floorUrl = new URL('/send', stage.floor.url)
  const parleyUrl = new URL(`${API_PREFIX}/chat/sendMessage`, stage.parley.url)
  let calls = 0
  return {
    async floor(n: number): Promise<void> {
      const body = JSON.stringify({ to: `${CONTACT}@s.whatsapp.net`, text: `hello number ${n}` })
      await poster.post(floorUrl, {}, body)
    },
    async parley(n: number): Promise<void> {
      const key = stage.keys[Math.floor(calls++ / CALLS_A_KEY) + 1] ?? ''
      const body = JSON.stringify({
        clientId: stage.clientId,
        target: CONTACT,
        message: { text: `hello number ${n}` },
      })
      const text = await poster.post(parleyUrl, { 'x-api-key': key }, body)
      if (!text.includes('"type":"success"')) throw new Error(`Parley answered ${text}`)
    },
  }
}

/** Each figure is the median of the rounds. */
export async function benchSend(): Promise<Record<string, unknown>> {
  const total = WARM_UP_SENDS + ROUNDS * SENDS_A_ROUND
  const stage = await openStage({ keyCount: 2 + Math.ceil(total / CALLS_A_KEY) })
  const poster = createPoster(IN_FLIGHT)
  try {
    const contact = stage.sandbox.contact(CONTACT)
    const warmUp = { calls: WARM_UP_SENDS, inFlight: IN_FLIGHT }
    const size = { calls: SENDS_A_ROUND, inFlight: IN_FLIGHT }
    const senders = createSenders(stage, poster)
    await runLoad(stage.floor, warmUp, senders.floor)
    await runLoad(stage.parley, warmUp, senders.parley)
    const loads = await alternateRounds(ROUNDS, {
      floor: () => runLoad(stage.floor, size, senders.floor),
      parley: () => runLoad(stage.parley, size, senders.parley),
    })
    const received = await stage.sandbox.waitFor(
      () => contact.inbox.length >= 2 * total && contact.inbox.length,
      30_000,
    )
    if (contact.errors.length > 0) throw new Error(`${contact.errors.length} messages could not be decrypted`)
    return {
      bench: 'send',
      inFlight: IN_FLIGHT,
      rounds: ROUNDS,
      sendsARound: SENDS_A_ROUND,
      received,
      floor: summarizeLoads(loads.floor),
      parley: summarizeLoads(loads.parley),
      throughputRatio: medianRatio(loads, 'perSecond'),
      p99Ratio: medianRatio(loads, 'p99Ms'),
      mark: 'throughput ratio at least 0.8, p99 ratio at most 2',
    }
  } finally {
    poster.close()
    await stage.close()
  }
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await benchSend(), null, 2)}\n`)
