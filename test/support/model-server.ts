import http from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  answerEmbedding,
  type EmbeddingRequest,
  type EmbedTexts,
  embedByWords,
  findEmbeddingProblem,
} from './model-embeddings.ts'

/** How the server answers one request. Without one it repeats the last message of the user. */
export type ModelFault =
  | {
      kind: 'say'
      content: string
      finishReason?: 'stop' | 'length' | 'content_filter'
      withoutUsage?: boolean
    }
  | { kind: 'call_tool'; name: string; arguments: string }
  /** Several at once, after so long; with a text beside them where one is given. */
  | { kind: 'call_tools'; calls: { name: string; arguments: string }[]; ms?: number; content?: string }
  | { kind: 'status'; status: number; retryAfter?: string; body?: string }
  | { kind: 'text'; body: string }
  | { kind: 'slow'; ms: number; content: string }
  /** A byte now and then, without end. */
  | { kind: 'drip' }
  | { kind: 'hang' }
  | { kind: 'huge'; bytes: number }
  | { kind: 'redirect'; to: string }
  | { kind: 'cut' }

interface ToolCall {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
}

interface ChatMessage {
  role: string
  content?: unknown
  tool_calls?: ToolCall[]
  tool_call_id?: unknown
}

interface ChatTool {
  type?: unknown
  function?: { name?: unknown; description?: unknown; parameters?: { type?: unknown } }
}

interface ChatRequest {
  model: string
  messages: ChatMessage[]
  max_tokens?: unknown
  max_completion_tokens?: unknown
  response_format?: { type?: unknown }
  tools?: ChatTool[]
}

/** What was asked, as it came. */
export interface AskedModel {
  headers: http.IncomingHttpHeaders
  body: ChatRequest
}

export interface ModelServerOptions {
  /** The only key that is accepted; null: none is asked for, as by servers that run models at home. */
  key?: string | null
  modelId?: string
  /** Default: by the words of a text, whatever they mean. */
  embed?: EmbedTexts
}

const DRIP_MS = 50
/** What an answer of another kind is told of when a fault spoils it. */
const NO_CHAT: ChatRequest = { model: '', messages: [] }
const CHUNK = Buffer.alloc(65_536, 0x20)

const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return (content as { type?: unknown; text?: unknown }[])
    .map(({ type, text }) => (type === 'text' ? String(text) : ''))
    .join('')
}

/**
 * A server of models for tests, on this machine: POST /v1/chat/completions without streaming, and POST /v1/embeddings
 * (`model-embeddings.ts`). What it refuses and how it answers
 * follow OpenAI's API reference (Chat, "Create chat completion", and its guide to error codes): a key that is not the right one
 * is 401 `invalid_api_key`, a model it has not 404 `model_not_found`, a request without messages or with a role nobody knows
 * 400 `invalid_request_error`; `response_format` json_object asks for the word JSON somewhere in the messages; answers are
 * `chat.completion` objects with one choice and its usage. Of tools: at most 128 with names of 1 to 64 letters, digits, _ and -
 * and parameters of type object (reference, `tools`); each call of an assistant's message is answered by a message of the role
 * `tool` before any other message, and no such message stands elsewhere (the texts of these two refusals are quoted in
 * github.com/miurla/morphic/issues/136 and github.com/BloomLabsInc/genkit-plugins/issues/225); `content` may be null beside
 * `tool_calls`, whose `arguments` are a text that need not be JSON (reference, "Create chat completion").
 */
export class ModelServer {
  readonly asked: AskedModel[] = []
  /** What vectors were asked of, as it came. */
  readonly embedded: EmbeddingRequest[] = []
  /** Requests that have not ended. */
  open = 0
  private calls = 0
  private readonly key: string | null
  private readonly modelId: string
  /** What stands behind the address. */
  embed: EmbedTexts
  private readonly faults: ModelFault[] = []
  private always: ModelFault | ((request: ChatRequest) => ModelFault) | null = null
  private readonly server = http.createServer((request, response) => {
    this.open += 1
    response.on('close', () => {
      this.open -= 1
    })
    this.handle(request, response).catch(() => response.destroy())
  })

  constructor({ key = null, modelId = 'test-model', embed = embedByWords() }: ModelServerOptions = {}) {
    this.key = key
    this.modelId = modelId
    this.embed = embed
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    return this.url
  }

