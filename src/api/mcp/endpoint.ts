import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { Caller, SpooledFile } from '../../contract/handlers.ts'
import { API_PREFIX } from '../../contract/operation.ts'
import { mayCall } from '../../contract/scopes.ts'
import { Refusal } from '../../core/errors.ts'
import type { Log } from '../../platform/logger.ts'
import { pipeAll } from '../../platform/process/pipe.ts'
import type { CallAnswer, Operation } from '../call.ts'
import { generateOpenApi } from '../document/openapi.ts'
import { watchCaller } from '../http/answer.ts'
import { BODY_LIMITS, type BodyLimit, checkContentType, MAX_BODY_BYTES, readBody } from '../http/body.ts'
import type { NoteCall } from '../http/meter.ts'
import { type OpenDraft, Spooler } from '../http/spool.ts'
import type { CallOperation } from './server.ts'
import { buildTools, DEFAULT_TOOLS, isChosen, type OperationTool } from './tools.ts'

/** Where assistants reach the tools by the streamable HTTP transport of the Model Context Protocol. */
export const MCP_PATH = '/api/mcp'

export interface McpEndpointParts {
  operations: ReadonlyMap<string, Operation>
  log: Log
  openDraft: OpenDraft | undefined
}

/** One message of an assistant that was let in. */
export interface McpExchange {
  principal: Caller
  requestId: string
  /** The service's own address as the caller knows it. */
  origin: string
  /** Told of the call that the message is, if it is one. */
  note: NoteCall | undefined
}

const PASSED_HEADERS = /^(accept|content-type|mcp-[a-z-]+)$/

/** What the protocol wants to know of a request; no key is among it. */
function toWebRequest(req: IncomingMessage, origin: string, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers))
    if (PASSED_HEADERS.test(name) && value !== undefined) headers.set(name, String(value))
  return new Request(new URL(MCP_PATH, origin), { method: 'POST', headers, signal })
}

async function writeResponse(res: ServerResponse, response: Response): Promise<void> {
  if (res.destroyed) return void (await response.body?.cancel())
  for (const [name, value] of response.headers) res.setHeader(name, value)
  // Proxies that collect answers before they pass them on would hold them back.
  res.setHeader('x-accel-buffering', 'no')
  res.writeHead(response.status)
  if (response.body === null) return void res.end()
  await pipeAll(Readable.fromWeb(response.body), res).catch((error: unknown) => {
    // Whoever hung up wants no more of it.
    if (!res.destroyed) throw error
  })
}

const refuseFile = (operation: string): CallAnswer => {
  const message = `A value of base64 is longer than ${operation} takes. Send less, or call the operation over the API.`
  const { code, status, data } = new Refusal('PAYLOAD_TOO_LARGE', message, {
    data: { maxBytes: MAX_BODY_BYTES },
  })
  return { status, body: { defined: true, code, status, message, data } }
}

function refuseBatch(): Refusal {
  const message = 'Send one message in a request: each counts as a call of the key.'
  return new Refusal('BAD_REQUEST', message, { data: { errors: [{ path: '', message }] } })
}

/**
 * The tools of assistants over HTTP. Every request stands for itself, so any process answers it and nothing is kept
 * between two of them; a call of a tool is a call of the operation in this process, with all that holds for it.
 */
export class McpEndpoint {
  readonly #parts: McpEndpointParts
  readonly #operations: ReadonlyMap<string, Operation>
  #tools: Promise<OperationTool[]> | undefined

  constructor(parts: McpEndpointParts) {
    this.#parts = parts
    this.#operations = new Map(
      [...parts.operations.values()].map((operation) => [operation.entry.name, operation]),
    )
  }

  /** Answers one message; a refusal is one that comes before the protocol has a say. */
  async answer(
    req: IncomingMessage,
    res: ServerResponse,
    exchange: McpExchange,
  ): Promise<Refusal | undefined> {
    const tools = await this.#chooseTools(req, exchange.principal)
    if (tools instanceof Refusal) return tools
    const wrongType = checkContentType(req)
    if (wrongType) return wrongType
    const limit = readLimit(tools)
    const spooler = limit.isSpooled ? new Spooler(this.#parts.openDraft) : undefined
    try {
      const message = await readBody(req, limit.maxBytes, spooler)
      if (message instanceof Refusal) return message
      if (Array.isArray(message)) return refuseBatch()
      await this.#exchange(req, res, exchange, tools, message, spooler?.files)
      return undefined
    } finally {
      await spooler?.close()
    }
  }

  async #exchange(
    req: IncomingMessage,
    res: ServerResponse,
    exchange: McpExchange,
    tools: readonly OperationTool[],
    message: unknown,
    spooled: ReadonlyMap<string, SpooledFile> | undefined,
  ): Promise<void> {
    const { log } = this.#parts
    const gone = watchCaller(res)
    const call = this.#createCall(exchange, gone, spooled)
    // Loaded by the first assistant: most services have none.
    const [{ createMcpHandler }, { createMcpServer }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('./server.ts'),
    ])
    const handler = createMcpHandler(() => createMcpServer(tools, call), {
      // The tools of a key never change while it is used, so there is nothing to tell those who listen.
      maxSubscriptions: 0,
      onerror: (error) =>
        log.debug({ requestId: exchange.requestId, err: error }, 'message of an assistant was refused'),
    })
    const request = toWebRequest(req, exchange.origin, gone)
    await writeResponse(res, await handler.fetch(request, { parsedBody: message }))
  }

  /** Those of `?tools=`, by default the few that conversations need, without what the caller may not call. */
  async #chooseTools(req: IncomingMessage, principal: Caller): Promise<OperationTool[] | Refusal> {
    this.#tools ??= generateOpenApi().then((document) => buildTools(document))
    const all = await this.#tools
    const asked = new URL(req.url ?? '/', 'http://any').searchParams.get('tools')
    const names = asked === null ? DEFAULT_TOOLS : asked.split(',').map((name) => name.trim())
    const unknown = names.find(
      (name) => name !== 'all' && !all.some(({ entry }) => isChosen(entry.name, [name])),
    )
    if (unknown !== undefined) {
      const message = `tools: there is no operation or group ${JSON.stringify(unknown.slice(0, 100))} that a key may call. They are listed at GET ${API_PREFIX}; "all" chooses every one.`
      return new Refusal('BAD_REQUEST', message, { data: { errors: [{ path: 'tools', message }] } })
    }
    return all.filter(
      ({ entry }) => (names.includes('all') || isChosen(entry.name, names)) && mayCall(principal, entry),
    )
  }

  #createCall(
    { principal, requestId, note }: McpExchange,
    gone: AbortSignal,
    spooled: ReadonlyMap<string, SpooledFile> = new Map(),
  ): CallOperation {
    return async (name, input, signal) => {
      const operation = this.#operations.get(name)
      if (!operation) throw new Error(`there is a tool for ${name}, but no such operation`)
      note?.({ operation: name })
      const context = { principal, requestId, signal: AbortSignal.any([gone, signal]), spooled }
      const { status, body } =
        spooled.size > 0 && !operation.bodyLimit.isSpooled
          ? refuseFile(name)
          : await operation.call(input, context)
      note?.({ operation: name, status })
      this.#parts.log.debug({ requestId, operation: name, status }, 'call of an assistant answered')
      return { ok: status === 200, text: JSON.stringify(body) }
    }
  }
}

/** As much as the largest of the tools takes: which one is called is known only when the message was read. */
function readLimit(tools: readonly OperationTool[]): BodyLimit {
  return tools.some(({ entry }) => entry.body === 'files') ? BODY_LIMITS.files : BODY_LIMITS.none
}
