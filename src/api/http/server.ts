import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Handlers, Principal } from '../../contract/handlers.ts'
import { API_PREFIX, VERSION } from '../../contract/operation.ts'
import { Refusal } from '../../core/errors.ts'
import type { Audit } from '../../features/audit/index.ts'
import { PAIRING_PATH } from '../../features/pairing-links/index.ts'
import type { Log } from '../../platform/logger.ts'
import { createOperations, type Operation } from '../call.ts'
import { type ExplainError, internalMessage } from '../call-errors.ts'
import { authenticate, authenticateKey, type Callers, isStillCaller, readKey } from '../callers.ts'
import { checkScope, type Lookups } from '../gate.ts'
import { MCP_PATH, McpEndpoint } from '../mcp/endpoint.ts'
import type { Dashboard } from '../pages/dashboard.ts'
import { createEventStream, EVENTS_PATH, type StreamEvents } from '../pages/event-stream.ts'
import { answerFile, FILES_PATH, type OpenFile } from '../pages/files.ts'
import { createPages, type HealthReport, type Page } from '../pages/pages.ts'
import { answerCall, answerRefusal, watchCaller } from './answer.ts'
import { checkContentType, readBody } from './body.ts'
import type { MeasureAnswer, NoteCall } from './meter.ts'
import { createOwnNames, type OwnNames, refuseOrigin } from './own-names.ts'
import { createLifter, LIFTED_CHARS, type Lifter, type OpenDraft } from './spool.ts'
import { answerWebRequest } from './web-request.ts'

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

