import { expect, test } from 'vitest'
import { createRandom, type Random } from '../../../test/simulation/random.ts'
import { OurSide, type Sealed, TheirSide } from '../../../test/support/two-parties.ts'

/** All of it: SCHEDULES=100000 npx vitest run --project simulation two-parties; the seed of a failure: FIRST_SEED=n SCHEDULES=1. */
const SCHEDULES = Number(process.env.SCHEDULES ?? 150)
const FIRST_SEED = Number(process.env.FIRST_SEED ?? 1)

const LENGTH_MS = 1_200
const MAX_DELAY_MS = 300
const MAX_ANSWERS = 12

type Side = 'us' | 'them'
type Act = 'say' | 'renew' | 'restart' | 'cut'

/** How often each act is in a schedule, one for each time it stands here. */
const ACTS: readonly Act[] = ['say', 'say', 'say', 'say', 'say', 'say', 'renew', 'renew', 'restart', 'cut']

interface Flying extends Sealed {
  id: string
  text: string
  dueAt: number
}

/** One way between the two: what was sent first is there first. */
class Way {
  readonly sent: string[] = []
  readonly flying: Flying[] = []
  last: Flying | undefined
  private lastDueAt = 0
  private readonly chance: Random

  constructor(chance: Random) {
    this.chance = chance
  }

  put(now: number, text: string, sealed: Sealed): void {
    this.lastDueAt = Math.max(this.lastDueAt, now + this.chance.int(0, MAX_DELAY_MS))
    this.flying.push({ ...sealed, id: `M${this.flying.length}-${text}`, text, dueAt: this.lastDueAt })
  }
}

/** Two people who write to each other for a second, by chance. Answers what could not be read. */
class Conversation {
  readonly us = new OurSide()
  readonly them: TheirSide
  readonly unreadable: string[] = []
  readonly ways: Record<Side, Way>
  private readonly chance: Random
  private sent = 0
  private answers = 0

  constructor(seed: number) {
    this.chance = createRandom(seed)
    this.ways = { us: new Way(this.chance.fork()), them: new Way(this.chance.fork()) }
    this.them = new TheirSide(Buffer.from(Array.from({ length: 32 }, () => this.chance.int(0, 255))))
  }

  async play(): Promise<void> {
    await this.us.prepare()
    const acts = Array.from({ length: this.chance.int(4, 14) }, () => ({
      at: this.chance.int(0, LENGTH_MS),
      side: this.chance.pick(['us', 'them'] as const),
      act: this.chance.pick(ACTS),
    })).sort((a, b) => a.at - b.at)
    for (;;) {
      const [act] = acts
      const way = this.nextWay()
      const dueAt = way?.flying[0]?.dueAt ?? Number.POSITIVE_INFINITY
      if (act && act.at <= dueAt) await this.do(acts.shift() ?? act)
      else if (way) await this.arrive(way)
      else return
    }
  }

  private nextWay(): Way | undefined {
    const dueAt = ({ flying: [first] }: Way): number => first?.dueAt ?? Number.POSITIVE_INFINITY
    const way = dueAt(this.ways.us) <= dueAt(this.ways.them) ? this.ways.us : this.ways.them
    return way.flying.length ? way : undefined
  }

  private seal(side: Side, text: string): Promise<Sealed> {
    return side === 'us' ? this.us.seal(text, this.them) : this.them.seal(text, this.us)
  }

  private async send(side: Side, now: number): Promise<void> {
    const text = `${side} ${this.sent++}`
    this.ways[side].sent.push(text)
    this.ways[side].put(now, text, await this.seal(side, text))
  }

  private async do({ side, act, at }: { side: Side; act: Act; at: number }): Promise<void> {
    if (act === 'say') await this.send(side, at)
    if (act === 'renew') await (side === 'us' ? this.us.renew(this.them) : this.them.renew(this.us))
    if (act === 'restart') (side === 'us' ? this.us : this.them).restart()
    if (act === 'cut') await this.cut(at)
  }

  /**
   * A connection ends: what we sent last did not arrive and is encrypted again, what they sent last is told again.
   */
  private async cut(now: number): Promise<void> {
    const { us, them } = this.ways
    const lost = us.flying.splice(this.chance.int(0, us.flying.length))
    for (const { text } of lost) us.put(now, text, await this.seal('us', text))
    if (them.last) them.flying.unshift({ ...them.last, dueAt: now })
  }

  private async arrive(way: Way): Promise<void> {
    const message = way.flying.shift()
    if (!message) return
    const isOurs = way === this.ways.us
    try {
      await (isOurs ? this.them.read(message) : this.us.read(message.id, message))
    } catch (error) {
      this.unreadable.push(`${message.text}: ${error}`)
    }
    const isNew = way.last?.id !== message.id
    way.last = message
    if (!isNew || this.answers >= MAX_ANSWERS || !this.chance.chance(isOurs ? 0.3 : 0.7)) return
    this.answers += 1
    await this.send(isOurs ? 'them' : 'us', message.dueAt)
  }
}

test(`in ${SCHEDULES} conversations with delays, crossing sessions, restarts and losses every message is read the first time, in order`, {
  timeout: 60_000 + SCHEDULES * 200,
}, async () => {
  const counts = { schedules: 0, messages: 0, unreadable: 0, outOfOrder: 0 }
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SCHEDULES; seed += 1) {
    const conversation = new Conversation(seed)
    await conversation.play()
    const { us, them, ways, unreadable } = conversation
    counts.schedules += 1
    counts.messages += ways.us.sent.length + ways.them.sent.length
    counts.unreadable += unreadable.length
    const isInOrder =
      them.received.join() === ways.us.sent.join() && us.received.join() === ways.them.sent.join()
    if (!isInOrder) counts.outOfOrder += 1
    const seen = { seed, unreadable, read: them.received, receivedTexts: us.received }
    expect(seen).toEqual({ seed, unreadable: [], read: ways.us.sent, receivedTexts: ways.them.sent })
  }
  if (process.env.SCHEDULES) process.stdout.write(`${JSON.stringify(counts)}\n`)
})
