import { afterAll, afterEach, beforeEach } from 'vitest'
import { toAddress } from '../../src/core/addresses.ts'
import type { ConversationEvent, FlowEvent } from '../../src/core/conversation/flow-event.ts'
import type { Message } from '../../src/core/conversation/message.ts'
import type { FateCode } from '../../src/core/flow/index.ts'
import type { Database } from '../../src/db/client.ts'
import { createDetailHandlers } from '../../src/features/conversations/operations/details.ts'
import { createOutboundHttp } from '../../src/platform/outbound-http.ts'
import { createScriptSandbox } from '../../src/platform/scripts/script-sandbox.ts'
import { storedWords } from '../../src/words/english.ts'
import { callContextOf } from './call-context.ts'
import { type DurableProcess, textInput } from './durable-host.ts'
import { createFlowWorld, type FlowWorld, publishFlow, type ShortNode } from './flow-world.ts'

export const ANA = toAddress('351910000001@s.whatsapp.net')
export const HOUR_SEC = 3_600

export const ASK: ShortNode = ['q', 'ask', { label: 'Which shop?', prompt: 'Which?', saveAs: 'shop' }]
export const THANKS: ShortNode = ['s', 'send.text', { text: 'Thanks' }]

/** Where nothing of the outside is asked. */
type DetailDeps = Parameters<typeof createDetailHandlers>[0]
const NOT_ASKED = { service: null, connector: null } as unknown as Pick<DetailDeps, 'service' | 'connector'>

type Edge = [string, string, string]
type Data = ShortNode[2]

/** What is stored of a message beside its event. */
interface MessageRow {
  chat?: string
  fromMe?: boolean
  type?: string
  origin?: string
  atSec?: number
}

/** A contact who writes to a number with flows, and what the service says became of each message. */
export class FateWorld {
  readonly #database: Database
  readonly #flows: FlowWorld
  host: DurableProcess
  isConnected = true

  constructor(database: Database, flows: FlowWorld, host: DurableProcess) {
    this.#database = database
    this.#flows = flows
    this.host = host
  }

  get clientId(): string {
    return this.#flows.clientId
  }

  query(text: string, values: readonly unknown[] = []) {
    return this.#database.pool.query(text, [...values])
  }

  /** From here on calls and scripts of flows are left to another process. */
  async leaveEffects(): Promise<void> {
    this.host = await this.#flows.start({ hostId: 'other' })
  }

  publish(nodes: ShortNode[], edges: Edge[], extra: object = {}): Promise<string> {
    return publishFlow(this.host, this.#flows, nodes, edges, { name: 'Shop', ...extra })
  }

  /** A keyword flow of one message, with what its trigger says beside the keyword. */
  publishHello(trigger: Data = {}, extra: object = {}): Promise<string> {
    return this.publish(
      [['t', 'trigger.keyword', { values: ['hello'], ...trigger }], THANKS],
      [['t', 'out', 's']],
      extra,
    )
  }

  publishAny(trigger: Data): Promise<string> {
    return this.publish([['t', 'trigger.any_message', trigger], THANKS], [['t', 'out', 's']])
  }

  /** Another flow, whose keyword pushes a run aside. */
  publishOther(): Promise<string> {
    return this.publish(
      [['t', 'trigger.keyword', { values: ['other'], interrupt: true }], THANKS],
      [['t', 'out', 's']],
      { name: 'Other' },
    )
  }

  /** A keyword that leads to a node, and on from there where `edges` say so. */
  publishTo(
    node: ShortNode,
    edges: Edge[] = [],
    more: ShortNode[] = [],
    extra: object = {},
  ): Promise<string> {
    return this.publish(
      [['t', 'trigger.keyword', { values: ['hello'] }], node, ...more],
      [['t', 'out', node[0]], ...edges],
      extra,
    )
  }

  publishQuestion(extra: object = {}): Promise<string> {
    return this.publishTo(ASK, [['q', 'reply', 's']], [THANKS], extra)
  }

  toInput(text: string, parts: Partial<Message> = {}, jid: string = ANA): ConversationEvent {
    const input = textInput(this.clientId, jid, text)
    if (input.event.type !== 'message_received') return input
    return { ...input, event: { ...input.event, message: { ...input.event.message, ...parts } } }
  }

  /** Stores the row of a message, as it is stored with its event. Answers its id. */
  async storeMessage(id: string, row: MessageRow = {}): Promise<string> {
    const { chat = ANA, fromMe = false, type = 'text', origin = 'contact' } = row
    const { atSec = Math.floor(Date.now() / 1_000) } = row
    await this.query(
      `insert into message (client_id, chat, id, from_me, at_sec, type, text, status, origin)
       values ($1, $2, $3, $4, $5, $6, 'x', 'DELIVERY_ACK', $7)`,
      [this.clientId, chat, id, fromMe, atSec, type, origin],
    )
    return id
  }

  /** The message arrives, and the service has done what it does. Answers its id. */
  async receive(input: ConversationEvent, how?: 'live' | 'waited'): Promise<string> {
    await this.host.deliver([input], how)
    await this.host.settle()
    return this.storeMessage(input.event.eventId, { chat: input.contactJid })
  }

  /** The contact says all this, one after the other. Answers the id of the last. */
  async say(...texts: string[]): Promise<string> {
    let last = ''
    for (const text of texts) last = await this.receive(this.toInput(text))
    return last
  }

  async writeFromPhone(): Promise<void> {
    const { eventId } = textInput(this.clientId, ANA, '').event
    const event: FlowEvent = {
      ...{ type: 'human_message', eventId, text: 'I am on it' },
      receivedAt: Date.now(),
    }
    await this.host.deliver([{ clientId: this.clientId, contactJid: ANA, source: 'human', event }])
    await this.host.settle()
  }

  explain(messageId: string, jid: string = ANA) {
    const handlers = createDetailHandlers({
      ...{ db: this.host.db, words: storedWords, media: undefined, nowMs: Date.now },
      ...NOT_ASKED,
    })
    const input = { clientId: this.clientId, jid: toAddress(jid), messageId }
    return handlers.explain(input, callContextOf(this.#flows.userId))
  }
}

/** A fresh world for each test. */
export function useFateWorld(database: () => Database): () => FateWorld {
  const scripts = createScriptSandbox()
  let flows: FlowWorld
  let world: FateWorld
  beforeEach(async () => {
    flows = await createFlowWorld(database())
    const host = await flows.start({
      isConnected: () => world?.isConnected ?? true,
      effects: { http: createOutboundHttp(), scripts, secrets: { read: async () => new Map() } },
    })
    world = new FateWorld(database(), flows, host)
    await world.query('insert into contact (client_id, id, phone) values ($1, $2, $2)', [flows.clientId, ANA])
  })
  afterEach(() => flows.close())
  afterAll(() => scripts.close())
  return () => world
}

/** A way to come by a fate. */
export interface FateCase {
  code: FateCode
  outcome: string
  /** Brings it about; answers the message, and its chat where that is not Ana's. */
  act: (w: FateWorld) => Promise<string | { id: string; chat: string }>
  line: RegExp
}
