import { type Address, isGroup } from '../../src/core/addresses.ts'
import { toThrownCause } from '../../src/core/client/status-cause.ts'
import type { WireOrder } from '../../src/core/conversation/message.ts'
import type { SendOutcome } from '../../src/core/conversation/send-outcome.ts'
import type {
  CloseReason,
  CredentialBatch,
  JournalEntry,
  NetworkConnection,
  NetworkEvent,
  OpenOptions,
  OutgoingMessage,
} from '../../src/network/port.ts'
import { noChannels } from '../support/fake-channels.ts'
import { emptyLabels } from '../support/fake-labels.ts'
import { noPersons } from '../support/fake-persons.ts'
import { nobodyPresent } from '../support/fake-presence.ts'
import { emptyProfile } from '../support/fake-profile.ts'
import { openStatuses } from '../support/fake-statuses.ts'
import { type Incoming, toEvent } from './incoming.ts'
import { CALM, type NetworkFaults } from './network-faults.ts'
import type { Scheduler } from './scheduler.ts'
import { SimGroups } from './sim-groups.ts'
import { runIn, type TimerOwner } from './virtual-time.ts'

export interface ShownMessage {
  chat: string
  id: string
  content: Record<string, unknown>
}

interface Link {
  process: TimerOwner
  options: OpenOptions
  socketId: string
  isClosed: boolean
  /** Ids the network has handed to this connection. */
  handed: Set<string>
  /** Messages and acknowledgements that came in on it. */
  arrivals: number
  events: NetworkEvent[]
  isHanding: boolean
  /** Commits that are under way. */
  commits: Set<Promise<void>>
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/**
 * The network with one account: it shows a contact each message id once, keeps what it has for the client until it is
 * confirmed, and gives it again to every new connection.
 */
export class SimNetwork {
  readonly incoming: Incoming[] = []
  readonly shown: ShownMessage[] = []
  faults: NetworkFaults = CALM
  /** Sees each message at its arrival, repeats too. */
  onWire: (message: { id: string; chat: string; process: TimerOwner }) => void = () => {}
  /** Told of the acknowledgement that the first attempt at a message brought. */
  onAcknowledged: (id: string, order: WireOrder) => void = () => {}
  drawId: ((message: OutgoingMessage) => string) | null = null
  readonly groups: SimGroups
  private readonly scheduler: Scheduler
  private readonly known = new Set<string>()
  private readonly tried = new Set<string>()
  private readonly unconfirmed = new Map<string, Incoming>()
  private current: Link | null = null
  private links = 0
  private readonly mayOpen: (process: TimerOwner) => boolean

  constructor(scheduler: Scheduler, mayOpen: (process: TimerOwner) => boolean) {
    this.scheduler = scheduler
    this.mayOpen = mayOpen
    this.groups = new SimGroups(scheduler.random)
  }

  get waiting(): number {
    return this.unconfirmed.size
  }

  calm(): void {
    this.faults = CALM
  }

  receive(incoming: Incoming): void {
    this.incoming.push(incoming)
    this.unconfirmed.set(incoming.id, incoming)
    if (this.current) this.hand(this.current, incoming, true)
  }

  /** The process is no more; the network notices that its connection has ended. */
  cut(process: TimerOwner): void {
    if (this.current?.process !== process) return
    this.current.isClosed = true
    this.current = null
  }

  disconnect(): void {
    if (this.current) void this.close(this.current, 'connection_lost')
  }

  open(process: TimerOwner, options: OpenOptions): NetworkConnection {
    this.links += 1
    const link: Link = {
      ...{ process, options, socketId: `socket-${this.links}`, isClosed: false },
      ...{ handed: new Set<string>(), arrivals: 0, events: [], isHanding: false, commits: new Set() },
    }
    this.later(process, 'login', () => {
      link.options.handlers.onState({ kind: 'connecting' })
      if (!this.mayOpen(process)) void this.close(link, 'connection_lost')
      else void this.login(link)
    })
    return this.createConnection(link)
  }

  private later(owner: TimerOwner | null, what: string, run: () => void): void {
    this.scheduler.add({ owner, what, run: () => (owner ? runIn(owner, run) : run()) })
  }

  /**
   * The host hears of it once what was to be stored is, or cannot be: the next connection reads the journal after that (`end` of
   * `src/network/baileys/connection.ts`).
   */
  private async close(link: Link, reason: CloseReason): Promise<void> {
    if (link.isClosed) return
    link.isClosed = true
    if (this.current === link) this.current = null
    if (link.commits.size > 0) await Promise.allSettled(link.commits)
    const state = { kind: 'closed' as const, reason, cause: toThrownCause(reason), rawCode: null }
    this.later(link.process, `closed: ${reason}`, () => link.options.handlers.onState(state))
  }

