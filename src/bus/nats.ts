import { randomBytes } from 'node:crypto'
import type { Msg, Subscription } from '@nats-io/transport-node'
import { CommandMemo } from './command-memo.ts'
import { toReply } from './in-process.ts'
import { type BusLog, type NatsAccess, type NatsLink, openNatsLink } from './nats-link.ts'
import { PENDING_TIMES, PendingRequests, type PendingTimes } from './pending-requests.ts'
import type { Bus, BusCommand, BusReply } from './port.ts'
import { type AnswerFrame, type CommandFrame, decodeFrame, encodeFrame } from './wire.ts'

type Handler = (command: BusCommand, commandId: string) => Promise<unknown>

/** The first sign of a command that takes long, and the pause between further ones. */
const FIRST_SIGN_MS = 1_000
const SIGN_EVERY_MS = 2_000
const NO_RESPONDERS = 503

export interface NatsBusOptions extends NatsAccess {
  /** Shown in the server's list of connections. */
  name: string
  log: BusLog
  now: () => number
  /** Begins every subject; installations that share a server use different ones. Default `parley`. */
  prefix?: string
  times?: PendingTimes
}

/** A bus that also knows whether it is connected right now. */
export interface NatsBus extends Bus {
  isUp(): boolean
}

const AWAY: BusReply = {
  kind: 'error',
  error: {
    code: 'SERVICE_UNAVAILABLE',
    message:
      'The processes of this service cannot reach each other right now. Nothing was done; call again in a few seconds.',
    data: { reason: 'BUS_UNAVAILABLE' },
  },
}

function tooLarge(bytes: number, limit: number): BusReply {
  return {
    kind: 'error',
    error: {
      code: 'PAYLOAD_TOO_LARGE',
      message: `This call is ${bytes} bytes between the processes of the service, which take ${limit}. Send less, or raise max_payload of the NATS server.`,
      data: { reason: 'BUS_PAYLOAD_TOO_LARGE', limit },
    },
  }
}

/** Answers commands of clients this process owns. */
class Owner {
  readonly #memo: CommandMemo
  readonly #link: NatsLink
  readonly #log: BusLog

  constructor(link: NatsLink, log: BusLog, now: () => number) {
    this.#link = link
    this.#log = log
    this.#memo = new CommandMemo({ now })
  }

  close(): void {
    this.#memo.close()
  }

  handle(clientId: string, handler: Handler, message: Msg): void {
    const { id, poll, name, input, trace } = decodeFrame<CommandFrame>(message.data)
    const key = `${clientId}/${id}`
    if (!poll) {
      const result = this.#memo.run(key, () => handler({ name, input, trace }, id))
      void this.#answer(message, key, result, FIRST_SIGN_MS)
      return
    }
    const known = this.#memo.find(key)
    if (known) void this.#answer(message, key, known, 0)
    else this.#reply(message, { state: 'not_known' })
  }

  async #answer(message: Msg, key: string, result: Promise<unknown>, firstSignMs: number): Promise<void> {
    const sign = (): void => {
      if (this.#link.connection.isClosed()) return
      this.#reply(message, { state: 'busy' })
      timer = setTimeout(sign, SIGN_EVERY_MS)
    }
    let timer = setTimeout(sign, firstSignMs)
    const frame = await this.#toFrame(key, result)
    clearTimeout(timer)
    this.#reply(message, frame)
  }

  async #toFrame(key: string, result: Promise<unknown>): Promise<AnswerFrame> {
    try {
      const reply = await toReply(result)
      if (reply.kind !== 'no_owner') return { state: 'done', reply }
      this.#memo.forget(key)
      return { state: 'not_owner' }
    } catch (error) {
      this.#log.error({ err: error, command: key }, 'a command failed unexpectedly')
      return { state: 'broken', message: error instanceof Error ? error.message : String(error) }
    }
  }

  #reply(message: Msg, frame: AnswerFrame): void {
    if (this.#link.connection.isClosed()) return
    const bytes = encodeFrame(frame)
    const limit = this.#link.maxPayloadBytes()
    if (bytes.length <= limit) {
      message.respond(bytes)
      return
    }
    // The effect is there and only its description is too large: the caller must look instead of asking again.
    this.#log.error({ bytes: bytes.length, limit }, 'an answer is too large for the bus')
    message.respond(encodeFrame({ state: 'done', reply: { kind: 'unknown' } }))
  }
}