  get url(): string {
    const address = this.server.address()
    if (typeof address !== 'object' || address === null) throw new Error('the model server does not listen')
    return `http://127.0.0.1:${address.port}/v1`
  }

  /** The next requests are answered so, one each. */
  next(...faults: ModelFault[]): void {
    this.faults.push(...faults)
  }

  /** All requests are answered so that have nothing else. */
  answerAlways(answer: ModelFault | ((request: ChatRequest) => ModelFault)): void {
    this.always = answer
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private async handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const isEmbedding = request.url === '/v1/embeddings'
    if (request.method !== 'POST' || (request.url !== '/v1/chat/completions' && !isEmbedding)) {
      return refuse(
        response,
        404,
        'invalid_request_error',
        null,
        `Unknown request URL: ${request.method} ${request.url}.`,
      )
    }
    if (this.key !== null && request.headers.authorization !== `Bearer ${this.key}`) {
      const shown = String(request.headers.authorization ?? '').replace('Bearer ', '')
      return refuse(
        response,
        401,
        'invalid_request_error',
        'invalid_api_key',
        `Incorrect API key provided: ${shown}.`,
      )
    }
    const text = Buffer.concat(chunks).toString()
    if (isEmbedding) return this.answerEmbedding(JSON.parse(text) as EmbeddingRequest, response)
    const body = JSON.parse(text) as ChatRequest
    const problem = findProblem(body)
    if (problem !== null) return refuse(response, 400, 'invalid_request_error', null, problem)
    if (body.model !== this.modelId) return this.refuseModel(body.model, response)
    this.asked.push({ headers: request.headers, body })
    const always = typeof this.always === 'function' ? this.always(body) : this.always
    await this.answer(
      this.faults.shift() ?? always ?? { kind: 'say', content: lastWords(body) },
      body,
      response,
    )
  }

  private refuseModel(model: string, response: http.ServerResponse): void {
    const message = `The model '${model}' does not exist or you do not have access to it.`
    refuse(response, 404, 'invalid_request_error', 'model_not_found', message)
  }

  private async answerEmbedding(body: EmbeddingRequest, response: http.ServerResponse): Promise<void> {
    const problem = findEmbeddingProblem(body, this.embed.dimensions)
    if (problem !== null) return refuse(response, 400, 'invalid_request_error', null, problem)
    if (body.model !== this.modelId) return this.refuseModel(body.model, response)
    this.embedded.push(body)
    const fault = this.faults.shift() ?? (typeof this.always === 'function' ? null : this.always)
    if (fault && fault.kind !== 'say' && fault.kind !== 'slow') return this.answer(fault, NO_CHAT, response)
    if (fault?.kind === 'slow') await sleep(fault.ms)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answerEmbedding(body, this.embed)))
  }

  private async callTools(
    { calls, ms = 0, content = '' }: Extract<ModelFault, { kind: 'call_tools' }>,
    body: ChatRequest,
    response: http.ServerResponse,
  ): Promise<void> {
    await sleep(ms)
    const made = calls.map(({ name, arguments: given }): ToolCall => {
      this.calls += 1
      return { id: `call_${this.calls}`, type: 'function', function: { name, arguments: given } }
    })
    const message = { content: content === '' ? null : content, refusal: null, tool_calls: made }
    return complete(response, body, message, { finishReason: 'tool_calls' })
  }

  private async answer(fault: ModelFault, body: ChatRequest, response: http.ServerResponse): Promise<void> {
    switch (fault.kind) {
      case 'say':
        return complete(response, body, { content: fault.content, refusal: null }, fault)
      case 'slow':
        await sleep(fault.ms)
        return complete(response, body, { content: fault.content, refusal: null }, {})
      case 'call_tool':
        return this.callTools({ kind: 'call_tools', calls: [fault] }, body, response)
      case 'call_tools':
        return this.callTools(fault, body, response)
      case 'status': {
        const headers = fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter }
        response.writeHead(fault.status, { 'content-type': 'application/json', ...headers })
        response.end(
          fault.body ??
            JSON.stringify({ error: { message: `status ${fault.status}`, type: 'server_error' } }),
        )
        return
      }
      case 'text':
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(fault.body)
        return
      case 'redirect':
        response.writeHead(307, { location: fault.to })
        response.end()
        return
      case 'hang':
        return
      case 'drip':
        return drip(response)
      case 'huge':
        return fill(response, fault.bytes)
      case 'cut':
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
        response.write('{"id":')
        await sleep(DRIP_MS)
        response.destroy()
    }
  }
}

