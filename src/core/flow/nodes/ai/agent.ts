import type { EffectResult, ToolCall } from '../../../conversation/flow-event.ts'
import type { Message } from '../../../conversation/message.ts'
import { countJsonBytes } from '../../../json-safety.ts'
import type {
  EffectErrorCode,
  HttpEffect,
  KnowledgeEffect,
  McpEffect,
  ToolErrorCode,
  ToolOutput,
} from '../../effects.ts'
import {
  MAX_AI_CALLS,
  MAX_AI_MESSAGE_CHARS,
  MAX_AI_TURNS_BYTES,
  MAX_DEBOUNCE_MS,
  MAX_FRAGMENTS,
  MAX_HTTP_BODY_BYTES,
  MAX_TOOL_OUTPUT_CHARS,
} from '../../limits.ts'
import type { AiThinking, OpenCall } from '../../run.ts'
import { fail, type StepContext, type StepResult } from '../node-type.ts'
import { buildRequest } from '../work/http-request.ts'
import type { AiData } from './ai-data.ts'
import { numberFound, toSearch } from './documents.ts'
import { buildQuestion, describeForModel, readContactMessage, showsTyping } from './question.ts'
import { readInput, readParameters, type ToolData, toHttpData } from './tools.ts'

type WithoutPlace<T> = T extends unknown ? Omit<T, 'runId' | 'nodeId'> : never

/** The run's history keeps no more of what a tool was given or gave than this. */
const MAX_NOTE_CHARS = 1_000
const MAX_NOTE_PIECE_CHARS = 300
const MAX_ID_CHARS = 200

/** Leaves by the exit for errors. What the model did so far is forgotten. */
export function leaveByError(step: StepContext, error: string): StepResult {
  step.thinking.set(null)
  step.setNodeResult({ status: null, body: null, error })
  return { kind: 'follow', handle: 'error', outcome: 'error' }
}

/** Begins at the node: what the contact writes on is gathered first, where that is wanted. */
export function begin(data: AiData, step: StepContext): StepResult {
  const keeps = data.mode === 'agent' || data.onMessage === 'restart'
  const thinking: AiThinking | null = keeps ? { said: readContactMessage(step), turns: [], asked: 0 } : null
  step.thinking.set(thinking)
  const mayFollow = data.onMessage === 'restart' && step.message?.type === 'text'
  return thinking && mayFollow ? gather(data, step, thinking) : ask(data, step)
}

/** Asks the model, unless it was asked too often already. */
export function ask(data: AiData, step: StepContext, outcome?: 'tool' | 'continued'): StepResult {
  const thinking = step.thinking.get()
  if (thinking) {
    if (data.mode === 'agent' && thinking.asked >= data.maxSteps) return leaveByError(step, 'TOO_MANY_STEPS')
    step.thinking.set({ ...thinking, asked: thinking.asked + 1, gathers: undefined, open: undefined })
  }
  const effect = buildQuestion(data, step)
  if (effect === null) return leaveByError(step, 'BAD_SCHEMA')
  return { kind: 'wait_effect', effect, ...(outcome !== undefined && { outcome }) }
}

/**
 * The contact writes on. What was asked or called is given up: its answer is never said, and of a call whose outcome is not known
 * the model is told so. Then it is asked again, with what the contact wrote.
 */
export function takeMessage(data: AiData, step: StepContext, message: Message): StepResult {
  const thinking = step.thinking.get()
  if (!thinking) return leaveByError(step, 'GIVEN_UP')
  const { open, gathers, ...rest } = thinking
  const given = open ? [giveUp(open)] : []
  const next: AiThinking = {
    ...rest,
    turns: [...thinking.turns, ...given, { said: describeForModel(message) }],
    asked: 0,
    ...(gathers && { gathers }),
  }
  if (isTooLong(next)) return leaveByError(step, 'TURNS_TOO_LONG')
  step.thinking.set(next)
  return message.type === 'text' ? gather(data, step, next) : ask(data, step, 'continued')
}

/** All of it stands in the context of the run. */
const isTooLong = ({ turns, sources = [] }: AiThinking): boolean =>
  countJsonBytes([turns, sources], MAX_AI_TURNS_BYTES) > MAX_AI_TURNS_BYTES

function giveUp({ text, calls }: NonNullable<AiThinking['open']>) {
  return {
    text,
    calls: calls.map(({ from, output, ...call }) => ({
      ...call,
      output: output ?? refuse(from === undefined ? 'NOT_CALLED' : 'GIVEN_UP'),
    })),
  }
}

