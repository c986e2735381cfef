import { Refusal } from '../core/errors.ts'
import { CommandMemo } from './command-memo.ts'
import { type Bus, type BusCommand, type BusReply, NotOwnedError } from './port.ts'

type Handler = (command: BusCommand, commandId: string) => Promise<unknown>

const delay = (ms: number): { promise: Promise<BusReply>; cancel: () => void } => {
  let timer: NodeJS.Timeout
  const promise = new Promise<BusReply>((resolve) => {
    timer = setTimeout(resolve, ms, { kind: 'unknown' })
  })
  return { promise, cancel: () => clearTimeout(timer) }
}

/** Turns a handler's outcome into a reply: refusals travel, anything else is a bug and stays a throw. */
export async function toReply(result: Promise<unknown>): Promise<BusReply> {
  try {
    return { kind: 'ok', result: await result }
  } catch (error) {
    if (error instanceof NotOwnedError) return { kind: 'no_owner' }
    if (!(error instanceof Refusal)) throw error
    const { code, message, data } = error
    return { kind: 'error', error: { code, message, ...(data ? { data: { ...data } } : {}) } }
  }
}

/** The bus of a service that runs in one process: a command is a function call. */
export function createInProcessBus(options: { now: () => number }): Bus {
  const handlers = new Map<string, Handler>()
  const topics = new Map<string, Set<(payload: Record<string, unknown>) => void>>()
  const memo = new CommandMemo(options)

  return {
    async request(clientId, command, { commandId, timeoutMs }) {
      const handler = handlers.get(clientId)
      if (!handler) return { kind: 'no_owner' }
      const key = `${clientId}/${commandId}`
      const reply = toReply(memo.run(key, () => handler(command, commandId))).then((answer) => {
        if (answer.kind === 'no_owner') memo.forget(key)
        return answer
      })
      const limit = delay(timeoutMs)
      return Promise.race([reply, limit.promise]).finally(limit.cancel)
    },
    serve(clientId, handler) {
      if (handlers.has(clientId)) throw new Error(`client ${clientId} is already served in this process`)
      handlers.set(clientId, handler)
      return async () => {
        if (handlers.get(clientId) === handler) handlers.delete(clientId)
      }
    },
    publish(topic, payload) {
      for (const handler of topics.get(topic) ?? []) handler(payload)
    },
    subscribe(topic, handler) {
      const set = topics.get(topic) ?? new Set()
      topics.set(topic, set.add(handler))
      return () => set.delete(handler)
    },
    async close() {
      handlers.clear()
      topics.clear()
      memo.close()
    },
  }
}