  private commit({ options, commits }: Link, batch: CredentialBatch): Promise<void> {
    const commit = options.credentials.commit(batch).finally(() => commits.delete(commit))
    commits.add(commit)
    return commit
  }

  /**
   * What an earlier connection left in the journal comes first: it is read before the network is asked (`connect` of
   * `src/network/baileys/connection.ts`). The newest connection is the account's only one.
   */
  private async login(link: Link): Promise<void> {
    if (link.isClosed) return
    const me = { address: '1@s.whatsapp.net' as Address, lid: null, phoneNumber: '+1', pushName: null }
    try {
      const entries = await link.options.credentials.readJournal()
      if (link.isClosed) return
      this.push(
        link,
        entries.map(({ id, stanza }) => toEvent(JSON.parse(stanza) as Incoming, id)),
      )
      if (!this.mayOpen(link.process)) return this.close(link, 'connection_lost')
      if (this.current) void this.close(this.current, 'replaced')
      this.current = link
      link.options.handlers.onState({ kind: 'open', me })
      for (const incoming of this.unconfirmed.values()) this.hand(link, incoming, false)
    } catch {
      void this.close(link, 'connection_lost')
    }
  }

  private nextOrder(link: Link): WireOrder {
    link.arrivals += 1
    return { connection: link.socketId, n: link.arrivals }
  }

  private hand(link: Link, incoming: Incoming, isLive: boolean): void {
    if (link.isClosed || link.handed.has(incoming.id)) return
    link.handed.add(incoming.id)
    this.later(link.process, `deliver ${incoming.id}`, () => void this.deliver(link, incoming, isLive))
    if (this.scheduler.random.chance(this.faults.duplicate)) {
      this.later(
        link.process,
        `deliver ${incoming.id} again`,
        () => void this.deliver(link, incoming, isLive),
      )
    }
  }

  /** The connector's part: content is committed with its keys, then confirmed, then handed on. */
  private async deliver(link: Link, incoming: Incoming, isLive: boolean): Promise<void> {
    if (link.isClosed) return
    const order = isLive ? this.nextOrder(link) : undefined
    const entry: JournalEntry = {
      id: incoming.id,
      stanza: JSON.stringify(incoming),
      plaintext: new Uint8Array(),
    }
    try {
      await this.commit(link, { journal: [entry] })
    } catch (error) {
      return this.breakDown(link, error)
    }
    this.later(link.process, `confirm ${incoming.id}`, () => {
      if (!link.isClosed) this.unconfirmed.delete(incoming.id)
    })
    this.push(link, [toEvent(incoming, entry.id, order)])
  }

  private push(link: Link, events: readonly NetworkEvent[]): void {
    link.events.push(...events)
    if (!link.isHanding) void this.handOn(link)
  }

  /** One batch at a time, in order; a batch that is not taken is given a few times, then the connection ends. */
  private async handOn(link: Link): Promise<void> {
    link.isHanding = true
    for (let failures = 0; link.events.length > 0 && !link.isClosed; ) {
      const batch = link.events.slice(0, this.scheduler.random.int(1, 3))
      try {
        await link.options.handlers.onEvents(batch)
        link.events.splice(0, batch.length)
        failures = 0
      } catch {
        failures += 1
        if (failures === 3) void this.close(link, 'connection_lost')
      }
    }
    link.isHanding = false
  }

  /** Puts a message on the wire past every connection, for a fault built in on purpose. */
  showNow(process: TimerOwner, { id, chat, content }: ShownMessage): void {
    this.onWire({ id, chat, process })
    if (this.known.has(id)) return
    this.known.add(id)
    this.shown.push({ chat, id, content })
  }

  /** The contact's phone drops an id it has. */
  private show(process: TimerOwner, id: string, message: OutgoingMessage): void {
    this.onWire({ id, chat: message.to, process })
    if (this.known.has(id)) return
    this.known.add(id)
    const content = JSON.parse(decode(message.bytes)) as Record<string, unknown>
    this.shown.push({ chat: message.to, id, content })
    const { random } = this.scheduler
    if (random.chance(this.faults.echo)) this.echo(message.to, id)
    if (!isGroup(message.to) && random.chance(0.3))
      this.later(null, `receipt ${id}`, () => this.deliverReceipt(message.to, id))
  }

  private echo(chat: string, id: string): void {
    const atSec = Math.floor(this.scheduler.nowMs / 1_000)
    this.receive({ id, kind: 'echo', chat, text: 'echo', aboutId: null, atSec })
  }

  private deliverReceipt(chat: Address, id: string): void {
    const link = this.current
    if (!link || link.isClosed) return
    const atSec = Math.floor(this.scheduler.nowMs / 1_000)
    const receipt = { chat, ids: [id], kind: 'delivered' as const, by: { phone: chat, lid: null }, atSec }
    runIn(link.process, () => this.push(link, [{ kind: 'receipt', receipt }]))
  }