/** Waits until the contact has been silent for the flow's time, a minute at most. */
function gather(data: AiData, step: StepContext, thinking: AiThinking): StepResult {
  const { from, count } = thinking.gathers ?? { from: step.now, count: 0 }
  const leftMs = from + MAX_DEBOUNCE_MS - step.now
  const isOver = step.thinking.gatherMs === 0 || count + 1 >= MAX_FRAGMENTS || leftMs <= 0
  if (isOver) return ask(data, step, thinking.turns.length > 0 ? 'continued' : undefined)
  step.thinking.set({ ...thinking, gathers: { from, count: count + 1 } })
  return { kind: 'wait_timer', dueAt: step.now + Math.min(step.thinking.gatherMs, leftMs) }
}

/** The model wants tools to be called: one after the other, each with an effect of its own. */
export function callTools(
  data: AiData,
  step: StepContext,
  { text = '', calls = [] }: Pick<EffectResult, 'text' | 'calls'>,
): StepResult {
  const thinking = step.thinking.get()
  if (!thinking) return leaveByError(step, 'ANSWER_INVALID')
  const open = { text: text.slice(0, MAX_AI_MESSAGE_CHARS).toWellFormed(), calls: limitCalls(calls) }
  step.thinking.set({ ...thinking, open })
  return makeNextCall(data, step)
}

/** Calls that share an id could not be told apart, and one answer does not ask for any number of them. */
function limitCalls(calls: readonly ToolCall[]): OpenCall[] {
  const seen = new Set<string>()
  const own = calls.filter(({ id }) => {
    const isNew = !seen.has(id) && id.length <= MAX_ID_CHARS
    seen.add(id)
    return isNew
  })
  return own
    .slice(0, 2 * MAX_AI_CALLS)
    .map((call, index) => (index < MAX_AI_CALLS ? call : { ...call, output: refuse('CALLS_TOO_MANY') }))
}

/** What the call came to that was under way; then the next one, or the model again. */
export function takeOutput(data: AiData, step: StepContext, output: ToolOutput): StepResult {
  settleCall(step, output)
  return makeNextCall(data, step)
}

/** What another system, a server of tools or the documents gave. */
export function takeResult(data: AiData, step: StepContext, result: EffectResult): StepResult {
  const thinking = step.thinking.get()
  if (result.found === undefined || !thinking) return takeOutput(data, step, toOutput(result))
  const { output, sources, pieces } = numberFound(data, thinking, result.found)
  step.thinking.set({ ...thinking, sources })
  const call = changeCall(step, { output })
  if (call) {
    const { name: tool, from = step.now } = call
    const found = pieces.map(({ text, ...piece }) => ({
      ...piece,
      text: cutText(text, MAX_NOTE_PIECE_CHARS),
    }))
    step.note({ k: 'tool_found', tool, found, durationMs: step.now - from })
  }
  return makeNextCall(data, step)
}

/** A sub-flow came back: the variables that were named as its outputs. */
export function takeReturned(
  data: AiData,
  step: StepContext,
  { result, vars }: { result: 'success' | 'failure'; vars: Readonly<Record<string, unknown>> },
): StepResult {
  const called = step.thinking.get()?.open?.calls.find(({ output }) => output === undefined)
  const { outputs = [] } = data.tools.find(({ name }) => name === called?.name) ?? {}
  const given = outputs.filter((name) => Object.hasOwn(vars, name)).map((name) => [name, vars[name]])
  return takeOutput(
    data,
    step,
    result === 'failure' ? refuse('FLOW_FAILED') : { value: Object.fromEntries(given) },
  )
}

/** What a model is shown of a call's answer, whatever its status. */
const toOutput = ({ status, body, output }: EffectResult): ToolOutput => ({
  value: status === undefined ? (output ?? null) : { status, body },
})

const refuse = (error: ToolErrorCode | EffectErrorCode): ToolOutput => ({ error })

function makeNextCall(data: AiData, step: StepContext): StepResult {
  for (;;) {
    const thinking = step.thinking.get()
    if (!thinking?.open) return fail('NO_TOOL_CALLED')
    const next = thinking.open.calls.find(({ output }) => output === undefined)
    if (!next) return closeTurn(data, step, thinking)
    step.note({ k: 'tool_call', tool: next.name, input: toNote(next.input) })
    const begun = beginCall(data, step, next)
    if ('kind' in begun) return begun
    settleCall(step, begun)
  }
}

