import { type CallFailure, callFailure } from '../../core/conversation/call-failure.ts'
import type { ModelUsage } from '../../core/conversation/flow-event.ts'
import { createSecretHider, takeCitations } from '../../core/flow/index.ts'
import { DEFAULT_AT_ONCE } from '../../core/model.ts'
import type { Database } from '../../db/client.ts'
import type { OutboundHttp } from '../../platform/outbound-http.ts'
import type { Secrets } from '../secrets/index.ts'
import { type ModelResult, readAnswer } from './answer.ts'
import { type Generated, generate, type Tokens } from './generate.ts'
import { readModelKey } from './model-key.ts'
import { ModelWire } from './model-wire.ts'
import { QuestionPlaces } from './places.ts'
import {
  buildPrompt,
  type ConversationLine,
  type Prompt,
  type Question,
  readText,
  schemaOf,
} from './prompt.ts'
import { type OpenModel, openProvider } from './providers.ts'
import { type ModelRow, READ_MODEL } from './store.ts'
import {
  type Amount,
  type AskedFor,
  dropOldCalls,
  estimateTokens,
  priceOf,
  reserveCall,
  settleCall,
} from './usage.ts'

export interface AskDeps {
  db: Database
  http: Pick<OutboundHttp, 'request'>
  secrets: Pick<Secrets, 'read' | 'listHosts' | 'listConfidential'>
  /** Default: the providers of the SDK. */
  openModel?: OpenModel | undefined
}

export interface ModelCall extends AskedFor {
  /** By its owner's name for it. */
  model: string
  question: Question
  /** Oldest first. */
  conversation: readonly ConversationLine[]
  timeoutMs: number
  /** This attempt counted, from 1. */
  attempt: number
  signal: AbortSignal
}

export interface ModelFailure {
  kind: 'failed'
  failure: CallFailure
  /** It may be gone the next time. */
  mayPass: boolean
  /** How long the server wants to be left alone. */
  retryAfterMs: number | null
  /** It was not asked at all: as many questions as may be were under way all the time. */
  isLater?: true
}

export type ModelOutcome = { kind: 'answer'; result: ModelResult; usage: ModelUsage } | ModelFailure

/** How long a question waits for others to end, so that its claim outlasts the wait and the answer. */
const MAX_WAIT_MS = 20_000

const placeOf = ({ name }: ModelRow, { userId }: ModelCall): string => `${userId} ${name}`

const fail = (failure: CallFailure): ModelFailure => ({
  kind: 'failed',
  failure,
  mayPass: false,
  retryAfterMs: null,
})

/** Asks models that people have set up: counted before they are asked, within limits, with the key to their server alone. */
export class ModelAsker {
  readonly #deps: AskDeps
  readonly #places = new QuestionPlaces()

  constructor(deps: AskDeps) {
    this.#deps = deps
  }

  async ask(call: ModelCall): Promise<ModelOutcome> {
    const { db } = this.#deps
    const row = await db.queryOne(READ_MODEL, [call.userId, call.model, 'chat'])
    if (!row) {
      return fail(callFailure('MODEL_NOT_SET_UP', { model: call.model }))
    }
    const read = await readModelKey(this.#deps.secrets, call.userId, row)
    if ('failure' in read) return fail(read.failure)
    const { key } = read
    const inTime = AbortSignal.any([call.signal, AbortSignal.timeout(MAX_WAIT_MS)])
    const most = row.limits.atOnce ?? DEFAULT_AT_ONCE
    const release = await this.#places.take(placeOf(row, call), most, inTime)
    if (release === null) {
      if (call.signal.aborted) return fail(callFailure('GIVEN_UP'))
      return { ...fail(callFailure('MODEL_PLACES_TAKEN', { model: row.name })), isLater: true }
    }
    try {
      return await this.#askInPlace(row, key, call)
    } finally {
      release()
    }
  }

  async #askInPlace(row: ModelRow, key: string | null, call: ModelCall): Promise<ModelOutcome> {
    const { db } = this.#deps
    const prompt = buildPrompt(call.question, call.conversation)
    const most = mostOf(row, prompt, call.question)
    const reserved = await this.#places.whileCounted(placeOf(row, call), () =>
      reserveCall(db, row, call, most),
    )
    if (reserved.kind === 'refused') return fail(reserved.failure)

