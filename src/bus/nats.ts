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
export async function createNatsBus(options: NatsBusOptions): Promise<NatsBus> {
  const { log } = options
  const prefix = options.prefix ?? 'parley'
  const link = await openNatsLink(options, options.name, log)
  const { connection } = link
  const owner = new Owner(link, log, options.now)
  const inbox = `${prefix}.reply.${randomBytes(12).toString('hex')}`
  const served = new Map<string, Subscription>()
  const subjectOf = (clientId: string): string => `${prefix}.client.${clientId}`

  function publishCommand(clientId: string, token: string, bytes: Uint8Array): void {
    connection.publish(subjectOf(clientId), bytes, { reply: `${inbox}.${token}` })
  }

  const pending = new PendingRequests({
    isUp: link.isUp,
    times: options.times ?? PENDING_TIMES,
    poll: (token, clientId, id) =>
      publishCommand(clientId, token, encodeFrame({ id, poll: true, name: '', input: null })),
  })

  /** What arrives is from outside of this process: a message that cannot be read must not end it. */
  function listen(subject: string, take: (message: Msg) => void): Subscription {
    return connection.subscribe(subject, {
      callback: (error, message) => {
        try {
          if (error) throw error
          take(message)
        } catch (cause) {
          log.error({ err: cause, subject }, 'a message on the bus could not be taken')
        }
      },
    })
  }

  listen(`${inbox}.*`, (message) => {
    const token = message.subject.slice(inbox.length + 1)
    if (message.headers?.code === NO_RESPONDERS) pending.handleNoOwner(token)
    else pending.handleAnswer(token, decodeFrame<AnswerFrame>(message.data))
  })

  return {
    isUp: link.isUp,
    async request(clientId, command, { commandId, timeoutMs }) {
      if (!link.isUp()) return AWAY
      const { name, input, trace } = command
      const bytes = encodeFrame({ id: commandId, poll: false, name, input, trace })
      if (bytes.length > link.maxPayloadBytes()) return tooLarge(bytes.length, link.maxPayloadBytes())
      const { token, reply } = pending.add(clientId, commandId, timeoutMs)
      publishCommand(clientId, token, bytes)
      return reply
    },
    serve(clientId, handler) {
      if (served.has(clientId)) throw new Error(`client ${clientId} is already served in this process`)
      const subscription = listen(subjectOf(clientId), (message) => owner.handle(clientId, handler, message))
      served.set(clientId, subscription)
      return async () => {
        if (served.get(clientId) !== subscription) return
        served.delete(clientId)
        subscription.unsubscribe()
      }
    },
    publish(topic, payload) {
      // Events are for whoever watches now; keeping them until the bus is back would only fill the memory.
      if (link.isUp()) connection.publish(`${prefix}.topic.${topic}`, encodeFrame(payload))
    },
    subscribe(topic, handler) {
      const subscription = listen(`${prefix}.topic.${topic}`, (message) =>
        handler(decodeFrame<Record<string, unknown>>(message.data)),
      )
      return () => subscription.unsubscribe()
    },
    async close() {
      pending.close()
      owner.close()
      await link.close()
    },
  }
}
