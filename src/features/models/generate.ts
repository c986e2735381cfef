import type { LanguageModel, ModelMessage, ToolSet } from 'ai'
import { type CallFailure, callFailure } from '../../core/conversation/call-failure.ts'
import type { ToolCall } from '../../core/conversation/flow-event.ts'
import type { AiTool } from '../../core/flow/index.ts'
import { findJsonProblem } from '../../core/json-safety.ts'
import type { OutboundError } from '../../platform/outbound-http.ts'
import type { Prompt } from './prompt.ts'

export interface GenerateOptions {
  model: Exclude<LanguageModel, string>
  prompt: Prompt
  /** What the answer has to fit; null: it is a text. */
  schema: Record<string, unknown> | null
  maxTokens: number
  signal: AbortSignal
  /** Why the way to the server failed, if it did. */
  wireFailure(): OutboundError | null
}

/** Tokens are null where the server does not say. */
export interface Tokens {
  inputTokens: number | null
  outputTokens: number | null
}

/** `mayPass`: it may be gone the next time; `retryAfterMs` is how long the server wants to be left alone. */
export interface Failure {
  kind: 'failed'
  failure: CallFailure
  mayPass: boolean
  retryAfterMs: number | null
  /** Null: nobody knows what it took. */
  tokens: Tokens | null
}

export type Generated = { kind: 'text'; text: string; calls: readonly ToolCall[]; tokens: Tokens } | Failure

const MAY_PASS: ReadonlySet<string> = new Set(['HOST_NOT_FOUND', 'CONNECT_FAILED', 'CONNECTION_LOST'])
const NOTHING: Tokens = { inputTokens: 0, outputTokens: 0 }

/** Loads the SDK. Its warnings would go to the console, with parts of prompts. */
export async function loadSdk() {
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })
  return import('ai')
}

/** Nothing is fetched by the SDK's own means, whatever a message says. */
const refuseFiles = (files: readonly unknown[]): Promise<never[]> =>
  files.length === 0 ? Promise.resolve([]) : Promise.reject(new Error('no files are fetched for models'))

export type Sdk = Awaited<ReturnType<typeof loadSdk>>

/** Asks a model once. Errors of the SDK hold the prompt and what the server said, so none leaves this function. */
export async function generate(options: GenerateOptions): Promise<Generated> {
  const { model, prompt, schema, maxTokens, signal } = options
  const sdk = await loadSdk()
  try {
    const result = await sdk.generateText({
      model,
      instructions: prompt.instructions,
      messages: prompt.messages as ModelMessage[],
      // Without `execute` the SDK only hands the calls back: each is an effect of its own.
      ...(prompt.tools.length > 0 && { tools: toTools(sdk, prompt.tools) }),
      maxOutputTokens: maxTokens,
      maxRetries: 0,
      abortSignal: signal,
      providerOptions: { openai: { strictJsonSchema: false } },
      experimental_download: refuseFiles,
      ...(schema !== null && { output: sdk.Output.object({ schema: sdk.jsonSchema(schema) }) }),
    })
    const calls = result.toolCalls.flatMap(toCall)
    return readFinished({ text: result.text, calls }, result.finishReason, toTokens(result.usage))
  } catch (error) {
    return explainError(sdk, error, options.wireFailure())
  }
}

interface Usage {
  inputTokens: number | undefined
  outputTokens: number | undefined
}

const toTokens = ({ inputTokens, outputTokens }: Usage): Tokens => ({
  inputTokens: inputTokens ?? null,
  outputTokens: outputTokens ?? null,
})

function toTools(sdk: Sdk, tools: readonly AiTool[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, schema }) => [
      name,
      sdk.tool({ description, inputSchema: sdk.jsonSchema({ ...schema }) }),
    ]),
  )
}

interface GivenCall {
  toolCallId: string
  toolName: string
  input: unknown
  providerExecuted?: boolean | undefined
  providerMetadata?: Readonly<Record<string, unknown>> | undefined
}