/**
 * The bus of many processes. A command goes to a subject of its client, which only the owner listens to, so that "nobody
 * owns it" is known at once. It is published once; when the owner falls silent it is asked what became of it, never to
 * do it again. Topics are plain subjects.
 */
class CommandBus implements NatsBus {
  readonly #link: NatsLink
  readonly #log: BusLog
  readonly #prefix: string
  readonly #connection: NatsLink['connection']
  readonly #owner: Owner
  readonly #inbox: string
  readonly #served = new Map<string, Subscription>()
  readonly #pending: PendingRequests

  constructor(link: NatsLink, options: NatsBusOptions) {
    this.#link = link
    this.#log = options.log
    this.#prefix = options.prefix ?? 'parley'
    this.#connection = link.connection
    this.#owner = new Owner(link, this.#log, options.now)
    this.#inbox = `${this.#prefix}.reply.${randomBytes(12).toString('hex')}`
    this.#pending = new PendingRequests({
      isUp: link.isUp,
      times: options.times ?? PENDING_TIMES,
      poll: (token, clientId, id) =>
        this.#publishCommand(clientId, token, encodeFrame({ id, poll: true, name: '', input: null })),
    })
    this.#listen(`${this.#inbox}.*`, (message) => {
      const token = message.subject.slice(this.#inbox.length + 1)
      if (message.headers?.code === NO_RESPONDERS) this.#pending.handleNoOwner(token)
      else this.#pending.handleAnswer(token, decodeFrame<AnswerFrame>(message.data))
    })
  }

  isUp(): boolean {
    return this.#link.isUp()
  }

  async request(
    clientId: string,
    command: BusCommand,
    { commandId, timeoutMs }: { commandId: string; timeoutMs: number },
  ): Promise<BusReply> {
    if (!this.#link.isUp()) return AWAY
    const { name, input, trace } = command
    const bytes = encodeFrame({ id: commandId, poll: false, name, input, trace })
    if (bytes.length > this.#link.maxPayloadBytes())
      return tooLarge(bytes.length, this.#link.maxPayloadBytes())
    const { token, reply } = this.#pending.add(clientId, commandId, timeoutMs)
    this.#publishCommand(clientId, token, bytes)
    return reply
  }

  serve(
    clientId: string,
    handler: (command: BusCommand, commandId: string) => Promise<unknown>,
  ): () => Promise<void> {
    if (this.#served.has(clientId)) throw new Error(`client ${clientId} is already served in this process`)
    const subscription = this.#listen(this.#subjectOf(clientId), (message) =>
      this.#owner.handle(clientId, handler, message),
    )
    this.#served.set(clientId, subscription)
    return async () => {
      if (this.#served.get(clientId) !== subscription) return
      this.#served.delete(clientId)
      subscription.unsubscribe()
    }
  }

  publish(topic: string, payload: Record<string, unknown>): void {
    // Events are for whoever watches now; keeping them until the bus is back would only fill the memory.
    if (this.#link.isUp()) this.#connection.publish(`${this.#prefix}.topic.${topic}`, encodeFrame(payload))
  }

  subscribe(topic: string, handler: (payload: Record<string, unknown>) => void): () => void {
    const subscription = this.#listen(`${this.#prefix}.topic.${topic}`, (message) =>
      handler(decodeFrame<Record<string, unknown>>(message.data)),
    )
    return () => subscription.unsubscribe()
  }

  async close(): Promise<void> {
    this.#pending.close()
    this.#owner.close()
    await this.#link.close()
  }

  #subjectOf(clientId: string): string {
    return `${this.#prefix}.client.${clientId}`
  }

  #publishCommand(clientId: string, token: string, bytes: Uint8Array): void {
    this.#connection.publish(this.#subjectOf(clientId), bytes, { reply: `${this.#inbox}.${token}` })
  }

  /** What arrives is from outside of this process: a message that cannot be read must not end it. */
  #listen(subject: string, take: (message: Msg) => void): Subscription {
    return this.#connection.subscribe(subject, {
      callback: (error, message) => {
        try {
          if (error) throw error
          take(message)
        } catch (cause) {
          this.#log.error({ err: cause, subject }, 'a message on the bus could not be taken')
        }
      },
    })
  }
}

export async function createNatsBus(options: NatsBusOptions): Promise<NatsBus> {
  return new CommandBus(await openNatsLink(options, options.name, options.log), options)
}
