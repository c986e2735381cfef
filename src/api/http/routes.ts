import type { IncomingMessage, ServerResponse } from 'node:http'
import { API_PREFIX, type OperationEntry } from '../../contract/operation.ts'
import { Refusal } from '../../core/errors.ts'
import type { NoteCall } from './meter.ts'

/** A request under way. */
export interface Exchange {
  req: IncomingMessage
  res: ServerResponse
  requestId: string
  path: string
  startedAt: number
  note: NoteCall | undefined
  /** Told once, when its work has ended. */
  end: () => void
}

/** What is at a path, in the order in which it is asked. */
export interface Route<Caller = unknown> {
  /** For measurements: one of few, whatever path a caller makes up. */
  name: string
  entry?: OperationEntry
  /** Whether who asks is no page that was led here, and so is answered under any name. */
  isForAnyName?: (req: IncomingMessage) => boolean
  /** Without it, every method. */
  takes?: { methods: readonly string[]; advice: string }
  /** Lets a caller in, or answers or throws the refusal. */
  admit?: (exchange: Exchange) => Promise<Caller | Refusal>
  answer(exchange: Exchange, caller: Caller): Promise<Refusal | undefined>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    route?: Route
  }
  interface FastifyRequest {
    exchange: Exchange
    caller: unknown
  }
}

export const GET_ONLY = { methods: ['GET', 'HEAD'], advice: 'This path takes GET only.' }
export const STREAM_ONLY = { ...GET_ONLY, methods: ['GET'] }
export const CALLS_ONLY = { methods: ['POST'], advice: 'Operations are called with POST and a JSON body.' }
export const MESSAGES_ONLY = {
  methods: ['POST'],
  advice: 'Messages of assistants are sent with POST, one in each request.',
}

export const hasKeyHeader = (req: IncomingMessage): boolean => req.headers['x-api-key'] !== undefined

export const refuseNothing = (): Refusal =>
  new Refusal('NOT_FOUND', `There is nothing at this path. The operations are listed at GET ${API_PREFIX}.`)

export const NOTHING: Route = { name: 'page', answer: async () => refuseNothing() }

export function refuseMethod(
  { method = '' }: IncomingMessage,
  res: ServerResponse,
  { methods, advice }: NonNullable<Route['takes']>,
): Refusal | undefined {
  if (methods.includes(method)) return undefined
  res.setHeader('allow', methods.join(', '))
  return new Refusal('METHOD_NOT_SUPPORTED', advice)
}

export function readPath(req: IncomingMessage): string {
  const path = (req.url ?? '/').split('?', 1)[0] ?? '/'
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/**
 * A path is found whatever the method, which is looked at after the name. One tree of routes is enough for that; with one for
 * each of 35 methods, a start took 0.4 s and 10 MB more.
 */
export const ROUTED_METHOD = 'POST'

/**
 * Paths are compared as they were sent. The router would decode them, end them at a `#` and take the host out of one that has
 * it, so that one page would have many addresses.
 */
export function toRouted(req: IncomingMessage): string {
  const path = readPath(req)
  return `${path.startsWith('/') ? '' : '/'}${path.replaceAll('%', '%25').replaceAll('#', '%23')}`
}
