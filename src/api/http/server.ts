import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import createFastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Caller, Handlers } from '../../contract/handlers.ts'
import { type OperationEntry, VERSION } from '../../contract/operation.ts'
import { requireScope, type Scope } from '../../contract/scopes.ts'
import { Refusal } from '../../core/errors.ts'
import type { Audit } from '../../features/audit/index.ts'
import { INCOMING_PATH } from '../../features/incoming-webhooks/index.ts'
import { PAIRING_PATH } from '../../features/pairing-links/index.ts'
import type { Log } from '../../platform/logger.ts'
import { createOperations, type Operation } from '../call.ts'
import { type ExplainError, internalMessage } from '../call-errors.ts'
import { authenticate, authenticateKey, type Callers, isStillCaller, readKey } from '../callers.ts'
import type { Lookups } from '../gate.ts'
import { MCP_PATH, McpEndpoint } from '../mcp/endpoint.ts'
import type { Dashboard } from '../pages/dashboard.ts'
import { createEventStream, EVENTS_PATH, type StreamEvents } from '../pages/event-stream.ts'
import { answerFile, FILES_PATH, type OpenFile } from '../pages/files.ts'
import { createPages, type HealthReport, type Page } from '../pages/pages.ts'
import { answerCall, answerRefusal, watchCaller } from './answer.ts'
import { checkContentType, readBody } from './body.ts'
import { type AnswerIncoming, createIncomingRoute } from './incoming.ts'
import type { MeasureAnswer, NoteCall } from './meter.ts'
import { createOwnNames, type OwnNames, refuseOrigin } from './own-names.ts'
import {
  CALLS_ONLY,
  type Exchange,
  GET_ONLY,
  hasKeyHeader,
  MESSAGES_ONLY,
  NOTHING,
  ROUTED_METHOD,
  type Route,
  readPath,
  refuseMethod,
  refuseNothing,
  STREAM_ONLY,
  toRouted,
} from './routes.ts'
import { type OpenDraft, SPOOLED_CHARS, Spooler } from './spool.ts'
import { createOpenRoute } from './web-request.ts'

export interface AppDeps extends Lookups {
  handlers: Handlers
  callers: Callers
  log: Log
  /** Turns failures that are no bugs into refusals; without it they are answered as bugs. */
  explain?: ExplainError
  /** What the service is known as; without it, by the names of this machine. */
  names?: OwnNames
  /** People reach the service by https: browsers are told to use nothing else. */
  isSecure?: boolean
  /** Answers everything under `/api/auth/`; without it those paths are NOT_FOUND. */
  signIn?: (request: Request) => Promise<Response>
  /** Answers everything under `PAIRING_PATH`; without it those paths are NOT_FOUND. */
  pairing?: (request: Request) => Promise<Response>
  /** Answers everything under `INCOMING_PATH`; without it those paths are NOT_FOUND. */
  incoming?: AnswerIncoming
  /** Whether X-Forwarded-For says who signs in; only behind a proxy that sets it. */
  trustProxy?: boolean
  /** What the service says of itself at `/ready` and `/health`; without it, that all is well. */
  health?: HealthReport
  /** The dashboard; without it `/` is a plain page that names the API. */
  dashboard?: Dashboard
  /** Further GET pages by exact path; they win over the app's own. */
  pages?: ReadonlyMap<string, Page>
  /** The stored file of that id when it is of a client of this user; without it there are no files. */
  openFile?: OpenFile
  /** Writes down who changes what. */
  audit?: Audit
  /** Where a file that a body holds is put while it is read; without it, such bodies are read into memory. */
  openDraft?: OpenDraft
  /** What happens to a caller's clients, as it happens; without it there is no stream. */
  streamEvents?: StreamEvents
  /** Told of every answer with the name of what was asked for. */
  measure?: MeasureAnswer
}

export interface App {
  /** Answers one request; never rejects. */
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>
  /** Resolves when every request begun before has been answered. */
  close(): Promise<void>
}

const REQUEST_ID = /^[\w.:-]{1,128}$/
const MAX_IDEMPOTENCY_KEY_CHARS = 255
const FOR_ANY_NAME = new Set(['/health', '/ready', '/metrics'])

function readRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
}

