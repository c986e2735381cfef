import http from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

/** How the server answers one request. Without one it repeats the last message of the user. */
export type ModelFault =
  | {
      kind: 'say'
      content: string
      finishReason?: 'stop' | 'length' | 'content_filter'
      withoutUsage?: boolean
    }
  | { kind: 'call_tool'; name: string; arguments: string }
  | { kind: 'status'; status: number; retryAfter?: string; body?: string }
  | { kind: 'text'; body: string }
  | { kind: 'slow'; ms: number; content: string }
  /** A byte now and then, without end. */
  | { kind: 'drip' }
  | { kind: 'hang' }
  | { kind: 'huge'; bytes: number }
  | { kind: 'redirect'; to: string }
  | { kind: 'cut' }

interface ChatMessage {
  role: string
  content?: unknown
  tool_call_id?: unknown
}

interface ChatRequest {
  model: string
  messages: ChatMessage[]
  max_tokens?: unknown
  max_completion_tokens?: unknown
  response_format?: { type?: unknown }
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
}

const DRIP_MS = 50
const CHUNK = Buffer.alloc(65_536, 0x20)

const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return (content as { type?: unknown; text?: unknown }[])
    .map(({ type, text }) => (type === 'text' ? String(text) : ''))
    .join('')
}

/**
 * A server of models for tests, on this machine: POST /v1/chat/completions without streaming. What it refuses and how it answers
 * follow OpenAI's API reference (Chat, "Create chat completion", and its guide to error codes): a key that is not the right one
 * is 401 `invalid_api_key`, a model it has not 404 `model_not_found`, a request without messages or with a role nobody knows
 * 400 `invalid_request_error`; `response_format` json_object asks for the word JSON somewhere in the messages; answers are
 * `chat.completion` objects with one choice and its usage.
 */
export class ModelServer {
  readonly asked: AskedModel[] = []
  /** Requests that have not ended. */
  open = 0
  private readonly key: string | null
  private readonly modelId: string
  private readonly faults: ModelFault[] = []
  private always: ModelFault | ((request: ChatRequest) => ModelFault) | null = null
  private readonly server = http.createServer((request, response) => {
    this.open += 1
    response.on('close', () => {
      this.open -= 1
    })
    this.handle(request, response).catch(() => response.destroy())
  })

  constructor({ key = null, modelId = 'test-model' }: ModelServerOptions = {}) {
    this.key = key
    this.modelId = modelId
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
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
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
    const body = JSON.parse(Buffer.concat(chunks).toString()) as ChatRequest
    const problem = findProblem(body)
    if (problem !== null) return refuse(response, 400, 'invalid_request_error', null, problem)
    if (body.model !== this.modelId) {
      const message = `The model '${body.model}' does not exist or you do not have access to it.`
      return refuse(response, 404, 'invalid_request_error', 'model_not_found', message)
    }
    this.asked.push({ headers: request.headers, body })
    const always = typeof this.always === 'function' ? this.always(body) : this.always
    await this.answer(
      this.faults.shift() ?? always ?? { kind: 'say', content: lastWords(body) },
      body,
      response,
    )
  }

  private async answer(fault: ModelFault, body: ChatRequest, response: http.ServerResponse): Promise<void> {
    switch (fault.kind) {
      case 'say':
        return complete(response, body, { content: fault.content, refusal: null }, fault)
      case 'slow':
        await sleep(fault.ms)
        return complete(response, body, { content: fault.content, refusal: null }, {})
      case 'call_tool': {
        const call = { name: fault.name, arguments: fault.arguments }
        const calls = [{ id: 'call_1', type: 'function', function: call }]
        return complete(
          response,
          body,
          { content: null, refusal: null, tool_calls: calls },
          { finishReason: 'tool_calls' },
        )
      }
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

const ROLES: ReadonlySet<string> = new Set(['developer', 'system', 'user', 'assistant', 'tool', 'function'])

function findProblem({ model, messages, response_format: format }: ChatRequest): string | null {
  if (typeof model !== 'string' || model === '') return 'you must provide a model parameter'
  if (!Array.isArray(messages) || messages.length === 0) return "Invalid 'messages': empty array."
  const unknown = messages.find(({ role }) => !ROLES.has(role))
  if (unknown) return `Invalid value: '${unknown.role}'.`
  if (messages.some(({ role, content }) => role === 'user' && textOf(content) === '')) {
    return "Invalid value for 'content': expected a string, got null."
  }
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
  const said = countTokens(String(message.content ?? ''))
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
