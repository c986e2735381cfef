import { Readable } from 'node:stream'
import { type CallFailure, callFailure } from '../../core/conversation/call-failure.ts'
import type { HttpRequest } from '../../core/flow/index.ts'
import { findJsonProblem } from '../../core/json-safety.ts'
import { OutboundError, type OutboundHttp } from '../../platform/outbound-http.ts'
import { prepareCall, type SecretReader } from '../secrets/index.ts'

export interface McpDeps {
  http: Pick<OutboundHttp, 'open'>
  secrets: SecretReader
}

/** A call of one tool at a server. `request` is its address with its headers, in which secrets may stand. */
export interface McpCall {
  /** Whose secrets. */
  userId: string
  request: HttpRequest
  tool: string
  input: Readonly<Record<string, unknown>>
  /** Of all of it: the session, the call and its answer. */
  timeoutMs: number
  /** Of one answer of the server. */
  maxBodyBytes: number
  signal: AbortSignal
}

export type McpOutcome = { output: unknown } | { failure: CallFailure }

const fail = (failure: CallFailure): McpOutcome => ({ failure })

/** Calls tools of servers that speak the Model Context Protocol over streamable HTTP, by the guarded client alone. */
export class McpTools {
  readonly #deps: McpDeps

  constructor(deps: McpDeps) {
    this.#deps = deps
  }

  async call(call: McpCall): Promise<McpOutcome> {
    const { userId, request, timeoutMs, maxBodyBytes } = call
    const prepared = await prepareCall(this.#deps.secrets, userId, request)
    if ('failure' in prepared) return prepared
    const over = new AbortController()
    const signal = AbortSignal.any([call.signal, AbortSignal.timeout(timeoutMs), over.signal])
    const { url, headers } = prepared.filled
    const wire = new McpWire({ http: this.#deps.http, url, timeoutMs, maxBodyBytes, signal })
    try {
      const given = await askServer(call, wire, signal, headers)
      return readResult(given, prepared.hide)
    } catch {
      // Errors of the client hold what the server said, and may hold what it was asked with.
      return explain(call, wire)
    } finally {
      over.abort()
    }
  }
}

async function askServer(
  { tool, input }: McpCall,
  wire: McpWire,
  signal: AbortSignal,
  headers: readonly { name: string; value: string }[],
): Promise<unknown> {
  const { createMCPClient } = await import('@ai-sdk/mcp')
  const client = await createMCPClient({
    transport: {
      ...{
        type: 'http',
        url: wire.url,
        redirect: 'error',
        fetch: wire.fetch,
        terminateSessionOnClose: false,
      },
      headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
    },
    clientName: 'parley',
    maxRetries: 0,
    initializationOptions: { signal },
    onUncaughtError: () => {},
  })
  try {
    return await client.callTool({ name: tool, arguments: { ...input }, options: { signal } })
  } finally {
    await client.close()
  }
}

function explain({ signal, timeoutMs }: McpCall, { failure, startedMs }: McpWire): McpOutcome {
  if (signal.aborted) return fail(callFailure('GIVEN_UP'))
  if (performance.now() - startedMs >= timeoutMs)
    return fail(callFailure('NO_ANSWER', { withinMs: timeoutMs }))
  if (failure !== null) return fail(failure.failure)
  return fail(callFailure('TOOL_REFUSED'))
}

interface GivenResult {
  content?: unknown
  structuredContent?: unknown
  isError?: boolean | undefined
}

/** What a tool gave: its object, else its texts. That it calls itself an error is for the model to read. */
function readResult(result: unknown, hide: (text: string) => string): McpOutcome {
  const { content, structuredContent, isError } = result as GivenResult
  const parts = Array.isArray(content) ? (content as { type?: unknown; text?: unknown }[]) : []
  const texts = parts.map(({ type, text }) => (type === 'text' ? String(text) : `[${String(type)}]`))
  const given = structuredContent ?? texts.join('\n')
  const told = isError === true ? { isError, output: given } : given
  const output: unknown = JSON.parse(hide(JSON.stringify(told)))
  return findJsonProblem(output) === undefined ? { output } : fail(callFailure('TOOL_OUTPUT_UNREADABLE'))
}

interface WireOptions {
  http: Pick<OutboundHttp, 'open'>
  url: string
  timeoutMs: number
  maxBodyBytes: number
  signal: AbortSignal
}

/** Messages of one call: a session, the call, and what comes with them. */
const MAX_REQUESTS = 8

/** The only way from the client to a server: to its own address, without following where it is led, within bounds. */
class McpWire {
  failure: OutboundError | null = null
  readonly startedMs = performance.now()
  readonly url: string
  readonly #options: WireOptions
  #requests = 0

  constructor(options: WireOptions) {
    this.#options = options
    this.url = options.url
  }

  readonly fetch = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    // Nothing is heard of a server but its answers.
    if (init.method === 'GET') return new Response(null, { status: 405 })
    try {
      return await this.#send(new URL(String(input)), init)
    } catch (error) {
      if (error instanceof OutboundError) this.failure = error
      throw error
    }
  }

  async #send(url: URL, { method = 'POST', headers, body }: RequestInit): Promise<Response> {
    const { http, timeoutMs, maxBodyBytes, signal } = this.#options
    this.#requests += 1
    if (url.href !== new URL(this.url).href || typeof body !== 'string' || this.#requests > MAX_REQUESTS) {
      throw new OutboundError(callFailure('TOOL_AT_OTHER_ADDRESS'))
    }
    const answer = await http.open({
      ...{ method, url: url.href, body, maxBodyBytes, signal },
      headers: [...new Headers(headers)].map(([name, value]) => ({ name, value })),
      timeoutMs: Math.max(1, timeoutMs - Math.round(performance.now() - this.startedMs)),
      maxRedirects: 0,
      requireTls: true,
    })
    answer.body.on('error', (error) => {
      if (error instanceof OutboundError) this.failure ??= error
    })
    // What is not read is let go with the call.
    signal.addEventListener('abort', () => answer.body.destroy(), { once: true })
    const isEmpty = answer.status === 202 || answer.status === 204
    if (isEmpty) answer.body.resume()
    const { status } = answer
    return new Response(isEmpty ? null : Readable.toWeb(answer.body), { status, headers: answer.headers })
  }
}
