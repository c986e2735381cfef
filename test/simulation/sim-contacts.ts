import { GROUP_NEWS, type Incoming } from './incoming.ts'
import type { Random } from './random.ts'
import { WORDS } from './random-flows.ts'
import type { Scheduler } from './scheduler.ts'
import type { SimNetwork } from './sim-network.ts'
import type { MemoryStorage } from './storage/memory-storage.ts'
import { isLiveState } from './storage/rows.ts'

export const CONTACTS = [
  '351000000001@s.whatsapp.net',
  '351000000002@s.whatsapp.net',
  '351000000003@s.whatsapp.net',
]

interface World {
  storage: MemoryStorage
  network: SimNetwork
  scheduler: Scheduler
  random: Random
}

/** What people on the other side do. */
export class SimContacts {
  /** How many messages and calls there were. */
  messages = 0
  private readonly ringing: { chat: string; id: string }[] = []
  private readonly storage: MemoryStorage
  private readonly network: SimNetwork
  private readonly scheduler: Scheduler
  private readonly random: Random

  constructor({ storage, network, scheduler, random }: World) {
    this.storage = storage
    this.network = network
    this.scheduler = scheduler
    this.random = random
  }

  private receive(kind: Incoming['kind'], chat: string, text: string, aboutId: string | null = null): void {
    this.messages += 1
    const atSec = Math.floor(this.scheduler.nowMs / 1_000)
    this.network.receive({ id: `m${this.messages}`, kind, chat, text, aboutId, atSec })
  }

  write(kind: 'text' | 'human'): void {
    const { random } = this
    const chat = random.pick(CONTACTS)
    for (let count = random.pick([1, 1, 1, 2, 3]); count > 0; count -= 1) {
      const words = this.isTalking(chat) ? WORDS : ['go', 'start', 'go', random.pick(WORDS)]
      this.receive(kind, chat, random.pick(words))
    }
  }

  private isTalking(chat: string): boolean {
    return this.storage.rows('flowState').some((run) => run.contactJid === chat && isLiveState(run.state))
  }

  vote(): void {
    const chat = this.random.pick(CONTACTS)
    const poll = this.network.shown
      .filter((item) => item.chat === chat && item.content.kind === 'poll')
      .at(-1)
    if (!poll) return this.write('text')
    this.receive('vote', chat, this.random.pick(['Ex', 'Why']), poll.id)
  }

  /** Something happens to somebody in the group, if it can. */
  gather(): void {
    const { random, network } = this
    if (random.chance(0.1)) return network.groups.changeRole()
    const [change, person] = [random.pick(GROUP_NEWS), random.pick(CONTACTS)]
    if (network.groups.happen(change, person)) this.receive('group', person, change)
  }

  /** Somebody calls, or a call of before comes to its end. Of some the network never tells. */
  ring(): void {
    const { random } = this
    const [ringing] = this.ringing
    if (ringing === undefined || random.chance(0.25)) {
      const chat = random.pick(CONTACTS)
      const id = `CALL${this.messages + 1}`
      if (random.chance(0.8)) this.ringing.push({ chat, id })
      return this.receive('call', chat, 'offered', id)
    }
    const end = random.pick(['accepted', 'refused', 'ended', 'ended'])
    if (end !== 'accepted' || random.chance(0.3)) this.ringing.shift()
    this.receive('call', ringing.chat, end, ringing.id)
  }

  /** A contact edits or deletes something it wrote. */
  change(): void {
    const { random } = this
    const texts = this.network.incoming.filter(({ kind }) => kind === 'text')
    if (texts.length === 0) return this.write('text')
    const { chat, id } = random.pick(texts.slice(-6))
    this.receive(random.pick(['edit', 'edit', 'revoke'] as const), chat, random.pick(WORDS), id)
  }
}