  /** The connector's part: nothing goes on the wire before the keys it is encrypted with are stored. */
  private async send(link: Link, message: OutgoingMessage): Promise<SendOutcome> {
    const keys = [{ type: 'session', id: message.to, value: encode(message.id) }]
    try {
      await this.commit(link, { keys })
    } catch (error) {
      this.breakDown(link, error)
      return { kind: 'not_sent', reason: 'not_connected' }
    }
    return new Promise((resolve) => {
      this.later(link.process, `wire ${message.id}`, () => this.put(link, message, resolve))
    })
  }

  /** Keys could not be stored. */
  private breakDown(link: Link, error: unknown): void {
    const isLost = error instanceof Error && error.name === 'LeaseLostError'
    void this.close(link, isLost ? 'lease_lost' : 'connection_lost')
  }

  /** A message reaches the network, or not, and the network's answer the client, or not. */
  private put(link: Link, message: OutgoingMessage, resolve: (outcome: SendOutcome) => void): void {
    const { faults } = this
    const { random } = this.scheduler
    const unknown = (reason: 'ack_timeout' | 'connection_lost') =>
      resolve(
        reason === 'ack_timeout'
          ? { kind: 'unknown', reason, withinMs: message.ackTimeoutMs }
          : { kind: 'unknown', reason },
      )
    const isFirst = !this.tried.has(message.id)
    this.tried.add(message.id)
    if (link.isClosed) return resolve({ kind: 'not_sent', reason: 'not_connected' })
    if (random.chance(faults.refusal)) {
      return resolve({ kind: 'refused', code: random.pick(['503', '404']) })
    }
    const isLost = random.chance(faults.lostConnection)
    if (!isLost || random.chance(0.5)) {
      this.show(link.process, this.drawId?.(message) ?? message.id, message)
    }
    if (isLost) {
      void this.close(link, 'connection_lost')
      return unknown('connection_lost')
    }
    if (random.chance(faults.lostAck)) {
      setTimeout(() => unknown('ack_timeout'), message.ackTimeoutMs)
      return
    }
    const atSec = Math.floor(this.scheduler.nowMs / 1_000)
    const acknowledge = () => {
      if (link.isClosed) return unknown('connection_lost')
      const order = this.nextOrder(link)
      if (isFirst) this.onAcknowledged(message.id, order)
      resolve({ kind: 'acked', atSec, order })
    }
    const lateMs = random.chance(faults.lateAck) ? random.pick([50, 400, 3_000]) : 0
    if (lateMs > 0) setTimeout(acknowledge, lateMs)
    else this.later(link.process, `ack ${message.id}`, acknowledge)
  }

  /** A question to the network and its answer, either of which may be lost. */
  private ask<T>(link: Link, what: string, answer: () => T): Promise<T> {
    const { faults } = this
    const { random } = this.scheduler
    return new Promise((resolve, reject) => {
      const fail = () => reject(new Error('the network did not answer'))
      const run = () => {
        if (link.isClosed) return fail()
        const isLost = random.chance(faults.lostConnection)
        if (isLost && random.chance(0.5)) {
          void this.close(link, 'connection_lost')
          return fail()
        }
        const answered = answer()
        if (isLost) void this.close(link, 'connection_lost')
        return isLost || random.chance(faults.lostAck) ? fail() : resolve(answered)
      }
      this.later(link.process, what, run)
    })
  }

  private createConnection(link: Link): NetworkConnection {
    const media = new Proxy({} as NetworkConnection['media'], {
      get: () => () => Promise.reject(new Error('this network has no files')),
    })
    return {
      socketId: link.socketId,
      media,
      chats: {
        async archive() {},
        async label() {},
        async mark() {},
        async askHistory() {},
        labels: emptyLabels,
      },
      groups: this.groups.open((what, answer) => this.ask(link, what, answer)),
      profile: emptyProfile,
      persons: noPersons,
      channels: noChannels,
      presence: nobodyPresent,
      statuses: openStatuses,
      route: null,
      pairing: null,
      send: (message) => this.send(link, message),
      async markRead() {},
      async sendPresence() {},
      checkNumbers: async (numbers) =>
        numbers.map((phoneNumber) => ({
          phoneNumber,
          exists: true,
          address: `${phoneNumber.slice(1)}@s.whatsapp.net` as Address,
          lid: null,
        })),
      createCallLink: async (call) => `https://calls.example/${call}`,
      groupTimerSec: async () => 0,
      memberAddress: async (_group, person) => person,
      profilePicture: async () => ({ state: 'none' }),
      memoryBytes: () => 0,
      async probe() {
        if (link.isClosed) throw new Error('closed')
      },
      async logout() {},
      close: () => this.close(link, 'closed_by_host'),
    }
  }
}