/** Begins one call; or says why the tool cannot be called. */
function beginCall(data: AiData, step: StepContext, call: OpenCall): StepResult | { error: string } {
  const tool = data.tools.find(({ name }) => name === call.name)
  if (!tool || !readParameters(tool, step)) return { error: 'TOOL_UNKNOWN' satisfies ToolErrorCode }
  const args = readInput(tool, step, call.input)
  if (!args) return { error: 'INPUT_INVALID' satisfies ToolErrorCode }
  switch (tool.kind) {
    case 'handoff':
      step.thinking.set(null)
      step.setNodeResult({ status: null, body: { reason: args.reason ?? '' }, error: null })
      return { kind: 'follow', handle: 'handoff', outcome: 'route' }
    case 'flow':
      changeCall(step, { from: step.now })
      return { kind: 'call', flowId: tool.flowId ?? '', inputs: args }
    case 'knowledge':
      changeCall(step, { from: step.now })
      return {
        kind: 'wait_effect',
        effect: buildSearchCall(tool, step, args, showsTyping(data)),
        outcome: 'tool',
      }
    case 'http':
    case 'mcp': {
      const effect = buildCall(tool, step, args, showsTyping(data))
      if ('error' in effect) return effect
      changeCall(step, { from: step.now })
      return { kind: 'wait_effect', effect, outcome: 'tool' }
    }
  }
}

function buildSearchCall(
  { name: tool, knowledge = { from: 'collections', collections: [], maxPieces: 1 } }: ToolData,
  step: StepContext,
  { question }: Record<string, unknown>,
  isSaid: boolean,
): WithoutPlace<KnowledgeEffect> {
  const search = toSearch(knowledge, String(question))
  const effectId = step.newEffectId()
  return { kind: 'knowledge', effectId, tool, search, ...(isSaid && { typing: true as const }) }
}

function buildCall(
  tool: ToolData,
  step: StepContext,
  args: Record<string, unknown>,
  isSaid: boolean,
): WithoutPlace<HttpEffect | McpEffect> | { error: string } {
  const effectId = step.newEffectId()
  const data = toHttpData(tool)
  const names = tool.kind === 'http' ? { args } : {}
  const request = buildRequest(data, step.withNames(names), effectId)
  if (typeof request === 'string') return { error: request }
  const { timeoutMs, retries } = data
  const mayRetry = data.idempotent ?? !['POST', 'PATCH'].includes(data.method)
  const bounds = { timeoutMs, retries, mayRetry, maxBodyBytes: MAX_HTTP_BODY_BYTES }
  const called = { effectId, ...bounds, tool: tool.name, ...(isSaid && { typing: true as const }) }
  if (tool.kind === 'http') return { kind: 'http', request, ...called }
  // A key of the call on each message of its session would make them one to who heeds it.
  const headers = request.headers.filter(({ value }) => value !== effectId)
  return {
    ...{ kind: 'mcp', request: { ...request, headers }, ...called },
    ...{ remoteTool: tool.remoteTool || tool.name, input: args },
  }
}

/** Changes the first call that is not over. */
function changeCall(step: StepContext, change: Pick<OpenCall, 'from' | 'output'>): OpenCall | null {
  const thinking = step.thinking.get()
  const at = thinking?.open?.calls.findIndex(({ output }) => output === undefined) ?? -1
  const call = thinking?.open?.calls[at]
  if (!thinking?.open || !call) return null
  const calls = thinking.open.calls.with(at, { ...call, ...change })
  step.thinking.set({ ...thinking, open: { ...thinking.open, calls } })
  return call
}

function settleCall(step: StepContext, output: ToolOutput): void {
  const shown = 'value' in output ? { value: cutOutput(output.value) } : output
  const call = changeCall(step, { output: shown })
  if (!call) return
  const { name, from = step.now } = call
  const told = 'value' in shown ? shown.value : shown
  step.note({ k: 'tool_result', tool: name, output: toNote(told), durationMs: step.now - from })
}

function closeTurn(data: AiData, step: StepContext, thinking: AiThinking): StepResult {
  const { open, ...rest } = thinking
  const turns = open ? [...thinking.turns, giveUp(open)] : thinking.turns
  const next = { ...rest, turns }
  if (isTooLong(next)) return leaveByError(step, 'TURNS_TOO_LONG')
  step.thinking.set(next)
  return ask(data, step, 'tool')
}

/** A long output is shown as the beginning of its JSON. */
function cutOutput(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'null'
  if (text.length <= MAX_TOOL_OUTPUT_CHARS) return value
  return `${text.slice(0, MAX_TOOL_OUTPUT_CHARS).toWellFormed()}… (cut)`
}

function toNote(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null')
  return cutText(text, MAX_NOTE_CHARS)
}

const cutText = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text