    const startedMs = performance.now()
    const generated = await this.#generate(row, key, prompt, call)
    const durationMs = Math.round(performance.now() - startedMs)
    const outcome = generated.kind === 'text' ? 'answered' : 'failed'
    const amount = amountOf(row, most, generated.tokens)
    await settleCall(db, reserved.callId, { outcome, ...amount, durationMs })
    await dropOldCalls(db, call.userId, row.name)
    return this.#judge(
      call,
      generated,
      toUsage(row, generated.tokens, { durationMs, attempts: call.attempt }),
    )
  }

  async #generate(row: ModelRow, key: string | null, prompt: Prompt, call: ModelCall): Promise<Generated> {
    const { http, openModel = openProvider } = this.#deps
    const { provider, baseUrl, modelId } = row
    const { timeoutMs, signal, question } = call
    const wire = new ModelWire({ http, baseUrl, timeoutMs, signal })
    return generate({
      model: await openModel({ provider, baseUrl, modelId, key, fetch: wire.fetch }),
      prompt,
      schema: schemaOf(question.task),
      maxTokens: question.maxTokens,
      signal,
      wireFailure: () => wire.failure,
    })
  }

  async #judge(call: ModelCall, generated: Generated, usage: ModelUsage): Promise<ModelOutcome> {
    if (generated.kind === 'failed') {
      const { failure, mayPass, retryAfterMs } = generated
      return { kind: 'failed', failure, mayPass, retryAfterMs }
    }
    const result = readAnswer(call.question.task, generated)
    if (result === null) return fail(callFailure('ANSWER_NOT_AS_ASKED'))
    // As the contact would read it too: numbers of sources in the middle of a secret would be taken out.
    const { text } = takeCitations(generated.text, [])
    const texts = [generated.text, text, ...generated.calls.map(({ input }) => JSON.stringify(input) ?? '')]
    if (await this.#holdsSecret(call.userId, texts.join('\n'))) {
      return fail(callFailure('ANSWER_WITH_SECRET'))
    }
    return { kind: 'answer', result, usage }
  }

  /** A model is given no secret, but a contact or a document may hold one, or it may have come with an answer of a call. */
  async #holdsSecret(userId: string, text: string): Promise<boolean> {
    const { secrets } = this.#deps
    return createSecretHider(await secrets.listConfidential(userId))(text) !== text
  }
}

/** The most that a question may take, by the length of what is asked. */
function mostOf(row: ModelRow, prompt: Prompt, { maxTokens }: Question): Amount & Tokens {
  const inputTokens = estimateTokens(readText(prompt))
  const cost = priceOf(row, inputTokens, maxTokens) ?? 0
  return { tokens: inputTokens + maxTokens, cost, inputTokens, outputTokens: maxTokens }
}

/** What counts: what the server says it took, and where it says nothing the most that it may have been. */
function amountOf(row: ModelRow, most: Amount & Tokens, tokens: Tokens | null): Amount {
  const inputTokens = tokens?.inputTokens ?? most.inputTokens ?? 0
  const outputTokens = tokens?.outputTokens ?? most.outputTokens ?? 0
  return { tokens: inputTokens + outputTokens, cost: priceOf(row, inputTokens, outputTokens) ?? 0 }
}

function toUsage(
  row: ModelRow,
  tokens: Tokens | null,
  took: Pick<ModelUsage, 'durationMs' | 'attempts'>,
): ModelUsage {
  const { inputTokens = null, outputTokens = null } = tokens ?? {}
  const isKnown = inputTokens !== null && outputTokens !== null
  const cost = isKnown ? priceOf(row, inputTokens, outputTokens) : null
  return { model: row.name, inputTokens, outputTokens, cost, ...took }
}
