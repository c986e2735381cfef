import { type CallFailure, callFailure } from '../../../core/conversation/call-failure.ts'
import type { HttpRequest } from '../../../core/flow/index.ts'
import { findJsonProblem } from '../../../core/json-safety.ts'
import type { OutboundHttp } from '../../../platform/outbound-http.ts'
import { prepareCall, type SecretReader } from '../../secrets/index.ts'
import { McpWire } from './mcp-wire.ts'
import { type GivenTools, type ListedTools, readTools } from './read-tools.ts'

export interface McpDeps {
  http: Pick<OutboundHttp, 'open'>
  secrets: SecretReader
}

/** A server of tools: its address with its headers, in which secrets may stand, and what asking it may take. */
export interface McpServer {
  /** Whose secrets. */
  userId: string
  request: HttpRequest
  /** Of all of it: the session, what is asked and its answers. */
  timeoutMs: number
  /** Of one answer of the server. */
  maxBodyBytes: number
  signal: AbortSignal
}

/** A call of one tool. */
export interface McpCall extends McpServer {
  tool: string
  input: Readonly<Record<string, unknown>>
}

export type McpOutcome = { output: unknown } | { failure: CallFailure }
export type McpListing = ListedTools | { failure: CallFailure }

const fail = (failure: CallFailure) => ({ failure })

/** A server that has more says so in pages without end. */
const MAX_PAGES = 4

/** Calls tools of servers that speak the Model Context Protocol over streamable HTTP, by the guarded client alone. */
export class McpTools {
  readonly #deps: McpDeps

  constructor(deps: McpDeps) {
    this.#deps = deps
  }

  call(call: McpCall): Promise<McpOutcome> {
    const { tool, input } = call
    return this.#ask(
      call,
      (client, signal) => client.callTool({ name: tool, arguments: { ...input }, options: { signal } }),
      readResult,
    )
  }

  /** What tools a server says that it has, for a person who chooses. */
  list(server: McpServer): Promise<McpListing> {
    return this.#ask(server, readPages, readTools)
  }

  async #ask<Given, Read>(
    server: McpServer,
    ask: (client: Client, signal: AbortSignal) => Promise<Given>,
    read: (given: Given, hide: (text: string) => string) => Read,
  ): Promise<Read | { failure: CallFailure }> {
    const { userId, request, timeoutMs, maxBodyBytes } = server
    const prepared = await prepareCall(this.#deps.secrets, userId, request)
    if ('failure' in prepared) return prepared
    const over = new AbortController()
    const deadline = AbortSignal.timeout(timeoutMs)
    const signal = AbortSignal.any([server.signal, deadline, over.signal])
    const { url, headers } = prepared.filled
    const wire = new McpWire({ http: this.#deps.http, url, timeoutMs, maxBodyBytes, signal })
    try {
      return read(await withSession(wire, { signal, headers }, ask), prepared.hide)
    } catch {
      // Errors of the client hold what the server said, and may hold what it was asked with.
      return fail(explain(server, deadline, wire))
    } finally {
      over.abort()
    }
  }
}

type Client = Awaited<ReturnType<typeof import('@ai-sdk/mcp')['createMCPClient']>>

async function readPages(client: Client, signal: AbortSignal): Promise<GivenTools> {
  const tools: unknown[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const params = cursor === undefined ? {} : { params: { cursor } }
    const given = await client.listTools({ ...params, options: { signal } })
    tools.push(...given.tools)
    cursor = given.nextCursor ?? undefined
    if (cursor === undefined) return { tools, isWhole: true }
  }
  return { tools, isWhole: false }
}

async function withSession<Given>(
  wire: McpWire,
  { signal, headers }: { signal: AbortSignal; headers: readonly { name: string; value: string }[] },
  ask: (client: Client, signal: AbortSignal) => Promise<Given>,
): Promise<Given> {
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
    return await ask(client, signal)
  } finally {
    await client.close()
  }
}

/** What the wire saw of a call that was ended says only that it was: who ended it is asked first. */
function explain({ signal, timeoutMs }: McpServer, deadline: AbortSignal, { failure }: McpWire): CallFailure {
  if (signal.aborted) return callFailure('GIVEN_UP')
  if (deadline.aborted) return callFailure('NO_ANSWER', { withinMs: timeoutMs })
  return failure?.failure ?? callFailure('TOOL_REFUSED')
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