const MAX_TOOLS = 128

/** Why the tools of a request are refused. */
function findToolProblem(tools: readonly ChatTool[] | undefined): string | null {
  if (tools === undefined) return null
  if (tools.length === 0) return "Invalid 'tools': empty array. Expected an array with minimum length 1."
  if (tools.length > MAX_TOOLS) return `Invalid 'tools': array too long. Expected at most ${MAX_TOOLS}.`
  for (const [index, { type, function: made }] of tools.entries()) {
    const at = `tools[${index}].function`
    if (type !== 'function') return `Invalid value: '${String(type)}'.`
    if (typeof made?.name !== 'string' || !/^[a-zA-Z0-9_-]{1,64}$/.test(made.name))
      return `Invalid '${at}.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`
    if (made.parameters !== undefined && made.parameters.type !== 'object')
      return `Invalid schema for function '${made.name}': schema must be a JSON Schema of 'type: "object"'.`
  }
  return null
}

/** Why the order of calls and of what came of them is refused. */
function findOrderProblem(messages: readonly ChatMessage[]): string | null {
  let open = new Set<unknown>()
  for (const { role, tool_call_id: id, tool_calls: calls = [], content } of messages) {
    if (role === 'tool') {
      if (!open.delete(id))
        return "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."
      if (textOf(content) === '') return "Missing required parameter: 'content'."
      continue
    }
    if (open.size > 0) break
    open = new Set(calls.map((call) => call.id))
    if (role === 'assistant' && calls.length === 0 && textOf(content) === '')
      return "Invalid value for 'content': expected a string, got null."
  }
  if (open.size === 0) return null
  return `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...open].join(', ')}`
}

const ROLES: ReadonlySet<string> = new Set(['developer', 'system', 'user', 'assistant', 'tool', 'function'])

function findProblem({ model, messages, tools, response_format: format }: ChatRequest): string | null {
  if (typeof model !== 'string' || model === '') return 'you must provide a model parameter'
  if (!Array.isArray(messages) || messages.length === 0) return "Invalid 'messages': empty array."
  const unknown = messages.find(({ role }) => !ROLES.has(role))
  if (unknown) return `Invalid value: '${unknown.role}'.`
  if (messages.some(({ role, content }) => role === 'user' && textOf(content) === '')) {
    return "Invalid value for 'content': expected a string, got null."
  }
  const wrong = findToolProblem(tools) ?? findOrderProblem(messages)
  if (wrong !== null) return wrong
  const asksForJson = format?.type === 'json_object'
  if (asksForJson && !messages.some(({ content }) => /json/i.test(textOf(content)))) {
    return "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'."
  }
  return null
}

const lastWords = ({ messages }: ChatRequest): string =>
  textOf(messages.findLast(({ role }) => role === 'user')?.content)

function refuse(
  response: http.ServerResponse,
  status: number,
  type: string,
  code: string | null,
  message: string,
): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: { message, type, param: null, code } }))
}

/** A word is a token here: what matters is that both sides count the same. */
const countTokens = (text: string): number => text.split(/\s+/).filter(Boolean).length

function complete(
  response: http.ServerResponse,
  { model, messages }: ChatRequest,
  message: Record<string, unknown>,
  { finishReason = 'stop', withoutUsage = false }: { finishReason?: string; withoutUsage?: boolean },
): void {
  const asked = countTokens(messages.map(({ content }) => textOf(content)).join(' '))
  const calls = message.tool_calls === undefined ? '' : JSON.stringify(message.tool_calls)
  const said = countTokens(`${message.content ?? ''} ${calls}`)
  const usage = { prompt_tokens: asked, completion_tokens: said, total_tokens: asked + said }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(
    JSON.stringify({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1_735_689_600,
      model,
      choices: [
        { index: 0, message: { role: 'assistant', ...message }, finish_reason: finishReason, logprobs: null },
      ],
      ...(!withoutUsage && { usage }),
    }),
  )
}

async function drip(response: http.ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' })
  while (!response.destroyed) {
    response.write(' ')
    await sleep(DRIP_MS)
  }
}

function fill(response: http.ServerResponse, bytes: number): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  Readable.from(Array.from({ length: Math.ceil(bytes / CHUNK.length) }, () => CHUNK)).pipe(response)
}