/** What a provider wants to see again is some kilobytes at most. */
const MAX_EXTRA_CHARS = 8_192

/** A call as the engine keeps it. What no text can hold is no input. */
function toCall({ toolCallId, toolName, input, providerExecuted, providerMetadata }: GivenCall): ToolCall[] {
  if (providerExecuted === true) return []
  const isExtra =
    providerMetadata !== undefined &&
    JSON.stringify(providerMetadata).length <= MAX_EXTRA_CHARS &&
    findJsonProblem(providerMetadata) === undefined
  return [
    {
      id: cleanText(toolCallId),
      name: cleanText(toolName).slice(0, 100),
      input: findJsonProblem(input) === undefined ? (input ?? null) : '',
      ...(isExtra && { extra: providerMetadata }),
    },
  ]
}

interface Said {
  text: string
  calls: readonly ToolCall[]
}

function readFinished({ text, calls }: Said, finishReason: string | undefined, tokens: Tokens): Generated {
  if (finishReason === 'length') return fail(callFailure('ANSWER_CUT'), { tokens })
  if (finishReason === 'content-filter') {
    return fail(callFailure('ANSWER_HELD_BACK'), { tokens })
  }
  return { kind: 'text', text: cleanText(text), calls, tokens }
}

/** Some models think aloud first; and no text that is stored may hold these characters. */
function cleanText(text: string): string {
  const answer = text.replace(/^\s*<think>[\s\S]*?<\/think>/, '')
  return answer.replaceAll('\u0000', '').toWellFormed().trim()
}

export function fail(
  failure: CallFailure,
  { mayPass = false, retryAfterMs = null, tokens = null }: Partial<Omit<Failure, 'kind'>> = {},
): Failure {
  return { kind: 'failed', failure, mayPass, retryAfterMs, tokens }
}

/** Of whatever the SDK asked. */
export function explainError(sdk: Sdk, error: unknown, wire: OutboundError | null): Generated {
  if (wire !== null) return fail(wire.failure, { mayPass: MAY_PASS.has(wire.code) })
  if (sdk.NoObjectGeneratedError.isInstance(error)) {
    // The answer is read by us, also where it stands between marks of code.
    const tokens = error.usage ? toTokens(error.usage) : { inputTokens: null, outputTokens: null }
    return readFinished({ text: error.text ?? '', calls: [] }, error.finishReason, tokens)
  }
  if (sdk.APICallError.isInstance(error))
    return explainStatus(error.statusCode ?? 0, error.responseHeaders ?? {})
  return fail(callFailure('ANSWER_UNREADABLE', { status: null }))
}

function explainStatus(status: number, headers: Readonly<Record<string, string>>): Failure {
  // What was refused took nothing.
  const refused = { tokens: NOTHING }
  if (status === 401 || status === 403) {
    return fail(callFailure('MODEL_KEY_REFUSED', { status }), refused)
  }
  if (status === 404) return fail(callFailure('MODEL_UNKNOWN', { status }), refused)
  if (status === 429) {
    const retryAfterMs = readRetryAfter(headers['retry-after'])
    return fail(callFailure('MODEL_BUSY', { status }), { mayPass: true, retryAfterMs, ...refused })
  }
  if (status >= 500) {
    const retryAfterMs = readRetryAfter(headers['retry-after'])
    return fail(callFailure('MODEL_FAILED', { status }), { mayPass: true, retryAfterMs, ...refused })
  }
  if (status >= 400) return fail(callFailure('MODEL_REFUSED', { status }), refused)
  return fail(callFailure('ANSWER_UNREADABLE', { status }))
}

/** Seconds, as servers of models say it; a date is left alone. */
function readRetryAfter(text: string | undefined): number | null {
  const seconds = Number(text)
  return text !== undefined && text.trim() !== '' && Number.isFinite(seconds) && seconds >= 0
    ? seconds * 1_000
    : null
}