function readPath(req: IncomingMessage): string {
  const path = (req.url ?? '/').split('?', 1)[0] ?? '/'
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

function setCommonHeaders(req: IncomingMessage, res: ServerResponse, isSecure: boolean): string {
  const given = req.headers['x-request-id']
  const requestId = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
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
  return requestId
}

/** The order of checks: name, path, method, caller and limit, their scope, content type, body; then the operation itself. */
class HttpApp implements App {
  readonly #deps: AppDeps
  readonly #names: OwnNames
  readonly #operations: ReadonlyMap<string, Operation>
  readonly #pages: ReadonlyMap<string, Page>
  readonly #open = new Set<Promise<void>>()
  readonly #answerStream: ReturnType<typeof createEventStream> | undefined
  readonly #mcp: McpEndpoint

  constructor(deps: AppDeps) {
    this.#deps = deps
    this.#names = deps.names ?? createOwnNames({})
    this.#answerStream = deps.streamEvents && createEventStream(deps.streamEvents)
    this.#pages = new Map([...createPages(deps), ...(deps.pages ?? [])])
    this.#operations = createOperations(deps.handlers, deps)
    const { log, openDraft } = deps
    this.#mcp = new McpEndpoint({ operations: this.#operations, log, openDraft })
  }

  async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { measure } = this.#deps
    const answer = (note?: NoteCall) => this.#answer(req, res, note)
    const answered = measure ? measure(this.#nameRoute(req), res, answer) : answer()
    this.#open.add(answered)
    await answered.finally(() => this.#open.delete(answered))
  }

  async close(): Promise<void> {
    await Promise.all(this.#open)
  }

  /** One of few names, whatever path a caller makes up. */
  #nameRoute(req: IncomingMessage): string {
    const path = readPath(req)
    const operation = this.#operations.get(path)
    if (operation) return operation.entry.name
    if (path === EVENTS_PATH) return 'events.stream'
    if (path === MCP_PATH) return 'mcp'
    if (path.startsWith(FILES_PATH)) return 'file'
    if (path.startsWith('/api/auth/')) return 'sign-in'
    if (path.startsWith(PAIRING_PATH)) return 'pairing-link'
    return 'page'
  }

  async #answer(req: IncomingMessage, res: ServerResponse, note?: NoteCall): Promise<void> {
    const requestId = setCommonHeaders(req, res, this.#deps.isSecure ?? false)
    const refuse = (refusal: Refusal): void =>
      answerRefusal(req, res, refusal, this.#operations.get(readPath(req))?.entry)
    try {
      const refusal = await this.#route(req, res, requestId, note)
      if (refusal) refuse(refusal)
    } catch (error) {
      // A request is destroyed too once it was read whole; only before that has its caller gone.
      if (res.destroyed || (req.destroyed && !req.complete)) return
      const known = this.#deps.explain?.(error) ?? error
      if (known instanceof Refusal) return refuse(known)
      this.#deps.log.error({ requestId, err: error }, 'request failed unexpectedly')
      const data = { requestId }
      refuse(new Refusal('INTERNAL_SERVER_ERROR', internalMessage(requestId), { data }))
    }
  }

  async #route(
    req: IncomingMessage,
    res: ServerResponse,
    requestId: string,
    note?: NoteCall,
  ): Promise<Refusal | undefined> {
    const path = readPath(req)
    const operation = this.#operations.get(path)
    const wrongName = this.#isForAnyName(req, path) ? undefined : this.#names.refuse(req)
    if (wrongName) return wrongName
    if (operation) return await this.#call(req, res, requestId, operation)
    const page = this.#deps.dashboard?.find(path, req) ?? this.#pages.get(path)
    if (page) return await this.#show(req, res, page)
    if (path.startsWith(FILES_PATH) && this.#deps.openFile) {
      return await this.#give(req, res, requestId, path.slice(FILES_PATH.length), this.#deps.openFile)
    }
    if (path === EVENTS_PATH && this.#answerStream) return await this.#tell(req, res, requestId)
    if (path === MCP_PATH) return await this.#assist(req, res, requestId, note)
    const answerAnybody = this.#findOpenHandler(path)
    if (answerAnybody) {
      return await answerWebRequest(req, res, answerAnybody, this.#names, this.#deps.trustProxy ?? false)
    }
    return new Refusal(
      'NOT_FOUND',
      `There is nothing at this path. The operations are listed at GET ${API_PREFIX}.`,
    )
  }

  /** Of the paths that are open to people who are not signed in. */
  #findOpenHandler(path: string): AppDeps['signIn'] {
    if (path.startsWith('/api/auth/')) return this.#deps.signIn
    return path.startsWith(PAIRING_PATH) ? this.#deps.pairing : undefined
  }

  /**
   * Those who look whether a process lives know only its address, the measurements see to it themselves, and who has a key
   * is no page that was led here. Everything else is answered under our own names alone.
   */
  #isForAnyName(req: IncomingMessage, path: string): boolean {
    if (FOR_ANY_NAME.has(path)) return true
    if (path === MCP_PATH) return readKey(req) !== undefined
    const takesKeys = this.#operations.has(path) || path === EVENTS_PATH || path.startsWith(FILES_PATH)
    return takesKeys && req.headers['x-api-key'] !== undefined
  }

  async #show(req: IncomingMessage, res: ServerResponse, page: Page): Promise<Refusal | undefined> {
    if (req.method === 'GET' || req.method === 'HEAD') {
      await page(req, res)
      return undefined
    }
    res.setHeader('allow', 'GET, HEAD')
    return new Refusal('METHOD_NOT_SUPPORTED', 'This path takes GET only.')
  }

  /** A file is answered to the same callers as operations are, and counted like one. */
  async #give(
    req: IncomingMessage,
    res: ServerResponse,
    requestId: string,
    id: string,
    openFile: OpenFile,
  ): Promise<Refusal | undefined> {
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.setHeader('allow', 'GET, HEAD')
      return new Refusal('METHOD_NOT_SUPPORTED', 'This path takes GET only.')
    }
    const caller = await this.#identify(req, res, requestId)
    if (caller instanceof Refusal) return caller
    checkScope(caller, 'chat:read')
    return await answerFile(req, res, await openFile(id, caller.userId, caller.clientIds ?? null))
  }

  /** Opening the stream counts as one call; it ends when its key or session does. */
  async #tell(req: IncomingMessage, res: ServerResponse, requestId: string): Promise<Refusal | undefined> {
    if (req.method !== 'GET') {
      res.setHeader('allow', 'GET')
      return new Refusal('METHOD_NOT_SUPPORTED', 'This path takes GET only.')
    }
    const caller = await this.#identify(req, res, requestId)
    if (caller instanceof Refusal) return caller
    checkScope(caller, 'events:read')
    return await this.#answerStream?.(req, res, caller, () => isStillCaller(this.#deps.callers, req, caller))
  }

  /** A message of an assistant counts as one call. Its key is asked for alone: a session would let pages in. */
  async #assist(
    req: IncomingMessage,
    res: ServerResponse,
    requestId: string,
    note?: NoteCall,
  ): Promise<Refusal | undefined> {
    if (req.method !== 'POST') {
      res.setHeader('allow', 'POST')
      return new Refusal(
        'METHOD_NOT_SUPPORTED',
        'Messages of assistants are sent with POST, one in each request.',
      )
    }
    const { origin } = req.headers
    if (origin !== undefined && !this.#names.isOwn(origin, req)) return refuseOrigin()
    const principal = await this.#check(requestId, () => authenticateKey(this.#deps.callers, req, res))
    if (principal instanceof Refusal) return principal
    return await this.#mcp.answer(req, res, { principal, requestId, origin: this.#names.originOf(req), note })
  }

  async #call(
    req: IncomingMessage,
    res: ServerResponse,
    requestId: string,
    operation: Operation,
  ): Promise<Refusal | undefined> {
    if (req.method !== 'POST') {
      res.setHeader('allow', 'POST')
      return new Refusal('METHOD_NOT_SUPPORTED', 'Operations are called with POST and a JSON body.')
    }
    const startedAt = performance.now()
    const caller = await this.#identify(req, res, requestId)
    if (caller instanceof Refusal) return caller
    operation.admit(caller)
    const header = req.headers['idempotency-key']
    if (typeof header === 'string' && (header === '' || header.length > MAX_IDEMPOTENCY_KEY_CHARS)) {
      return new Refusal('BAD_REQUEST', `Idempotency-Key is 1 to ${MAX_IDEMPOTENCY_KEY_CHARS} characters.`)
    }
    const wrongType = checkContentType(req)
    if (wrongType) return wrongType
    const lifter = this.#createLifter(req, operation)
    try {
      const body = await readBody(req, operation.bodyLimit.maxBytes, lifter)
      if (body instanceof Refusal) return body
      const answer = await operation.call(body, {
        principal: caller,
        requestId,
        signal: watchCaller(res),
        ...(typeof header === 'string' && { idempotencyKey: header }),
        ...(lifter && { lifted: lifter.files }),
      })
      await answerCall(res, answer.status, answer.body)
    } finally {
      await lifter?.close()
    }
    const durationMs = Math.round(performance.now() - startedAt)
    this.#deps.log.debug(
      { requestId, operation: operation.entry.name, status: res.statusCode, durationMs },
      'call answered',
    )
    return undefined
  }

  /** For bodies that may hold a file. */
  #createLifter(req: IncomingMessage, { bodyLimit }: Operation): Lifter | undefined {
    const { fileField, isLifted } = bodyLimit
    const length = Number(req.headers['content-length'] ?? Number.POSITIVE_INFINITY)
    if (fileField === undefined || length <= LIFTED_CHARS) return undefined
    return createLifter(isLifted ? this.#deps.openDraft : undefined, fileField)
  }

  #identify(req: IncomingMessage, res: ServerResponse, requestId: string): Promise<Principal | Refusal> {
    return this.#check(requestId, () => authenticate(this.#deps.callers, req, res, this.#names))
  }

  async #check(requestId: string, check: () => Promise<Principal | Refusal>): Promise<Principal | Refusal> {
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