function setCommonHeaders(res: ServerResponse, requestId: string, isSecure: boolean): void {
  res.setHeader('x-request-id', requestId)
  res.setHeader('x-api-version', VERSION)
  res.setHeader('x-content-type-options', 'nosniff')
  res.setHeader('referrer-policy', 'no-referrer')
  // Only of this host: what else lives on the domain is not ours to decide about.
  if (isSecure) res.setHeader('strict-transport-security', 'max-age=31536000')
  res.setHeader('cache-control', 'no-store')
  // For whatever a browser is led to open; pages and files set a policy of their own in its place.
  res.setHeader('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  res.setHeader('x-frame-options', 'DENY')
  res.setHeader('cross-origin-opener-policy', 'same-origin')
  res.setHeader('cross-origin-resource-policy', 'same-origin')
}

/** A request as it came, while the router has it. */
interface Asked {
  method: string
  url: string
  end: () => void
}

/**
 * The order of checks: name, path, method, caller and limit, their scope, content type, body; then the operation itself. The
 * library finds the route and keeps that order: all before the body is its `onRequest`. Bodies are read and answers written by
 * ourselves, on what Node gives.
 */
class HttpApp implements App {
  readonly #deps: AppDeps
  readonly #names: OwnNames
  readonly #operations: ReadonlyMap<string, Operation>
  readonly #pages: ReadonlyMap<string, Page>
  readonly #open = new Set<Promise<void>>()
  readonly #asked = new WeakMap<IncomingMessage, Asked>()
  readonly #answerStream: ReturnType<typeof createEventStream> | undefined
  readonly #mcp: McpEndpoint
  readonly #fastify: FastifyInstance
  /** Nothing is waited for once it is done: what needs no waiting is answered before the next bytes are parsed. */
  #booting: Promise<void> | undefined

  constructor(deps: AppDeps) {
    this.#deps = deps
    this.#names = deps.names ?? createOwnNames({})
    this.#answerStream = deps.streamEvents && createEventStream(deps.streamEvents)
    this.#pages = new Map([...createPages(deps), ...(deps.pages ?? [])])
    this.#operations = createOperations(deps.handlers, deps)
    const { log, openDraft } = deps
    this.#mcp = new McpEndpoint({ operations: this.#operations, log, openDraft })
    this.#fastify = this.#createRouter()
    this.#booting = Promise.resolve(this.#fastify.ready()).then(() => {
      this.#booting = undefined
    })
  }

  async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const ended = this.#enter(req, res)
    this.#open.add(ended)
    await ended.finally(() => this.#open.delete(ended))
  }

  async close(): Promise<void> {
    await Promise.all(this.#open)
    await this.#fastify.close()
  }

  async #enter(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (this.#booting) await this.#booting
    const { promise, resolve } = Promise.withResolvers<void>()
    const { method = '', url = '/' } = req
    this.#asked.set(req, { method, url, end: resolve })
    Object.assign(req, { method: ROUTED_METHOD, url: toRouted(req) })
    this.#fastify.routing(req, res)
    await promise
  }

  /** Connections, their limits and their end are of `connections.ts`: its port is taken before there is anything to answer. */
  #createRouter(): FastifyInstance {
    const fastify = createFastify({
      logger: false,
      exposeHeadRoutes: false,
      return503OnClosing: false,
      genReqId: readRequestId,
    })
    // For none of them it reads a body: that is done by ourselves, once the caller was let in.
    for (const method of fastify.supportedMethods) fastify.addHttpMethod(method, { overrideExisting: true })
    const add = (url: string, route: Route): void => {
      const handler = (request: FastifyRequest, reply: FastifyReply) => this.#answer(request, reply, route)
      fastify.route({ method: ROUTED_METHOD, url, config: { route }, handler })
    }
    fastify.addHook('onRequest', (request, reply, done) => this.#begin(request, reply, done))
    fastify.addHook('onRequest', (request, _, done) => this.#admit(request, done))
    fastify.setErrorHandler((error, { exchange, routeOptions }, reply) => {
      reply.hijack()
      this.#fail(exchange, error, routeOptions.config.route?.entry)
      exchange.end()
    })
    const unlisted = { ...NOTHING, answer: (exchange: Exchange) => this.#showUnlisted(exchange) }
    fastify.setNotFoundHandler((request, reply) => this.#answer(request, reply, unlisted))
    for (const [path, page] of this.#pages) if (!this.#operations.has(path)) add(path, this.#toPage(page))
    for (const [path, operation] of this.#operations) add(path, this.#toCall(operation))
    add(`${FILES_PATH}*`, this.#createFileRoute())
    add(EVENTS_PATH, this.#createStreamRoute())
    add(MCP_PATH, this.#createAssistantRoute())
    const { signIn, pairing, incoming, trustProxy = false } = this.#deps
    add('/api/auth/*', createOpenRoute('sign-in', signIn, this.#names, trustProxy))
    add(`${PAIRING_PATH}*`, createOpenRoute('pairing-link', pairing, this.#names, trustProxy))
    if (incoming) add(`${INCOMING_PATH}*`, createIncomingRoute(incoming, trustProxy))
    return fastify
  }

  #begin(request: FastifyRequest, reply: FastifyReply, next: () => void): void {
    const { raw: req, id: requestId, routeOptions } = request
    const { raw: res } = reply
    const { method, url, end: endAll } = this.#asked.get(req) as Asked
    Object.assign(req, { method, url })
    const answer = (note?: NoteCall): Promise<void> => {
      const { promise, resolve: end } = Promise.withResolvers<void>()
      const path = readPath(req)
      request.exchange = { req, res, requestId, path, startedAt: performance.now(), note, end }
      setCommonHeaders(res, requestId, this.#deps.isSecure ?? false)
      next()
      return promise
    }
    const { name } = routeOptions.config.route ?? NOTHING
    void (this.#deps.measure?.(name, res, answer) ?? answer()).finally(endAll)
  }

  #admit(request: FastifyRequest, next: (refusal?: Error) => void): void {
    const { req, res, path } = request.exchange
    const { isForAnyName, takes, admit } = request.routeOptions.config.route ?? NOTHING
    const wrongName = FOR_ANY_NAME.has(path) || isForAnyName?.(req) ? undefined : this.#names.refuse(req)
    const refusal = wrongName ?? (takes && refuseMethod(req, res, takes))
    // Said once the bytes that came along are parsed: what is malformed is told that instead, as Node does.
    if (refusal) return queueMicrotask(() => next(refusal))
    if (!admit) return next()
    admit(request.exchange).then((caller) => {
      request.caller = caller
      next(caller instanceof Refusal ? caller : undefined)
    }, next)
  }

  async #answer({ exchange, caller }: FastifyRequest, reply: FastifyReply, route: Route): Promise<void> {
    reply.hijack()
    try {
      const refusal = await route.answer(exchange, caller)
      if (refusal) answerRefusal(exchange.req, exchange.res, refusal, route.entry)
    } catch (error) {
      this.#fail(exchange, error, route.entry)
    } finally {
      exchange.end()
    }
  }

  #fail({ req, res, requestId }: Exchange, error: unknown, entry: OperationEntry | undefined): void {
    // A request is destroyed too once it was read whole; only before that has its caller gone.
    if (res.destroyed || (req.destroyed && !req.complete)) return
    const known = this.#deps.explain?.(error) ?? error
    if (known instanceof Refusal) return answerRefusal(req, res, known, entry)
    this.#deps.log.error({ requestId, err: error }, 'request failed unexpectedly')
    const data = { requestId }
    answerRefusal(req, res, new Refusal('INTERNAL_SERVER_ERROR', internalMessage(requestId), { data }), entry)
  }

  #toPage(page: Page): Route {
    return {
      name: 'page',
      takes: GET_ONLY,
      answer: async ({ req, res, path }) => {
        await (this.#deps.dashboard?.find(path, req) ?? page)(req, res)
        return undefined
      },
    }
  }

  /** Files of the dashboard, and its document for all that people may open in it. */
  async #showUnlisted({ req, res, path }: Exchange): Promise<Refusal | undefined> {
    const page = this.#deps.dashboard?.find(path, req)
    if (!page) return refuseNothing()
    const refusal = refuseMethod(req, res, GET_ONLY)
    if (!refusal) await page(req, res)
    return refusal
  }

  /** A file is answered to the same callers as operations are, and counted like one. */
  #createFileRoute(): Route {
    const { openFile } = this.#deps
    const found = { name: 'file', isForAnyName: hasKeyHeader }
    if (!openFile) return { ...NOTHING, ...found }
    return {
      ...found,
      takes: GET_ONLY,
      admit: (exchange) => this.#identify(exchange, 'chat:read'),
      answer: async ({ req, res, path }, { workspaceId, clientIds = null }: Caller) =>
        await answerFile(req, res, await openFile(path.slice(FILES_PATH.length), workspaceId, clientIds)),
    } satisfies Route<Caller> as Route
  }

  /** Opening the stream counts as one call; it ends when its key or session does. */
  #createStreamRoute(): Route {
    const answerStream = this.#answerStream
    const found = { name: 'events.stream', isForAnyName: hasKeyHeader }
    if (!answerStream) return { ...NOTHING, ...found }
    return {
      ...found,
      takes: STREAM_ONLY,
      admit: (exchange) => this.#identify(exchange, 'events:read'),
      answer: async ({ req, res }, caller: Caller) =>
        await answerStream(req, res, caller, () => isStillCaller(this.#deps.callers, req, caller)),
    } satisfies Route<Caller> as Route
  }

  /** A message of an assistant counts as one call. Its key is asked for alone: a session would let pages in. */
  #createAssistantRoute(): Route {
    return {
      name: 'mcp',
      isForAnyName: (req) => readKey(req) !== undefined,
      takes: MESSAGES_ONLY,
      admit: async ({ req, res, requestId }) => {
        const { origin } = req.headers
        if (origin !== undefined && !this.#names.isOwn(origin, req)) return refuseOrigin()
        return await this.#check(requestId, () => authenticateKey(this.#deps.callers, req, res))
      },
      answer: async ({ req, res, requestId, note }, principal: Caller) =>
        await this.#mcp.answer(req, res, { principal, requestId, origin: this.#names.originOf(req), note }),
    } satisfies Route<Caller> as Route
  }

  #toCall(operation: Operation): Route {
    return {
      name: operation.entry.name,
      entry: operation.entry,
      isForAnyName: hasKeyHeader,
      takes: CALLS_ONLY,
      admit: async (exchange) => {
        const caller = await this.#identify(exchange)
        if (!(caller instanceof Refusal)) operation.admit(caller)
        return caller
      },
      answer: (exchange, caller: Caller) => this.#call(exchange, operation, caller),
    } satisfies Route<Caller> as Route
  }

  async #call(exchange: Exchange, operation: Operation, principal: Caller): Promise<Refusal | undefined> {
    const { req, res, requestId, startedAt } = exchange
    const header = req.headers['idempotency-key']
    if (typeof header === 'string' && (header === '' || header.length > MAX_IDEMPOTENCY_KEY_CHARS)) {
      return new Refusal('BAD_REQUEST', `Idempotency-Key is 1 to ${MAX_IDEMPOTENCY_KEY_CHARS} characters.`)
    }
    const wrongType = checkContentType(req)
    if (wrongType) return wrongType
    const spooler = this.#createSpooler(req, operation)
    try {
      const body = await readBody(req, operation.bodyLimit.maxBytes, spooler)
      if (body instanceof Refusal) return body
      const answer = await operation.call(body, {
        principal,
        requestId,
        signal: watchCaller(res),
        ...(typeof header === 'string' && { idempotencyKey: header }),
        ...(spooler && { spooled: spooler.files }),
      })
      await answerCall(res, answer.status, answer.body)
    } finally {
      await spooler?.close()
    }
    const durationMs = Math.round(performance.now() - startedAt)
    this.#deps.log.debug(
      { requestId, operation: operation.entry.name, status: res.statusCode, durationMs },
      'call answered',
    )
    return undefined
  }

  /** For bodies that may hold a file. */
  #createSpooler(req: IncomingMessage, { bodyLimit }: Operation): Spooler | undefined {
    const { fileField, isSpooled } = bodyLimit
    const length = Number(req.headers['content-length'] ?? Number.POSITIVE_INFINITY)
    if (fileField === undefined || length <= SPOOLED_CHARS) return undefined
    return new Spooler(isSpooled ? this.#deps.openDraft : undefined, fileField)
  }

  async #identify({ req, res, requestId }: Exchange, scope?: Scope): Promise<Caller | Refusal> {
    const caller = await this.#check(requestId, () => authenticate(this.#deps.callers, req, res, this.#names))
    if (scope && !(caller instanceof Refusal)) requireScope(caller, scope)
    return caller
  }

  async #check(requestId: string, check: () => Promise<Caller | Refusal>): Promise<Caller | Refusal> {
    try {
      return await check()
    } catch (error) {
      this.#deps.log.error({ requestId, err: error }, 'caller could not be checked')
      const message = 'Callers cannot be checked right now. Call again in a few seconds.'
      return this.#deps.explain?.(error) ?? new Refusal('SERVICE_UNAVAILABLE', message)
    }
  }
}

/** The whole HTTP side as one function of a request; listening is left to the caller. */
export function createApp(deps: AppDeps): App {
  return new HttpApp(deps)
}
